export const id = 399;
export const ids = [399];
export const modules = {

/***/ 8558:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runAction: () => (/* binding */ runAction)
});

// EXTERNAL MODULE: ./node_modules/@actions/core/lib/core.js + 12 modules
var core = __webpack_require__(143);
;// CONCATENATED MODULE: ./src/client/clock.ts
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const systemClock = {
    now: () => performance.timeOrigin + performance.now(),
    sleep: (ms, signal) => new Promise((resolve) => {
        if (signal?.aborted)
            return resolve();
        const end = () => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', end);
            resolve();
        };
        const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS));
        signal?.addEventListener('abort', end, { once: true });
    }),
};

;// CONCATENATED MODULE: ./src/client/errors.ts
class RequestError extends Error {
    method;
    url;
    transient;
    maybeReceived;
    retryAfterMs;
    constructor(request, what, traits) {
        super(`${request.method} ${request.url}: ${what}`, traits.cause === undefined ? undefined : { cause: traits.cause });
        this.method = request.method;
        this.url = request.url;
        this.transient = traits.transient;
        this.maybeReceived = traits.maybeReceived;
        this.retryAfterMs = traits.retryAfterMs ?? null;
    }
}
function isTransientStatus(status) {
    return status === 408 || status === 425 || status === 429 || status >= 500;
}
class HttpError extends RequestError {
    kind = 'http';
    name = 'HttpError';
    status;
    reason;
    constructor(request, status, reason, retryAfterMs) {
        super(request, `HTTP ${status}${reason === null ? '' : `: ${reason}`}`, {
            transient: isTransientStatus(status),
            maybeReceived: true,
            retryAfterMs,
        });
        this.status = status;
        this.reason = reason;
    }
}
class ValidationError extends HttpError {
    kind = 'validation';
    name = 'ValidationError';
    issues;
    constructor(request, status, issues) {
        const words = issues
            .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
            .join('; ');
        super(request, status, words, null);
        this.issues = issues;
    }
}
class NetworkError extends RequestError {
    kind = 'network';
    name = 'NetworkError';
    code;
    constructor(request, details) {
        super(request, details.what, details);
        this.code = details.code;
    }
}
class TimeoutError extends RequestError {
    kind = 'timeout';
    name = 'TimeoutError';
    constructor(request, timing) {
        const { withinMs, maybeReceived, what = `no answer within ${Math.round(withinMs) / 1000} s` } = timing;
        super(request, what, { transient: true, maybeReceived });
    }
}
class ContractError extends RequestError {
    kind = 'contract';
    name = 'ContractError';
    issues;
    constructor(request, what, details) {
        super(request, what, { ...details, maybeReceived: true });
        this.issues = details.issues;
    }
}
class AbortedError extends RequestError {
    kind = 'aborted';
    name = 'AbortedError';
    constructor(request, maybeReceived, cause) {
        super(request, 'stopped before an answer came', { transient: false, maybeReceived, cause });
    }
}
function isClientError(error) {
    return error instanceof RequestError;
}

;// CONCATENATED MODULE: ./src/client/limiter.ts
function createLimiter(most) {
    const waiting = [];
    let running = 0;
    function turn(signal) {
        return new Promise((resolve) => {
            const start = () => {
                signal?.removeEventListener('abort', overtake);
                resolve();
            };
            const overtake = () => {
                waiting.splice(waiting.indexOf(start), 1);
                running += 1;
                resolve();
            };
            waiting.push(start);
            signal?.addEventListener('abort', overtake, { once: true });
        });
    }
    return async (task, signal) => {
        if (running < most || signal?.aborted)
            running += 1;
        else
            await turn(signal);
        try {
            return await task();
        }
        finally {
            const next = running > most ? undefined : waiting.shift();
            if (next === undefined)
                running -= 1;
            else
                next();
        }
    };
}

;// CONCATENATED MODULE: ./src/client/pause.ts

const LONGEST_PAUSE_MS = 60_000;
function createPause(clock) {
    let until = Number.NEGATIVE_INFINITY;
    function begin(error) {
        if (!isClientError(error) || error.kind !== 'http' || error.status !== 429)
            return;
        until = Math.max(until, clock.now() + Math.min(error.retryAfterMs ?? 0, LONGEST_PAUSE_MS));
    }
    return {
        async heed(answer) {
            try {
                return await answer;
            }
            catch (error) {
                begin(error);
                throw error;
            }
        },
        async over(end, signal) {
            while (clock.now() < until && until < end && !signal?.aborted)
                await clock.sleep(until - clock.now(), signal);
        },
    };
}

;// CONCATENATED MODULE: ./src/client/retry.ts
function mayRepeat(policy, error) {
    if (!error.transient)
        return false;
    if (policy === 'read' || !error.maybeReceived)
        return true;
    if (error.kind !== 'http')
        return false;
    return error.status === 429 || (error.status === 503 && error.retryAfterMs !== null);
}
function repeatDelayMs(repeat, backoff, retryAfterMs, random) {
    const doubled = Math.min(backoff.capMs, backoff.firstMs * 2 ** (repeat - 1));
    const jittered = doubled * (1 - random / 4);
    return retryAfterMs === null ? jittered : Math.max(jittered, retryAfterMs * (1 + random / 10));
}
function parseRetryAfter(value, serverNow, nowMs) {
    if (value === null)
        return null;
    const text = value.trim();
    if (/^\d+$/.test(text))
        return Number(text) * 1000;
    if (!/[a-z]/i.test(text))
        return null;
    const at = Date.parse(text);
    if (Number.isNaN(at))
        return null;
    const from = serverNow === null ? Number.NaN : Date.parse(serverNow);
    return Math.max(0, at - (Number.isNaN(from) ? nowMs : from));
}

;// CONCATENATED MODULE: ./src/client/answer-body.ts
class BodyTooLargeError extends Error {
    name = 'BodyTooLargeError';
}
async function readText(response, maxBytes, beyond) {
    if (response.body === null)
        return '';
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    for await (const chunk of response.body) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) {
            if (beyond === 'throw')
                throw new BodyTooLargeError(`the answer is larger than ${maxBytes} bytes`);
            return text + decoder.decode(chunk.subarray(0, chunk.byteLength - (bytes - maxBytes)));
        }
        text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./src/client/network-fault.ts


const CERTIFICATE_CODE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/;
function networkError(request, thrown, { answering, redact }) {
    const root = rootCause(thrown);
    const code = stringProperty(root, 'code');
    const certificate = code !== null && CERTIFICATE_CODE.test(code);
    const syscall = stringProperty(root, 'syscall');
    const unconnected = syscall === 'connect' ||
        syscall === 'getaddrinfo' ||
        code === 'UND_ERR_CONNECT_TIMEOUT' ||
        certificate ||
        tunnelRefusal(root) !== null;
    return new NetworkError(request, {
        what: redact(describe(root, code, certificate, answering)),
        code,
        transient: !certificate,
        maybeReceived: answering || !unconnected,
        cause: withoutKey(thrown, redact),
    });
}
function withoutKey(thrown, redact) {
    const text = (0,external_node_util_.inspect)(thrown, { depth: 10, maxStringLength: Number.POSITIVE_INFINITY });
    return redact(text) === text ? thrown : undefined;
}
function rootCause(thrown) {
    if (thrown instanceof AggregateError && thrown.errors.length > 0)
        return rootCause(thrown.errors[0]);
    if (thrown instanceof Error && thrown.cause instanceof Error)
        return rootCause(thrown.cause);
    return thrown;
}
function stringProperty(value, key) {
    const found = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    return typeof found === 'string' ? found : null;
}
function tunnelRefusal(root) {
    const message = root instanceof Error ? root.message : '';
    return /^Proxy response \((\d+)\)/.exec(message)?.[1] ?? null;
}
function placeOf(root) {
    const address = stringProperty(root, 'address');
    const port = typeof root === 'object' && root !== null ? Reflect.get(root, 'port') : undefined;
    return address !== null && typeof port === 'number' ? `${address} port ${port}` : 'this address';
}
function describe(root, code, certificate, answering) {
    if (certificate)
        return `the server's certificate was refused (${code})`;
    const refusal = tunnelRefusal(root);
    if (refusal !== null)
        return `the proxy did not open a way to the service (HTTP ${refusal})`;
    switch (code) {
        case 'ECONNREFUSED':
            return `nothing accepts connections at ${placeOf(root)} (ECONNREFUSED)`;
        case 'ENOTFOUND':
        case 'EAI_AGAIN':
            return `the host name could not be resolved (${code})`;
        case 'UND_ERR_CONNECT_TIMEOUT':
        case 'ETIMEDOUT':
        case 'EHOSTUNREACH':
        case 'ENETUNREACH':
            return `the host cannot be reached (${code})`;
        default: {
            const words = code ?? (root instanceof Error ? root.message : String(root));
            return answering
                ? `the connection broke in the middle of the answer (${words})`
                : `the connection broke before an answer came (${words})`;
        }
    }
}

;// CONCATENATED MODULE: ./src/client/reason.ts
const LONGEST_REASON = 2000;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
function reasonOf(body) {
    const words = wordsOf(body)?.trim();
    if (words === undefined || words === '')
        return null;
    return words.length <= LONGEST_REASON ? words : `${words.slice(0, LONGEST_REASON).toWellFormed()}…`;
}
function wordsOf(body) {
    if (typeof body === 'string')
        return /^\s*</.test(body) ? 'an HTML page instead of a reason' : body;
    if (!isObject(body))
        return null;
    const issues = issuesOf(body);
    if (issues.length > 0)
        return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
    return textOf(body['detail']) ?? textOf(body);
}
function textOf(value) {
    if (typeof value === 'string')
        return value;
    if (!isObject(value))
        return null;
    const headline = [value['message'], value['error']].find((text) => typeof text === 'string');
    const details = Object.entries(value)
        .filter(([, list]) => Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === 'string'))
        .map(([key, list]) => `${key}: ${String(list)}`);
    if (headline === undefined && details.length === 0)
        return null;
    return [headline, ...details].filter((text) => text !== undefined).join('; ');
}
function issuesOf(body) {
    if (!isObject(body))
        return [];
    const list = [body['detail'], body['validation_issues'], body['invalid_fields']].find(Array.isArray) ?? [];
    const message = typeof body['error'] === 'string' ? body['error'] : 'refused';
    return list.flatMap((entry) => {
        if (typeof entry === 'string' && list === body['invalid_fields'])
            return [{ path: entry, message }];
        if (!isObject(entry))
            return [];
        const path = Array.isArray(entry['loc']) ? dotted(entry['loc']) : String(entry['field'] ?? '');
        return [{ path, message: String(entry['msg'] ?? entry['message'] ?? message) }];
    });
}
function dotted(path) {
    return path.reduce((text, part) => {
        if (typeof part === 'number')
            return `${text}[${part}]`;
        return text === '' ? String(part) : `${text}.${String(part)}`;
    }, '');
}

;// CONCATENATED MODULE: ./src/client/redactor.ts
function redactor(key) {
    if (key === undefined || key.length < 8)
        return (text) => text;
    const anyForm = new RegExp(Array.from(key, anyFormOf).join(''), 'gi');
    return (text) => text.replace(anyForm, '***');
}
function anyFormOf(character) {
    const hex = character.charCodeAt(0).toString(16);
    const backslash = /["/\\]/.test(character) ? '\\\\?' : '';
    return `(?:${backslash}\\x${hex}|\\\\u00${hex}|%${hex})`;
}

;// CONCATENATED MODULE: ./src/client/transport.ts






const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
function path(...parts) {
    const astray = parts.find((part) => /^\.{0,2}$/.test(part));
    if (astray !== undefined)
        throw new TypeError(`${JSON.stringify(astray)} cannot be an ID`);
    return `/${parts.map(encodeURIComponent).join('/')}`;
}
function createTransport(options) {
    const base = options.baseUrl.replace(/\/+$/, '');
    const redact = redactor(options.keyHeader?.key);
    const lineOf = (request) => {
        const query = new URLSearchParams();
        for (const [key, value] of Object.entries(request.query ?? {}))
            if (value !== undefined)
                query.set(key, String(value));
        const suffix = query.size === 0 ? '' : `?${query}`;
        return { method: request.method, url: `${base}${request.path}${suffix}` };
    };
    async function exchange(request, line, signal) {
        let answering = false;
        try {
            const response = await options.fetch(line.url, { ...initOf(request, options.keyHeader), signal });
            answering = true;
            if (!response.ok)
                throw await refusal(line, response, redact, options.clock.now());
            const answer = parseJson(line, redact(await readText(response, MAX_ANSWER_BYTES, 'throw')));
            return accepted(line, answer, request.parse);
        }
        catch (error) {
            if (error instanceof HttpError || error instanceof ContractError)
                throw error;
            if (error instanceof BodyTooLargeError)
                throw new ContractError(line, error.message, { transient: false, issues: [], cause: error });
            throw networkError(line, error, { answering, redact });
        }
    }
    return {
        lineOf,
        send(request, limits) {
            const line = lineOf(request);
            return bounded(line, limits, options.clock, (signal) => exchange(request, line, signal));
        },
    };
}
async function bounded(line, { timeoutMs, signal }, clock, work) {
    if (signal?.aborted)
        throw new AbortedError(line, false, signal.reason);
    const end = new AbortController();
    const timer = new AbortController();
    const timeout = clock.sleep(timeoutMs, timer.signal).then(() => {
        if (!timer.signal.aborted)
            end.abort(new TimeoutError(line, { withinMs: timeoutMs, maybeReceived: true }));
    });
    const stop = () => end.abort(new AbortedError(line, true, signal?.reason));
    signal?.addEventListener('abort', stop, { once: true });
    try {
        return await work(end.signal);
    }
    catch (error) {
        throw end.signal.aborted ? end.signal.reason : error;
    }
    finally {
        timer.abort('answered');
        signal?.removeEventListener('abort', stop);
        await timeout;
    }
}
function initOf(request, key) {
    const headers = { accept: 'application/json' };
    if (key !== null && request.open !== true)
        headers[key.name] = key.value;
    if (request.body !== undefined)
        headers['content-type'] = 'application/json';
    const init = { method: request.method, headers, redirect: 'manual' };
    return request.body === undefined ? init : { ...init, body: JSON.stringify(request.body) };
}
async function refusal(line, response, redact, nowMs) {
    const { status, headers } = response;
    if (status >= 300 && status < 400) {
        await response.body?.cancel();
        const target = redact(headers.get('location') ?? 'an address that it did not name');
        return new HttpError(line, status, `redirected to ${target}; redirects are not followed`, null);
    }
    const text = redact(await readText(response, MAX_ERROR_BYTES, 'cut').catch(() => ''));
    const body = jsonOr(text);
    const issues = status === 422 || status === 400 ? issuesOf(body) : [];
    if (issues.length > 0)
        return new ValidationError(line, status, issues);
    const retryAfter = parseRetryAfter(headers.get('retry-after'), headers.get('date'), nowMs);
    return new HttpError(line, status, reasonOf(body), retryAfter);
}
function parseJson(line, text) {
    try {
        return JSON.parse(text);
    }
    catch (cause) {
        const start = text.trim().slice(0, 40).toWellFormed();
        const what = start === ''
            ? 'the answer is empty'
            : `the answer is not JSON (it starts with ${JSON.stringify(start)})`;
        throw new ContractError(line, what, { transient: true, issues: [], cause });
    }
}
function accepted(line, answer, parse) {
    const parsed = parse(answer);
    if (parsed.ok)
        return parsed.value;
    const words = parsed.issues
        .slice(0, 3)
        .map(({ path, message }) => `${path === '' ? 'the answer' : path}: ${message}`);
    const what = `the answer is not of the expected shape (${words.join('; ')})`;
    throw new ContractError(line, what, { transient: false, issues: parsed.issues });
}
function jsonOr(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return text;
    }
}

;// CONCATENATED MODULE: ./src/client/caller.ts






const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_TRIES = 6;
const LONGEST_WAIT_MS = 300_000;
const BACKOFF = { firstMs: 1000, capMs: 60_000 };
function createCaller(options, header) {
    const clock = options.clock ?? systemClock;
    const random = options.random ?? Math.random;
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const inTurn = createLimiter(options.concurrency ?? Number.POSITIVE_INFINITY);
    const pause = createPause(clock);
    const transport = createTransport({
        baseUrl: checkedBaseUrl(options.baseUrl),
        keyHeader: header === null ? null : keyHeaderOf(header),
        fetch: options.fetch ?? ((...request) => fetch(...request)),
        clock,
    });
    return {
        clock,
        random,
        lineOf: transport.lineOf,
        async call(policy, request, { signal, withinMs = Number.POSITIVE_INFINITY, repeat = true } = {}) {
            const end = clock.now() + withinMs;
            for (let tries = 1;; tries += 1) {
                try {
                    return await inTurn(async () => {
                        await pause.over(end, signal);
                        const leftMs = end - clock.now();
                        if (leftMs <= 0)
                            throw new TimeoutError(transport.lineOf(request), { withinMs, maybeReceived: false });
                        return pause.heed(transport.send(request, { signal, timeoutMs: Math.min(timeoutMs, leftMs) }));
                    }, signal);
                }
                catch (error) {
                    if (!repeat || tries === MAX_TRIES || !isClientError(error) || !mayRepeat(policy, error))
                        throw error;
                    const waitMs = repeatDelayMs(tries, BACKOFF, error.retryAfterMs, random());
                    if (waitMs > LONGEST_WAIT_MS || clock.now() + waitMs >= end)
                        throw error;
                    await clock.sleep(waitMs, signal);
                    if (signal?.aborted)
                        throw new AbortedError(transport.lineOf(request), false, signal.reason);
                }
            }
        },
    };
}
function checkedBaseUrl(baseUrl) {
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
        throw new TypeError('baseUrl is not an http(s) URL');
    if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
        throw new TypeError('baseUrl must hold neither credentials nor a query nor a fragment');
    return url.href;
}
function keyHeaderOf({ name, key, scheme }) {
    if (!/^[\x21-\x7e]+$/.test(key))
        throw new TypeError('apiKey must be visible ASCII characters without spaces');
    return { name, value: scheme === undefined ? key : `${scheme} ${key}`, key };
}

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 3 modules
var schemas = __webpack_require__(3619);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(3305);
;// CONCATENATED MODULE: ./src/client/schema-parts.ts

function schema_parts_open(shape) {
    return schemas/* looseObject */._H3(shape);
}
const anyObject = schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J());
const nullish = (schema) => schemas/* optional */.lqM(schemas/* nullable */.mee(schema));
const flag = schemas/* optional */.lqM(schemas/* pipe */.FsL(schemas/* nullable */.mee(schemas/* boolean */.zMY()), schemas/* transform */.pdi((on) => on ?? false)));
const openEnum = () => schemas/* custom */.IeY((value) => typeof value === 'string', 'expected string');
const identifier = schemas/* string */.YjP().check(schemas/* refine */.YPB((id) => !/^\.{0,2}$/.test(id), 'expected an identifier'));
const count = schemas/* int */.Whr().check(api/* _gte */.qm(0));

;// CONCATENATED MODULE: ./src/client/evaluation-agent-schemas.ts


const agentType = openEnum();
const interactionType = openEnum();
const agentListEntryFields = schema_parts_open({
    uuid: identifier,
    name: schemas/* string */.YjP(),
    type: nullish(agentType),
    interaction_type: nullish(interactionType),
    created_at: nullish(schemas/* string */.YjP()),
    updated_at: nullish(schemas/* string */.YjP()),
    connection_verified: nullish(schemas/* boolean */.zMY()),
    has_default_inputs: flag,
});
const agentListEntry = agentListEntryFields;
const agentListArray = schemas/* array */.YOg(agentListEntry);
const agentPage = schema_parts_open({ items: agentListArray, total: nullish(count) });
const agentFields = schema_parts_open({
    uuid: identifier,
    name: schemas/* string */.YjP(),
    type: agentType,
    interaction_type: interactionType,
    created_at: schemas/* string */.YjP(),
    updated_at: schemas/* string */.YjP(),
    config: nullish(anyObject),
});
const agent = agentFields;
const resolvedAgentsFields = schema_parts_open({
    resolved: schemas/* record */.g1P(schemas/* string */.YjP(), identifier),
    not_found: schemas/* array */.YOg(schemas/* string */.YjP()),
});
const resolvedAgents = resolvedAgentsFields;

// EXTERNAL MODULE: ./node_modules/zod/v4/core/parse.js + 1 modules
var parse = __webpack_require__(3945);
;// CONCATENATED MODULE: ./src/client/parse.ts


function parserOf(schema) {
    return (answer) => {
        const result = parse/* safeParse */.xL(schema, answer);
        if (result.success)
            return { ok: true, value: result.data };
        return { ok: false, issues: result.error.issues.map((issue) => explain(issue, answer)) };
    };
}
function explain(issue, answer) {
    const found = issue.path.reduce((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), answer);
    const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message;
    return { path: dotted(issue.path), message: `${expected}, got ${kindOf(found)}` };
}
function kindOf(value) {
    if (value === undefined)
        return 'nothing';
    if (value === null)
        return 'null';
    return Array.isArray(value) ? 'array' : typeof value;
}

;// CONCATENATED MODULE: ./src/client/evaluation-agents.ts



function agentMethods({ call }) {
    return {
        async listAgents({ q, ...options } = {}) {
            const agents = new Map();
            for (let received = 0;;) {
                const query = { q, offset: received === 0 ? undefined : received };
                const request = { method: 'GET', path: '/agents', query, parse: parseAgentPage };
                const { items, total } = await call('read', request, options);
                for (const each of items)
                    agents.set(each.uuid, each);
                received += items.length;
                if (items.length === 0 || received >= (total ?? 0))
                    return [...agents.values()];
            }
        },
        getAgent(agentUuid, options) {
            return call('read', { method: 'GET', path: path('agents', agentUuid), parse: parseAgent }, options);
        },
        resolveAgents(names, options) {
            const request = {
                method: 'POST',
                path: '/agents/resolve',
                body: { names },
                parse: parseResolved,
            };
            return call('read', request, options);
        },
    };
}
const parseArray = parserOf(agentListArray);
const parsePage = parserOf(agentPage);
const parseAgent = parserOf(agent);
const parseResolved = parserOf(resolvedAgents);
const parseAgentPage = (answer) => {
    if (!Array.isArray(answer))
        return parsePage(answer);
    const list = parseArray(answer);
    return list.ok ? { ok: true, value: { items: list.value } } : list;
};

;// CONCATENATED MODULE: ./src/client/evaluation-case-schemas.ts


const rubricStepFields = schema_parts_open({
    value: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
    name: nullish(schemas/* string */.YjP()),
    description: nullish(schemas/* string */.YjP()),
    color: nullish(schemas/* string */.YjP()),
});
const rubricStep = rubricStepFields;
const rubricFields = schema_parts_open({
    scale: nullish(schemas/* array */.YOg(rubricStep)),
});
const rubric = rubricFields;
const runEvaluatorFields = schema_parts_open({
    uuid: nullish(schemas/* string */.YjP()),
    name: nullish(schemas/* string */.YjP()),
    description: nullish(schemas/* string */.YjP()),
    output_type: nullish(openEnum()),
    output_config: nullish(rubric),
    scale_min: nullish(schemas/* number */.aig()),
    scale_max: nullish(schemas/* number */.aig()),
    version_number: nullish(schemas/* int */.Whr()),
});
const runEvaluator = runEvaluatorFields;
const toolCallOutputFields = schema_parts_open({
    tool: schemas/* string */.YjP(),
    arguments: nullish(anyObject),
    output: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
});
const toolCallOutput = toolCallOutputFields;
const testOutputFields = schema_parts_open({
    response: nullish(schemas/* string */.YjP()),
    tool_calls: nullish(schemas/* array */.YOg(toolCallOutput)),
});
const testOutput = testOutputFields;
const judgeResultFields = schema_parts_open({
    evaluator_uuid: nullish(schemas/* string */.YjP()),
    reasoning: nullish(schemas/* string */.YjP()),
    match: nullish(schemas/* boolean */.zMY()),
    score: nullish(schemas/* number */.aig()),
    value_name: nullish(schemas/* string */.YjP()),
    variable_values: nullish(anyObject),
});
const judgeResult = judgeResultFields;
const testCaseResultFields = schema_parts_open({
    test_case_id: nullish(schemas/* string */.YjP()),
    name: nullish(schemas/* string */.YjP()),
    passed: nullish(schemas/* boolean */.zMY()),
    reasoning: nullish(schemas/* string */.YjP()),
    output: nullish(testOutput),
    test_case: nullish(anyObject),
    inputs: nullish(anyObject),
    judge_results: nullish(schemas/* array */.YOg(judgeResult)),
    latency_ms: nullish(schemas/* number */.aig()),
    cost: nullish(schemas/* number */.aig()),
    test_uuid: nullish(schemas/* string */.YjP()),
    test_type: nullish(schemas/* string */.YjP()),
    unanswered: flag,
    not_run: flag,
});
const testCaseResult = testCaseResultFields;

;// CONCATENATED MODULE: ./src/client/evaluation-annotation-schemas.ts



const promptVariableFields = schema_parts_open({
    name: schemas/* string */.YjP(),
    description: nullish(schemas/* string */.YjP()),
    default: nullish(schemas/* string */.YjP()),
});
const promptVariable = promptVariableFields;
const evaluatorVersionFields = schema_parts_open({
    uuid: identifier,
    version_number: schemas/* int */.Whr(),
    judge_model: schemas/* string */.YjP(),
    created_at: schemas/* string */.YjP(),
    system_prompt: nullish(schemas/* string */.YjP()),
    output_config: nullish(rubric),
    variables: nullish(schemas/* array */.YOg(promptVariable)),
});
const evaluatorVersion = evaluatorVersionFields;
const evaluatorFields = schema_parts_open({
    uuid: identifier,
    name: schemas/* string */.YjP(),
    evaluator_type: openEnum(),
    data_type: openEnum(),
    output_type: openEnum(),
    is_default: schemas/* boolean */.zMY(),
    is_protected: schemas/* boolean */.zMY(),
    created_at: schemas/* string */.YjP(),
    updated_at: schemas/* string */.YjP(),
    versions: schemas/* array */.YOg(evaluatorVersion),
    description: nullish(schemas/* string */.YjP()),
    slug: nullish(schemas/* string */.YjP()),
    source_default_slug: nullish(schemas/* string */.YjP()),
    live_version_id: nullish(schemas/* string */.YjP()),
});
const evaluator = evaluatorFields;
const updatedItemsFields = schema_parts_open({
    updated_count: count,
});
const updatedItems = updatedItemsFields;
const labellingJobFields = schema_parts_open({
    uuid: identifier,
    public_token: schemas/* string */.YjP(),
    annotator_id: schemas/* string */.YjP(),
    annotator_name: schemas/* string */.YjP(),
    item_ids: schemas/* array */.YOg(schemas/* string */.YjP()),
    item_count: count,
    evaluator_ids: schemas/* array */.YOg(schemas/* string */.YjP()),
    status: openEnum(),
});
const labellingJob = labellingJobFields;
const createdJobsFields = schema_parts_open({
    jobs: schemas/* array */.YOg(labellingJob),
    count: count,
});
const createdJobs = createdJobsFields;
const annotatorFields = schema_parts_open({
    uuid: identifier,
    name: schemas/* string */.YjP(),
    created_at: schemas/* string */.YjP(),
    updated_at: schemas/* string */.YjP(),
    jobs_count: nullish(count),
    current_agreement: nullish(schemas/* number */.aig()),
    pair_count: nullish(count),
});
const annotator = annotatorFields;

;// CONCATENATED MODULE: ./src/client/evaluation-annotation.ts



function annotationMethods({ call }) {
    return {
        getEvaluator(evaluatorUuid, { compact, ...options } = {}) {
            const at = path('evaluators', evaluatorUuid);
            return call('read', { method: 'GET', path: at, query: { compact }, parse: parseEvaluator }, options);
        },
        updateAnnotationItems(taskUuid, body, options) {
            const at = path('annotation-tasks', taskUuid, 'items');
            return call('write', { method: 'PUT', path: at, body, parse: parseUpdated }, options);
        },
        createLabellingJobs(taskUuid, body, options) {
            const at = path('annotation-tasks', taskUuid, 'jobs');
            return call('write', { method: 'POST', path: at, body, parse: parseJobs }, options);
        },
        updateAnnotator(annotatorUuid, body, options) {
            const at = path('annotators', annotatorUuid);
            return call('write', { method: 'PUT', path: at, body, parse: parseAnnotator }, options);
        },
    };
}
const parseEvaluator = parserOf(evaluator);
const parseUpdated = parserOf(updatedItems);
const parseJobs = parserOf(createdJobs);
const parseAnnotator = parserOf(annotator);

;// CONCATENATED MODULE: ./src/client/evaluation-schemas.ts



const taskStatus = openEnum();
const percentilesFields = schema_parts_open({
    p50: nullish(schemas/* number */.aig()),
    p95: nullish(schemas/* number */.aig()),
    p99: nullish(schemas/* number */.aig()),
    count: nullish(schemas/* number */.aig()),
});
const percentiles = percentilesFields;
const spreadFields = schema_parts_open({
    mean: nullish(schemas/* number */.aig()),
    min: nullish(schemas/* number */.aig()),
    max: nullish(schemas/* number */.aig()),
    count: nullish(schemas/* number */.aig()),
});
const spread = spreadFields;
const launchedRunFields = schema_parts_open({
    task_id: identifier,
    status: taskStatus,
    dataset_id: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
    dataset_name: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
});
const launchedRun = launchedRunFields;
const batchRunFields = schema_parts_open({
    agent_name: schemas/* string */.YjP(),
    agent_uuid: identifier,
    task_id: identifier,
    status: taskStatus,
});
const batchRun = batchRunFields;
const skippedAgentFields = schema_parts_open({
    agent_name: nullish(schemas/* string */.YjP()),
    agent_uuid: nullish(schemas/* string */.YjP()),
    reason: nullish(openEnum()),
});
const skippedAgent = skippedAgentFields;
const launchedBatchFields = schema_parts_open({
    runs: schemas/* array */.YOg(batchRun),
    skipped: schemas/* array */.YOg(skippedAgent),
});
const launchedBatch = launchedBatchFields;
const runMeasures = {
    total_tests: nullish(count),
    passed: nullish(count),
    failed: nullish(count),
    latency_ms: nullish(percentiles),
    cost: nullish(spread),
    total_tokens: nullish(spread),
    error: flag,
    is_public: flag,
    share_token: nullish(schemas/* string */.YjP()),
    aborted: flag,
    unanswered_tests: nullish(schemas/* number */.aig()),
};
const testRunFields = schema_parts_open({
    task_id: identifier,
    status: taskStatus,
    test_uuids: nullish(schemas/* array */.YOg(schemas/* string */.YjP())),
    ...runMeasures,
    evaluators: nullish(schemas/* array */.YOg(runEvaluator)),
    results: nullish(schemas/* array */.YOg(testCaseResult)),
});
const testRun = testRunFields;
const earlierCaseFields = schema_parts_open({
    name: nullish(schemas/* string */.YjP()),
    passed: nullish(schemas/* boolean */.zMY()),
});
const earlierCase = earlierCaseFields;
const earlierRunFields = schema_parts_open({
    uuid: identifier,
    name: nullish(schemas/* string */.YjP()),
    status: taskStatus,
    type: nullish(openEnum()),
    created_at: nullish(schemas/* string */.YjP()),
    updated_at: nullish(schemas/* string */.YjP()),
    ...runMeasures,
    results: nullish(schemas/* array */.YOg(earlierCase)),
});
const earlierRun = earlierRunFields;
const earlierRunPageFields = schema_parts_open({
    items: schemas/* array */.YOg(earlierRun),
    total: nullish(count),
    limit: nullish(schemas/* number */.aig()),
    offset: nullish(schemas/* number */.aig()),
});
const earlierRunPage = earlierRunPageFields;

;// CONCATENATED MODULE: ./src/client/wait-for-run.ts


const ENDED = new Set(['done', 'failed', 'cancelled']);
const MAX_FAULTS_IN_A_ROW = 10;
const BACKOFF_CAP_MS = 60_000;
const DEFAULT_WITHIN_MS = 1_800_000;
const DEFAULT_INTERVAL_MS = 5000;
async function waitForRun(awaited, effects, options = {}) {
    const { signal, onlyFailed, compact } = options;
    const ended = await lookUntilEnded(awaited, effects, options);
    return onlyFailed && compact ? ended : awaited.getRun({ onlyFailed, compact, signal });
}
async function lookUntilEnded({ line, getRun }, { clock, random }, { signal, withinMs = DEFAULT_WITHIN_MS, intervalMs = DEFAULT_INTERVAL_MS, onLook }) {
    const backoff = { firstMs: intervalMs, capMs: Math.max(BACKOFF_CAP_MS, intervalMs) };
    const end = clock.now() + withinMs;
    let status = 'not seen yet';
    for (let faults = 0;;) {
        const leftMs = end - clock.now();
        if (leftMs <= 0) {
            const what = `the run had not ended within ${Math.round(withinMs) / 1000} s (${status})`;
            throw new TimeoutError(line, { withinMs, maybeReceived: true, what });
        }
        let waitMs = intervalMs;
        try {
            const run = await getRun({ compact: true, onlyFailed: true, repeat: false, signal, withinMs: leftMs });
            onLook?.(run);
            if (ENDED.has(run.status))
                return run;
            faults = 0;
            status = run.status;
        }
        catch (error) {
            faults += 1;
            if (!isClientError(error) || !error.transient || faults === MAX_FAULTS_IN_A_ROW)
                throw error;
            waitMs = repeatDelayMs(faults, backoff, error.retryAfterMs, random());
        }
        await clock.sleep(Math.min(waitMs, end - clock.now()), signal);
        if (signal?.aborted)
            throw new AbortedError(line, false, signal.reason);
    }
}

;// CONCATENATED MODULE: ./src/client/evaluation-runs.ts




function runMethods(caller) {
    const { call } = caller;
    function getRun(taskId, { onlyFailed, compact, ...options } = {}) {
        const query = { only_failed: onlyFailed, compact };
        const parse = (answer) => ofTask(taskId, parseRun(answer));
        return call('read', { method: 'GET', path: pathOfRun(taskId), query, parse }, options);
    }
    function listRuns(agentUuid, options = {}) {
        const { type, status, hasFailures, limit, offset, ...callOptions } = options;
        const at = path('agent-tests', 'agent', agentUuid, 'runs');
        const query = { type, status, has_failures: hasFailures, limit, offset };
        return call('read', { method: 'GET', path: at, query, parse: parseHistory }, callOptions);
    }
    return {
        getRun,
        listRuns,
        runAgentTests(agentUuid, { body = {}, ...options } = {}) {
            const at = path('agent-tests', 'agent', agentUuid, 'run');
            return call('write', { method: 'POST', path: at, body, parse: parseLaunched }, options);
        },
        runBatch({ body = {}, ...options } = {}) {
            return call('write', { method: 'POST', path: '/agent-tests/run', body, parse: parseBatch }, options);
        },
        waitForRun(taskId, options) {
            const line = caller.lineOf({ method: 'GET', path: pathOfRun(taskId) });
            return waitForRun({ line, getRun: (how) => getRun(taskId, how) }, caller, options);
        },
        async *iterateRuns(agentUuid, options = {}) {
            for (let offset = options.offset ?? 0;;) {
                const { items, total } = await listRuns(agentUuid, { ...options, offset });
                yield* items;
                offset += items.length;
                if (items.length === 0 || offset >= (total ?? Number.POSITIVE_INFINITY))
                    return;
            }
        },
    };
}
const parseLaunched = parserOf(launchedRun);
const parseBatch = parserOf(launchedBatch);
const parseRun = parserOf(testRun);
const parseHistory = parserOf(earlierRunPage);
function pathOfRun(taskId) {
    return path('agent-tests', 'run', taskId);
}
function ofTask(taskId, parsed) {
    if (!parsed.ok || parsed.value.task_id === taskId)
        return parsed;
    return { ok: false, issues: [{ path: 'task_id', message: 'another run than the one asked for' }] };
}

;// CONCATENATED MODULE: ./src/client/evaluation.ts






function createEvaluationClient(options) {
    const caller = createCaller(options, { name: 'X-API-Key', key: options.apiKey });
    return {
        ...agentMethods(caller),
        ...runMethods(caller),
        ...annotationMethods(caller),
        getApiDescription(callOptions) {
            const at = { method: 'GET', path: '/public-api/openapi.json', open: true };
            return caller.call('read', { ...at, parse: parseDescription }, callOptions);
        },
    };
}
const parseDescription = parserOf(anyObject);

;// CONCATENATED MODULE: ./src/gate/comparison.ts
function chooseEarlierRun(listed, current) {
    let best = null;
    const own = listed.findIndex(({ uuid }) => uuid === current.taskId);
    for (const run of listed.slice(own + 1)) {
        const rate = rateOf(run);
        const comparable = rate !== null && rate.total <= current.total;
        if (comparable && (best === null || rate.total > (best.total_tests ?? 0)))
            best = run;
    }
    return best;
}
function rateOf(run) {
    const { total_tests: total, passed } = run;
    if (run.status !== 'done' || run.error === true || run.aborted === true)
        return null;
    if (typeof total !== 'number' || typeof passed !== 'number' || total === 0 || passed > total)
        return null;
    return { passed, total };
}
function compareRuns(agent, current, earlier) {
    const now = byName(current.tests.map(({ name, status }) => ({ name, passed: passedOf(status) })));
    const before = byName((earlier.results ?? []).map(({ name, passed }) => ({ name: name ?? null, passed: passed ?? null })));
    const inBoth = [...now.values()].flatMap((test) => {
        const was = before.get(test.key);
        return was === undefined ? [] : [{ name: test.name, was: was.passed, is: test.passed }];
    });
    const onlyIn = (these, others, allOthers) => others.size < allOthers
        ? []
        : [...these.values()].filter(({ key }) => !others.has(key)).map(({ name }) => name);
    return {
        agent,
        earlierTaskId: earlier.uuid,
        now: { passed: current.counts?.passed ?? 0, total: current.counts?.total ?? 0 },
        before: rateOf(earlier) ?? { passed: 0, total: 0 },
        newlyFailing: inBoth.filter(({ was, is }) => was === true && is === false).map(({ name }) => name),
        fixed: inBoth.filter(({ was, is }) => was === false && is === true).map(({ name }) => name),
        added: onlyIn(now, before, earlier.total_tests ?? 0),
        removed: onlyIn(before, now, current.counts?.total ?? 0),
    };
}
function byName(tests) {
    const seen = new Map();
    return new Map(tests.flatMap(({ name, passed }) => {
        if (name === null)
            return [];
        const nth = seen.get(name) ?? 0;
        seen.set(name, nth + 1);
        const key = `${nth} ${name}`;
        return [[key, { key, name, passed }]];
    }));
}
function passedOf(status) {
    if (status === 'passed')
        return true;
    return status === 'failed' ? false : null;
}
function comparisonOf(parts) {
    const now = sum(parts.compared.map((agent) => agent.now));
    const before = sum(parts.compared.map((agent) => agent.before));
    return { ...parts, now, before, worse: isLower(now, before) };
}
function sum(rates) {
    return {
        passed: rates.reduce((total, { passed }) => total + passed, 0),
        total: rates.reduce((all, { total }) => all + total, 0),
    };
}
function isLower(now, before) {
    return BigInt(now.passed) * BigInt(before.total) < BigInt(before.passed) * BigInt(now.total);
}
function percent({ passed, total }) {
    return total === 0 ? '' : ((100 * passed) / total).toFixed(1);
}

;// CONCATENATED MODULE: ./src/gate/service.ts
function statusOf(error) {
    return error.kind === 'http' || error.kind === 'validation' ? error.status : null;
}
function serviceError(error) {
    return {
        kind: error.kind,
        message: error.message,
        reason: error.kind === 'http' || error.kind === 'validation' ? error.reason : null,
        status: statusOf(error),
        code: error.kind === 'network' ? error.code : null,
    };
}

;// CONCATENATED MODULE: ./src/gate/compare-with-history.ts


const COMPARABLE = { type: 'llm-unit-test', status: 'done' };
const PAGE = 50;
const MOST_PAGES = 20;
async function compareWithHistory(results, service, options) {
    const finished = results.flatMap((result) => result.outcome === 'passed' || result.outcome === 'failed' ? [result] : []);
    const all = await Promise.all(finished.map(({ agent, run }) => compareAgent(agent, run, service, options)));
    return comparisonOf({
        compared: all.flatMap((each) => (each.kind === 'compared' ? [each.comparison] : [])),
        withoutHistory: all.flatMap((each) => (each.kind === 'without-history' ? [each.agent] : [])),
        unreadable: all.flatMap((each) => (each.kind === 'unreadable' ? [each] : [])),
    });
}
async function compareAgent(agent, run, service, options) {
    const current = { taskId: run.taskId, total: run.counts?.total ?? 0 };
    const earlier = await findEarlierRun(agent, current, service, options);
    if (!earlier.ok)
        return { kind: 'unreadable', agent, error: serviceError(earlier.error) };
    if (earlier.value === null)
        return { kind: 'without-history', agent };
    return { kind: 'compared', comparison: compareRuns(agent, run, earlier.value) };
}
async function findEarlierRun(agent, current, service, options) {
    let best = null;
    for (let pages = 1, offset = 0;; pages += 1) {
        const page = await service.history(agent.uuid, { ...options, ...COMPARABLE, limit: PAGE, offset });
        if (!page.ok)
            return page;
        const { items, total } = page.value;
        best = chooseEarlierRun(best === null ? items : [best, ...items], current);
        offset += items.length;
        const exhausted = pages === MOST_PAGES ||
            items.length === 0 ||
            (total === null || total === undefined ? items.length < PAGE : offset >= total);
        if (exhausted || best?.total_tests === current.total)
            return { ok: true, value: best };
    }
}

;// CONCATENATED MODULE: ./src/gate/classify-run.ts
const STILL_GOING = new Set(['queued', 'in_progress']);
const classify_run_ENDED = new Set(['done', 'failed', 'cancelled']);
function phaseOf(run) {
    if (classify_run_ENDED.has(run.status))
        return 'ended';
    if (STILL_GOING.has(run.status))
        return 'going';
    return run.error === true ? 'ended' : 'unknown';
}
function classifyRun(agent, run, ended) {
    const reason = problemOf(run, ended);
    if ((run.counts?.failed ?? 0) > 0)
        return reason === null ? { outcome: 'failed', agent, run } : { outcome: 'failed', agent, run, reason };
    return reason === null ? { outcome: 'passed', agent, run } : { outcome: 'inconclusive', agent, run, reason };
}
function problemOf({ counts, tests, status }, ended) {
    if (counts?.failed === 0 && tests.some((test) => test.status === 'failed'))
        return { kind: 'contradictory-counts' };
    if (status === 'failed')
        return { kind: 'run-failed' };
    if (status === 'cancelled')
        return { kind: 'run-cancelled' };
    if (status !== 'done')
        return { kind: 'unknown-status', status };
    if (ended.error === true || ended.aborted === true)
        return { kind: 'run-error' };
    if (counts === null)
        return { kind: 'no-counts' };
    if (counts.total === 0)
        return { kind: 'no-tests' };
    const uncounted = counts.total - counts.passed - counts.failed;
    if (uncounted < 0)
        return { kind: 'contradictory-counts' };
    const openRows = tests.filter(({ status: row }) => row !== 'passed' && row !== 'failed').length;
    const withoutVerdict = Math.max(uncounted, openRows);
    return withoutVerdict > 0 ? { kind: 'unfinished-tests', withoutVerdict } : null;
}

;// CONCATENATED MODULE: ./src/gate/pace.ts
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
function firstTick({ launchedAt, intervalMs }) {
    return launchedAt + intervalMs;
}
function nextTick({ launchedAt, intervalMs, place }, now, queuedBehind) {
    const grid = launchedAt + Math.round(((place * GOLDEN_RATIO) % 1) * intervalMs);
    const number = Math.max(2, Math.floor((now - grid) / intervalMs) + 1);
    const tick = grid + number * intervalMs;
    const leftOut = queuedBehind && (number + place) % 2 === 1 && tick - now <= intervalMs;
    return leftOut ? tick + intervalMs : tick;
}

;// CONCATENATED MODULE: ./src/gate/read-run.ts
function serviceCounts(run) {
    const { passed, failed } = run;
    if (typeof passed !== 'number' || typeof failed !== 'number')
        return null;
    const total = run.total_tests ?? Math.max(run.test_uuids?.length ?? 0, passed + failed);
    return { total, passed, failed };
}
function rowCounts({ tests, plannedTests }) {
    if (tests.length === 0)
        return null;
    const having = (status) => tests.filter((test) => test.status === status).length;
    const total = Math.max(tests.length, plannedTests ?? 0);
    return { total, passed: having('passed'), failed: having('failed') };
}
function runResult(run, seen) {
    return {
        taskId: run.task_id,
        status: run.status,
        counts: seen.counts,
        plannedTests: run.total_tests ?? run.test_uuids?.length ?? null,
        tests: testResults(run),
        detailsError: null,
        p95LatencyMs: run.latency_ms?.p95 ?? null,
        meanCostUsd: run.cost?.mean ?? null,
        meanTokens: run.total_tokens?.mean ?? null,
        shareToken: run.is_public === true ? (run.share_token ?? null) : null,
        durationMs: seen.durationMs,
    };
}
function read_run_launchedRun(taskId, status) {
    return {
        taskId,
        status,
        counts: null,
        plannedTests: null,
        tests: [],
        detailsError: null,
        p95LatencyMs: null,
        meanCostUsd: null,
        meanTokens: null,
        shareToken: null,
        durationMs: 0,
    };
}
function testResults(run) {
    const evaluators = new Map((run.evaluators ?? []).map((evaluator) => [evaluator.uuid, evaluator]));
    const once = singleCopies();
    return (run.results ?? []).map((row) => testResult(row, evaluators, once));
}
function singleCopies() {
    const copies = new Map();
    return (text) => {
        if (text === null || text === undefined)
            return null;
        const copy = copies.get(text);
        if (copy === undefined)
            copies.set(text, text);
        return copy ?? text;
    };
}
function testResult(row, evaluators, once) {
    return {
        id: row.test_case_id ?? null,
        name: row.name ?? null,
        status: testStatus(row),
        reasoning: once(row.reasoning),
        reply: once(row.output?.response),
        toolCalls: (row.output?.tool_calls ?? []).map((call) => ({
            tool: call.tool,
            arguments: call.arguments ? once(JSON.stringify(call.arguments)) : null,
        })),
        evaluators: judgeVerdicts(row, evaluators, once),
        latencyMs: row.latency_ms ?? null,
        cost: row.cost ?? null,
    };
}
function testStatus(row) {
    if (row.not_run === true)
        return 'not-run';
    if (row.unanswered === true)
        return 'unanswered';
    if (row.passed === true)
        return 'passed';
    return row.passed === false ? 'failed' : 'pending';
}
function judgeVerdicts(row, evaluators, once) {
    return (row.judge_results ?? []).map((verdict) => {
        const evaluator = evaluators.get(verdict.evaluator_uuid);
        return {
            evaluator: evaluator?.name ?? null,
            match: verdict.match ?? null,
            score: verdict.score ?? null,
            scaleMin: evaluator?.scale_min ?? null,
            scaleMax: evaluator?.scale_max ?? null,
            valueName: once(verdict.value_name),
            reasoning: once(verdict.reasoning),
        };
    });
}

;// CONCATENATED MODULE: ./src/gate/poll-state.ts




const MAX_FRUITLESS_POLLS = 10;
function afterPoll(state, answer, moment) {
    if (!answer.ok)
        return afterFault(state, answer.error, moment);
    const run = answer.value;
    const phase = phaseOf(run);
    const seen = runResult(run, { counts: serviceCounts(run), durationMs: moment.now - moment.pace.launchedAt });
    if (phase === 'ended')
        return { kind: 'ended', ended: { seen, error: run.error, aborted: run.aborted } };
    const unknownPolls = phase === 'unknown' ? state.unknownPolls + 1 : 0;
    if (unknownPolls === MAX_FRUITLESS_POLLS || (moment.last && phase === 'unknown'))
        return { kind: 'over', problem: { kind: 'unknown-status', status: run.status }, seen };
    if (moment.last)
        return { kind: 'over', problem: timedOut(moment), seen };
    const pollAt = nextTick(moment.pace, moment.now, run.status === 'queued' && moment.othersRun);
    return { kind: 'again', state: { seen, failedPolls: 0, unknownPolls, pollAt } };
}
function afterFault(state, error, moment) {
    const over = (problem) => ({ kind: 'over', problem, seen: state.seen });
    const status = statusOf(error);
    const fault = serviceError(error);
    const failedPolls = state.failedPolls + 1;
    if (status === 403 || status === 404)
        return over({ kind: 'lost', error: fault });
    if (!error.transient)
        return over({ kind: 'unreadable', error: fault, attempts: failedPolls });
    if (moment.last)
        return over(timedOut(moment));
    if (failedPolls === MAX_FRUITLESS_POLLS)
        return over({ kind: 'unreadable', error: fault, attempts: failedPolls });
    const waitMs = moment.backoffMs(failedPolls, moment.pace.intervalMs, error.retryAfterMs);
    return { kind: 'again', state: { ...state, failedPolls, pollAt: moment.now + waitMs } };
}
function timedOut({ timeoutSeconds }) {
    return { kind: 'timed-out', timeoutSeconds };
}

;// CONCATENATED MODULE: ./src/gate/read-ended-run.ts


async function readEndedRun(polled, service, options) {
    const { taskId } = polled;
    const rows = needsAllRows(polled) ? await readTests(taskId, service, { ...options(), compact: true }) : null;
    const all = rows?.ok && rows.value.length > polled.tests.length ? rows.value : polled.tests;
    const countable = rows?.ok || all.some(isFailing);
    const counts = polled.counts ?? (countable ? rowCounts({ ...polled, tests: all }) : null);
    if (!hasFailure(counts, all))
        return { ...polled, counts, tests: all };
    const details = await readTests(taskId, service, { ...options(), onlyFailed: true });
    if (!details.ok)
        return { ...polled, counts, tests: all, detailsError: serviceError(details.error) };
    return { ...polled, counts, tests: withDetails(all, details.value) };
}
async function readTests(taskId, service, options) {
    const answer = await service.getRun(taskId, options);
    return answer.ok ? { ok: true, value: testResults(answer.value) } : answer;
}
function needsAllRows({ counts, tests }) {
    return counts === null || tests.length < counts.total;
}
function hasFailure(counts, tests) {
    return (counts?.failed ?? 0) > 0 || tests.some(isFailing);
}
function isFailing({ status }) {
    return status === 'failed';
}
function withDetails(all, detailed) {
    const key = (test) => test.id ?? test.name;
    const known = new Set(detailed.map(key));
    const others = all.filter((test) => (key(test) === null ? !isFailing(test) : !known.has(key(test))));
    return [...detailed, ...others];
}

;// CONCATENATED MODULE: ./src/gate/refused-launch.ts

function refusedLaunch(launch, error) {
    const { agent } = launch;
    const fault = serviceError(error);
    if (fault.status === 400 && !launch.named)
        return { outcome: 'skipped', agent, run: null, reason: fault.reason ?? 'the service gave no reason' };
    return { outcome: 'inconclusive', agent, run: null, reason: refused_launch_problemOf(launch, error) };
}
function refused_launch_problemOf(launch, error) {
    const fault = serviceError(error);
    if (fault.status === 400)
        return { kind: 'cannot-run', error: fault };
    if (mayHaveStarted(error))
        return { kind: 'maybe-launched', error: fault };
    if (launch.pastDeadline)
        return { kind: 'not-launched-in-time', timeoutSeconds: launch.timeoutSeconds };
    return { kind: 'not-launched', error: fault };
}
function mayHaveStarted(error) {
    const status = statusOf(error);
    if (status === null)
        return error.maybeReceived;
    return status === 408 || (status >= 500 && !(status === 503 && error.retryAfterMs !== null));
}

;// CONCATENATED MODULE: ./src/gate/run-agent.ts







const LAST_LOOK_MS = 10_000;
async function runAgent(plan, effects) {
    const { agent, named, deadline, timeoutSeconds } = plan;
    const { clock, signal } = effects;
    if (signal.aborted)
        return stopped(agent, null, effects);
    const launch = await effects.service.launch(agent.uuid, { signal, withinMs: deadline - clock.now() });
    if (launch.ok) {
        const { task_id: taskId, status } = launch.value;
        effects.emit({ type: 'launched', agent, taskId, status });
        return pollToTheEnd(plan, effects, read_run_launchedRun(taskId, status));
    }
    const { error } = launch;
    if (statusOf(error) === 401 || (signal.aborted && !error.maybeReceived))
        return stopped(agent, null, effects);
    return refusedLaunch({ agent, named, pastDeadline: clock.now() >= deadline, timeoutSeconds }, error);
}
async function pollToTheEnd(plan, effects, launched) {
    const { agent, deadline, intervalMs, place } = plan;
    const { clock, signal } = effects;
    const pace = { launchedAt: clock.now(), intervalMs, place };
    let state = { seen: launched, failedPolls: 0, unknownPolls: 0, pollAt: firstTick(pace) };
    for (;;) {
        const due = Math.min(state.pollAt, deadline);
        await clock.sleep(Math.max(0, due - clock.now()), signal);
        if (signal.aborted)
            return stopped(agent, state.seen, effects);
        const step = await look({ ...plan, pace }, effects, state, due);
        switch (step.kind) {
            case 'ended':
                return conclude(plan, effects, step.ended);
            case 'over':
                return inconclusive(agent, step.seen, step.problem);
            case 'again':
                state = step.state;
                break;
            default:
                step;
        }
    }
}
async function look({ agent, deadline, pace, timeoutSeconds }, effects, state, due) {
    const { backoffMs, clock, emit, othersRun, signal, stoppedBy } = effects;
    const now = () => Math.max(due, clock.now());
    const last = now() >= deadline;
    const answer = await poll(state.seen.taskId, last ? LAST_LOOK_MS : deadline - now(), effects);
    if (!answer.ok && signal.aborted)
        return { kind: 'over', seen: state.seen, problem: { kind: 'stopped', by: stoppedBy() } };
    const moment = { now: now(), last, pace, othersRun: othersRun(), timeoutSeconds, backoffMs };
    const step = afterPoll(state, answer, moment);
    if (step.kind === 'again')
        announce(agent, emit, { before: state, after: step.state, answer, now: moment.now });
    return step;
}
function poll(taskId, withinMs, { service, signal }) {
    return service.getRun(taskId, { compact: true, onlyFailed: true, repeat: false, withinMs, signal });
}
async function conclude(plan, { clock, service, signal }, ended) {
    const run = await readEndedRun(ended.seen, service, () => ({
        signal,
        withinMs: Math.max(LAST_LOOK_MS, plan.deadline - clock.now()),
    }));
    return classifyRun(plan.agent, run, ended);
}
function announce(agent, emit, { before, after, answer, now }) {
    if (!answer.ok) {
        if (after.failedPolls === 1)
            emit({
                type: 'poll-error',
                agent,
                error: serviceError(answer.error),
                attempt: 1,
                retryInMs: after.pollAt - now,
            });
        return;
    }
    const was = progressOf(before.seen);
    const is = progressOf(after.seen);
    const { status } = after.seen;
    const changed = before.seen.status !== status ||
        was.total !== is.total ||
        was.passed !== is.passed ||
        was.failed !== is.failed;
    if (changed)
        emit({ type: 'progress', agent, status, counts: is });
}
function progressOf({ counts, plannedTests, tests }) {
    const failing = tests.filter((test) => test.status === 'failed').length;
    return {
        total: counts?.total ?? plannedTests,
        passed: counts?.passed ?? null,
        failed: counts?.failed ?? (failing > 0 ? failing : null),
    };
}
function stopped(agent, seen, { stoppedBy }) {
    return inconclusive(agent, seen, { kind: 'stopped', by: stoppedBy() });
}
function inconclusive(agent, seen, reason) {
    const run = seen && { ...seen, counts: seen.counts ?? rowCounts(seen) };
    return { outcome: 'inconclusive', agent, run, reason };
}

;// CONCATENATED MODULE: ./src/gate/run-gate.ts


const HEARTBEAT_MS = 60_000;
async function runGate(plan, effects) {
    const { clock } = effects;
    let refusal = null;
    const ended = new AbortController();
    const tally = createTally(plan.agents.length, effects);
    const agentEffects = {
        ...effects,
        service: watchKey(effects.service, (fault) => {
            refusal ??= fault;
            ended.abort();
        }),
        signal: AbortSignal.any([effects.signal, ended.signal]),
        stoppedBy: () => (refusal === null ? 'signal' : 'authentication'),
    };
    const common = {
        named: plan.named,
        intervalMs: plan.pollIntervalSeconds * 1000,
        deadline: clock.now() + plan.timeoutSeconds * 1000,
        timeoutSeconds: plan.timeoutSeconds,
    };
    const run = async (agent, place) => {
        const emit = (event) => {
            tally.note(agent, event);
            effects.emit(event);
        };
        const othersRun = () => tally.othersRun(agent);
        const result = await runAgent({ ...common, agent, place }, { ...agentEffects, emit, othersRun });
        emit({ type: 'finished', result });
        return result;
    };
    try {
        const results = await Promise.all(plan.agents.map(run));
        return { results, abortReason: stopOf(refusal, effects.signal) };
    }
    finally {
        ended.abort();
        await tally.end();
    }
}
function watchKey(service, refuse) {
    const watched = (answer) => {
        if (!answer.ok && statusOf(answer.error) === 401)
            refuse(serviceError(answer.error));
        return answer;
    };
    return {
        launch: async (...call) => watched(await service.launch(...call)),
        getRun: async (...call) => watched(await service.getRun(...call)),
    };
}
function stopOf(refusal, signal) {
    if (refusal !== null)
        return { kind: 'authentication', error: refusal };
    return signal.aborted ? { kind: 'signal', signal: String(signal.reason) } : null;
}
function createTally(total, { clock, emit }) {
    const phases = new Map();
    const startedAt = clock.now();
    const ended = new AbortController();
    const count = (phase) => [...phases.values()].filter((each) => each === phase).length;
    const beating = (async () => {
        for (;;) {
            await clock.sleep(HEARTBEAT_MS, ended.signal);
            if (ended.signal.aborted)
                return;
            const done = count('done');
            const running = count('running');
            const elapsedMs = clock.now() - startedAt;
            emit({ type: 'heartbeat', elapsedMs, done, running, queued: total - done - running, total });
        }
    })();
    return {
        othersRun: ({ uuid }) => [...phases].some(([other, phase]) => phase === 'running' && other !== uuid),
        note(agent, event) {
            if (event.type === 'finished')
                phases.set(agent.uuid, 'done');
            if (event.type === 'launched' || event.type === 'progress')
                phases.set(agent.uuid, event.status === 'in_progress' ? 'running' : 'queued');
        },
        async end() {
            ended.abort();
            await beating;
        },
    };
}

;// CONCATENATED MODULE: ./src/gate/nearest-name.ts
function nearestName(wanted, names) {
    const fold = (name) => name.trim().toLowerCase();
    let best = null;
    for (const name of names) {
        const distance = editDistance(fold(wanted), fold(name));
        const longest = Math.max(wanted.length, name.length);
        const close = distance <= Math.max(longest > 1 ? 1 : 0, Math.floor(longest / 3));
        if (close && (best === null || distance < best.distance))
            best = { name, distance };
    }
    return best?.name ?? null;
}
function editDistance(from, to) {
    let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
    for (let i = 0; i < from.length; i += 1) {
        const row = [i + 1];
        for (let j = 0; j < to.length; j += 1) {
            const replaced = (previous[j] ?? 0) + (from[i] === to[j] ? 0 : 1);
            row.push(Math.min(replaced, (previous[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
        }
        previous = row;
    }
    return previous[to.length] ?? 0;
}

;// CONCATENATED MODULE: ./src/gate/select-agents.ts


const MOST_SUGGESTIONS = 50;
function selectAgents(names, service, options) {
    return names.length > 0 ? selectNamed(names, service, options) : selectAll(service, options);
}
async function selectNamed(names, service, options) {
    const answer = await service.resolve(names, options);
    if (!answer.ok)
        return refused(answer);
    const found = new Map(Object.entries(answer.value.resolved));
    const agents = names.flatMap((name) => {
        const uuid = found.get(name);
        return uuid === undefined ? [] : [{ uuid, name }];
    });
    if (agents.length === names.length)
        return { ok: true, agents: unique(agents), named: true };
    const existing = await existingNames(service, options);
    const unknown = names
        .filter((name) => !found.has(name))
        .map((name, index) => ({ name, nearest: index < MOST_SUGGESTIONS ? nearestName(name, existing) : null }));
    return { ok: false, abortReason: { kind: 'unknown-agents', unknown } };
}
async function existingNames(service, options) {
    const answer = await service.list({ ...options, repeat: false });
    return answer.ok ? answer.value.map(({ name }) => name) : [];
}
async function selectAll(service, options) {
    const answer = await service.list(options);
    if (!answer.ok)
        return refused(answer);
    const agents = unique(answer.value.map(({ uuid, name }) => ({ uuid, name })));
    if (agents.length === 0)
        return { ok: false, abortReason: { kind: 'no-agents' } };
    return { ok: true, agents, named: false };
}
function unique(agents) {
    return [...new Map(agents.map((agent) => [agent.uuid, agent])).values()];
}
function refused({ error }) {
    const status = statusOf(error);
    const kind = status === 401 || status === 403 ? 'authentication' : 'select-failed';
    return { ok: false, abortReason: { kind, error: serviceError(error) } };
}

;// CONCATENATED MODULE: ./src/gate/verdict.ts

function verdictOf(results, stop, comparison = null) {
    const agents = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 };
    for (const { outcome } of results)
        agents[outcome] += 1;
    const totals = totalsOf(results);
    const bad = comparison === null ? agents.failed > 0 : comparison.worse;
    const ran = agents.passed + agents.failed > 0;
    const untold = agents.inconclusive > 0 || stop !== null || !ran || isUnsure(results, comparison);
    const word = bad ? 'failed' : untold ? 'inconclusive' : 'passed';
    const reasons = [...agentReasons(agents, totals, stop), ...comparisonReasons(results, comparison)];
    return { status: word, totals, agents, reasons: word === 'passed' ? [] : reasons };
}
function isUnsure(results, comparison) {
    if (comparison === null)
        return false;
    return comparison.unreadable.length > 0 || incompleteOf(results) > 0;
}
function incompleteOf(results) {
    return results.filter((result) => result.outcome === 'failed' && result.reason !== undefined).length;
}
function totalsOf(results) {
    return results.reduce((sum, { run }) => ({
        total: sum.total + (run?.counts?.total ?? 0),
        passed: sum.passed + (run?.counts?.passed ?? 0),
        failed: sum.failed + (run?.counts?.failed ?? 0),
    }), { total: 0, passed: 0, failed: 0 });
}
function agentReasons(agents, totals, stop) {
    const reasons = [];
    if (agents.failed > 0)
        reasons.push(`${agentsIn(agents.failed)} failed (${totals.failed} of ${totals.total} tests)`);
    if (agents.inconclusive > 0)
        reasons.push(`the result of ${agentsIn(agents.inconclusive)} cannot be told`);
    if (stop !== null)
        reasons.push(stopReason(stop));
    else if (agents.passed + agents.failed + agents.inconclusive === 0)
        reasons.push('no agent could be run');
    return reasons;
}
function comparisonReasons(results, comparison) {
    if (comparison === null)
        return [];
    const { now, before, worse, unreadable } = comparison;
    const reasons = [];
    if (worse)
        reasons.push(`the pass rate fell from ${percent(before)}% (${before.passed} of ${before.total}) to ${percent(now)}% (${now.passed} of ${now.total})`);
    const incomplete = incompleteOf(results);
    if (incomplete > 0)
        reasons.push(`the run of ${agentsIn(incomplete)} is incomplete, so its rate is no measure`);
    if (unreadable.length > 0)
        reasons.push(`the run history of ${agentsIn(unreadable.length)} could not be read`);
    return reasons;
}
function agentsIn(count) {
    return `${count} ${count === 1 ? 'agent' : 'agents'}`;
}
function stopReason(stop) {
    switch (stop.kind) {
        case 'authentication':
            return `authentication failed (HTTP ${stop.error.status})`;
        case 'unknown-agents':
            return `${stop.unknown.length === 1 ? 'an agent was' : `${stop.unknown.length} agents were`} not found by name`;
        case 'no-agents':
            return 'the workspace has no agents';
        case 'select-failed':
            return 'the agents could not be read from the service';
        case 'signal':
            return `the job was cancelled (${stop.signal})`;
        default:
            return stop;
    }
}

;// CONCATENATED MODULE: ./src/report/describe-fault.ts
function faultWords({ status, reason, message }) {
    return status !== null && reason !== null ? `HTTP ${status}: ${reason}` : message;
}
function faultRemedy({ kind, status, code }) {
    switch (kind) {
        case 'http':
        case 'validation':
            return statusRemedy(status);
        case 'network':
            return networkRemedy(code);
        case 'timeout':
            return 'The service may be busy: run this job again in a while.';
        case 'contract':
            return 'Check that `base-url` is the address of the service itself, not of a page or a proxy.';
        case 'aborted':
            return 'Run this job again.';
        default:
            return kind;
    }
}
function networkRemedy(code) {
    if (code !== null && /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/.test(code))
        return 'For a certificate of your own, set NODE_EXTRA_CA_CERTS to its file in the `env:` of the job: it counts only when set before the action starts.';
    return 'Check `base-url`, and that this runner reaches it: where it needs a proxy, set HTTPS_PROXY and NO_PROXY in the `env:` of the job.';
}
function statusRemedy(status) {
    if (status === 401)
        return 'Check the API key: it may be mistyped, revoked or expired.';
    if (status === 403)
        return 'Check that the API key belongs to the workspace of this agent.';
    if (status === 404)
        return 'Check `base-url`, and whether it was deleted meanwhile.';
    if (status === 429)
        return 'The service asks for fewer requests: run this job again in a while.';
    if (status !== null && status >= 500)
        return 'The service had a fault of its own: run this job again, and tell its operators if it stays.';
    if (status !== null && status >= 300 && status < 400)
        return 'Set `base-url` to the address it points to.';
    return 'Check `base-url`, and that the service is of a version that this action knows.';
}

;// CONCATENATED MODULE: ./src/report/units.ts
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const MOST_DECIMALS = 10;
function units_count(value) {
    return Number.isInteger(value) && value >= 0 && value < 1000 ? `${value}` : grouped.format(value);
}
function counted(value, noun) {
    return `${units_count(value)} ${value === 1 ? noun : `${noun}s`}`;
}
function percentages(now, before) {
    const same = now.passed * before.total === before.passed * now.total;
    for (let decimals = 1;; decimals++) {
        const texts = [percentage(now, decimals), percentage(before, decimals)];
        const tellApart = same || texts[0] !== texts[1];
        if (decimals === MOST_DECIMALS || (tellApart && readsTrue(now, texts[0]) && readsTrue(before, texts[1])))
            return texts;
    }
}
function duration(milliseconds) {
    if (milliseconds < 950)
        return `${(Math.max(0, milliseconds) / 1000).toFixed(1)}s`;
    const seconds = Math.round(milliseconds / 1000);
    const minutes = Math.floor(seconds / 60);
    if (minutes === 0)
        return `${seconds}s`;
    if (minutes < 60)
        return joined(minutes, 'm', seconds % 60, 's');
    return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'm');
}
function latency(milliseconds) {
    if (milliseconds < 999.5)
        return `${Math.round(milliseconds)} ms`;
    const seconds = milliseconds / 1000;
    return `${seconds < 9.95 ? seconds.toFixed(1) : units_count(seconds)} s`;
}
function dollars(amount) {
    if (amount === 0)
        return '$0';
    if (Math.abs(amount) >= 0.1)
        return `$${amount.toFixed(2)}`;
    return `$${trimZeros(amount.toFixed(Math.min(10, 1 - Math.floor(Math.log10(Math.abs(amount))))))}`;
}
function tokens(amount) {
    if (amount < 999.5)
        return units_count(amount);
    if (amount < 999_500)
        return `${scaled(amount / 1000)}k`;
    return `${scaled(amount / 1_000_000)}M`;
}
function percentage({ passed, total }, decimals) {
    return `${((100 * passed) / total).toFixed(decimals)}%`;
}
function readsTrue({ passed, total }, text) {
    const rounded = Number.parseFloat(text);
    return (rounded === 100) === (passed === total) && (rounded === 0) === (passed === 0);
}
function scaled(value) {
    return value < 9.95 ? trimZeros(value.toFixed(1)) : units_count(value);
}
function trimZeros(decimal) {
    return decimal.replace(/\.?0+$/, '');
}
function joined(large, largeUnit, small, smallUnit) {
    return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`;
}

;// CONCATENATED MODULE: ./src/report/describe-comparison.ts


const changeKinds = ['newlyFailing', 'fixed', 'added', 'removed'];
const changeWords = {
    newlyFailing: 'newly failing',
    fixed: 'fixed',
    added: 'new',
    removed: 'removed',
};
function changeInWords(kind, total, failing = 0) {
    return `${units_count(total)} ${changeWords[kind]}${failing > 0 ? ` (${units_count(failing)} failing)` : ''}`;
}
function changesOfAgent(comparison) {
    return changeKinds
        .filter((kind) => comparison[kind].length > 0)
        .map((kind) => changeInWords(kind, comparison[kind].length))
        .join(', ');
}
function ratesInWords({ now, before }) {
    const [nowPercent, beforePercent] = percentages(now, before);
    return `${describe_comparison_passedOf(now)} (${nowPercent}), before ${units_count(before.passed)} of ${units_count(before.total)} (${beforePercent})`;
}
function describe_comparison_passedOf({ passed, total }) {
    return `${passed === total ? 'all' : `${units_count(passed)} of`} ${counted(total, 'test')} passed`;
}
function describeUnreadable(fault) {
    return { sentence: `run history could not be read: ${causeOf(fault)}`, remedy: remedyOf(fault) };
}
function causeOf({ kind, status, reason, code }) {
    switch (kind) {
        case 'http':
        case 'validation':
            return reason === null || reason.trim() === '' ? `HTTP ${status}` : `HTTP ${status}: ${reason}`;
        case 'network':
            return `no connection${code === null ? '' : ` (${code})`}`;
        case 'timeout':
            return 'no answer in time';
        case 'contract':
            return 'the answer is not a run history as this version knows it';
        case 'aborted':
            return 'the job was cancelled';
        default:
            return kind;
    }
}
function remedyOf(fault) {
    const { kind, status } = fault;
    if (status === 404)
        return 'Older versions of the service keep no run history: update the service, or set `mode` to `gate`.';
    if (status === 403)
        return 'The API key may not read it: use a key of the workspace of this agent, or set `mode` to `gate`.';
    if (kind === 'contract')
        return 'Use the newest version of this action, or set `mode` to `gate`.';
    return faultRemedy(fault);
}

;// CONCATENATED MODULE: ./src/report/untrusted-text.ts
const escapeSequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const invisibles = /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--[\n\t\uFE0E\uFE0F]]/gv;
const markTowers = /(\p{M}{4})\p{M}+/gu;
const breaker = '\u200B';
function cutText(text, maxLength) {
    return cut(text, maxLength, (cleaned) => cleaned.trim());
}
function cutLine(text, maxLength) {
    return cut(text, maxLength, (cleaned) => cleaned.replace(/\s+/g, ' ').trim()).text;
}
function logText(text, maxLength) {
    return cutLine(text, maxLength).replace(/##(?=\[)/g, `##${breaker}`);
}
function xmlText(text, maxLength) {
    return cutText(text, maxLength).text.replaceAll(']]>', ']] >');
}
function dataText(text) {
    return text.toWellFormed();
}
function cut(text, maxLength, tidy) {
    const reach = maxLength * 4 + 64;
    const tidied = tidy(clean(text.slice(0, reach)));
    if (text.length <= reach && tidied.length <= maxLength)
        return { text: tidied, leftOut: 0 };
    const kept = tidied.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
    return { text: `${kept}…`, leftOut: text.length - kept.length };
}
function clean(text) {
    return text
        .toWellFormed()
        .replace(escapeSequences, '')
        .replace(lineBreaks, '\n')
        .replace(invisibles, '')
        .replace(markTowers, '$1');
}

;// CONCATENATED MODULE: ./src/report/untrusted-markdown.ts

const markup = /[&<>`*~[\]\\|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const blockMarks = /^(?:[-+=#:]|\d+(?=[.)]))|(?<=\s)#+$/g;
const linkStarts = /:(?=\/\/)|www(?=\.)|(?<![a-z0-9])(?:GH|GHSA|CVE)-/gi;
const emojiNames = /:(?=[\w+-]+:)/g;
const commits = /[0-9a-f]{6}(?=[0-9a-f])/gi;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
function inlineText(text, maxLength) {
    return isolate(neutralise(cutLine(text, maxLength)));
}
function blockText(text, maxLength) {
    const cut = cutText(text, maxLength);
    const lines = cut.text.replace(/\n\s*\n/g, '\n\n').split('\n');
    return {
        markdown: lines.map((line) => isolate(neutralise(line.trim()))).join('<br>'),
        leftOut: cut.leftOut,
    };
}
function codeSpan(text, maxLength) {
    const line = withoutMentions(cutLine(text, maxLength));
    if (line === '')
        return '';
    const ticks = '`'.repeat(longestRunOfTicks(line) + 1);
    const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
    return `${ticks}${pad}${line}${pad}${ticks}`;
}
function fence(text, language, maxLength) {
    const cut = cutText(text, maxLength);
    const content = withoutMentions(cut.text);
    const ticks = '`'.repeat(Math.max(3, longestRunOfTicks(content) + 1));
    return { markdown: `${ticks}${language}\n${content}\n${ticks}`, leftOut: cut.leftOut };
}
function neutralise(line) {
    return withoutMentions(line)
        .replace(/#(?=\w)/g, `#${breaker}`)
        .replace(linkStarts, `$&${breaker}`)
        .replace(emojiNames, `:${breaker}`)
        .replace(commits, `$&${breaker}`)
        .replace(markup, asEntities)
        .replace(blockMarks, asEntities)
        .replaceAll('$', '<span>$</span>');
}
function withoutMentions(text) {
    return text.replaceAll('@', `@${breaker}`);
}
function asEntities(characters) {
    return Array.from(characters, (character) => `&#${character.codePointAt(0)};`).join('');
}
function isolate(text) {
    return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
function longestRunOfTicks(text) {
    return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

;// CONCATENATED MODULE: ./src/report/names.ts



const NAME_LENGTH = 80;
const TEST_NAME_LENGTH = 160;
const LOG_NAME_LENGTH = 100;
const NAMELESS_AGENT = '(agent without a name)';
function agentName({ name }) {
    return inlineText(name, NAME_LENGTH) || NAMELESS_AGENT;
}
function agentInLog({ name }) {
    return logText(name, LOG_NAME_LENGTH) || NAMELESS_AGENT;
}
function agentNames(agents, most) {
    const names = agents.slice(0, most).map((agent) => `**${agentName(agent)}**`);
    if (agents.length > names.length)
        names.push(`${units_count(agents.length - names.length)} more`);
    return names.join(', ');
}
function testName({ name, id }) {
    return inlineText(name ?? id ?? '', TEST_NAME_LENGTH) || '(test without a name)';
}
function evaluatorName({ evaluator }) {
    return inlineText(evaluator ?? '', NAME_LENGTH) || 'Evaluator';
}

;// CONCATENATED MODULE: ./src/report/comparison-log.ts




const comparison_log_NAME_LENGTH = 100;
const FAULT_LENGTH = 1000;
const TESTS_SHOWN = 20;
function comparisonLines(comparison) {
    const { compared, withoutHistory, unreadable } = comparison;
    return [
        ...compared.flatMap((each) => [comparedLine(each), ...newlyFailingLines(each)]),
        ...withoutHistory.map((agent) => `- ${agentInLog(agent)}: no earlier run to compare with`),
        ...unreadable.map(({ agent, error }) => `? ${agentInLog(agent)}: run history could not be read: ${logText(error.message, FAULT_LENGTH)} → ${describeUnreadable(error).remedy}`),
        overallLine(comparison),
    ];
}
function overallLine(comparison) {
    const { compared, unreadable } = comparison;
    if (compared.length > 0)
        return `Compared ${counted(compared.length, 'agent')}: ${ratesInWords(comparison)}`;
    return unreadable.length > 0 ? 'Nothing could be compared.' : 'Nothing to compare with.';
}
function comparedLine(comparison) {
    const changes = changesOfAgent(comparison);
    return `· ${agentInLog(comparison.agent)}: ${ratesInWords(comparison)}${changes === '' ? '' : `: ${changes}`}`;
}
function newlyFailingLines({ newlyFailing }) {
    const shown = newlyFailing.slice(0, TESTS_SHOWN);
    const lines = shown.map((name) => `    ✗ newly failing: ${logText(name, comparison_log_NAME_LENGTH)}`);
    if (shown.length < newlyFailing.length)
        lines.push(`    … and ${units_count(newlyFailing.length - shown.length)} more newly failing`);
    return lines;
}

;// CONCATENATED MODULE: ./src/report/describe-problem.ts


const openAndRepeat = 'Open the run to see why, then run this job again.';
function describeProblem(problem, run) {
    switch (problem.kind) {
        case 'cannot-run':
        case 'not-launched':
        case 'maybe-launched':
        case 'not-launched-in-time':
            return describeLaunch(problem);
        case 'timed-out':
        case 'lost':
        case 'unreadable':
        case 'stopped':
            return describePolling(problem, run);
        case 'run-failed':
            return {
                label: 'Run failed',
                sentence: 'the run failed on the service, so its tests have no verdict',
                remedy: openAndRepeat,
            };
        case 'run-cancelled':
            return {
                label: 'Run cancelled',
                sentence: 'the run was cancelled on the service before its end',
                remedy: 'Run this job again.',
            };
        case 'run-error':
            return { label: 'Run error', sentence: 'the run ended with an error', remedy: openAndRepeat };
        case 'unknown-status':
            return {
                label: 'Unknown state',
                sentence: `the run is in a state that this version does not know: "${problem.status}"`,
                remedy: 'Open the run, and use the newest version of this action.',
            };
        default:
            return describeCounts(problem);
    }
}
function describeLaunch(problem) {
    switch (problem.kind) {
        case 'cannot-run':
            return {
                label: 'Cannot run',
                sentence: `cannot run (HTTP ${problem.error.status ?? 400}): ${problem.error.reason?.trim() || 'the service gave no reason'}`,
                remedy: 'Verify its connection and link tests to it, then run this job again.',
            };
        case 'not-launched':
            return {
                label: 'Not started',
                sentence: `could not be started: ${faultWords(problem.error)}`,
                remedy: faultRemedy(problem.error),
            };
        case 'maybe-launched':
            return {
                label: 'Maybe started',
                sentence: `a run may have started, but no clear answer came back: ${faultWords(problem.error)}`,
                remedy: 'Look for it among the runs before you run this job again: a second run costs again.',
            };
        case 'not-launched-in-time':
            return {
                label: 'Not started',
                sentence: `was not started within the timeout of ${duration(problem.timeoutSeconds * 1000)}`,
                remedy: 'Raise `timeout`, or test fewer agents at once.',
            };
        default:
            return problem;
    }
}
function describePolling(problem, run) {
    switch (problem.kind) {
        case 'timed-out':
            return {
                label: 'Timed out',
                sentence: `timed out after ${duration(problem.timeoutSeconds * 1000)}: ${whereItStands(run)}`,
                remedy: 'Its run goes on: open it for the result. Next time raise `timeout`, which covers the queue too.',
            };
        case 'lost':
            return {
                label: 'Lost',
                sentence: `the run can no longer be read (${faultWords(problem.error)})`,
                remedy: 'It or its agent may have been deleted. Run this job again.',
            };
        case 'unreadable':
            return {
                label: 'Unreadable',
                sentence: `the run could not be read, ${counted(problem.attempts, 'time')} in a row: ${faultWords(problem.error)}`,
                remedy: `The run may have ended well: open it. ${faultRemedy(problem.error)}`,
            };
        case 'stopped':
            return { label: 'Stopped', ...describeStopped(problem.by, run) };
        default:
            return problem;
    }
}
function describeStopped(by, run) {
    const why = by === 'signal' ? 'the job was cancelled' : 'the API key was refused';
    if (run === null)
        return { sentence: `${why} before its tests were started`, remedy: 'Run this job again.' };
    return {
        sentence: `${why} while its run was going on: ${whereItStands(run)}`,
        remedy: 'Its run goes on: open it for the result.',
    };
}
function whereItStands(run) {
    return run?.status === 'queued' ? 'still waiting in the queue' : 'still running';
}
function describeCounts(problem) {
    switch (problem.kind) {
        case 'no-counts':
            return {
                label: 'No counts',
                sentence: 'the run is done, but the service did not say how many tests passed',
                remedy: openAndRepeat,
            };
        case 'no-tests':
            return {
                label: 'No tests',
                sentence: 'the run is done, but no test ran',
                remedy: 'Link tests to the agent, then run this job again.',
            };
        case 'contradictory-counts':
            return {
                label: 'Unclear',
                sentence: 'the numbers that the service gave contradict each other',
                remedy: 'Open the run to see its tests.',
            };
        case 'unfinished-tests':
            return {
                label: 'Unfinished',
                sentence: `${counted(problem.withoutVerdict, 'test')} ended without a verdict`,
                remedy: 'The agent or a judge may have been out of reach: check that it answers, then run this job again.',
            };
        default:
            return problem;
    }
}

;// CONCATENATED MODULE: ./src/report/describe-stop.ts


function describeStop(stop) {
    switch (stop.kind) {
        case 'authentication': {
            const headline = `authentication failed${stop.error.status === null ? '' : ` (HTTP ${stop.error.status})`}`;
            return {
                headline,
                details: [`${headline}: ${stop.error.reason?.trim() || stop.error.message}`],
                remedy: 'Check the secret behind `api-key`: create a key in the workspace settings of the service (API keys), and save it whole.',
            };
        }
        case 'unknown-agents':
            return {
                headline: `${counted(stop.unknown.length, 'agent')} not found`,
                details: stop.unknown.map(unknownAgentWords),
                remedy: 'Nothing was started. Correct the names in the input `agents`: capitals and spaces count.',
            };
        case 'no-agents':
            return {
                headline: 'the workspace has no agents',
                details: ['the workspace of this API key has no agents'],
                remedy: 'Create an agent and link tests to it, or use the API key of another workspace.',
            };
        case 'select-failed':
            return {
                headline: 'the agents could not be read',
                details: [`the agents could not be read: ${faultWords(stop.error)}`],
                remedy: faultRemedy(stop.error),
            };
        case 'signal':
            return {
                headline: 'the job was cancelled',
                details: [`the job was cancelled (${stop.signal})`],
                remedy: 'Runs that had started go on, and cost: open them for their results.',
            };
        default:
            return stop;
    }
}
function unknownAgentWords({ name, nearest }) {
    const hint = nearest === null ? '' : ` (did you mean "${nearest}"?)`;
    return `agent "${name}": no agent with that name in this org${hint}`;
}

;// CONCATENATED MODULE: ./src/report/links.ts
function runLink(appUrl, taskId) {
    return `${runsLink(appUrl)}&runId=${encode(taskId)}`;
}
function runsLink(appUrl) {
    return `${base(appUrl)}/tests?tab=runs`;
}
function shareLink(appUrl, shareToken) {
    return `${base(appUrl)}/public/test-run/${encode(shareToken)}`;
}
function webLink(address) {
    const url = URL.parse(address);
    return url !== null && /^https?:$/.test(url.protocol) ? markdownSafe(url.href) : null;
}
function base(appUrl) {
    const { origin, pathname } = new URL(appUrl);
    return markdownSafe(`${origin}${pathname.replace(/\/+$/, '')}`);
}
function encode(part) {
    return markdownSafe(encodeURIComponent(part.toWellFormed()));
}
function markdownSafe(url) {
    return url.replace(/[()|\\`*<>[\]'"!~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

;// CONCATENATED MODULE: ./src/report/changes.ts

function changesOf(agents) {
    return changeKinds.map((kind) => changeOf(kind, agents)).filter(({ total }) => total > 0);
}
function isNewAndFailing({ news }, test) {
    return news.get(test) === 'new';
}
function changeOf(kind, all) {
    const agents = all
        .flatMap(({ result, standing, news }) => standing?.kind === 'compared' ? [{ agent: result.agent, tests: standing.comparison[kind], news }] : [])
        .filter(({ tests }) => tests.length > 0)
        .sort((a, b) => b.tests.length - a.tests.length);
    const total = changes_sum(agents, ({ tests }) => tests.length);
    const failing = kind === 'added'
        ? changes_sum(agents, (each) => each.tests.filter((test) => isNewAndFailing(each, test)).length)
        : 0;
    return { kind, words: changeInWords(kind, total, failing), total, agents };
}
function changes_sum(agents, number) {
    return agents.reduce((total, agent) => total + number(agent), 0);
}

;// CONCATENATED MODULE: ./src/report/news.ts
const noNews = new Map();
function newsOf(tests, standing) {
    if (standing?.kind !== 'compared')
        return noNews;
    const { newlyFailing, added } = standing.comparison;
    const newly = new Set(newlyFailing);
    const isNew = new Set(added);
    const news = new Map();
    for (const [name, [test, ...namesakes]] of Map.groupBy(tests, ({ name }) => name)) {
        if (test?.status !== 'failed' || namesakes.length > 0)
            continue;
        if (newly.has(name))
            news.set(name, 'newly failing');
        else if (isNew.has(name))
            news.set(name, 'new');
    }
    return news;
}
function newsFirst(failing, news) {
    if (news.size === 0)
        return failing;
    const having = (wanted) => failing.filter(({ name }) => news.get(name) === wanted);
    return [...having('newly failing'), ...having('new'), ...having(undefined)];
}

;// CONCATENATED MODULE: ./src/report/standing.ts
function comparisonMade({ comparison }) {
    if (comparison === null)
        return null;
    const { compared, withoutHistory, unreadable } = comparison;
    return compared.length + withoutHistory.length + unreadable.length === 0 ? null : comparison;
}
function standings(comparison) {
    if (comparison === null)
        return () => null;
    const { compared, withoutHistory, unreadable } = comparison;
    const byAgent = new Map();
    for (const each of compared)
        byAgent.set(each.agent.uuid, { kind: 'compared', comparison: each });
    for (const { uuid } of withoutHistory)
        byAgent.set(uuid, { kind: 'no-earlier-run' });
    for (const { agent, error } of unreadable)
        byAgent.set(agent.uuid, { kind: 'unreadable', error });
    return ({ uuid }) => byAgent.get(uuid) ?? null;
}
function newlyFailingCount(standing) {
    return standing?.kind === 'compared' ? standing.comparison.newlyFailing.length : 0;
}

;// CONCATENATED MODULE: ./src/report/page-model.ts



const urgency = { failed: 0, inconclusive: 1, skipped: 2, passed: 3 };
function pageModel(outcome, context) {
    const comparison = comparisonMade(outcome);
    const standingOf = standings(comparison);
    const worstFirst = outcome.results
        .map((result) => agentView(result, standingOf(result.agent)))
        .sort(byUrgency);
    const runs = outcome.results.flatMap(({ run }) => (run === null ? [] : [run]));
    return {
        outcome,
        context,
        comparison,
        changes: changesOf(worstFirst),
        attention: worstFirst.filter(({ result }) => result.outcome !== 'passed'),
        passing: worstFirst.filter(({ result }) => result.outcome === 'passed'),
        columns: {
            before: comparison !== null,
            latency: runs.some((run) => run.p95LatencyMs !== null),
            cost: runs.some((run) => run.meanCostUsd !== null),
            tokens: runs.some((run) => run.meanTokens !== null),
            run: runs.length > 0,
        },
    };
}
function failedCount({ result, failing }) {
    return result.run?.counts?.failed ?? failing.length;
}
function isIncomplete(result) {
    return result.outcome === 'failed' && result.reason !== undefined;
}
function isStillGoing(run) {
    return run.status === 'queued' || run.status === 'in_progress';
}
function agentView(result, standing) {
    const { run } = result;
    const tests = run?.tests ?? [];
    const news = newsOf(tests, standing);
    return {
        result,
        standing,
        news,
        failing: newsFirst(tests.filter(({ status }) => status === 'failed'), news),
        unfinished: run === null || isStillGoing(run) ? [] : tests.filter(isUnfinished),
    };
}
function isUnfinished({ status }) {
    return status !== 'failed' && status !== 'passed';
}
function byUrgency(a, b) {
    return (urgency[a.result.outcome] - urgency[b.result.outcome] ||
        newlyFailingCount(b.standing) - newlyFailingCount(a.standing) ||
        failedCount(b) - failedCount(a));
}

;// CONCATENATED MODULE: ./src/report/test-reason.ts
function firstReason({ evaluators, reasoning }) {
    const saidNo = evaluators.find((judge) => judge.match === false && judge.reasoning !== null);
    const rated = evaluators.find((judge) => judge.match === null && judge.reasoning !== null);
    return saidNo?.reasoning ?? reasoning ?? rated?.reasoning ?? null;
}
function wholeReason({ reasoning, evaluators, toolCalls, reply }) {
    return [
        ...(reasoning === null ? [] : [reasoning]),
        ...evaluators.map(judgeLine),
        ...toolCalls.map((call) => `Called ${call.tool}(${call.arguments ?? ''})`),
        ...(reply === null ? [] : [`Reply: ${reply}`]),
    ].join('\n');
}
function judgeLine(judge) {
    const name = judge.evaluator ?? 'Evaluator';
    const reason = judge.reasoning === null ? '' : `: ${judge.reasoning}`;
    return `${name} ${verdictWords(judge)}${reason}`;
}
function verdictWords({ match, score, scaleMax, valueName }) {
    if (match !== null)
        return match ? 'passed' : 'failed';
    if (score === null)
        return 'gave no verdict';
    const of = scaleMax === null ? '' : ` of ${scaleMax}`;
    return `gave ${score}${of}${valueName === null ? '' : ` ("${valueName}")`}`;
}

;// CONCATENATED MODULE: ./src/report/log.ts










const log_NAME_LENGTH = 100;
const SENTENCE_LENGTH = 1000;
const REASON_LENGTH = 300;
const log_TESTS_SHOWN = 20;
const NAMES_SHOWN = 50;
function selectionLine(agents) {
    const names = agents.slice(0, NAMES_SHOWN).map(agentInLog);
    if (agents.length > NAMES_SHOWN)
        names.push(`${units_count(agents.length - NAMES_SHOWN)} more`);
    return `${counted(agents.length, 'agent')} to test: ${names.join(', ')}`;
}
function eventLines(event, appUrl) {
    switch (event.type) {
        case 'launched':
            return [`▶ ${agentInLog(event.agent)}: ${statusWords(event.status)}, ${runLink(appUrl, event.taskId)}`];
        case 'progress':
            return [`… ${agentInLog(event.agent)}: ${statusWords(event.status)}${progressWords(event.counts)}`];
        case 'poll-error':
            return [
                `! ${agentInLog(event.agent)}: ${faultText(event.error)}; attempt ${units_count(event.attempt)}, next in ${duration(event.retryInMs)}`,
            ];
        case 'finished':
            return [resultLine(event.result, appUrl)];
        case 'heartbeat': {
            const { elapsedMs, done, running, queued, total } = event;
            return [
                `· ${duration(elapsedMs)}: ${units_count(done)} of ${counted(total, 'agent')} done, ${units_count(running)} running, ${units_count(queued)} queued`,
            ];
        }
        default:
            return event;
    }
}
function outcomeLines(outcome, context) {
    return [
        ...outcome.results.flatMap((result) => [resultLine(result, context.appUrl), ...testLines(result)]),
        ...stopLines(outcome),
        ...verdictLines(outcome, context),
    ];
}
function resultLine(result, appUrl) {
    const words = `${signs[result.outcome]} ${agentInLog(result.agent)}: ${resultWords(result)}`;
    return result.run === null ? words : `${words}, ${runLink(appUrl, result.run.taskId)}`;
}
const signs = { passed: '✓', failed: '✗', inconclusive: '?', skipped: '-' };
function resultWords(result) {
    switch (result.outcome) {
        case 'passed':
        case 'failed': {
            const { counts, durationMs } = result.run;
            const numbers = counts === null ? '' : `, ${units_count(counts.passed)} of ${counted(counts.total, 'test')} passed`;
            return `${result.outcome}${numbers} in ${duration(durationMs)}`;
        }
        case 'inconclusive': {
            const { sentence, remedy } = describeProblem(result.reason, result.run);
            return `${logText(sentence, SENTENCE_LENGTH)} → ${remedy}`;
        }
        case 'skipped':
            return `skipped, it cannot run: ${logText(result.reason, SENTENCE_LENGTH)}`;
        default:
            return result;
    }
}
function testLines({ run }) {
    if (run === null)
        return [];
    const failing = run.tests.filter(({ status }) => status === 'failed');
    const lines = failing.slice(0, log_TESTS_SHOWN).map(testLine);
    const more = (run.counts?.failed ?? failing.length) - lines.length;
    if (more > 0)
        lines.push(`    … and ${counted(more, 'more failing test')}`);
    const unfinished = run.tests.filter(({ status }) => status === 'unanswered' || status === 'not-run').length;
    if (unfinished > 0 && !isStillGoing(run))
        lines.push(`    ? ${counted(unfinished, 'test')} without a verdict`);
    return lines;
}
function testLine(test) {
    const name = logText(test.name ?? test.id ?? '', log_NAME_LENGTH) || '(test without a name)';
    const reason = firstReason(test);
    return `    ✗ ${name}${reason === null ? '' : `: ${logText(reason, REASON_LENGTH)}`}`;
}
function stopLines({ abortReason }) {
    if (abortReason === null)
        return [];
    const { details, remedy } = describeStop(abortReason);
    return [...details.map((words) => `! ${logText(words, SENTENCE_LENGTH)}`), `→ ${remedy}`];
}
function verdictLines(outcome, { mode, title }) {
    const { totals, reasons, status } = outcome.verdict;
    const comparison = comparisonMade(outcome);
    const why = reasons.length === 0 ? '' : `: ${logText(reasons.join('; '), SENTENCE_LENGTH)}`;
    return [
        `Verdict of ${logText(title, log_NAME_LENGTH)}: ${status}${why}`,
        `Totals: ${units_count(totals.passed)} of ${counted(totals.total, 'test')} passed, ${units_count(totals.failed)} failed, in ${duration(outcome.durationMs)}`,
        ...(comparison === null ? [] : [overallLine(comparison)]),
        ...(mode === 'report' ? ['Mode "report": the job is not blocked, whatever the verdict.'] : []),
    ];
}
function statusWords(status) {
    return status === 'in_progress' ? 'running' : logText(status, log_NAME_LENGTH);
}
function progressWords({ total, passed, failed }) {
    const done = passed === null ? null : passed + (failed ?? 0);
    const parts = [
        done !== null && total !== null ? `${units_count(done)} of ${counted(total, 'test')} done` : null,
        done === null && total !== null ? counted(total, 'test') : null,
        failed !== null && failed > 0 ? `${units_count(failed)} failed` : null,
    ].filter((part) => part !== null);
    return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}
function faultText({ message }) {
    return logText(message, SENTENCE_LENGTH);
}

// EXTERNAL MODULE: external "node:v8"
var external_node_v8_ = __webpack_require__(8877);
;// CONCATENATED MODULE: ./src/runner/memory.ts

function keepHeapSmall() {
    (0,external_node_v8_.setFlagsFromString)('--semi-space-growth-factor=1');
    (0,external_node_v8_.setFlagsFromString)('--heap-growing-percent=150');
}

// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/index.js + 1 modules
var lib = __webpack_require__(4942);
;// CONCATENATED MODULE: ./src/runner/proxied-fetch.ts

function createProxiedFetch() {
    const proxies = new lib/* HttpClient */.Qq(undefined, [], { keepAlive: true });
    return (input, init) => {
        const url = input instanceof Request ? input.url : String(input);
        const dispatcher = proxies.getAgentDispatcher(url);
        return fetch(input, dispatcher === undefined ? init : Object.assign({}, init, { dispatcher }));
    };
}

;// CONCATENATED MODULE: ./src/evaluation-gate.ts











const CONCURRENCY = 8;
const evaluation_gate_BACKOFF_CAP_MS = 60_000;
const HISTORY_MS = 20_000;
async function evaluationGate(inputs, cancelled) {
    keepHeapSmall();
    const startedAt = systemClock.now();
    const service = gateService(createEvaluationClient({
        baseUrl: inputs.baseUrl,
        apiKey: inputs.apiKey,
        fetch: createProxiedFetch(),
        concurrency: CONCURRENCY,
    }));
    const selection = await core/* group */.Os('Select agents', () => evaluation_gate_select(inputs, service, cancelled));
    const { results, abortReason } = selection.ok
        ? await core/* group */.Os('Run tests', () => run(selection, inputs, service, cancelled))
        : { results: [], abortReason: selection.abortReason };
    const comparison = inputs.mode === 'gate-if-worse' ? await compare({ results, abortReason }, service, cancelled) : null;
    const verdict = verdictOf(results, abortReason, comparison);
    return { verdict, results, abortReason, comparison, durationMs: systemClock.now() - startedAt };
}
async function evaluation_gate_select(inputs, service, signal) {
    const selection = await selectAgents(inputs.agents, service, {
        signal,
        withinMs: inputs.timeoutSeconds * 1000,
    });
    if (selection.ok)
        core/* info */.pq(selectionLine(selection.agents));
    if (!selection.ok && signal.aborted)
        return { ok: false, abortReason: { kind: 'signal', signal: String(signal.reason) } };
    return selection;
}
function run(selection, inputs, service, signal) {
    const { agents, named } = selection;
    const { pollIntervalSeconds, timeoutSeconds } = inputs;
    return runGate({ agents, named, pollIntervalSeconds, timeoutSeconds }, {
        service,
        clock: systemClock,
        backoffMs: (repeat, firstMs, retryAfterMs) => repeatDelayMs(repeat, { firstMs, capMs: Math.max(evaluation_gate_BACKOFF_CAP_MS, firstMs) }, retryAfterMs, Math.random()),
        emit: (event) => {
            for (const line of eventLines(event, inputs.appUrl))
                core/* info */.pq(line);
        },
        signal,
    });
}
async function compare({ results, abortReason }, service, signal) {
    if (abortReason !== null)
        return comparisonOf({ compared: [], withoutHistory: [], unreadable: [] });
    return core/* group */.Os('Compare with earlier runs', async () => {
        const comparison = await compareWithHistory(results, service, { signal, withinMs: HISTORY_MS });
        for (const line of comparisonLines(comparison))
            core/* info */.pq(line);
        return comparison;
    });
}
function gateService(client) {
    return {
        list: (options) => settled(client.listAgents(options)),
        resolve: (names, options) => settled(client.resolveAgents(names, options)),
        launch: (agentUuid, options) => settled(client.runAgentTests(agentUuid, options)),
        getRun: (taskId, options) => settled(client.getRun(taskId, options)),
        history: (agentUuid, options) => settled(client.listRuns(agentUuid, options)),
    };
}
function settled(answer) {
    return answer.then((value) => ({ ok: true, value }), (error) => {
        if (isClientError(error))
            return { ok: false, error: error };
        throw error;
    });
}

;// CONCATENATED MODULE: ./src/github/error-facts.ts
const MOST_CHARACTERS = 300;
const MOST_CAUSES = 5;
function refusalOf(error) {
    const response = property(error, 'response');
    const status = property(response, 'status');
    if (typeof status !== 'number')
        return null;
    const data = property(response, 'data');
    return { status, reason: printable(reasonIn(data)), headers: headersOf(response) };
}
function causesOf(error) {
    const causes = [];
    for (let cause = error; cause instanceof Error && causes.length < MOST_CAUSES; cause = cause.cause) {
        causes.push(cause);
    }
    return causes;
}
function printable(text) {
    const line = text
        .replace(/\b(token|bearer|basic)\s+[\w.~+/=-]{16,}/gi, '$1 [removed]')
        .replace(/\b(gh[a-z]|github_pat)_\w+/gi, '[removed]')
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim();
    return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS).toWellFormed()}…` : line;
}
function reasonIn(data) {
    const errors = property(data, 'errors');
    const details = Array.isArray(errors) ? errors.map((error) => property(error, 'message')) : [];
    return [property(data, 'message'), ...details].filter((part) => typeof part === 'string').join(': ');
}
function headersOf(response) {
    const headers = property(response, 'headers');
    if (typeof headers !== 'object' || headers === null)
        return {};
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
function property(value, key) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

;// CONCATENATED MODULE: ./src/github/comment-fault.ts

const GRANT = '`permissions: pull-requests: write`';
const SUMMARY = 'the result is in the job summary';
const LATEST_DATE_SECONDS = 8.64e12;
const STATUS_PAGE = 'https://www.githubstatus.com';
function explainCommentFault(error, context) {
    const refusal = refusalOf(error);
    const why = refusal === null ? explainFailure(error) : explainRefusal(refusal, context);
    return `The comment on the pull request could not be written: ${why}.`;
}
function explainRefusal(refusal, context) {
    const { status } = refusal;
    if (status >= 500)
        return `GitHub had a fault of its own (HTTP ${status}); ${SUMMARY}, run the job again later (see ${STATUS_PAGE})`;
    switch (status) {
        case 401:
            return 'GitHub does not accept the token (HTTP 401); check that the input github-token holds a valid one';
        case 403:
            return explainForbidden(refusal, context);
        case 404:
            return `GitHub shows this token no such pull request (HTTP 404); check that it may see the repository, and that the job has ${GRANT}`;
        case 410:
            return `it takes no comments any more (HTTP 410), being deleted or in a repository that has them switched off; ${SUMMARY}`;
        case 413:
        case 422:
            return status === 413 || /too long/i.test(refusal.reason)
                ? `it is too long for GitHub (HTTP ${status}); ${SUMMARY}`
                : `GitHub does not accept its text (HTTP ${status}${quoted(refusal)}); ${SUMMARY}`;
        case 429:
            return explainLimit(refusal);
        default:
            return `GitHub refused (HTTP ${status}${quoted(refusal)}); ${SUMMARY}`;
    }
}
function explainForbidden(refusal, { fromFork, byDependabot }) {
    const { reason, headers } = refusal;
    if (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] || /rate limit|abuse/i.test(reason))
        return explainLimit(refusal);
    if (/\blocked\b/i.test(reason))
        return `the conversation is locked (HTTP 403); unlock it to have comments, ${SUMMARY}`;
    if (headers['x-github-sso'] || /\bSAML\b/.test(reason))
        return 'the token is not authorised for the single sign-on of the organisation (HTTP 403); authorise it in the settings of the account it belongs to';
    if (fromFork)
        return `it comes from a fork, for which GitHub gives workflows a token that may only read (HTTP 403); ${SUMMARY}, and a workflow on \`workflow_run\` could comment`;
    if (byDependabot)
        return `Dependabot caused this run, for which GitHub gives workflows a token that may only read (HTTP 403); add ${GRANT} to the job, ${SUMMARY}`;
    if (/not accessible by/i.test(reason))
        return `the token may not write comments (HTTP 403); add ${GRANT} to the job`;
    return `GitHub forbids it (HTTP 403${quoted(refusal)}); check that the job has ${GRANT}`;
}
function explainLimit({ status, headers }) {
    const resetsAt = Number(headers['x-ratelimit-reset']);
    const pause = Number(headers['retry-after']);
    const until = headers['x-ratelimit-remaining'] === '0' && resetsAt > 0 && resetsAt < LATEST_DATE_SECONDS
        ? `after ${new Date(resetsAt * 1_000).toISOString()}`
        : pause > 0
            ? `in ${pause} s at the earliest`
            : 'in some minutes';
    return `GitHub limits the rate of requests with this token (HTTP ${status}); ${SUMMARY}, run the job again ${until}`;
}
function quoted({ reason }) {
    return reason === '' ? '' : `: “${reason}”`;
}
function explainFailure(error) {
    const causes = causesOf(error);
    const codes = causes.flatMap((cause) => 'code' in cause && typeof cause.code === 'string' ? [cause.code] : []);
    const timedOut = causes.some(({ name }) => name === 'TimeoutError') || codes.some((code) => /TIMEDOUT|TIMEOUT/.test(code));
    if (timedOut)
        return `GitHub did not answer in time; ${SUMMARY}, run the job again later (see ${STATUS_PAGE})`;
    if (causes.some(({ name }) => name === 'AbortError'))
        return 'the job was stopped before it was done';
    const [code] = codes;
    if (code === undefined)
        return printable(causes[0]?.message ?? '').replace(/\.$/, '') || 'an error without a message';
    if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
        return `the certificate of GitHub's address was refused (${code}); for one of your own, set NODE_EXTRA_CA_CERTS in the \`env:\` of the job`;
    return `GitHub could not be reached (${code}); check the network of the runner, and HTTPS_PROXY and NO_PROXY where it needs a proxy`;
}

;// CONCATENATED MODULE: ./src/github/event.ts
function pullRequestOf(eventName, payload) {
    switch (eventName) {
        case 'pull_request':
        case 'pull_request_target':
        case 'pull_request_review':
        case 'pull_request_review_comment':
        case 'pull_request_review_thread':
            return fromPullRequest(payload, at(payload, 'pull_request'));
        case 'workflow_run':
            return fromPullRequest(payload, at(payload, 'workflow_run', 'pull_requests', '0'));
        case 'issue_comment':
            return fromIssue(payload);
        case 'merge_group':
            return fromMergeGroup(payload);
        default:
            return null;
    }
}
function fromPullRequest(payload, pullRequest) {
    const number = positiveNumber(at(pullRequest, 'number'));
    if (number === null)
        return null;
    return {
        number,
        headSha: event_text(at(pullRequest, 'head', 'sha')),
        fromFork: isFromFork(pullRequest),
        byDependabot: isByDependabot(payload, at(pullRequest, 'user', 'login')),
    };
}
function fromIssue(payload) {
    const number = positiveNumber(at(payload, 'issue', 'number'));
    if (number === null || !at(payload, 'issue', 'pull_request'))
        return null;
    const byDependabot = isByDependabot(payload, at(payload, 'issue', 'user', 'login'));
    return { number, headSha: null, fromFork: false, byDependabot };
}
function fromMergeGroup(payload) {
    const headRef = event_text(at(payload, 'merge_group', 'head_ref')) ?? '';
    const number = positiveNumber(Number(/(?:^|\/)pr-(\d+)-[0-9a-f]+$/.exec(headRef)?.[1]));
    if (number === null)
        return null;
    const headSha = event_text(at(payload, 'merge_group', 'head_sha'));
    return { number, headSha, fromFork: false, byDependabot: isByDependabot(payload, undefined) };
}
function isFromFork(pullRequest) {
    const head = at(pullRequest, 'head', 'repo');
    if (head === null)
        return true;
    const base = at(pullRequest, 'base', 'repo');
    return ['id', 'full_name'].some((key) => {
        const [ours, theirs] = [at(base, key), at(head, key)];
        return ours !== undefined && theirs !== undefined && ours !== theirs;
    });
}
function isByDependabot(payload, author) {
    return (at(payload, 'sender', 'login') ?? author) === 'dependabot[bot]';
}
function at(value, ...path) {
    return path.reduce((inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined), value);
}
function event_text(value) {
    return typeof value === 'string' && value !== '' ? value : null;
}
function positiveNumber(value) {
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./src/github/marker.ts

const MARKER_LINE = /^<!-- agent-tests:([0-9a-f]{32}) run:(\d+) attempt:(\d+) -->(?:\r?\n|$)/;
function commentKey(place) {
    const workflowFile = /^(.*?\.ya?ml)@/.exec(place.workflowRef)?.[1] ?? place.workflowRef;
    const parts = JSON.stringify([workflowFile, place.job, place.action, place.matrix]);
    return (0,external_node_crypto_.createHash)('sha256').update(parts).digest('hex').slice(0, 32);
}
function markerLine(key, { runId, runAttempt }) {
    return `<!-- agent-tests:${key} run:${runId} attempt:${runAttempt} -->`;
}
function readMarker(body) {
    const [, key, runId, runAttempt] = MARKER_LINE.exec(body) ?? [];
    return key === undefined ? null : { key, runId: Number(runId), runAttempt: Number(runAttempt) };
}
function marker_compareRuns(a, b) {
    return a.runId - b.runId || a.runAttempt - b.runAttempt;
}

;// CONCATENATED MODULE: ./src/github/bounded-fetch.ts
function boundedFetch(fetch, bounds) {
    const { timeoutMs, signal } = bounds;
    return async (url, init) => {
        try {
            const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
            const response = await fetch(url, { ...init, signal: limit });
            const body = await response.text();
            return new Response(body === '' ? null : body, {
                status: response.status,
                statusText: response.statusText,
                headers: Object.fromEntries(response.headers),
            });
        }
        catch (error) {
            throw signal.aborted ? abortError(signal) : error;
        }
    };
}
function untilAborted(work, signal) {
    return new Promise((resolve, reject) => {
        const onAbort = () => reject(abortError(signal));
        if (signal.aborted) {
            onAbort();
        }
        else {
            signal.addEventListener('abort', onAbort, { once: true });
            Promise.resolve(work())
                .finally(() => signal.removeEventListener('abort', onAbort))
                .then(resolve, reject);
        }
    });
}
function abortError(signal) {
    const error = new Error('the request was aborted', { cause: signal.reason });
    error.name = 'AbortError';
    return error;
}

;// CONCATENATED MODULE: ./src/github/octokit.ts

const REPETITIONS = 2;
const NOT_REPEATED_BLINDLY = [400, 401, 403, 404, 410, 413, 422, 429, 451];
async function createOctokit(options) {
    const { token, timeoutMs = 15_000, budgetMs = 45_000, retryBaseMs = 1_000 } = options;
    if (!/^[\x21-\x7e]+$/.test(token))
        throw new Error('the github-token is empty or holds characters that no token has');
    const budget = AbortSignal.timeout(budgetMs);
    const signal = options.signal === undefined ? budget : AbortSignal.any([options.signal, budget]);
    const deadline = performance.now() + budgetMs;
    const [{ getOctokit }, { defaults }, { retry }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(555), __webpack_require__.e(351)]).then(__webpack_require__.bind(__webpack_require__, 1351)),
        __webpack_require__.e(/* import() */ 555).then(__webpack_require__.bind(__webpack_require__, 5555)),
        __webpack_require__.e(/* import() */ 735).then(__webpack_require__.bind(__webpack_require__, 9735)),
    ]);
    const proxied = defaults.request?.fetch;
    const octokit = getOctokit(token, {
        request: { fetch: boundedFetch(proxied, { timeoutMs, signal }) },
        retry: { doNotRetry: NOT_REPEATED_BLINDLY, retries: REPETITIONS, retryAfterBaseValue: retryBaseMs },
    }, patientRetry(retry, (seconds) => performance.now() + seconds * retryBaseMs < deadline));
    octokit.hook.wrap('request', (request, endpoint) => untilAborted(() => request(endpoint), signal));
    return octokit;
}
function patientRetry(plugin, fits) {
    return (octokit, options) => {
        octokit.hook.error('request', (error) => {
            const seconds = 'status' in error ? Number(error.response?.headers['retry-after']) : Number.NaN;
            const limited = 'status' in error && (error.status === 403 || error.status === 429);
            throw limited && fits(seconds) ? patient.retry.retryRequest(error, 1, seconds) : error;
        });
        const patient = plugin(octokit, options);
        return patient;
    };
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./src/github/issue-comments.ts
function issueComments(octokit, { owner, repo, issueNumber }) {
    const { issues } = octokit.rest;
    const issue = { owner, repo, issue_number: issueNumber };
    return {
        async viewer() {
            const request = { retries: 1 };
            const { viewer } = await octokit.graphql('{ viewer { login } }', { request });
            if (typeof viewer?.login !== 'string')
                throw unexpected('a login');
            return viewer.login;
        },
        async list() {
            const comments = [];
            for (let page = 1;; page += 1) {
                const { data, headers } = await issues.listComments({ ...issue, per_page: 100, page });
                if (!Array.isArray(data))
                    throw unexpected('a list of comments');
                comments.push(...data.map(readComment));
                if (!headers.link?.includes('rel="next"'))
                    return comments.sort((a, b) => a.id - b.id);
            }
        },
        create: async (body) => readComment((await issues.createComment({ ...issue, body, request: { retries: 0 } })).data),
        update: async (id, body) => readComment((await issues.updateComment({ owner, repo, comment_id: id, body })).data),
        async remove(id) {
            await issues.deleteComment({ owner, repo, comment_id: id });
        },
    };
}
function readComment(comment) {
    if (typeof comment?.id !== 'number')
        throw unexpected('a comment');
    return {
        id: comment.id,
        body: comment.body ?? '',
        url: comment.html_url,
        author: comment.user?.login ?? null,
    };
}
function unexpected(what) {
    return new Error(`GitHub answered something else than ${what}; does a proxy answer in its place?`);
}

;// CONCATENATED MODULE: ./src/github/sticky-comment.ts



const ACTIONS_BOT = 'github-actions[bot]';
const MOST_LOOKS = 5;
async function upsertComment(sticky) {
    const { key, pauseMs = 2_000 } = sticky;
    const comments = issueComments(sticky.octokit, sticky);
    const wanted = `${markerLine(key, sticky)}\n${sticky.body}`;
    const author = await comments.viewer().catch(() => ACTIONS_BOT);
    const vanished = new Set();
    let creation = { state: 'none' };
    for (let look = 1; look <= MOST_LOOKS; look += 1) {
        const listed = await comments.list().catch((error) => {
            if (creation.state !== 'done')
                throw error;
            return [];
        });
        const [keeper, ...others] = listed
            .filter((comment) => isBy(author, comment) && !vanished.has(comment.id))
            .flatMap((comment) => candidate(comment, key));
        if (keeper !== undefined) {
            const kind = await settle(comments, { keeper, others, wanted, run: sticky });
            const isNew = kind === 'unchanged' && creation.state !== 'none';
            if (kind !== 'vanished')
                return { kind: isNew ? 'created' : kind, url: keeper.url };
            vanished.add(keeper.id);
        }
        else if (creation.state === 'done') {
            return { kind: 'created', url: creation.url };
        }
        else {
            creation = await create(comments, wanted);
            if (creation.state === 'unknown')
                await (0,promises_.setTimeout)(pauseMs);
        }
    }
    throw creation.state === 'unknown' ? creation.fault : new Error('it was deleted each time it was written');
}
async function create(comments, body) {
    try {
        const { url } = await comments.create(body);
        return { state: 'done', url };
    }
    catch (fault) {
        if (!mayHaveArrived(fault))
            throw fault;
        return { state: 'unknown', fault };
    }
}
async function settle(comments, { keeper, others, wanted, run }) {
    const newest = [keeper, ...others].reduce((a, b) => (marker_compareRuns(b, a) > 0 ? b : a), run);
    const superseded = marker_compareRuns(newest, run) > 0;
    const unchanged = normalised(keeper.body) === normalised(wanted);
    if (!superseded && !unchanged) {
        try {
            await comments.update(keeper.id, wanted);
        }
        catch (error) {
            if (sticky_comment_statusOf(error) === 404)
                return 'vanished';
            throw error;
        }
    }
    const needless = superseded ? others.filter((other) => marker_compareRuns(other, newest) < 0) : others;
    for (const { id } of needless) {
        await comments.remove(id).catch(() => undefined);
    }
    return superseded ? 'superseded' : unchanged ? 'unchanged' : 'updated';
}
function candidate(comment, key) {
    const marker = readMarker(comment.body);
    return marker?.key === key ? [{ ...comment, runId: marker.runId, runAttempt: marker.runAttempt }] : [];
}
function isBy(viewer, { author }) {
    return author === viewer || author === `${viewer}[bot]`;
}
function normalised(body) {
    return body.replace(/\r\n?/g, '\n').trimEnd();
}
function mayHaveArrived(error) {
    return (sticky_comment_statusOf(error) ?? 0) >= 500;
}
function sticky_comment_statusOf(error) {
    return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;
}

;// CONCATENATED MODULE: ./src/report/annotations.ts









const MOST_ERRORS = 10;
const MOST_WARNINGS = 9;
const TITLE_LENGTH = 200;
const MESSAGE_LENGTH = 4000;
const annotations_TESTS_SHOWN = 5;
const annotations_REASON_LENGTH = 300;
const annotations_NAMES_SHOWN = 20;
function annotationsOf(outcome, context) {
    const comparison = comparisonMade(outcome);
    const standingOf = standings(comparison);
    const agents = outcome.results
        .map((result) => ({ result, standing: standingOf(result.agent) }))
        .sort((a, b) => newlyFailingCount(b.standing) - newlyFailingCount(a.standing))
        .flatMap(({ result, standing }) => annotationOf(result, standing, outcome, context) ?? []);
    const unread = comparison === null ? [] : unreadAnnotations(comparison);
    const both = comparison?.worse ? [...agents, ...unread] : [...unread, ...agents];
    const annotations = [...stopAnnotations(outcome), ...both];
    const having = (wanted) => annotations.filter(({ level }) => level === wanted);
    return [...atMost(MOST_ERRORS, having('error')), ...atMost(MOST_WARNINGS, having('warning'))];
}
function atMost(most, annotations) {
    const last = annotations[most - 1];
    if (last === undefined || annotations.length === most)
        return annotations;
    const more = `and ${units_count(annotations.length - most)} more like it`;
    const title = `${cutLine(last.title, TITLE_LENGTH - 40)} (${more})`;
    const message = `${cutText(last.message, MESSAGE_LENGTH - 100).text}\n\n… ${more}: the job summary has all.`;
    return [...annotations.slice(0, most - 1), { ...last, title, message }];
}
function stopAnnotations({ abortReason }) {
    if (abortReason === null)
        return [];
    const { headline, details, remedy } = describeStop(abortReason);
    return [annotation('error', headline, `${details.slice(0, 50).join('\n')}\n${remedy}`)];
}
function unreadAnnotations({ unreadable }) {
    const described = unreadable.map(({ agent, error }) => ({ agent, ...describeUnreadable(error) }));
    const groups = Map.groupBy(described, ({ sentence, remedy }) => `${cutText(sentence, 3000).text}.\n${remedy}`);
    return [...groups].map(([explanation, group]) => {
        const names = group.slice(0, annotations_NAMES_SHOWN).map(({ agent }) => cutLine(agent.name, 120));
        if (group.length > names.length)
            names.push(`${units_count(group.length - names.length)} more`);
        const whose = group.length === 1 ? names.join() : counted(group.length, 'agent');
        return annotation('error', `${whose}: Run history unread`, `${names.join(', ')}: ${explanation}`);
    });
}
function annotationOf(result, standing, { abortReason, verdict }, { mode, appUrl }) {
    const name = result.agent.name;
    switch (result.outcome) {
        case 'passed':
            return null;
        case 'failed':
            return failedAnnotation(result, standing, verdict.status, appUrl);
        case 'inconclusive': {
            if (result.reason.kind === 'stopped' && abortReason !== null)
                return null;
            const { label, sentence, remedy } = describeProblem(result.reason, result.run);
            const link = result.run === null ? '' : `\n${runLink(appUrl, result.run.taskId)}`;
            const level = mode === 'report' ? 'warning' : 'error';
            return annotation(level, `${cutLine(name, 120)}: ${label}`, `${cutText(sentence, 3000).text}\n${remedy}${link}`);
        }
        case 'skipped':
            return annotation('warning', `${cutLine(name, 120)}: Skipped`, `It cannot run: ${result.reason}`);
        default:
            return result;
    }
}
function failedAnnotation(result, standing, verdict, appUrl) {
    const { agent, reason, run } = result;
    const failing = run.tests.filter(({ status }) => status === 'failed');
    const failed = run.counts?.failed ?? failing.length;
    const newly = newlyFailingCount(standing);
    const numbers = [
        ...(newly > 0 ? [changeInWords('newlyFailing', newly)] : []),
        `${units_count(failed)} of ${counted(run.counts?.total ?? run.tests.length, 'test')} failed`,
    ];
    const lines = [annotations_testLines(failing, failed, newsOf(run.tests, standing)), runLink(appUrl, run.taskId)];
    if (verdict === 'inconclusive' && reason !== undefined)
        lines.unshift(`Its pass rate is no measure: ${cutLine(describeProblem(reason, run).sentence, 1000)}.`);
    const level = verdict === 'passed' ? 'warning' : 'error';
    return annotation(level, `${cutLine(agent.name, 120)}: ${numbers.join(', ')}`, lines.join('\n'));
}
function annotations_testLines(failing, failed, news) {
    const shown = newsFirst(failing, news).slice(0, annotations_TESTS_SHOWN);
    const lines = shown.map((test) => {
        const what = news.get(test.name);
        const reason = firstReason(test);
        const name = cutLine(test.name ?? test.id ?? '', 160);
        return `- ${what === undefined ? '' : `${what}: `}${name}${reason === null ? '' : `: ${cutLine(reason, annotations_REASON_LENGTH)}`}`;
    });
    if (failed > shown.length)
        lines.push(`… and ${counted(failed - shown.length, 'more failing test')}`);
    return lines.join('\n');
}
function annotation(level, title, message) {
    return { level, title: cutLine(title, TITLE_LENGTH), message: cutText(message, MESSAGE_LENGTH).text };
}

;// CONCATENATED MODULE: ./src/report/agent-table.ts





const agent_table_signs = { passed: '✅', failed: '❌', inconclusive: '⚠️', skipped: '⏭️' };
const UNFOLDED_AGENTS = 12;
const NONE = '–';
function* agentTable(model, detail) {
    const { attention, passing, outcome } = model;
    if (outcome.results.length === 0)
        return;
    const folded = outcome.results.length > UNFOLDED_AGENTS;
    yield `\n${tableHead(model.columns)}`;
    for (const view of attention.slice(0, detail.agents))
        yield row(view, model);
    if (!folded)
        for (const view of passing.slice(0, detail.passing))
            yield row(view, model);
    if (outcome.results.length > 1)
        yield totalsRow(model);
    const hidden = attention.slice(detail.agents);
    if (hidden.length > 0)
        yield `\n${hiddenAgents(hidden)}\n`;
    if (folded && passing.length > 0)
        yield* foldedTable(model, detail);
}
function* foldedTable(model, detail) {
    const { passing, columns } = model;
    const shown = passing.slice(0, detail.passing);
    if (shown.length === 0) {
        yield `\n✅ ${counted(passing.length, 'agent')} passed; the rows are left out to keep this short.\n`;
        return;
    }
    yield `\n<details>\n<summary>✅ ${counted(passing.length, 'agent')} passed</summary>\n\n${tableHead(columns)}`;
    for (const view of shown)
        yield row(view, model);
    if (shown.length < passing.length)
        yield `\n… and ${units_count(passing.length - shown.length)} more.\n`;
    yield '\n</details>\n';
}
function tableHead(columns) {
    const heads = cells(columns, {
        agent: 'Agent',
        result: 'Result',
        passed: 'Passed',
        before: 'Before',
        latency: 'p95 latency',
        cost: 'Cost / test',
        tokens: 'Tokens / test',
        run: 'Run',
    });
    const aligns = cells(columns, {
        agent: ':--',
        result: ':--',
        passed: '--:',
        before: '--:',
        latency: '--:',
        cost: '--:',
        tokens: '--:',
        run: ':--',
    });
    return `${heads}${aligns}`;
}
function row(view, { columns, context }) {
    const { result } = view;
    const { run } = result;
    return cells(columns, {
        agent: `${agent_table_signs[result.outcome]} ${agentName(result.agent)}`,
        result: agent_table_resultWords(view),
        passed: passedCell(view),
        before: beforeCell(view, context.appUrl),
        latency: known(run?.p95LatencyMs, latency),
        cost: known(run?.meanCostUsd, dollars),
        tokens: known(run?.meanTokens, tokens),
        run: run === null ? NONE : links(context.appUrl, run),
    });
}
function totalsRow({ outcome, columns, comparison }) {
    const { totals } = outcome.verdict;
    const comparable = comparison !== null && comparison.now.total === totals.total;
    return cells(columns, {
        agent: `**All ${counted(outcome.results.length, 'agent')}**`,
        result: totals.failed > 0 ? `**${units_count(totals.failed)} failed**` : '',
        passed: totals.total > 0 ? `**${ofAll(totals)}**` : NONE,
        before: comparable ? `**${ofAll(comparison.before)}**` : '',
        latency: '',
        cost: '',
        tokens: '',
        run: '',
    });
}
function cells(columns, row) {
    const shown = [row.agent, row.result, row.passed];
    if (columns.before)
        shown.push(row.before);
    if (columns.latency)
        shown.push(row.latency);
    if (columns.cost)
        shown.push(row.cost);
    if (columns.tokens)
        shown.push(row.tokens);
    if (columns.run)
        shown.push(row.run);
    return `| ${shown.join(' | ')} |\n`;
}
function agent_table_resultWords(view) {
    const { result } = view;
    switch (result.outcome) {
        case 'passed':
            return 'Passed';
        case 'failed':
            return `${units_count(failedCount(view))} failed`;
        case 'inconclusive':
            return describeProblem(result.reason, result.run).label;
        case 'skipped':
            return 'Skipped';
        default:
            return result;
    }
}
function passedCell({ result }) {
    const counts = result.run?.counts;
    if (counts)
        return ofAll(counts);
    return known(result.run?.plannedTests, (planned) => `${NONE} / ${units_count(planned)}`);
}
function beforeCell({ standing }, appUrl) {
    switch (standing?.kind) {
        case undefined:
            return NONE;
        case 'compared':
            return `[${ofAll(standing.comparison.before)}](${runLink(appUrl, standing.comparison.earlierTaskId)})`;
        case 'no-earlier-run':
            return 'no earlier run';
        case 'unreadable':
            return 'unreadable';
        default:
            return standing;
    }
}
function ofAll({ passed, total }) {
    return `${units_count(passed)} / ${units_count(total)}`;
}
function links(appUrl, run) {
    const open = `[open](${runLink(appUrl, run.taskId)})`;
    return run.shareToken === null ? open : `${open}, [public](${shareLink(appUrl, run.shareToken)})`;
}
function known(value, words) {
    return value === null || value === undefined ? NONE : words(value);
}
function hiddenAgents(hidden) {
    const having = (outcome) => hidden.filter(({ result }) => result.outcome === outcome).length;
    const parts = [
        [having('failed'), 'failed'],
        [having('inconclusive'), 'without a result'],
        [having('skipped'), 'skipped'],
    ];
    const words = parts.filter(([number]) => number > 0).map(([number, what]) => `${units_count(number)} ${what}`);
    return `… and ${counted(hidden.length, 'more agent')}: ${words.join(', ')}.`;
}

;// CONCATENATED MODULE: ./src/report/detail.ts
const everything = {
    agents: Infinity,
    newlyFailing: Infinity,
    changes: Infinity,
    tests: Infinity,
    reasons: Infinity,
    replies: Infinity,
    passing: Infinity,
};
const headlineOnly = {
    agents: 0,
    newlyFailing: 0,
    changes: 0,
    tests: 0,
    reasons: 0,
    replies: 0,
    passing: 0,
};
const many = [30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2000, 5000, Infinity];
const wishes = [
    { what: 'agents', steps: [1, 3, 10, 20] },
    { what: 'newlyFailing', steps: [1, 3] },
    { what: 'tests', steps: [1, 3] },
    { what: 'reasons', steps: [1, 2] },
    { what: 'agents', steps: many },
    { what: 'newlyFailing', steps: [5, 10, 20, ...many] },
    { what: 'tests', steps: [5, 10, 20, ...many] },
    { what: 'reasons', steps: [3, 5, 10, 20, ...many] },
    { what: 'changes', steps: [1, 3, 5, 10, 20, ...many] },
    { what: 'replies', steps: [1, 2, 3, 5, 10, 20, ...many] },
    { what: 'passing', steps: [10, 20, ...many] },
];
const comparing = new Set(['newlyFailing', 'changes']);
function richestWithin(render, limit, { compares }) {
    const whole = joinWithin(render(everything), limit);
    if (whole !== null)
        return whole;
    let detail = headlineOnly;
    let page = joinWithin(render(detail), limit);
    for (const { what, steps } of wishes) {
        if (!compares && comparing.has(what))
            continue;
        let low = 0;
        let high = steps.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            const richer = { ...detail, [what]: steps[middle] ?? 0 };
            const attempt = joinWithin(render(richer), limit);
            if (attempt === null) {
                high = middle;
            }
            else {
                page = attempt;
                detail = richer;
                low = middle + 1;
            }
        }
    }
    return page;
}
function joinWithin(parts, { max, measure }) {
    const taken = [];
    let size = 0;
    for (const part of parts) {
        size += measure(part);
        if (size > max)
            return null;
        taken.push(part);
    }
    return taken.join('');
}

;// CONCATENATED MODULE: ./src/report/test-case.ts



const test_case_REASON_LENGTH = 700;
const REPLY_LENGTH = 500;
const CALL_LENGTH = 300;
const CALLS_SHOWN = 5;
const JUDGES_SHOWN = 10;
function testHeading(test, news) {
    const measures = [
        news,
        test.latencyMs === null ? null : latency(test.latencyMs),
        test.cost === null ? null : dollars(test.cost),
    ].filter((measure) => measure !== null);
    return `\n#### ${testName(test)}${measures.length === 0 ? '' : ` <sub dir="ltr">${measures.join(' · ')}</sub>`}\n`;
}
function* testReasons(test) {
    const { reasoning } = test;
    if (reasoning !== null && !test.evaluators.some((judge) => judge.reasoning === reasoning))
        yield isDifference(reasoning) ? difference(reasoning) : `\n${cutBlock(reasoning, test_case_REASON_LENGTH)}\n`;
    const judges = test.evaluators.slice(0, JUDGES_SHOWN);
    if (judges.length > 0)
        yield '\n';
    for (const judge of judges)
        yield `- ${test_case_judgeLine(judge)}\n`;
    if (test.evaluators.length > judges.length)
        yield `- … and ${units_count(test.evaluators.length - judges.length)} more evaluators\n`;
}
function* testReply(test) {
    const calls = unshownCalls(test);
    if (calls.length > 0)
        yield `\nCalled ${calls.slice(0, CALLS_SHOWN).map(callSpan).join(', ')}${moreCalls(calls)}\n`;
    if (test.reply !== null && test.reply.trim() !== '')
        yield `\n> **Reply:** ${cutBlock(test.reply, REPLY_LENGTH)}\n`;
}
function hasReply(test) {
    return (test.reply !== null && test.reply.trim() !== '') || unshownCalls(test).length > 0;
}
function test_case_judgeLine(judge) {
    const verdict = `**${evaluatorName(judge)}**: ${judgeWords(judge)}`;
    if (judge.reasoning === null || judge.match === true)
        return verdict;
    return `${verdict}. ${cutBlock(judge.reasoning, test_case_REASON_LENGTH)}`;
}
function judgeWords(judge) {
    if (judge.match !== null)
        return judge.match ? '✅ pass' : '❌ fail';
    if (judge.score === null)
        return 'no verdict';
    return judge.valueName === null
        ? ratingWords(judge.score, judge)
        : `${ratingWords(judge.score, judge)}, "${inlineText(judge.valueName, 60)}"`;
}
function ratingWords(score, { scaleMin, scaleMax }) {
    if (scaleMax === null)
        return `${score}`;
    if (scaleMin === null || scaleMin === 0 || scaleMin === 1)
        return `${score} of ${scaleMax}`;
    return `${score} on a scale from ${scaleMin} to ${scaleMax}`;
}
function isDifference(reasoning) {
    return /^[-+] /m.test(reasoning);
}
function difference(reasoning) {
    const { markdown, leftOut } = fence(reasoning, 'diff', test_case_REASON_LENGTH);
    return `\n${markdown}\n${leftOut > 0 ? `${cutNote(leftOut).trim()}\n` : ''}`;
}
function cutBlock(text, maxLength) {
    const { markdown, leftOut } = blockText(text, maxLength);
    return `${markdown}${cutNote(leftOut)}`;
}
function cutNote(leftOut) {
    return leftOut > 0 ? ` *(cut: ${units_count(leftOut)} more characters)*` : '';
}
function unshownCalls({ toolCalls, reasoning }) {
    return toolCalls.filter((call) => !reasoning?.includes(call.arguments ?? call.tool));
}
function callSpan(call) {
    return codeSpan(`${call.tool}(${call.arguments ?? ''})`, CALL_LENGTH);
}
function moreCalls(calls) {
    return calls.length > CALLS_SHOWN ? ` and ${units_count(calls.length - CALLS_SHOWN)} more` : '';
}

;// CONCATENATED MODULE: ./src/report/failing-tests.ts







const OPEN_UP_TO = 3;
const EXPLANATION_LENGTH = 300;
function* failingTests(model, detail) {
    if (detail.tests === 0)
        return;
    const views = model.attention.slice(0, detail.agents).filter(hasSomethingToShow);
    const known = views.reduce((sum, { failing }) => sum + failing.length, 0);
    if (model.comparison !== null && views.length > 0)
        yield '\n#### All failing tests\n';
    for (const view of views) {
        yield `\n<details${known <= OPEN_UP_TO ? ' open' : ''}>\n<summary>${foldTitle(view)}${runAnchor(view, model)}</summary>\n`;
        yield* explained(view, detail);
        yield* named(view, detail);
        yield* withoutVerdict(view, detail);
        yield '\n</details>\n';
    }
    yield* leftOut(views, detail);
}
function hasSomethingToShow({ failing, unfinished, result }) {
    return failing.length + unfinished.length > 0 || (result.run?.detailsError ?? null) !== null;
}
function foldTitle(view) {
    const { result, failing, unfinished } = view;
    const sign = result.outcome === 'failed' ? '❌' : '⚠️';
    const name = `${sign} <b>${agentName(result.agent)}</b>`;
    const total = result.run?.counts?.total;
    if (failing.length === 0 && failedCount(view) === 0)
        return `${name}: ${testsOf(unfinished.length, total)} without a verdict`;
    return `${name}: ${testsOf(failedCount(view), total)} failed`;
}
function testsOf(number, total) {
    return total === undefined ? counted(number, 'test') : `${units_count(number)} of ${counted(total, 'test')}`;
}
function runAnchor({ result }, { context }) {
    if (result.run === null)
        return '';
    return ` · <a href="${runLink(context.appUrl, result.run.taskId).replaceAll('&', '&amp;')}">open run</a>`;
}
function* explained({ failing, news }, detail) {
    for (const [index, test] of failing.slice(0, Math.min(detail.tests, detail.reasons)).entries()) {
        yield testHeading(test, news.get(test.name) ?? null);
        yield* testReasons(test);
        if (index < detail.replies)
            yield* testReply(test);
    }
}
function* named(view, detail) {
    const { failing, result, news } = view;
    const names = failing.slice(detail.reasons, detail.tests);
    if (names.length > 0)
        yield '\n';
    for (const test of names) {
        const what = news.get(test.name);
        yield `- ${testName(test)}${what === undefined ? '' : ` (${what})`}\n`;
    }
    const more = failedCount(view) - Math.min(failing.length, detail.tests);
    if (more > 0)
        yield `\n… and ${counted(more, 'more failing test')}.\n`;
    const fault = result.run?.detailsError;
    if (fault)
        yield `\nThe reasons could not be read: ${inlineText(faultWords(fault), EXPLANATION_LENGTH)}. The run shows them.\n`;
}
const failing_tests_statusWords = {
    passed: 'passed',
    failed: 'failed',
    unanswered: 'unanswered: the agent or a judge could not be reached',
    'not-run': 'not run: the run ended before it',
    pending: 'no verdict was given',
};
function* withoutVerdict({ unfinished }, detail) {
    const shown = unfinished.slice(0, detail.tests);
    if (shown.length > 0)
        yield '\n#### Neither passed nor failed\n\n';
    for (const test of shown)
        yield `- ⚠️ ${testName(test)} (${failing_tests_statusWords[test.status]})\n`;
    if (shown.length < unfinished.length)
        yield `\n… and ${units_count(unfinished.length - shown.length)} more without a verdict.\n`;
}
function* leftOut(views, detail) {
    const reasons = failing_tests_sum(views, ({ failing }) => failing.length - Math.min(failing.length, detail.reasons));
    const replies = failing_tests_sum(views, ({ failing }) => {
        const shown = Math.min(detail.replies, detail.reasons, detail.tests);
        return failing.slice(shown).filter(hasReply).length;
    });
    const parts = [
        reasons > 0 ? `the reasons of ${counted(reasons, 'failing test')}` : null,
        replies > 0 ? `the replies in ${counted(replies, 'failing test')}` : null,
    ].filter((part) => part !== null);
    if (parts.length > 0)
        yield `\nLeft out to keep this short: ${parts.join(', ')}. The runs show everything.\n`;
}
function failing_tests_sum(views, number) {
    return views.reduce((total, view) => total + number(view), 0);
}

;// CONCATENATED MODULE: ./src/report/headline.ts






const headline_signs = { passed: '✅', failed: '❌', inconclusive: '⚠️' };
const headline_TITLE_LENGTH = 120;
const REASONS_LENGTH = 200;
function headline(model) {
    const { outcome } = model;
    return `### ${headline_signs[outcome.verdict.status]} ${verdictInWords(model)}\n\n${subject(model)}\n`;
}
function verdictInWords(model) {
    const { outcome, context, comparison } = model;
    const gate = context.mode !== 'report';
    const { status, totals } = outcome.verdict;
    switch (status) {
        case 'passed':
            if (comparison !== null)
                return `Good to merge: ${notWorse(model, comparison)}`;
            return `${gate ? 'Good to merge: all' : 'All'} ${counted(totals.total, 'test')} passed ${over(model)}`;
        case 'failed':
            if (comparison !== null)
                return `Do not merge: ${worse(model, comparison)}`;
            return `${gate ? 'Do not merge: ' : ''}${failedTests(totals)} ${over(model)}`;
        case 'inconclusive':
            return `${gate ? 'Do not merge yet' : 'No clear result'}: ${whyInconclusive(model)}`;
        default:
            return status;
    }
}
function notWorse(model, { compared, now, before }) {
    if (compared.length === 0)
        return `nothing to compare with, ${describe_comparison_passedOf(model.outcome.verdict.totals)} ${over(model)}`;
    const [nowPercent, beforePercent] = percentages(now, before);
    return `not worse, ${describe_comparison_passedOf(now)} (${nowPercent}, before ${beforePercent}) ${over(model, compared.length)}`;
}
function worse(model, { compared, now, before }) {
    const [nowPercent, beforePercent] = percentages(now, before);
    const from = `from ${beforePercent} (${units_count(before.passed)} of ${units_count(before.total)})`;
    const to = `to ${nowPercent} (${units_count(now.passed)} of ${units_count(now.total)})`;
    return `pass rate fell ${from} ${to} ${over(model, compared.length)}`;
}
function over(model, agents) {
    const all = agentsThatCount(model);
    const some = agents === undefined || agents === all ? '' : `${units_count(agents)} of `;
    return `over ${some}${counted(all, 'agent')} in ${duration(model.outcome.durationMs)}`;
}
function whyInconclusive(model) {
    const { results, abortReason, durationMs, verdict } = model.outcome;
    const stopped = abortReason === null ? null : describeStop(abortReason).headline;
    if (results.length === 0)
        return stopped ?? 'nothing was tested';
    const unsure = [unreadHistories(model), incompleteRuns(model)].filter((part) => part !== null);
    if (verdict.agents.inconclusive === 0) {
        if (unsure.length > 0)
            return `${unsure.join(', ')}, ${failedTests(verdict.totals)} ${over(model)}`;
        return stopped ?? inlineText(verdict.reasons.join('; '), REASONS_LENGTH);
    }
    if (stopped !== null)
        return `${stopped} after ${duration(durationMs)}, ${withoutResult(model)}`;
    const tests = verdict.totals.total === 0 ? [] : [failedTests(verdict.totals)];
    return [`${withoutResult(model)} in ${duration(durationMs)}`, ...unsure, ...tests].join(', ');
}
function failedTests({ failed, total }) {
    return `${units_count(failed)} of ${counted(total, 'test')} failed`;
}
function withoutResult(model) {
    const missing = model.outcome.verdict.agents.inconclusive;
    const all = agentsThatCount(model);
    if (all === 1)
        return 'the agent gave no result';
    if (missing === all)
        return `none of ${units_count(all)} agents gave a result`;
    return `${units_count(missing)} of ${units_count(all)} agents gave no result`;
}
function unreadHistories(model) {
    const unread = model.comparison?.unreadable.length ?? 0;
    if (unread === 0)
        return null;
    const all = agentsThatCount(model);
    if (unread === all)
        return 'no run history could be read';
    return `the run history of ${units_count(unread)} of ${units_count(all)} agents could not be read`;
}
function incompleteRuns(model) {
    const incomplete = model.attention.filter(({ result }) => isIncomplete(result)).length;
    if (incomplete === 0)
        return null;
    const all = agentsThatCount(model);
    return all === 1
        ? 'the run is incomplete'
        : `the run of ${units_count(incomplete)} of ${units_count(all)} agents is incomplete`;
}
function agentsThatCount({ outcome }) {
    return outcome.results.length - outcome.verdict.agents.skipped;
}
function subject({ outcome, context }) {
    const { headSha, workflowRunUrl, mode, title } = context;
    const workflowRun = workflowRunUrl === null ? null : webLink(workflowRunUrl);
    const parts = [
        `**${inlineText(title, headline_TITLE_LENGTH)}**`,
        agentsByOutcome(outcome.verdict.agents),
        headSha !== null && /^[0-9a-f]{7,64}$/i.test(headSha) ? `commit \`${headSha.slice(0, 7)}\`` : null,
        workflowRun === null ? null : `[workflow run](${workflowRun})`,
        mode === 'report' ? 'report only, the job is not blocked' : null,
    ];
    return parts.filter((part) => part !== null).join(' · ');
}
function agentsByOutcome(agents) {
    const parts = [
        agents.failed > 0 ? `${units_count(agents.failed)} failed` : null,
        agents.inconclusive > 0 ? `${units_count(agents.inconclusive)} without a result` : null,
        agents.skipped > 0 ? `${units_count(agents.skipped)} skipped` : null,
        agents.passed > 0 ? `${units_count(agents.passed)} passed` : null,
    ].filter((part) => part !== null);
    return parts.length === 0 ? null : `agents: ${parts.join(', ')}`;
}

;// CONCATENATED MODULE: ./src/report/what-changed.ts




const what_changed_signs = { newlyFailing: '❌', fixed: '✅', added: '➕', removed: '➖' };
const what_changed_OPEN_UP_TO = 10;
const what_changed_NAMES_SHOWN = 20;
function* whatChanged({ comparison, changes }, detail) {
    if (comparison === null)
        return;
    const { compared, withoutHistory } = comparison;
    if (compared.length + withoutHistory.length === 0)
        return;
    const words = changes.map((change) => change.words).join(', ');
    yield `\n#### What changed${words === '' ? '' : `: ${words}`}\n`;
    if (compared.length > 0)
        yield `\n${rates(comparison, words === '')}\n`;
    yield* folds(changes, detail);
    if (withoutHistory.length > 0)
        yield `\nNo earlier run to compare with: ${agentNames(withoutHistory, what_changed_NAMES_SHOWN)}. The next run can be compared with this one.\n`;
}
function rates(comparison, unchanged) {
    const others = comparison.withoutHistory.length + comparison.unreadable.length > 0;
    const whose = others ? 'Of the agents with an earlier run, ' : '';
    const nothing = unchanged ? ' No test is newly failing, fixed, new or removed.' : '';
    return `${whose}${ratesInWords(comparison)}.${nothing}`;
}
function* folds(changes, detail) {
    let above = 0;
    for (const change of changes) {
        above += change.total;
        yield* fold(change, { open: above <= what_changed_OPEN_UP_TO, detail });
    }
}
function* fold({ kind, words, total, agents }, { open, detail }) {
    const most = kind === 'newlyFailing' ? detail.newlyFailing : detail.changes;
    if (most === 0 || detail.agents === 0)
        return;
    yield `\n<details${open ? ' open' : ''}>\n<summary>${what_changed_signs[kind]} <b>${words}</b></summary>\n\n`;
    let shown = 0;
    for (const each of agents.slice(0, detail.agents)) {
        const tests = each.tests.slice(0, most);
        shown += tests.length;
        yield `- **${agentName(each.agent)}**\n`;
        for (const test of tests)
            yield `  - ${changedTest(test, each)}\n`;
    }
    if (shown < total)
        yield `\n… and ${units_count(total - shown)} more.\n`;
    yield '\n</details>\n';
}
function changedTest(test, agent) {
    const name = testName({ name: test, id: null });
    return isNewAndFailing(agent, test) ? `${name} (failing)` : name;
}

;// CONCATENATED MODULE: ./src/report/explanations.ts



const explanations_SENTENCE_LENGTH = 500;
const explanations_NAMES_SHOWN = 5;
function* explanationLines(explanations, most) {
    const groups = [...Map.groupBy(explanations, ({ sentence, remedy }) => `${sentence}\n${remedy}`).values()];
    const shown = groups.slice(0, most);
    for (const group of shown)
        yield groupLine(group);
    if (shown.length < groups.length)
        yield `- … and ${units_count(groups.length - shown.length)} more explanations: the log has them.\n`;
}
function asSentence(text) {
    const words = inlineText(text, explanations_SENTENCE_LENGTH);
    return /[.!?…]$/.test(words) ? words : `${words}.`;
}
function groupLine(group) {
    const [first] = group;
    if (first === undefined)
        return '';
    const { sign, sentence, remedy, link } = first;
    const names = agentNames(group.map(({ agent }) => agent), explanations_NAMES_SHOWN);
    const open = group.length === 1 && link !== null ? ` [Open run](${link})` : '';
    return `- ${sign} ${names}: ${asSentence(sentence)}<br>→ ${remedy}${open}\n`;
}

;// CONCATENATED MODULE: ./src/report/without-result.ts






function* without_result_withoutResult(model, detail) {
    const { attention, comparison, context, outcome } = model;
    const { status } = outcome.verdict;
    const results = attention.flatMap(({ result }) => explainResult(result, status, context.appUrl) ?? []);
    const comparisons = comparison === null ? [] : explainUnreadable(comparison);
    if (results.length + comparisons.length === 0 && outcome.abortReason === null)
        return;
    const missing = { result: results.length > 0, comparison: comparisons.length > 0 };
    yield `\n#### ${sectionTitle(status, missing)}\n\n`;
    if (outcome.abortReason !== null)
        yield* without_result_stopLines(outcome.abortReason, detail);
    yield* explanationLines([...results, ...comparisons], detail.agents);
}
function sectionTitle(word, missing) {
    switch (word) {
        case 'inconclusive':
            return 'What to do next';
        case 'failed':
            if (!missing.comparison)
                return 'Without a result';
            return missing.result ? 'Without a result or a comparison' : 'Without a comparison';
        case 'passed':
            return 'Skipped';
        default:
            return word;
    }
}
function* without_result_stopLines(stop, detail) {
    const { details, remedy } = describeStop(stop);
    const shown = details.slice(0, Math.max(1, detail.agents));
    const lines = shown.map(asSentence);
    if (shown.length < details.length)
        lines.push(`… and ${units_count(details.length - shown.length)} more.`);
    yield `- ⚠️ ${lines.join('<br>')}<br>→ ${remedy}\n`;
}
function explainUnreadable({ unreadable }) {
    return unreadable.map(({ agent, error }) => ({
        agent,
        sign: '⚠️',
        ...describeUnreadable(error),
        link: null,
    }));
}
function explainResult(result, word, appUrl) {
    const { agent } = result;
    switch (result.outcome) {
        case 'passed':
            return null;
        case 'failed': {
            if (word !== 'inconclusive' || result.reason === undefined)
                return null;
            const { sentence, remedy } = describeProblem(result.reason, result.run);
            const consequence = `${sentence}; its pass rate is no measure`;
            return { agent, sign: '⚠️', sentence: consequence, remedy, link: runLink(appUrl, result.run.taskId) };
        }
        case 'inconclusive': {
            const { sentence, remedy } = describeProblem(result.reason, result.run);
            return { agent, sign: '⚠️', sentence, remedy, link: linkOf(result, appUrl) };
        }
        case 'skipped':
            return {
                agent,
                sign: '⏭️',
                sentence: `skipped, it cannot run: ${result.reason}`,
                remedy: 'It was not counted. Make it ready to run, or list the agents to test in `agents`.',
                link: null,
            };
        default:
            return result;
    }
}
function linkOf(result, appUrl) {
    if (result.run !== null)
        return runLink(appUrl, result.run.taskId);
    return result.reason.kind === 'maybe-launched' ? runsLink(appUrl) : null;
}

;// CONCATENATED MODULE: ./src/report/page.ts







function renderPage(outcome, context, limit) {
    const model = pageModel(outcome, context);
    const compares = model.comparison !== null;
    return richestWithin((detail) => pageParts(model, detail), limit, { compares }) ?? headline(model);
}
function* pageParts(model, detail) {
    yield headline(model);
    const unclear = model.outcome.verdict.status === 'inconclusive';
    if (unclear)
        yield* without_result_withoutResult(model, detail);
    yield* whatChanged(model, detail);
    yield* agentTable(model, detail);
    if (!unclear)
        yield* without_result_withoutResult(model, detail);
    yield* failingTests(model, detail);
}

;// CONCATENATED MODULE: ./src/report/comment.ts

function renderComment(outcome, context, { maxCharacters }) {
    return renderPage(outcome, context, { max: maxCharacters, measure: (text) => text.length });
}

// EXTERNAL MODULE: ./node_modules/xast-util-to-xml/lib/index.js + 15 modules
var xast_util_to_xml_lib = __webpack_require__(5432);
;// CONCATENATED MODULE: ./src/report/junit.ts







const junit_NAME_LENGTH = 300;
const junit_MESSAGE_LENGTH = 500;
const junit_REASON_LENGTH = 20_000;
const ROOT_END = '</testsuites>';
function* junitXml(outcome, context) {
    const root = junit_element('testsuites', { name: context.title, time: seconds(outcome.durationMs) });
    yield `<?xml version="1.0" encoding="UTF-8"?>\n${(0,xast_util_to_xml_lib/* toXml */.T)(root).slice(0, -ROOT_END.length)}\n`;
    if (outcome.abortReason !== null) {
        const { headline, details, remedy } = describeStop(outcome.abortReason);
        const error = complaint('error', headline, {
            type: outcome.abortReason.kind,
            text: [...details, remedy].join('\n'),
        });
        yield `${(0,xast_util_to_xml_lib/* toXml */.T)(suite(context.title, 0, [testCase({ suiteName: context.title, name: 'All agents', result: error })]))}\n`;
    }
    for (const result of outcome.results)
        yield `${(0,xast_util_to_xml_lib/* toXml */.T)(agentSuite(result, context.appUrl))}\n`;
    yield `${ROOT_END}\n`;
}
function agentSuite(result, appUrl) {
    const { agent, run } = result;
    const cases = (run?.tests ?? []).map((test) => caseOfTest(test, agent.name));
    const own = caseOfAgent(result);
    if (own !== null)
        cases.unshift(own);
    const properties = run === null ? [] : [junit_element('property', { name: 'run', value: runLink(appUrl, run.taskId) })];
    return suite(agent.name, run?.durationMs ?? 0, cases, properties);
}
function suite(name, durationMs, cases, properties = []) {
    const having = (kind) => String(cases.filter(({ children }) => children.some((child) => child.type === 'element' && child.name === kind)).length);
    const attributes = {
        name,
        tests: String(cases.length),
        failures: having('failure'),
        errors: having('error'),
        skipped: having('skipped'),
        time: seconds(durationMs),
    };
    const head = properties.length === 0 ? [] : [junit_element('properties', {}, properties)];
    return junit_element('testsuite', attributes, [...head, ...cases]);
}
function caseOfAgent(result) {
    const named = (name, complaintOfAgent) => testCase({ suiteName: result.agent.name, name, result: complaintOfAgent });
    switch (result.outcome) {
        case 'passed':
            return null;
        case 'failed': {
            const known = result.run.tests.filter(({ status }) => status === 'failed').length;
            const more = (result.run.counts?.failed ?? known) - known;
            if (more <= 0)
                return null;
            const text = result.run.detailsError?.message ?? 'The service counted them, but did not list them.';
            const message = counted(more, 'more failing test');
            return named('Tests that are not listed', complaint('failure', message, { type: 'failed', text }));
        }
        case 'inconclusive': {
            const { sentence, remedy } = describeProblem(result.reason, result.run);
            return named('Result of the agent', complaint('error', sentence, { type: result.reason.kind, text: `${sentence}\n${remedy}` }));
        }
        case 'skipped':
            return named('Result of the agent', junit_element('skipped', { message: result.reason }));
        default:
            return result;
    }
}
function caseOfTest(test, suiteName) {
    const name = test.name ?? test.id ?? '(test without a name)';
    return testCase({ suiteName, name, latencyMs: test.latencyMs, result: caseResult(test) });
}
function caseResult(test) {
    switch (test.status) {
        case 'passed':
            return null;
        case 'failed':
            return complaint('failure', firstReason(test) ?? 'The test failed.', {
                type: 'failed',
                text: wholeReason(test),
            });
        case 'unanswered':
            return complaint('error', test.reasoning ?? 'The agent or a judge could not be reached.', {
                type: 'unanswered',
                text: test.reasoning ?? '',
            });
        case 'not-run':
            return junit_element('skipped', { message: 'The run ended before this test.' });
        case 'pending':
            return junit_element('skipped', { message: 'The service gave no verdict.' });
        default:
            return test.status;
    }
}
function testCase({ suiteName, name, latencyMs, result }) {
    const attributes = { name, classname: suiteName, time: seconds(latencyMs ?? 0) };
    return junit_element('testcase', attributes, result === null ? [] : [result]);
}
function complaint(kind, message, { type, text }) {
    const children = [{ type: 'text', value: xmlText(text, junit_REASON_LENGTH) }];
    return { ...junit_element(kind, { message, type }), children };
}
function junit_element(name, attributes, children = []) {
    const safe = Object.entries(attributes).map(([key, value]) => [key, xmlAttribute(key, value)]);
    return { type: 'element', name, attributes: Object.fromEntries(safe), children };
}
function xmlAttribute(key, value) {
    return xmlText(value.replace(/\s+/g, ' '), key === 'message' || key === 'value' ? junit_MESSAGE_LENGTH : junit_NAME_LENGTH);
}
function seconds(milliseconds) {
    return (milliseconds / 1000).toFixed(3);
}

;// CONCATENATED MODULE: ./src/report/results.ts






const VERSION = 1;
function* resultsJson(outcome, context) {
    const { verdict, results, abortReason, durationMs } = outcome;
    const comparison = comparisonMade(outcome);
    const standingOf = standings(comparison);
    const head = {
        version: VERSION,
        title: context.title,
        mode: context.mode,
        verdict: verdict.status,
        reasons: verdict.reasons,
        totals: verdict.totals,
        agentTotals: verdict.agents,
        durationMs,
        timeoutSeconds: context.timeoutSeconds,
        headSha: context.headSha,
        workflowRunUrl: context.workflowRunUrl,
        stop: abortReason === null ? null : stopRecord(abortReason),
        comparison: comparison === null ? null : comparisonRecord(comparison),
    };
    yield `${json(head).slice(0, -1)},"agents":[`;
    for (const [index, result] of results.entries()) {
        const record = agentRecord(result, standingOf(result.agent), context.appUrl);
        yield `${index === 0 ? '' : ','}\n${json(record)}`;
    }
    yield '\n]}\n';
}
function json(value) {
    return JSON.stringify(value, (_key, field) => typeof field === 'string' ? dataText(field) : field);
}
function stopRecord(stop) {
    const { headline, details, remedy } = describeStop(stop);
    return { kind: stop.kind, message: headline, details, remedy };
}
function comparisonRecord({ worse, now, before, compared, withoutHistory, unreadable }) {
    const agents = {
        compared: compared.length,
        withoutEarlierRun: withoutHistory.length,
        unreadable: unreadable.length,
    };
    return { worse, now, before, agents };
}
function agentRecord(result, standing, appUrl) {
    return {
        name: result.agent.name,
        uuid: result.agent.uuid,
        outcome: result.outcome,
        problem: problemRecord(result),
        comparison: standing === null ? null : standingRecord(standing, appUrl),
        run: result.run === null ? null : runRecord(result.run, appUrl),
    };
}
function problemRecord(result) {
    switch (result.outcome) {
        case 'passed':
        case 'failed':
            return null;
        case 'inconclusive': {
            const { sentence, remedy } = describeProblem(result.reason, result.run);
            return { kind: result.reason.kind, message: sentence, remedy };
        }
        case 'skipped':
            return { kind: 'skipped', message: result.reason, remedy: null };
        default:
            return result;
    }
}
function standingRecord(standing, appUrl) {
    switch (standing.kind) {
        case 'compared': {
            const { agent: _, earlierTaskId, ...changes } = standing.comparison;
            const earlierRun = { taskId: earlierTaskId, url: runLink(appUrl, earlierTaskId) };
            return { kind: standing.kind, earlierRun, ...changes };
        }
        case 'no-earlier-run':
            return { kind: standing.kind };
        case 'unreadable': {
            const { remedy } = describeUnreadable(standing.error);
            return { kind: standing.kind, message: standing.error.message, remedy };
        }
        default:
            return standing;
    }
}
function runRecord(run, appUrl) {
    const { tests, detailsError, shareToken, ...rest } = run;
    return {
        ...rest,
        url: runLink(appUrl, run.taskId),
        publicUrl: shareToken === null ? null : shareLink(appUrl, shareToken),
        detailsMissing: detailsError?.message ?? null,
        tests: tests.map(testRecord),
    };
}
function testRecord({ cost, evaluators, ...test }) {
    return { ...test, judges: evaluators, costUsd: cost };
}

;// CONCATENATED MODULE: ./src/report/summary.ts

const RESERVED_BYTES = 4096;
function renderSummary(outcome, context, { maxBytes }) {
    const max = maxBytes - Math.min(RESERVED_BYTES, maxBytes / 10);
    return renderPage(outcome, context, { max, measure: (text) => Buffer.byteLength(text) });
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./src/result-files.ts



function writeResultFiles(folder, files) {
    const own = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)(folder ?? (0,external_node_os_.tmpdir)(), 'agent-tests-'));
    return {
        results: writePieces((0,external_node_path_.join)(own, 'results.json'), files.results),
        junit: writePieces((0,external_node_path_.join)(own, 'junit.xml'), files.junit),
    };
}
function writePieces(path, pieces) {
    const file = (0,external_node_fs_.openSync)(path, 'w');
    try {
        for (const piece of pieces)
            (0,external_node_fs_.writeSync)(file, piece);
    }
    finally {
        (0,external_node_fs_.closeSync)(file);
    }
    return path;
}

;// CONCATENATED MODULE: ./src/publish.ts














const COMMENT_MAX_CHARACTERS = 65_536;
const SUMMARY_MAX_BYTES = 1024 * 1024;
async function publish(outcome, context) {
    const pullRequest = pullRequestOf(context.environment.eventName, context.environment.payload);
    const report = reportContext(context, pullRequest);
    await attempt('The outputs', () => writeOutputs(outcome));
    await attempt('The result files', () => writeFiles(outcome, report, context.environment));
    await attempt('The log', () => writeLog(outcome, report));
    await attempt('The job summary', () => writeSummary(outcome, report));
    if (pullRequest === null)
        core/* info */.pq('No comment: this event belongs to no pull request.');
    else
        await comment(outcome, report, context, pullRequest);
}
async function attempt(what, write) {
    try {
        await write();
    }
    catch (error) {
        core/* warning */.$e(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`);
    }
}
function reportContext({ inputs, environment }, pullRequest) {
    return {
        title: titleOf(inputs),
        appUrl: inputs.appUrl,
        mode: inputs.mode,
        timeoutSeconds: inputs.timeoutSeconds,
        headSha: pullRequest?.headSha ?? null,
        workflowRunUrl: environment.workflowRunUrl,
    };
}
function titleOf({ matrix }) {
    const values = Object.values(matrix ?? {}).map((value) => typeof value === 'string' ? value : JSON.stringify(value));
    return values.length === 0 ? 'Agent tests' : `Agent tests (${values.join(', ')})`;
}
function writeLog(outcome, report) {
    for (const line of outcomeLines(outcome, report))
        core/* info */.pq(line);
    for (const annotation of annotationsOf(outcome, report))
        annotate(annotation);
}
function annotate({ level, title, message }) {
    switch (level) {
        case 'error':
            core/* error */.z3(message, { title });
            break;
        case 'warning':
            core/* warning */.$e(message, { title });
            break;
        default:
            level;
    }
}
function writeOutputs({ verdict, comparison }) {
    core/* setOutput */.uH('total', verdict.totals.total);
    core/* setOutput */.uH('passed', verdict.totals.passed);
    core/* setOutput */.uH('failed', verdict.totals.failed);
    core/* setOutput */.uH('verdict', verdict.status);
    core/* setOutput */.uH('pass-rate', comparison === null ? '' : percent(comparison.now));
    core/* setOutput */.uH('previous-pass-rate', comparison === null ? '' : percent(comparison.before));
}
function writeFiles(outcome, report, { tempFolder }) {
    const pieces = { results: resultsJson(outcome, report), junit: junitXml(outcome, report) };
    const { results, junit } = writeResultFiles(tempFolder, pieces);
    core/* setOutput */.uH('results-file', results);
    core/* setOutput */.uH('junit-file', junit);
}
async function writeSummary(outcome, report) {
    await core/* summary */.z.addRaw(renderSummary(outcome, report, { maxBytes: SUMMARY_MAX_BYTES })).write();
}
async function comment(outcome, report, { inputs, environment, cancelled }, pullRequest) {
    const { owner, repo, workflowRef, job, action, runId, runAttempt } = environment;
    const key = commentKey({ workflowRef, job, action, matrix: JSON.stringify(inputs.matrix) });
    const marker = markerLine(key, { runId, runAttempt });
    try {
        const body = renderComment(outcome, report, { maxCharacters: COMMENT_MAX_CHARACTERS - marker.length - 1 });
        const octokit = await createOctokit({ token: inputs.githubToken, signal: cancelled });
        const issueNumber = pullRequest.number;
        const { kind, url } = await upsertComment({
            octokit,
            owner,
            repo,
            issueNumber,
            key,
            body,
            runId,
            runAttempt,
        });
        core/* info */.pq(`Comment ${kind}: ${url}`);
    }
    catch (error) {
        core/* warning */.$e(explainCommentFault(error, pullRequest), { title: 'No comment on the pull request' });
    }
}

// EXTERNAL MODULE: ./src/runner/environment.ts
var environment = __webpack_require__(5047);
;// CONCATENATED MODULE: ./src/action.ts




async function runAction({ inputs, warnings }, env, cancellation) {
    for (const warning of warnings)
        core/* warning */.$e(warning);
    const outcome = await evaluationGate(inputs, cancellation.requested);
    await publish(outcome, { inputs, environment: (0,environment/* readEnvironment */.Q)(env), cancelled: cancellation.overdue });
    return conclusionOf(inputs, outcome);
}
function conclusionOf({ mode }, { verdict }) {
    switch (mode) {
        case 'gate':
        case 'gate-if-worse':
            return verdict.status === 'passed' ? 'success' : 'failure';
        case 'report':
            return 'success';
        default:
            return mode;
    }
}


/***/ }),

/***/ 6264:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ fetch),
/* harmony export */   k: () => (/* binding */ ProxyAgent)
/* harmony export */ });
/* harmony import */ var undici_lib_api_api_connect_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4660);
/* harmony import */ var undici_lib_api_api_connect_js__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(undici_lib_api_api_connect_js__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var undici_lib_dispatcher_dispatcher_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(883);
/* harmony import */ var undici_lib_dispatcher_dispatcher_js__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(undici_lib_dispatcher_dispatcher_js__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var undici_lib_dispatcher_proxy_agent_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6672);
/* harmony import */ var undici_lib_dispatcher_proxy_agent_js__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(undici_lib_dispatcher_proxy_agent_js__WEBPACK_IMPORTED_MODULE_2__);



class ProxyAgent extends (undici_lib_dispatcher_proxy_agent_js__WEBPACK_IMPORTED_MODULE_2___default()) {
    static {
        Object.assign((undici_lib_dispatcher_dispatcher_js__WEBPACK_IMPORTED_MODULE_1___default().prototype), { connect: (undici_lib_api_api_connect_js__WEBPACK_IMPORTED_MODULE_0___default()) });
    }
}
const fetch = globalThis.fetch;


/***/ })

};
