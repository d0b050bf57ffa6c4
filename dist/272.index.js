export const id = 272;
export const ids = [272];
export const modules = {

/***/ 7272:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runAction: () => (/* binding */ runAction)
});

// EXTERNAL MODULE: ./node_modules/@actions/core/lib/core.js + 12 modules
var core = __webpack_require__(143);
;// CONCATENATED MODULE: ./src/client/clock.ts
// Time as an argument: what waits in the client or in the gate waits on one of these.
/** Above this, Node's timers fire at once. */
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
// Everything that a call of the client can end with besides an answer. No message ever holds a key or a header.
/** What all errors of the clients have in common. */
class RequestError extends Error {
    method;
    url;
    /** Whether the same read may well succeed a little later. */
    transient;
    /** False only where the service cannot have seen the request, so that repeating even a launch is harmless. */
    maybeReceived;
    /** How long the service asked to wait, in milliseconds; null where it did not. */
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
/** The request timed out, was early, was one too many, or met a fault of the server or of a proxy before it. */
function isTransientStatus(status) {
    return status === 408 || status === 425 || status === 429 || status >= 500;
}
/**
 * The service answered with a status other than 2xx. A redirect is one too: the key goes to the configured address and
 * nowhere else. `reason` is the service's own explanation in words, null where it gave none. A 401 means the key.
 */
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
/**
 * The service refused the request's content: 422, or the voice-form service's refused save (400 with
 * `validation_issues`). `issues` holds every complaint; mend the request, a repeat will be refused too.
 */
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
/**
 * No whole answer came: the name did not resolve, nobody listened, the certificate was refused, the connection broke.
 * `code` is the system's or TLS's error code (`ECONNREFUSED`, `ENOTFOUND`, …); `cause` keeps the original.
 */
class NetworkError extends RequestError {
    kind = 'network';
    name = 'NetworkError';
    code;
    constructor(request, details) {
        super(request, details.what, details);
        this.code = details.code;
    }
}
/**
 * No whole answer within the time it was given, or a run that was waited for had not ended by then. The service may
 * still be working: of a launch, look at `maybeReceived` before making another.
 */
class TimeoutError extends RequestError {
    kind = 'timeout';
    name = 'TimeoutError';
    /** @param timing `withinMs` in milliseconds; `maybeReceived` false where its turn never came */
    constructor(request, timing) {
        const { withinMs, maybeReceived, what = `no answer within ${Math.round(withinMs) / 1000} s` } = timing;
        super(request, what, { transient: true, maybeReceived });
    }
}
/**
 * The service answered 2xx, but not what its interface promises: not JSON (often a login page, a proxy's page, or a
 * wrong base URL; transient), or JSON of another shape (`issues` says what was missing where).
 */
class ContractError extends RequestError {
    kind = 'contract';
    name = 'ContractError';
    issues;
    constructor(request, what, details) {
        super(request, what, { ...details, maybeReceived: true });
        this.issues = details.issues;
    }
}
/** The caller's signal ended the call. `maybeReceived` tells whether a request was under way. */
class AbortedError extends RequestError {
    kind = 'aborted';
    name = 'AbortedError';
    constructor(request, maybeReceived, cause) {
        super(request, 'stopped before an answer came', { transient: false, maybeReceived, cause });
    }
}
/** Tells the errors above from any other thrown value. */
function isClientError(error) {
    return error instanceof RequestError;
}

;// CONCATENATED MODULE: ./src/client/limiter.ts
// A bound on how much goes on at once, first come first served.
/** @param most tasks at once; Infinity for no bound */
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

;// CONCATENATED MODULE: ./src/client/retry.ts
/** Whether a call that ended in `error` may be made once more. */
function mayRepeat(policy, error) {
    if (!error.transient)
        return false;
    if (policy === 'read' || !error.maybeReceived)
        return true;
    if (error.kind !== 'http')
        return false;
    return error.status === 429 || (error.status === 503 && error.retryAfterMs !== null);
}
/**
 * Milliseconds to wait before repeat number `repeat` (from 1). Jitter takes off up to a quarter, so that many callers
 * do not come back together; what the service asked for is a lower bound, and jitter is added to it instead.
 * @param random a number in [0, 1)
 */
function repeatDelayMs(repeat, backoff, retryAfterMs, random) {
    const doubled = Math.min(backoff.capMs, backoff.firstMs * 2 ** (repeat - 1));
    const jittered = doubled * (1 - random / 4);
    return retryAfterMs === null ? jittered : Math.max(jittered, retryAfterMs * (1 + random / 10));
}
/**
 * Reads a `Retry-After` header, whole seconds or an HTTP date, as milliseconds from now; null where it is neither.
 * @param serverNow the answer's own `Date` header: measured against it, a server whose clock is off does no harm
 * @param nowMs used where that header is missing, in milliseconds since the Unix epoch
 */
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
// The text of an answer, read whole but never beyond a limit.
class BodyTooLargeError extends Error {
    name = 'BodyTooLargeError';
}
/**
 * Reads a body as UTF-8 text.
 * @param maxBytes bytes to take at the most
 * @param beyond `cut` keeps the first `maxBytes`, `throw` throws a {@link BodyTooLargeError}
 */
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
// What lies behind a rejected fetch: the code, and whether a connection was ever made.


const CERTIFICATE_CODE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/;
/** Turns what `fetch` (or reading its body) threw into a {@link NetworkError}. */
function networkError(request, thrown, { answering, redact }) {
    const root = rootCause(thrown);
    const code = stringProperty(root, 'code');
    const certificate = code !== null && CERTIFICATE_CODE.test(code);
    const syscall = stringProperty(root, 'syscall');
    const unconnected = syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT' || certificate;
    return new NetworkError(request, {
        what: redact(describe(root, code, certificate, answering)),
        code,
        transient: !certificate,
        maybeReceived: answering || !unconnected,
        cause: withoutKey(thrown, redact),
    });
}
/** A parser's error quotes what it could not read, and a server may echo the key: such a cause is not kept. */
function withoutKey(thrown, redact) {
    const text = (0,external_node_util_.inspect)(thrown, { depth: 10, maxStringLength: Number.POSITIVE_INFINITY });
    return redact(text) === text ? thrown : undefined;
}
/** The innermost cause; of several attempts on one name (IPv4 and IPv6) the first. */
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
function describe(root, code, certificate, answering) {
    if (certificate)
        return `the server's certificate was refused (${code})`;
    switch (code) {
        case 'ECONNREFUSED':
            return 'nothing accepts connections at this address (ECONNREFUSED)';
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
/**
 * The reason in words, null where the body gives none. `detail` may be a string, a list of `{loc, msg}` or an object
 * with `message` or `error`; endpoint errors of the voice-form service put `error` at the top.
 * @param body the parsed body, or its text where it is not JSON
 */
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
/**
 * Every complaint of a refused request: 422's `detail` list, or the voice-form service's `validation_issues` (of a
 * save) and `invalid_fields` (of form data; names or objects, `error` says why).
 */
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
/** `['body', 'names', 0]` as `body.names[0]`. */
function dotted(path) {
    return path.reduce((text, part) => {
        if (typeof part === 'number')
            return `${text}[${part}]`;
        return text === '' ? String(part) : `${text}.${String(part)}`;
    }, '');
}

;// CONCATENATED MODULE: ./src/client/transport.ts
// One request, one answer: the ladder's lowest step, shared by both services. It never repeats and never follows.





const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
/** A path from its parts, each encoded: `path('agents', uuid)`. */
function path(...parts) {
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
            return parseAnswer(line, redact(await readText(response, MAX_ANSWER_BYTES, 'throw')), request.parse);
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
        async send(request, { timeoutMs, signal }) {
            const line = lineOf(request);
            if (signal?.aborted)
                throw new AbortedError(line, false, signal.reason);
            const end = new AbortController();
            const timer = new AbortController();
            const timeout = options.clock.sleep(timeoutMs, timer.signal).then(() => {
                if (!timer.signal.aborted)
                    end.abort(new TimeoutError(line, { withinMs: timeoutMs, maybeReceived: true }));
            });
            const stop = () => end.abort(new AbortedError(line, true, signal?.reason));
            signal?.addEventListener('abort', stop, { once: true });
            try {
                return await exchange(request, line, end.signal);
            }
            catch (error) {
                throw end.signal.aborted ? end.signal.reason : error;
            }
            finally {
                timer.abort();
                signal?.removeEventListener('abort', stop);
                await timeout;
            }
        },
    };
}
function initOf(request, key) {
    const headers = { accept: 'application/json' };
    if (key !== null && request.open !== true)
        headers[key.name] = key.value;
    if (request.body !== undefined)
        headers['content-type'] = 'application/json';
    // A followed redirect would hand `X-API-Key` to whatever host it names.
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
    // A body that breaks off takes nothing from what the status says.
    const text = redact(await readText(response, MAX_ERROR_BYTES, 'cut').catch(() => ''));
    const body = jsonOr(text);
    const issues = status === 422 || status === 400 ? issuesOf(body) : [];
    if (issues.length > 0)
        return new ValidationError(line, status, issues);
    const retryAfter = parseRetryAfter(headers.get('retry-after'), headers.get('date'), nowMs);
    return new HttpError(line, status, reasonOf(body), retryAfter);
}
function parseAnswer(line, text, parse) {
    let answer;
    try {
        answer = JSON.parse(text);
    }
    catch (cause) {
        const start = text.trim().slice(0, 40).toWellFormed();
        const what = start === ''
            ? 'the answer is empty'
            : `the answer is not JSON (it starts with ${JSON.stringify(start)})`;
        throw new ContractError(line, what, { transient: true, issues: [], cause });
    }
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
/** A service may echo the key in its answers; nothing that leaves the transport holds it. */
function redactor(key) {
    // Blanking a very short key would tear unrelated text apart.
    if (key === undefined || key.length < 8)
        return (text) => text;
    const forms = new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]);
    return (text) => [...forms].reduce((clean, form) => clean.replaceAll(form, '***'), text);
}

;// CONCATENATED MODULE: ./src/client/caller.ts
// A service's calls over the transport: the key, the timeout of each request, and the repeats that are harmless.





const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_TRIES = 6;
/** A service that asks for more is not waited for: the error says how long it asked. */
const LONGEST_WAIT_MS = 300_000;
const BACKOFF = { firstMs: 1000, capMs: 60_000 };
function createCaller(options, header) {
    const clock = options.clock ?? systemClock;
    const random = options.random ?? Math.random;
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const inTurn = createLimiter(options.concurrency ?? Number.POSITIVE_INFINITY);
    const transport = createTransport({
        baseUrl: checkedBaseUrl(options.baseUrl),
        keyHeader: header === null ? null : keyHeaderOf(header),
        // Looked up at each call, so that a program may replace the global one after the client was made.
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
                    return await inTurn(() => {
                        const leftMs = end - clock.now();
                        if (leftMs <= 0)
                            throw new TimeoutError(transport.lineOf(request), { withinMs, maybeReceived: false });
                        return transport.send(request, { signal, timeoutMs: Math.min(timeoutMs, leftMs) });
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
                        throw new AbortedError(transport.lineOf(request), error.maybeReceived, signal.reason);
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
    // fetch would quote such a key in its own error.
    if (!/^[\x21-\x7e]+$/.test(key))
        throw new TypeError('apiKey must be visible ASCII characters without spaces');
    return { name, value: scheme === undefined ? key : `${scheme} ${key}`, key };
}

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 3 modules
var schemas = __webpack_require__(3619);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(3305);
;// CONCATENATED MODULE: ./src/client/schema-parts.ts
// What the schemas of both services are made of: lenient about what a service may add, exact about what it promises.

/**
 * An object whose unknown keys are kept, though its type names the known ones only: a misspelt key is a compile
 * error, and what a newer service adds is still in the value.
 */
function schema_parts_open(shape) {
    return schemas/* looseObject */._H3(shape);
}
/** Any object, its contents are the service's own. */
const anyObject = schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J());
const nullish = (schema) => schemas/* optional */.lqM(schemas/* nullable */.mee(schema));
/** A switch that is off where the service leaves it out. */
const flag = schemas/* optional */.lqM(schemas/* pipe */.FsL(schemas/* nullable */.mee(schemas/* boolean */.zMY()), schemas/* transform */.pdi((on) => on ?? false)));
const openEnum = () => schemas/* custom */.IeY((value) => typeof value === 'string', 'expected string');
/** An id as the services write it: something that can stand as one part of a path. */
const identifier = schemas/* string */.YjP().check(schemas/* refine */.YPB((id) => !/^\.{0,2}$/.test(id), 'expected an identifier'));
const count = schemas/* int */.Whr().check(api/* _gte */.qm(0));

;// CONCATENATED MODULE: ./src/client/evaluation-agent-schemas.ts
// The evaluation service's agents, as older and newer servers answer them.


/** `agent`: built inside the service; `connection`: an existing agent connected to it. */
const agentType = openEnum();
/** `conversation`: answers within an ongoing conversation; `general`: one input, one plain output. */
const interactionType = openEnum();
const agentListEntry = schema_parts_open({
    /** Agent ID, 36 characters. */
    uuid: identifier,
    /** Unique in the workspace, case-sensitive, not trimmed. */
    name: schemas/* string */.YjP(),
    /** Newer servers, as everything below. `agent` is built inside the service, `connection` is an external one. */
    type: nullish(agentType),
    interaction_type: nullish(interactionType),
    /** UTC, without a zone: see `fromServiceTime`. */
    created_at: nullish(schemas/* string */.YjP()),
    /** UTC, without a zone: see `fromServiceTime`. */
    updated_at: nullish(schemas/* string */.YjP()),
    /** Null where the agent has no connection to verify. */
    connection_verified: nullish(schemas/* boolean */.zMY()),
    /** Whether the agent has extra request fields that are sent on each case. */
    has_default_inputs: flag,
});
const agentListArray = schemas/* array */.YOg(agentListEntry);
const agentPage = schema_parts_open({ items: agentListArray, total: nullish(count) });
const agent = schema_parts_open({
    /** Agent ID, 36 characters. */
    uuid: identifier,
    name: schemas/* string */.YjP(),
    /** `agent`: built inside the service; `connection`: an existing external agent connected to the service. */
    type: agentType,
    /** `conversation`: answers within an ongoing conversation; `general`: one input, one plain output. */
    interaction_type: interactionType,
    /** UTC, without a zone: see `fromServiceTime`. */
    created_at: schemas/* string */.YjP(),
    /** UTC, without a zone: see `fromServiceTime`. */
    updated_at: schemas/* string */.YjP(),
    /** The agent's configuration, its contents are the service's own. */
    config: nullish(anyObject),
});
const resolvedAgents = schema_parts_open({
    /** Each found name with its agent's ID. */
    resolved: schemas/* record */.g1P(schemas/* string */.YjP(), identifier),
    /** Names that no agent has, once each, in the order asked; empty when all were found. */
    not_found: schemas/* array */.YOg(schemas/* string */.YjP()),
});

// EXTERNAL MODULE: ./node_modules/zod/v4/core/parse.js + 1 modules
var parse = __webpack_require__(3945);
;// CONCATENATED MODULE: ./src/client/parse.ts
// The border: JSON text in, a typed value or the list of what is wrong with it out.


/** A parser from a schema; the issues say where in the answer, what was expected, and what stood there. */
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
                // An agent created in between shifts the pages, and one would be seen twice.
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
/** Older servers answer with the bare array, newer ones with a page around it. */
const parseAgentPage = (answer) => {
    if (!Array.isArray(answer))
        return parsePage(answer);
    const list = parseArray(answer);
    return list.ok ? { ok: true, value: { items: list.value } } : list;
};

;// CONCATENATED MODULE: ./src/client/evaluation-annotation-schemas.ts
// The evaluation service's judges, of software and of flesh: evaluators with their versions, annotators, labelling jobs.


const scaleStep = schema_parts_open({
    /** Of any type. */
    value: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
    name: nullish(schemas/* string */.YjP()),
    description: nullish(schemas/* string */.YjP()),
    color: nullish(schemas/* string */.YjP()),
});
const variable = schema_parts_open({
    name: schemas/* string */.YjP(),
    description: nullish(schemas/* string */.YjP()),
    default: nullish(schemas/* string */.YjP()),
});
const evaluatorVersion = schema_parts_open({
    uuid: identifier,
    version_number: schemas/* int */.Whr(),
    judge_model: schemas/* string */.YjP(),
    /** UTC, without a zone: see `fromServiceTime`. */
    created_at: schemas/* string */.YjP(),
    /** Not in a compact answer. */
    system_prompt: nullish(schemas/* string */.YjP()),
    /** The rubric. Not in a compact answer. */
    output_config: nullish(schema_parts_open({ scale: nullish(schemas/* array */.YOg(scaleStep)) })),
    /** The prompt's `{{variable}}` places. Not in a compact answer. */
    variables: nullish(schemas/* array */.YOg(variable)),
});
const evaluator = schema_parts_open({
    /** Evaluator ID, 36 characters. */
    uuid: identifier,
    name: schemas/* string */.YjP(),
    /** What is judged: audio, a transcript, a reply in its conversation, an input/output pair, a conversation, a tool call. */
    evaluator_type: openEnum(),
    /** What the judge reads. */
    data_type: openEnum(),
    /** `binary`: pass/fail; `rating`: a numeric score on the scale in `output_config`. */
    output_type: openEnum(),
    /** A built-in default, or the workspace's editable copy of one. */
    is_default: schemas/* boolean */.zMY(),
    /** It cannot be deleted, and only its name, description and rubric can change. */
    is_protected: schemas/* boolean */.zMY(),
    /** UTC, without a zone: see `fromServiceTime`. */
    created_at: schemas/* string */.YjP(),
    /** UTC, without a zone: see `fromServiceTime`. */
    updated_at: schemas/* string */.YjP(),
    /** The whole history, oldest first. */
    versions: schemas/* array */.YOg(evaluatorVersion),
    /** What the evaluator checks. */
    description: nullish(schemas/* string */.YjP()),
    /** Of a built-in default. */
    slug: nullish(schemas/* string */.YjP()),
    /** Slug of the built-in default that this one is the editable copy of. */
    source_default_slug: nullish(schemas/* string */.YjP()),
    /** ID of the version that is live. */
    live_version_id: nullish(schemas/* string */.YjP()),
});
const updatedItems = schema_parts_open({
    /** Items changed; entries of other tasks and deleted items are skipped and not counted. */
    updated_count: count,
});
const labellingJob = schema_parts_open({
    uuid: identifier,
    /** Names the job publicly: who has it can open the labelling form. */
    public_token: schemas/* string */.YjP(),
    annotator_id: schemas/* string */.YjP(),
    annotator_name: schemas/* string */.YjP(),
    /** The items assigned. */
    item_ids: schemas/* array */.YOg(schemas/* string */.YjP()),
    item_count: count,
    /** The evaluators shown in the job. */
    evaluator_ids: schemas/* array */.YOg(schemas/* string */.YjP()),
    /** `pending` on a new job. */
    status: openEnum(),
});
const createdJobs = schema_parts_open({
    /** One for each annotator. */
    jobs: schemas/* array */.YOg(labellingJob),
    count: count,
});
const annotator = schema_parts_open({
    /** Annotator ID, 36 characters. */
    uuid: identifier,
    /** Unique in the workspace. */
    name: schemas/* string */.YjP(),
    /** UTC, without a zone: see `fromServiceTime`. */
    created_at: schemas/* string */.YjP(),
    /** UTC, without a zone: see `fromServiceTime`. */
    updated_at: schemas/* string */.YjP(),
    /** Labelling jobs assigned; the update's answer may leave it null. */
    jobs_count: nullish(count),
    /** Latest mean agreement with each other annotator, 0 to 1; the update's answer may leave it null. */
    current_agreement: nullish(schemas/* number */.aig()),
    /** Comparable pairs of annotations behind the agreement; the update's answer may leave it null. */
    pair_count: nullish(count),
});

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

;// CONCATENATED MODULE: ./src/client/evaluation-case-schemas.ts
// The inside of a run: the evaluators it used, and what became of each of its test cases.


const runEvaluator = schema_parts_open({
    /** Evaluator ID: `judge_results` name it as `evaluator_uuid`. */
    uuid: nullish(schemas/* string */.YjP()),
    name: nullish(schemas/* string */.YjP()),
    /** What the evaluator checks. */
    description: nullish(schemas/* string */.YjP()),
    /** `binary`: a pass/fail verdict; `rating`: a numeric score. */
    output_type: nullish(openEnum()),
    /** The rubric; null in a compact answer. */
    output_config: nullish(schema_parts_open({
        scale: nullish(schemas/* array */.YOg(schema_parts_open({ value: schemas/* optional */.lqM(schemas/* unknown */.L5J()), name: nullish(schemas/* string */.YjP()), color: nullish(schemas/* string */.YjP()) }))),
    })),
    /** Lowest value of a rating scale. */
    scale_min: nullish(schemas/* number */.aig()),
    /** Highest value of a rating scale. */
    scale_max: nullish(schemas/* number */.aig()),
    /** The evaluator's version that the run used. */
    version_number: nullish(schemas/* int */.Whr()),
});
const toolCallOutput = schema_parts_open({
    /** Name of the tool called. */
    tool: schemas/* string */.YjP(),
    arguments: nullish(anyObject),
    /** What the tool returned, where the agent ran it and said so. */
    output: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
});
const testOutput = schema_parts_open({
    /** The reply; null for a tool-call case. */
    response: nullish(schemas/* string */.YjP()),
    tool_calls: nullish(schemas/* array */.YOg(toolCallOutput)),
});
const judgeResult = schema_parts_open({
    evaluator_uuid: nullish(schemas/* string */.YjP()),
    /** The judge's rationale. */
    reasoning: nullish(schemas/* string */.YjP()),
    /** The verdict of a binary evaluator. */
    match: nullish(schemas/* boolean */.zMY()),
    /** The score of a rating evaluator. */
    score: nullish(schemas/* number */.aig()),
    /** Readable label of the verdict, from the run's rubric. */
    value_name: nullish(schemas/* string */.YjP()),
    /** What stood in the evaluator prompt's `{{variable}}` places, by the variable's name. */
    variable_values: nullish(anyObject),
});
const testCaseResult = schema_parts_open({
    /** ID of the case within the run. */
    test_case_id: nullish(schemas/* string */.YjP()),
    name: nullish(schemas/* string */.YjP()),
    /** Null while the case is pending; no verdict where `unanswered` is true. */
    passed: nullish(schemas/* boolean */.zMY()),
    /** The judge's reasoning, or the tool-call difference of a tool-call test; null in a compact answer. */
    reasoning: nullish(schemas/* string */.YjP()),
    /** What the agent put out; null in a compact answer. */
    output: nullish(testOutput),
    /** The definition that was run; null in a compact answer. */
    test_case: nullish(anyObject),
    /** Extra request fields sent to the agent: its `default_inputs` with the case's overrides applied. */
    inputs: nullish(anyObject),
    /** One verdict for each evaluator; null for a tool-call case and in a compact answer. */
    judge_results: nullish(schemas/* array */.YOg(judgeResult)),
    /** The agent's response time, in milliseconds. */
    latency_ms: nullish(schemas/* number */.aig()),
    /** In US dollars. */
    cost: nullish(schemas/* number */.aig()),
    /** Newer servers: the test's ID. */
    test_uuid: nullish(schemas/* string */.YjP()),
    /** Newer servers. */
    test_type: nullish(schemas/* string */.YjP()),
    /** Newer servers: the agent or a judge could not be reached, `passed` is then no verdict. */
    unanswered: flag,
    /** Newer servers: the run stopped before this case. */
    not_run: flag,
});

;// CONCATENATED MODULE: ./src/client/evaluation-schemas.ts
// The evaluation service's test runs: launched, polled, and looked up in an agent's history.



const taskStatus = openEnum();
const percentiles = schema_parts_open({
    p50: nullish(schemas/* number */.aig()),
    p95: nullish(schemas/* number */.aig()),
    p99: nullish(schemas/* number */.aig()),
    /** Cases measured. */
    count: nullish(schemas/* number */.aig()),
});
const spread = schema_parts_open({
    mean: nullish(schemas/* number */.aig()),
    min: nullish(schemas/* number */.aig()),
    max: nullish(schemas/* number */.aig()),
    /** Cases measured. */
    count: nullish(schemas/* number */.aig()),
});
const launchedRun = schema_parts_open({
    /** Test run job ID, 36 characters: what `getRun` and `waitForRun` take. */
    task_id: identifier,
    /** `queued`, or `in_progress` where a slot was free. */
    status: taskStatus,
    /** Older servers; seen as null only. */
    dataset_id: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
    /** Older servers; seen as null only. */
    dataset_name: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
});
const batchRun = schema_parts_open({
    agent_name: schemas/* string */.YjP(),
    agent_uuid: identifier,
    task_id: identifier,
    status: taskStatus,
});
const skippedAgent = schema_parts_open({
    agent_name: nullish(schemas/* string */.YjP()),
    agent_uuid: nullish(schemas/* string */.YjP()),
    /** Why no run was started. */
    reason: nullish(openEnum()),
});
const launchedBatch = schema_parts_open({
    /** The runs that were started, one for each agent. */
    runs: schemas/* array */.YOg(batchRun),
    /** The agents that cannot run, with the reason. */
    skipped: schemas/* array */.YOg(skippedAgent),
});
/** The measures that a run and its line in the history have in common. */
const runMeasures = {
    /** Number of test cases; null until the first one is done. */
    total_tests: nullish(count),
    /** Cases that passed; null until the end. */
    passed: nullish(count),
    /** Cases that failed; null until the end. `passed + failed` may be below `total_tests`. */
    failed: nullish(count),
    /** Response latency over the run, in milliseconds. */
    latency_ms: nullish(percentiles),
    /** Cost of a case over the run, in US dollars. */
    cost: nullish(spread),
    /** Tokens of a case over the run. */
    total_tokens: nullish(spread),
    /** True if the run failed, also beside the status `done`. */
    error: flag,
    /** Whether the run is shared publicly. */
    is_public: flag,
    /** For the public address of a shared run. */
    share_token: nullish(schemas/* string */.YjP()),
    /** Newer servers. */
    aborted: flag,
    /** Newer servers: cases without an answer of the agent or of a judge. */
    unanswered_tests: nullish(schemas/* number */.aig()),
};
const testRun = schema_parts_open({
    /** Test run job ID, 36 characters. */
    task_id: identifier,
    status: taskStatus,
    /** IDs of the tests, in run order. */
    test_uuids: nullish(schemas/* array */.YOg(schemas/* string */.YjP())),
    ...runMeasures,
    /** The evaluators used; `judge_results` link to them by `evaluator_uuid`. */
    evaluators: nullish(schemas/* array */.YOg(runEvaluator)),
    /** One entry for each test case; placeholders with only a `name` while the run is queued. */
    results: nullish(schemas/* array */.YOg(testCaseResult)),
});
const earlierRun = schema_parts_open({
    /** The run's ID, as `task_id` of a run. */
    uuid: identifier,
    name: nullish(schemas/* string */.YjP()),
    status: taskStatus,
    type: nullish(openEnum()),
    /** UTC, without a zone: see `fromServiceTime`. */
    created_at: nullish(schemas/* string */.YjP()),
    /** UTC, without a zone: see `fromServiceTime`. */
    updated_at: nullish(schemas/* string */.YjP()),
    ...runMeasures,
    /** Name and verdict of each case. */
    results: nullish(schemas/* array */.YOg(schema_parts_open({ name: nullish(schemas/* string */.YjP()), passed: nullish(schemas/* boolean */.zMY()) }))),
});
const earlierRunPage = schema_parts_open({
    /** Newest first. */
    items: schemas/* array */.YOg(earlierRun),
    /** Runs in all, over every page. */
    total: nullish(count),
    limit: nullish(schemas/* number */.aig()),
    offset: nullish(schemas/* number */.aig()),
});

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
/** Another run's results would be taken for this one's. */
function ofTask(taskId, parsed) {
    if (!parsed.ok || parsed.value.task_id === taskId)
        return parsed;
    return { ok: false, issues: [{ path: 'task_id', message: 'another run than the one asked for' }] };
}

;// CONCATENATED MODULE: ./src/client/evaluation.ts
// The evaluation service: one short method per endpoint, over the shared transport.






/**
 * A client of the evaluation service. Its methods reject with a {@link ClientError} and nothing else.
 * @throws {TypeError} where `baseUrl` or `apiKey` cannot be used
 */
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

;// CONCATENATED MODULE: ./src/client/index.ts





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
/** @param ended the service's last answer, for the flags that the report does not carry */
function classifyRun(agent, run, ended) {
    const problem = problemOf(run, ended);
    if (problem !== null)
        return { outcome: 'inconclusive', agent, run, problem };
    return { outcome: (run.counts?.failed ?? 0) > 0 ? 'failed' : 'passed', agent, run };
}
function problemOf({ counts, tests, status }, ended) {
    const failingRows = tests.filter((test) => test.status === 'failed').length;
    if (counts !== null && counts.failed > 0)
        return null;
    if (counts !== null && failingRows > 0)
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
    const withoutVerdict = Math.max(uncounted, tests.filter((test) => test.status !== 'passed').length);
    return withoutVerdict > 0 ? { kind: 'unfinished-tests', withoutVerdict } : null;
}

;// CONCATENATED MODULE: ./src/gate/read-run.ts
/** Counts as the service gave them, null where it gave none; a missing total is the tests that it named or counted. */
function serviceCounts(run) {
    const { passed, failed } = run;
    if (typeof passed !== 'number' || typeof failed !== 'number')
        return null;
    const total = run.total_tests ?? Math.max(run.test_uuids?.length ?? 0, passed + failed);
    return { total, passed, failed };
}
/** Counts of the rows themselves, null where there are none; a planned test without a row is one without a verdict. */
function rowCounts({ tests, plannedTests }) {
    if (tests.length === 0)
        return null;
    const having = (status) => tests.filter((test) => test.status === status).length;
    const total = Math.max(tests.length, plannedTests ?? 0);
    return { total, passed: having('passed'), failed: having('failed') };
}
function runReport(run, seen) {
    return {
        taskId: run.task_id,
        status: run.status,
        counts: seen.counts,
        plannedTests: run.total_tests ?? run.test_uuids?.length ?? null,
        tests: testReports(run),
        detailsFault: null,
        p95LatencyMs: run.latency_ms?.p95 ?? null,
        meanCostUsd: run.cost?.mean ?? null,
        meanTokens: run.total_tokens?.mean ?? null,
        shareToken: run.is_public === true ? (run.share_token ?? null) : null,
        durationMs: seen.durationMs,
    };
}
/** What is known of a run right after its launch. */
function launchedReport(taskId, status) {
    return {
        taskId,
        status,
        counts: null,
        plannedTests: null,
        tests: [],
        detailsFault: null,
        p95LatencyMs: null,
        meanCostUsd: null,
        meanTokens: null,
        shareToken: null,
        durationMs: 0,
    };
}
function testReports(run) {
    const evaluators = new Map((run.evaluators ?? []).map((evaluator) => [evaluator.uuid, evaluator]));
    return (run.results ?? []).map((row) => testReport(row, evaluators));
}
function testReport(row, evaluators) {
    return {
        id: row.test_case_id ?? null,
        name: row.name ?? null,
        status: testStatus(row),
        reasoning: row.reasoning ?? null,
        reply: row.output?.response ?? null,
        toolCalls: (row.output?.tool_calls ?? []).map((call) => ({
            tool: call.tool,
            arguments: call.arguments ? JSON.stringify(call.arguments) : null,
        })),
        judges: judgeVerdicts(row, evaluators),
        latencyMs: row.latency_ms ?? null,
        cost: row.cost ?? null,
    };
}
/** `unanswered` and `not_run` go first: `passed` is no verdict beside them. */
function testStatus(row) {
    if (row.not_run === true)
        return 'not-run';
    if (row.unanswered === true)
        return 'unanswered';
    if (row.passed === true)
        return 'passed';
    return row.passed === false ? 'failed' : 'pending';
}
function judgeVerdicts(row, evaluators) {
    return (row.judge_results ?? []).map((verdict) => {
        const evaluator = evaluators.get(verdict.evaluator_uuid);
        return {
            evaluator: evaluator?.name ?? null,
            match: verdict.match ?? null,
            score: verdict.score ?? null,
            scaleMin: evaluator?.scale_min ?? null,
            scaleMax: evaluator?.scale_max ?? null,
            valueName: verdict.value_name ?? null,
            reasoning: verdict.reasoning ?? null,
        };
    });
}

;// CONCATENATED MODULE: ./src/gate/service.ts
/** The answer's status where there was one: a fault of the network has none. */
function statusOf(error) {
    return error.kind === 'http' || error.kind === 'validation' ? error.status : null;
}
function faultOf(error) {
    return {
        kind: error.kind,
        message: error.message,
        reason: error.kind === 'http' || error.kind === 'validation' ? error.reason : null,
        status: statusOf(error),
        code: error.kind === 'network' ? error.code : null,
    };
}

;// CONCATENATED MODULE: ./src/gate/poll-state.ts
// What one answered poll means for a run: look again later, it has ended, or this agent is over. Pure: time is a number.



/** So many polls in a row may fail, or show a status that is no known one, before that agent is given up. */
const MAX_FRUITLESS_POLLS = 10;
/** Polls stand on a grid of intervals from the launch, so that a slow answer delays no later one. */
function nextTick(moment) {
    const ticks = Math.floor((moment.now - moment.launchedAt) / moment.intervalMs) + 1;
    return moment.launchedAt + ticks * moment.intervalMs;
}
function afterPoll(state, answer, moment) {
    if (!answer.ok)
        return afterFault(state, answer.error, moment);
    const run = answer.value;
    const phase = phaseOf(run);
    if (phase === 'ended')
        return { kind: 'ended', run };
    const seen = runReport(run, { counts: serviceCounts(run), durationMs: moment.now - moment.launchedAt });
    const unknownPolls = phase === 'unknown' ? state.unknownPolls + 1 : 0;
    if (unknownPolls === MAX_FRUITLESS_POLLS || (moment.last && phase === 'unknown'))
        return { kind: 'over', problem: { kind: 'unknown-status', status: run.status }, seen };
    if (moment.last)
        return { kind: 'over', problem: timedOut(moment), seen };
    return { kind: 'again', state: { seen, failedPolls: 0, unknownPolls, pollAt: nextTick(moment) } };
}
function afterFault(state, error, moment) {
    const over = (problem) => ({ kind: 'over', problem, seen: state.seen });
    const status = statusOf(error);
    const fault = faultOf(error);
    const failedPolls = state.failedPolls + 1;
    if (status === 403 || status === 404)
        return over({ kind: 'lost', fault });
    if (!error.transient)
        return over({ kind: 'unreadable', fault, attempts: failedPolls });
    if (moment.last)
        return over(timedOut(moment));
    if (failedPolls === MAX_FRUITLESS_POLLS)
        return over({ kind: 'unreadable', fault, attempts: failedPolls });
    const waitMs = moment.backoffMs(failedPolls, moment.intervalMs, error.retryAfterMs);
    return { kind: 'again', state: { ...state, failedPolls, pollAt: moment.now + waitMs } };
}
function timedOut({ timeoutSeconds }) {
    return { kind: 'timed-out', timeoutSeconds };
}

;// CONCATENATED MODULE: ./src/gate/read-ended-run.ts


/**
 * Completes a run from what the last poll (compact, failing rows only) left out. A read that fails leaves what the
 * poll told: counts and the names of the failing tests.
 * @param options for each read anew, since the first one uses up time
 */
async function readEndedRun({ run, durationMs }, service, options) {
    const polled = runReport(run, { counts: serviceCounts(run), durationMs });
    const compact = needsAllRows(polled)
        ? await service.getRun(run.task_id, { ...options(), compact: true })
        : null;
    const rows = compact?.ok ? testReports(compact.value) : [];
    const all = rows.length > polled.tests.length ? rows : polled.tests;
    // Rows that may not be all of them can show a failure, but never that there is none.
    const countable = compact?.ok || all.some(isFailing);
    const counts = polled.counts ?? (countable ? rowCounts({ ...polled, tests: all }) : null);
    if (!hasFailure(counts, all))
        return { ...polled, counts, tests: all };
    const details = await service.getRun(run.task_id, { ...options(), onlyFailed: true });
    if (!details.ok)
        return { ...polled, counts, tests: all, detailsFault: faultOf(details.error) };
    return { ...polled, counts, tests: withDetails(all, testReports(details.value)) };
}
/** The poll showed the failing rows only; where every test failed there are no others. */
function needsAllRows({ counts, tests }) {
    return counts === null || tests.length < counts.total;
}
function hasFailure(counts, tests) {
    return (counts?.failed ?? 0) > 0 || tests.some(isFailing);
}
function isFailing({ status }) {
    return status === 'failed';
}
/** The detailed rows first, then the rest of the others: a row that both reads know stands once, a nameless one too. */
function withDetails(all, detailed) {
    const key = (test) => test.id ?? test.name;
    const known = new Set(detailed.map(key));
    const others = all.filter((test) => (key(test) === null ? !isFailing(test) : !known.has(key(test))));
    return [...detailed, ...others];
}

;// CONCATENATED MODULE: ./src/gate/refused-launch.ts

function refusedLaunch(launch, error) {
    const { agent } = launch;
    const fault = faultOf(error);
    if (fault.status === 400 && !launch.named)
        return { outcome: 'skipped', agent, run: null, reason: fault.reason ?? 'the service gave no reason' };
    return { outcome: 'inconclusive', agent, run: null, problem: refused_launch_problemOf(launch, error) };
}
function refused_launch_problemOf(launch, error) {
    const fault = faultOf(error);
    if (fault.status === 400)
        return { kind: 'cannot-run', fault };
    if (mayHaveStarted(error))
        return { kind: 'maybe-launched', fault };
    if (launch.pastDeadline)
        return { kind: 'not-launched-in-time', timeoutSeconds: launch.timeoutSeconds };
    return { kind: 'not-launched', fault };
}
/** A status below 500 is the service's refusal; a 5xx (or a 408) may hide a run that did start. */
function mayHaveStarted(error) {
    const status = statusOf(error);
    if (status === null)
        return error.maybeReceived;
    return status === 408 || (status >= 500 && !(status === 503 && error.retryAfterMs !== null));
}

;// CONCATENATED MODULE: ./src/gate/run-agent.ts






/** What a request may take beyond the deadline: the last look at a run, and the reads of one that has ended. */
const LAST_LOOK_MS = 10_000;
/** Never throws for what the service does: every fault is a result. */
async function runAgent(plan, effects) {
    const { agent, named, deadline, timeoutSeconds } = plan;
    const { clock, signal } = effects;
    if (signal.aborted)
        return stopped(agent, null, effects);
    const launch = await effects.service.launch(agent.uuid, { signal, withinMs: deadline - clock.now() });
    if (launch.ok) {
        const { task_id: taskId, status } = launch.value;
        effects.emit({ type: 'launched', agent, taskId, status });
        return pollToTheEnd(plan, effects, launchedReport(taskId, status));
    }
    const { error } = launch;
    if (statusOf(error) === 401 || (signal.aborted && !error.maybeReceived))
        return stopped(agent, null, effects);
    return refusedLaunch({ agent, named, pastDeadline: clock.now() >= deadline, timeoutSeconds }, error);
}
async function pollToTheEnd(plan, effects, launched) {
    const { agent, deadline, intervalMs, timeoutSeconds } = plan;
    const { clock, signal } = effects;
    const launchedAt = clock.now();
    const pollAt = nextTick({ now: launchedAt, launchedAt, intervalMs });
    let state = { seen: launched, failedPolls: 0, unknownPolls: 0, pollAt };
    for (;;) {
        const due = Math.min(state.pollAt, deadline);
        await clock.sleep(Math.max(0, due - clock.now()), signal);
        if (signal.aborted)
            return stopped(agent, state.seen, effects);
        // A timer may fire a little early: what was waited for has come all the same.
        const now = () => Math.max(due, clock.now());
        const last = now() >= deadline;
        const answer = await poll(state.seen.taskId, last ? LAST_LOOK_MS : deadline - now(), effects);
        if (!answer.ok && signal.aborted)
            return stopped(agent, state.seen, effects);
        const moment = {
            now: now(),
            last,
            launchedAt,
            intervalMs,
            timeoutSeconds,
            backoffMs: effects.backoffMs,
        };
        const step = afterPoll(state, answer, moment);
        switch (step.kind) {
            case 'ended':
                return conclude(plan, effects, step.run, moment.now - launchedAt);
            case 'over':
                return inconclusive(agent, step.seen, step.problem);
            case 'again':
                announce(agent, effects.emit, { before: state, after: step.state, answer, now: moment.now });
                state = step.state;
                break;
            default:
                step;
        }
    }
}
/** One request: its repeats are the poll loop's, on the poll loop's terms. */
function poll(taskId, withinMs, { service, signal }) {
    return service.getRun(taskId, { compact: true, onlyFailed: true, repeat: false, withinMs, signal });
}
async function conclude(plan, { clock, service, signal }, run, durationMs) {
    const report = await readEndedRun({ run, durationMs }, service, () => ({
        signal,
        withinMs: Math.max(LAST_LOOK_MS, plan.deadline - clock.now()),
    }));
    return classifyRun(plan.agent, report, run);
}
/** Says what changed; a fault only when it is the first in a row. */
function announce(agent, emit, { before, after, answer, now }) {
    if (!answer.ok) {
        if (after.failedPolls === 1)
            emit({
                type: 'poll-fault',
                agent,
                fault: faultOf(answer.error),
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
function inconclusive(agent, seen, problem) {
    const run = seen && { ...seen, counts: seen.counts ?? rowCounts(seen) };
    return { outcome: 'inconclusive', agent, run, problem };
}

;// CONCATENATED MODULE: ./src/gate/run-gate.ts


const HEARTBEAT_MS = 60_000;
async function runGate(plan, effects) {
    const { clock } = effects;
    let refusal = null;
    const ended = new AbortController();
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
    const tally = createTally(plan.agents.length, effects);
    const run = async (agent) => {
        const emit = (event) => {
            tally.note(agent, event);
            effects.emit(event);
        };
        const result = await runAgent({ ...common, agent }, { ...agentEffects, emit });
        emit({ type: 'finished', result });
        return result;
    };
    try {
        const results = await Promise.all(plan.agents.map(run));
        return { results, stop: stopOf(refusal, effects.signal) };
    }
    finally {
        // Where one agent threw, a fault of our own, the others must not keep the process alive.
        ended.abort();
        await tally.end();
    }
}
/** The service, with `refuse` told of a refused key, whatever was asked: nothing more can be learnt of any agent. */
function watchKey(service, refuse) {
    const watched = (answer) => {
        if (!answer.ok && statusOf(answer.error) === 401)
            refuse(faultOf(answer.error));
        return answer;
    };
    return {
        launch: async (...call) => watched(await service.launch(...call)),
        getRun: async (...call) => watched(await service.getRun(...call)),
    };
}
function stopOf(refusal, signal) {
    if (refusal !== null)
        return { kind: 'authentication', fault: refusal };
    return signal.aborted ? { kind: 'signal', signal: String(signal.reason) } : null;
}
/** Counts the agents by phase as events pass by, and says each minute how things stand. */
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
// The existing name that a mistyped one most likely meant.
/** The nearest of `names`, or null where none is close: case and outer spaces aside, at most a third may differ. */
function nearestName(wanted, names) {
    const fold = (name) => name.trim().toLowerCase();
    let best = null;
    for (const name of names) {
        const distance = editDistance(fold(wanted), fold(name));
        const close = distance <= Math.max(1, Math.floor(Math.max(wanted.length, name.length) / 3));
        if (close && (best === null || distance < best.distance))
            best = { name, distance };
    }
    return best?.name ?? null;
}
/** Levenshtein distance in UTF-16 units, one row of the table at a time. */
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


/**
 * Selects before anything is launched, so that one unknown name costs nothing.
 * @param names as they were asked for, without duplicates; empty for every agent
 */
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
        return { ok: true, agents, named: true };
    const existing = await existingNames(service, options);
    const unknown = names
        .filter((name) => !found.has(name))
        .map((name) => ({ name, nearest: nearestName(name, existing) }));
    return { ok: false, stop: { kind: 'unknown-agents', unknown } };
}
/** For suggestions only: without them the error is as true. */
async function existingNames(service, options) {
    const answer = await service.list({ ...options, repeat: false });
    return answer.ok ? answer.value.map(({ name }) => name) : [];
}
async function selectAll(service, options) {
    const answer = await service.list(options);
    if (!answer.ok)
        return refused(answer);
    const agents = new Map(answer.value.map(({ uuid, name }) => [uuid, { uuid, name }]));
    if (agents.size === 0)
        return { ok: false, stop: { kind: 'no-agents' } };
    return { ok: true, agents: [...agents.values()], named: false };
}
function refused({ error }) {
    const status = statusOf(error);
    const kind = status === 401 || status === 403 ? 'authentication' : 'select-failed';
    return { ok: false, stop: { kind, fault: faultOf(error) } };
}

;// CONCATENATED MODULE: ./src/gate/verdict.ts
/** `failed` if any agent failed; else `inconclusive` if any is, if all stopped early, or if nothing ran; else `passed`. */
function verdictOf(results, stop) {
    const agents = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 };
    for (const { outcome } of results)
        agents[outcome] += 1;
    const totals = totalsOf(results);
    return { word: wordOf(agents, stop), totals, agents, reasons: reasonsOf(agents, totals, stop) };
}
function wordOf(agents, stop) {
    if (agents.failed > 0)
        return 'failed';
    if (agents.inconclusive > 0 || stop !== null || agents.passed === 0)
        return 'inconclusive';
    return 'passed';
}
/** Sums over the agents; an agent without counts adds nothing. */
function totalsOf(results) {
    return results.reduce((sum, { run }) => ({
        total: sum.total + (run?.counts?.total ?? 0),
        passed: sum.passed + (run?.counts?.passed ?? 0),
        failed: sum.failed + (run?.counts?.failed ?? 0),
    }), { total: 0, passed: 0, failed: 0 });
}
function reasonsOf(agents, totals, stop) {
    const many = (count) => `${count} ${count === 1 ? 'agent' : 'agents'}`;
    const reasons = [];
    if (agents.failed > 0)
        reasons.push(`${many(agents.failed)} failed (${totals.failed} of ${totals.total} tests)`);
    if (agents.inconclusive > 0)
        reasons.push(`the result of ${many(agents.inconclusive)} cannot be told`);
    if (stop !== null)
        reasons.push(stopReason(stop));
    else if (agents.passed + agents.failed + agents.inconclusive === 0)
        reasons.push('no agent could be run');
    return reasons;
}
function stopReason(stop) {
    switch (stop.kind) {
        case 'authentication':
            return `authentication failed (HTTP ${stop.fault.status})`;
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
/** `HTTP 403: <the service's reason>`, or the whole message where the service gave none. Plain, untrusted text. */
function faultWords({ status, reason, message }) {
    return status !== null && reason !== null ? `HTTP ${status}: ${reason}` : message;
}
/** What to do about it, in one sentence of our own. */
function faultRemedy({ kind, status }) {
    switch (kind) {
        case 'http':
        case 'validation':
            return statusRemedy(status);
        case 'network':
            return 'Check `base-url`, and that this runner reaches it (proxy, firewall, certificate).';
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
// Numbers as people read them.
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
/** `1,234` */
function units_count(value) {
    return grouped.format(value);
}
/** `1 test`, `2 tests` */
function counted(value, noun) {
    return `${units_count(value)} ${value === 1 ? noun : `${noun}s`}`;
}
/** Milliseconds as `0.4s`, `12s`, `1m 12s`, `2h 5m`. */
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
/** Milliseconds as `820 ms`, `1.8 s`, `12 s`. */
function latency(milliseconds) {
    if (milliseconds < 999.5)
        return `${Math.round(milliseconds)} ms`;
    const seconds = milliseconds / 1000;
    return `${seconds < 9.95 ? seconds.toFixed(1) : units_count(seconds)} s`;
}
/** US dollars as `$0`, `$0.0021`, `$0.12`, `$3.40`: cents, or two digits that say something. */
function dollars(amount) {
    if (amount === 0)
        return '$0';
    if (Math.abs(amount) >= 0.1)
        return `$${amount.toFixed(2)}`;
    return `$${trimZeros(amount.toFixed(Math.min(10, 1 - Math.floor(Math.log10(Math.abs(amount))))))}`;
}
/** `850`, `1.2k`, `34k`, `1.1M` */
function tokens(amount) {
    if (amount < 999.5)
        return units_count(amount);
    if (amount < 999_500)
        return `${scaled(amount / 1000)}k`;
    return `${scaled(amount / 1_000_000)}M`;
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

;// CONCATENATED MODULE: ./src/report/describe-problem.ts


const openAndRepeat = 'Open the run to see why, then run this job again.';
/** @param run what was last seen of the run, null where there is none */
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
                sentence: `cannot run (HTTP ${problem.fault.status ?? 400}): ${problem.fault.reason?.trim() || 'the service gave no reason'}`,
                remedy: 'Verify its connection and link tests to it, then run this job again.',
            };
        case 'not-launched':
            return {
                label: 'Not started',
                sentence: `could not be started: ${faultWords(problem.fault)}`,
                remedy: faultRemedy(problem.fault),
            };
        case 'maybe-launched':
            return {
                label: 'Maybe started',
                sentence: `a run may have started, but no clear answer came back: ${faultWords(problem.fault)}`,
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
                sentence: `the run can no longer be read (${faultWords(problem.fault)})`,
                remedy: 'It or its agent may have been deleted. Run this job again.',
            };
        case 'unreadable':
            return {
                label: 'Unreadable',
                sentence: `the run could not be read, ${counted(problem.attempts, 'time')} in a row: ${faultWords(problem.fault)}`,
                remedy: `The run may have ended well: open it. ${faultRemedy(problem.fault)}`,
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
            const headline = `authentication failed${stop.fault.status === null ? '' : ` (HTTP ${stop.fault.status})`}`;
            return {
                headline,
                details: [`${headline}: ${stop.fault.reason?.trim() || stop.fault.message}`],
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
                details: [`the agents could not be read: ${faultWords(stop.fault)}`],
                remedy: faultRemedy(stop.fault),
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
// Addresses in the web application, safe in markdown link targets, table cells and the log alike.
/** The page of one run. `appUrl` keeps its path, which may name a workspace. */
function runLink(appUrl, taskId) {
    return `${runsLink(appUrl)}&runId=${encode(taskId)}`;
}
/** The page of all runs. */
function runsLink(appUrl) {
    return `${base(appUrl)}/tests?tab=runs`;
}
/** The page that anybody may read while the run is shared. */
function shareLink(appUrl, shareToken) {
    return `${base(appUrl)}/public/test-run/${encode(shareToken)}`;
}
/** An address from elsewhere, normalised; null where it is not http(s). */
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
/** Percent-encodes what URLs allow but markdown reads as the end of a link, of a cell, or as markup. */
function markdownSafe(url) {
    return url.replace(/[()|\\`*<>[\]'"!~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

;// CONCATENATED MODULE: ./src/report/page-model.ts
const urgency = { failed: 0, inconclusive: 1, skipped: 2, passed: 3 };
function pageModel(outcome, context) {
    const worstFirst = outcome.results.map(agentView).sort(byUrgency);
    const runs = outcome.results.flatMap(({ run }) => (run === null ? [] : [run]));
    return {
        outcome,
        context,
        attention: worstFirst.filter(({ result }) => result.outcome !== 'passed'),
        passing: worstFirst.filter(({ result }) => result.outcome === 'passed'),
        columns: {
            latency: runs.some((run) => run.p95LatencyMs !== null),
            cost: runs.some((run) => run.meanCostUsd !== null),
            tokens: runs.some((run) => run.meanTokens !== null),
            run: runs.length > 0,
        },
    };
}
/** As the service counted; where it did not, as many failing tests as are known. */
function failedCount({ result, failing }) {
    return result.run?.counts?.failed ?? failing.length;
}
/** Whether the service is still at it, as far as was last seen. */
function isStillGoing(run) {
    return run.status === 'queued' || run.status === 'in_progress';
}
function agentView(result) {
    const { run } = result;
    const tests = run?.tests ?? [];
    return {
        result,
        failing: tests.filter(({ status }) => status === 'failed'),
        unfinished: run === null || isStillGoing(run) ? [] : tests.filter(isUnfinished),
    };
}
function isUnfinished({ status }) {
    return status !== 'failed' && status !== 'passed';
}
function byUrgency(a, b) {
    return urgency[a.result.outcome] - urgency[b.result.outcome] || failedCount(b) - failedCount(a);
}

;// CONCATENATED MODULE: ./src/report/test-reason.ts
/** The words of the judge that said no; else the test's own reasoning; else of a judge that rated it. */
function firstReason({ judges, reasoning }) {
    const saidNo = judges.find((judge) => judge.match === false && judge.reasoning !== null);
    const rated = judges.find((judge) => judge.match === null && judge.reasoning !== null);
    return saidNo?.reasoning ?? reasoning ?? rated?.reasoning ?? null;
}
/** All that is known of it, a line for each part. */
function wholeReason({ reasoning, judges, toolCalls, reply }) {
    return [
        ...(reasoning === null ? [] : [reasoning]),
        ...judges.map(judgeLine),
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

;// CONCATENATED MODULE: ./src/report/untrusted-text.ts
// The one module through which names, replies, reasons and error bodies pass on their way into any report.
// Here: what every target needs, and the doors to plain text, log, XML and JSON. Markdown: untrusted-markdown.ts.
const escapeSequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls, bidirectional and zero-width characters, tags, noncharacters; not those that choose an emoji's look. */
const invisibles = /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--[\n\t\uFE0E\uFE0F]]/gv;
/** More combining marks on one letter than any language uses climb over the neighbouring lines. */
const markTowers = /(\p{M}{4})\p{M}+/gu;
/** Breaks a word for machines, not for the eye: what it stands in is no mention, reference or address any more. */
const breaker = '\u200B';
/**
 * Cleans a text and cuts it to at most `maxLength` UTF-16 units, the `…` that marks a cut included. Keeps line
 * breaks (as `\n`), drops what cannot be seen or would move the cursor, and never leaves half a surrogate pair.
 */
function cutText(text, maxLength) {
    return cut(text, maxLength, (cleaned) => cleaned.trim());
}
/** The same on one line: every run of white space becomes one space. */
function cutLine(text, maxLength) {
    return cut(text, maxLength, (cleaned) => cleaned.replace(/\s+/g, ' ').trim()).text;
}
/**
 * For the runner's log: one line. The runner obeys `##[command]` anywhere in a line and `::command::` at its start,
 * so whoever writes the line puts a word of its own before this text.
 */
function logText(text, maxLength) {
    return cutLine(text, maxLength).replace(/##(?=\[)/g, `##${breaker}`);
}
/** For XML: only characters that XML 1.0 allows, and no `]]>`, which the serializer leaves as it is. */
function xmlText(text, maxLength) {
    return cutText(text, maxLength).text.replaceAll(']]>', ']] >');
}
/** For JSON: whole and unchanged, but without the lone surrogates that strict parsers refuse. */
function dataText(text) {
    return text.toWellFormed();
}
function cut(text, maxLength, tidy) {
    // Of a field of a megabyte only the start is read: cleaning rarely drops three characters of four.
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

;// CONCATENATED MODULE: ./src/report/log.ts







const NAME_LENGTH = 100;
const SENTENCE_LENGTH = 1000;
const REASON_LENGTH = 300;
/** Of one agent; the comment and the results file have more. */
const TESTS_SHOWN = 20;
const NAMES_SHOWN = 50;
function selectionLine(agents) {
    const names = agents.slice(0, NAMES_SHOWN).map(nameOf);
    if (agents.length > NAMES_SHOWN)
        names.push(`${units_count(agents.length - NAMES_SHOWN)} more`);
    return `${counted(agents.length, 'agent')} to test: ${names.join(', ')}`;
}
/** What happens while agents run, as it happens. */
function eventLines(event, appUrl) {
    switch (event.type) {
        case 'launched':
            return [`▶ ${nameOf(event.agent)}: ${statusWords(event.status)}, ${runLink(appUrl, event.taskId)}`];
        case 'progress':
            return [`… ${nameOf(event.agent)}: ${statusWords(event.status)}${progressWords(event.counts)}`];
        case 'poll-fault':
            return [
                `! ${nameOf(event.agent)}: ${faultText(event.fault)}; attempt ${units_count(event.attempt)}, next in ${duration(event.retryInMs)}`,
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
/** Every agent's result with its failing tests, then the verdict, with what to do where it is not clear. */
function outcomeLines(outcome, context) {
    return [
        ...outcome.results.flatMap((result) => [resultLine(result, context.appUrl), ...testLines(result)]),
        ...stopLines(outcome),
        ...verdictLines(outcome, context),
    ];
}
function resultLine(result, appUrl) {
    const words = `${signs[result.outcome]} ${nameOf(result.agent)}: ${resultWords(result)}`;
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
            const { sentence, remedy } = describeProblem(result.problem, result.run);
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
    const lines = failing.slice(0, TESTS_SHOWN).map(testLine);
    const more = (run.counts?.failed ?? failing.length) - lines.length;
    if (more > 0)
        lines.push(`    … and ${counted(more, 'more failing test')}`);
    const unfinished = run.tests.filter(({ status }) => status === 'unanswered' || status === 'not-run').length;
    if (unfinished > 0 && !isStillGoing(run))
        lines.push(`    ? ${counted(unfinished, 'test')} without a verdict`);
    return lines;
}
function testLine(test) {
    const name = logText(test.name ?? test.id ?? '', NAME_LENGTH) || '(test without a name)';
    const reason = firstReason(test);
    return `    ✗ ${name}${reason === null ? '' : `: ${logText(reason, REASON_LENGTH)}`}`;
}
function stopLines({ stop }) {
    if (stop === null)
        return [];
    const { details, remedy } = describeStop(stop);
    return [...details.map((words) => `! ${logText(words, SENTENCE_LENGTH)}`), `→ ${remedy}`];
}
function verdictLines({ verdict, durationMs }, { mode, title }) {
    const { totals, reasons } = verdict;
    const why = reasons.length === 0 ? '' : `: ${logText(reasons.join('; '), SENTENCE_LENGTH)}`;
    return [
        `Verdict of ${logText(title, NAME_LENGTH)}: ${verdict.word}${why}`,
        `Totals: ${units_count(totals.passed)} of ${counted(totals.total, 'test')} passed, ${units_count(totals.failed)} failed, in ${duration(durationMs)}`,
        ...(mode === 'report' ? ['Mode "report": the job is not blocked, whatever the verdict.'] : []),
    ];
}
function nameOf({ name }) {
    return logText(name, NAME_LENGTH) || '(agent without a name)';
}
function statusWords(status) {
    return status === 'in_progress' ? 'running' : logText(status, NAME_LENGTH);
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

// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/index.js + 1 modules
var lib = __webpack_require__(4942);
;// CONCATENATED MODULE: ./src/runner/proxied-fetch.ts
// The global fetch, led through the proxy that HTTP(S)_PROXY and NO_PROXY name: fetch by itself heeds neither.

function createProxiedFetch() {
    const proxies = new lib/* HttpClient */.Qq(undefined, [], { keepAlive: true });
    return (input, init) => {
        const url = input instanceof Request ? input.url : String(input);
        const dispatcher = proxies.getAgentDispatcher(url);
        return fetch(input, dispatcher === undefined ? init : Object.assign({}, init, { dispatcher }));
    };
}

;// CONCATENATED MODULE: ./src/evaluation-gate.ts
// Selection, runs and verdict against the real service: the gate with its client, its clock, and the log attached.







/** Requests in flight at once, over all agents: each costs the service a fifth of a second of work. */
const CONCURRENCY = 8;
const evaluation_gate_BACKOFF_CAP_MS = 60_000;
/** @param cancelled aborted when the job is cancelled, with the signal's name as its reason */
async function evaluationGate(inputs, cancelled) {
    const startedAt = systemClock.now();
    const service = gateService(createEvaluationClient({
        baseUrl: inputs.baseUrl,
        apiKey: inputs.apiKey,
        fetch: createProxiedFetch(),
        concurrency: CONCURRENCY,
    }));
    const selection = await core/* group */.Os('Select agents', () => evaluation_gate_select(inputs, service, cancelled));
    const { results, stop } = selection.ok
        ? await core/* group */.Os('Run tests', () => run(selection, inputs, service, cancelled))
        : { results: [], stop: selection.stop };
    return { verdict: verdictOf(results, stop), results, stop, comparison: null, durationMs: systemClock.now() - startedAt };
}
async function evaluation_gate_select(inputs, service, signal) {
    const selection = await selectAgents(inputs.agents, service, {
        signal,
        withinMs: inputs.timeoutSeconds * 1000,
    });
    if (selection.ok)
        core/* info */.pq(selectionLine(selection.agents));
    if (!selection.ok && signal.aborted)
        return { ok: false, stop: { kind: 'signal', signal: String(signal.reason) } };
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
/** The client's methods, with every error of theirs as a plain value. */
function gateService(client) {
    return {
        list: (options) => settled(client.listAgents(options)),
        resolve: (names, options) => settled(client.resolveAgents(names, options)),
        launch: (agentUuid, options) => settled(client.runAgentTests(agentUuid, options)),
        getRun: (taskId, options) => settled(client.getRun(taskId, options)),
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
// Takes an unknown error of a GitHub call apart into facts that are safe to print.
const MOST_CHARACTERS = 300;
const MOST_CAUSES = 5;
/** The refusal in an error of Octokit, or null where no answer came: it then claims a status 500 of its own. */
function refusalOf(error) {
    const response = property(error, 'response');
    const status = property(response, 'status');
    if (typeof status !== 'number')
        return null;
    const data = property(response, 'data');
    return { status, reason: printable(reasonIn(data)), headers: headersOf(response) };
}
/** The error and what caused it, outermost first. */
function causesOf(error) {
    const causes = [];
    for (let cause = error; cause instanceof Error && causes.length < MOST_CAUSES; cause = cause.cause) {
        causes.push(cause);
    }
    return causes;
}
/** Text on one line without control characters, cut, and without anything that looks like a token. */
function printable(text) {
    const line = text
        .replace(/\b(token|bearer|basic)\s+[\w.~+/=-]{16,}/gi, '$1 [removed]')
        .replace(/\b(gh[a-z]|github_pat)_\w+/gi, '[removed]')
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim();
    return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS).toWellFormed()}…` : line;
}
/** A 422 tells its reason only in the list of errors. */
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
// Says in one sentence why the comment could not be written and what to do, for the warning in the log.

const GRANT = '`permissions: pull-requests: write`';
const SUMMARY = 'the result is in the job summary';
/** No date can be made of more. */
const LATEST_DATE_SECONDS = 8.64e12;
const STATUS_PAGE = 'https://www.githubstatus.com';
/**
 * One sentence in plain text: what happened, and what to do. Never holds the token, whatever the error holds.
 * @param error what `createOctokit` or `upsertComment` threw
 */
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
/** No answer, or none to be understood. */
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
// Which pull request, if any, the event that started the workflow is about: decides whether there is a comment at all.
/**
 * The pull request of an event, or null where the event carries none or its payload is malformed; never throws.
 * @param eventName as in GITHUB_EVENT_NAME
 * @param payload the parsed file at GITHUB_EVENT_PATH
 */
function pullRequestOf(eventName, payload) {
    switch (eventName) {
        case 'pull_request':
        case 'pull_request_target':
        case 'pull_request_review':
        case 'pull_request_review_comment':
        case 'pull_request_review_thread':
            return fromPullRequest(payload, at(payload, 'pull_request'));
        case 'workflow_run':
            // Empty for forks: their runs cannot be traced to a pull request by the payload alone.
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
/** The comments of issues and of pull requests arrive as the same event. */
function fromIssue(payload) {
    const number = positiveNumber(at(payload, 'issue', 'number'));
    if (number === null || !at(payload, 'issue', 'pull_request'))
        return null;
    const byDependabot = isByDependabot(payload, at(payload, 'issue', 'user', 'login'));
    return { number, headSha: null, fromFork: false, byDependabot };
}
/** A merge queue names its branch `gh-readonly-queue/<base>/pr-<number>-<sha>`; a group of several bears the last one's. */
function fromMergeGroup(payload) {
    const headRef = event_text(at(payload, 'merge_group', 'head_ref')) ?? '';
    const number = positiveNumber(Number(/(?:^|\/)pr-(\d+)-[0-9a-f]+$/.exec(headRef)?.[1]));
    if (number === null)
        return null;
    const headSha = event_text(at(payload, 'merge_group', 'head_sha'));
    return { number, headSha, fromFork: false, byDependabot: isByDependabot(payload, undefined) };
}
/** By the repositories' ids, since a repository that is itself a fork has pull requests of its own. */
function isFromFork(pullRequest) {
    const head = at(pullRequest, 'head', 'repo');
    // The fork was deleted since.
    if (head === null)
        return true;
    const base = at(pullRequest, 'base', 'repo');
    return ['id', 'full_name'].some((key) => {
        const [ours, theirs] = [at(base, key), at(head, key)];
        return ours !== undefined && theirs !== undefined && ours !== theirs;
    });
}
/** By who caused the event, as GitHub does: a person who pushes to Dependabot's branch has secrets. */
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
// The hidden first line of our comment: whose it is, and which run wrote it last.

const MARKER_LINE = /^<!-- agent-tests:([0-9a-f]{32}) run:(\d+) attempt:(\d+) -->(?:\r?\n|$)/;
/**
 * What keeps one comment apart from the others on a pull request: 32 hex digits over the workflow's file, the
 * job, the step and the matrix leg. Branches and pull requests share it: the ref behind the file is dropped.
 */
function commentKey(place) {
    const workflowFile = /^(.*?\.ya?ml)@/.exec(place.workflowRef)?.[1] ?? place.workflowRef;
    const parts = JSON.stringify([workflowFile, place.job, place.action, place.matrix]);
    return (0,external_node_crypto_.createHash)('sha256').update(parts).digest('hex').slice(0, 32);
}
/** The first line of a comment, without its line break. */
function markerLine(key, { runId, runAttempt }) {
    return `<!-- agent-tests:${key} run:${runId} attempt:${runAttempt} -->`;
}
/** The marker of a comment, or null where its first line is none of ours. Says nothing of who wrote it. */
function readMarker(body) {
    const [, key, runId, runAttempt] = MARKER_LINE.exec(body) ?? [];
    return key === undefined ? null : { key, runId: Number(runId), runAttempt: Number(runAttempt) };
}
/** Below zero where `a` is the older run, zero for the same one. */
function compareRuns(a, b) {
    return a.runId - b.runId || a.runAttempt - b.runAttempt;
}

;// CONCATENATED MODULE: ./src/github/bounded-fetch.ts
// Wraps a fetch so that every answer of GitHub comes whole and in time, or fails in a way that Octokit understands.
/**
 * A fetch that rejects with a `TimeoutError` when one request takes too long, and with an `AbortError` once
 * `signal` is aborted. The body is read here: Octokit takes one that breaks off for an empty answer, and so
 * would see an empty list of comments.
 */
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
/** Does the work, but rejects as soon as `signal` is aborted: for waits that cannot be aborted themselves. */
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
/** Always of this name, whatever the signal's reason: Octokit repeats a request that failed by any other. */
function abortError(signal) {
    const error = new Error('the request was aborted', { cause: signal.reason });
    error.name = 'AbortError';
    return error;
}

;// CONCATENATED MODULE: ./src/github/octokit.ts

const REPETITIONS = 2;
/** 403 and 429 among them: where they mean a rate limit, only GitHub knows when to come back. */
const NOT_REPEATED_BLINDLY = [400, 401, 403, 404, 410, 413, 422, 429, 451];
/**
 * Makes a client that repeats a request up to twice after a 5xx or a broken connection, and once after a rate
 * limit, if GitHub says when to come back and that lies within the budget. Hosts (GITHUB_API_URL) and proxies
 * are those that the environment names when the first client is made.
 * @throws where the token is empty or could not stand in a header
 */
async function createOctokit(options) {
    const { token, timeoutMs = 15_000, budgetMs = 45_000, retryBaseMs = 1_000 } = options;
    // An invalid header would be quoted, token and all, in the error that it causes.
    if (!/^[\x21-\x7e]+$/.test(token))
        throw new Error('the github-token is empty or holds characters that no token has');
    const budget = AbortSignal.timeout(budgetMs);
    const signal = options.signal === undefined ? budget : AbortSignal.any([options.signal, budget]);
    const deadline = performance.now() + budgetMs;
    // Loaded here, so that a run without a pull request does not pay for them.
    const [{ getOctokit }, { defaults }, { retry }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(555), __webpack_require__.e(351)]).then(__webpack_require__.bind(__webpack_require__, 1351)),
        __webpack_require__.e(/* import() */ 555).then(__webpack_require__.bind(__webpack_require__, 5555)),
        __webpack_require__.e(/* import() */ 735).then(__webpack_require__.bind(__webpack_require__, 9735)),
    ]);
    const proxied = defaults.request?.fetch;
    const octokit = getOctokit(token, {
        // Replaces the default `request` as a whole, and with it the fetch that knows the proxies.
        request: { fetch: boundedFetch(proxied, { timeoutMs, signal }) },
        retry: { doNotRetry: NOT_REPEATED_BLINDLY, retries: REPETITIONS, retryAfterBaseValue: retryBaseMs },
    }, patientRetry(retry, (seconds) => performance.now() + seconds * retryBaseMs < deadline));
    // The last hook lies around all others, so that it ends the waits between repetitions too.
    octokit.hook.wrap('request', (request, endpoint) => untilAborted(() => request(endpoint), signal));
    return octokit;
}
/** The retry plugin, which by itself knows nothing of `Retry-After`, heeding it where `fits` says there is time. */
function patientRetry(plugin, fits) {
    return (octokit, options) => {
        // Before the plugin's own hooks, so that it lies inside of them and they see what it marks.
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
/** Octokit types the answer but does not check it, and a proxy's page arrives as a string. */
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
// Keeps one comment of ours on a pull request up to date, whoever else writes at the same time.



const ACTIONS_BOT = 'github-actions[bot]';
/** One before creating, one after, and three more for comments that vanish and answers that are lost. */
const MOST_LOOKS = 5;
/**
 * Writes `body` into the one comment with this key, creating it where there is none. Of several, which jobs
 * that create at the same time leave behind, the oldest comment stays, with the text of the newest run.
 * Comments of other authors are never touched, whatever marker they bear.
 * @throws what Octokit throws where the comment could not be read or written: see `explainCommentFault`
 */
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
            // It stands for certain, even if the list is late or could not be had.
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
/** Where the answer was lost, the comment may stand nevertheless: repeated blindly it would end in two. */
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
/** Sees to it that the oldest comment holds the newest run's text, and clears away the others. */
async function settle(comments, { keeper, others, wanted, run }) {
    const newest = [keeper, ...others].reduce((a, b) => (compareRuns(b, a) > 0 ? b : a), run);
    const superseded = compareRuns(newest, run) > 0;
    // The marker is compared too: left at an older run, it would let a run in between overwrite this one's text.
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
    // The newest text, where it is not ours, is left to the job that wrote it: it moves it into the oldest comment.
    const needless = superseded ? others.filter((other) => compareRuns(other, newest) < 0) : others;
    for (const { id } of needless) {
        // Gone already, or left for the next run to clear away: what matters is written.
        await comments.remove(id).catch(() => undefined);
    }
    return superseded ? 'superseded' : unchanged ? 'unchanged' : 'updated';
}
function candidate(comment, key) {
    const marker = readMarker(comment.body);
    return marker?.key === key ? [{ ...comment, runId: marker.runId, runAttempt: marker.runAttempt }] : [];
}
/** GraphQL may name a bot without the `[bot]` that REST gives it, which no person's login can hold. */
function isBy(viewer, { author }) {
    return author === viewer || author === `${viewer}[bot]`;
}
/** GitHub may give back other line ends and no white space at the end. */
function normalised(body) {
    return body.replace(/\r\n?/g, '\n').trimEnd();
}
/** Octokit gives lost connections and time-outs the status 500; an abort has none, and nothing is done after it. */
function mayHaveArrived(error) {
    return (sticky_comment_statusOf(error) ?? 0) >= 500;
}
function sticky_comment_statusOf(error) {
    return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;
}

;// CONCATENATED MODULE: ./src/report/annotations.ts






const MOST_OF_A_LEVEL = 10;
const TITLE_LENGTH = 200;
/** GitHub cuts at 4,096. */
const MESSAGE_LENGTH = 4000;
const annotations_TESTS_SHOWN = 5;
const annotations_REASON_LENGTH = 300;
/** Errors first: the stop, failing agents, agents without a result; then warnings for skipped ones. */
function annotationsOf(outcome, context) {
    const annotations = [
        ...stopAnnotations(outcome),
        ...outcome.results.flatMap((result) => annotationOf(result, outcome, context) ?? []),
    ];
    return [
        ...atMostTen(annotations.filter(({ level }) => level === 'error')),
        ...atMostTen(annotations.filter(({ level }) => level === 'warning')),
    ];
}
/** The tenth stands for itself and for all that do not fit. */
function atMostTen(annotations) {
    const last = annotations[MOST_OF_A_LEVEL - 1];
    if (last === undefined || annotations.length === MOST_OF_A_LEVEL)
        return annotations;
    const more = `and ${units_count(annotations.length - MOST_OF_A_LEVEL)} more like it`;
    const title = `${cutLine(last.title, TITLE_LENGTH - 40)} (${more})`;
    const message = `${cutText(last.message, MESSAGE_LENGTH - 100).text}\n\n… ${more}: the job summary has all.`;
    return [...annotations.slice(0, MOST_OF_A_LEVEL - 1), { ...last, title, message }];
}
function stopAnnotations({ stop }) {
    if (stop === null)
        return [];
    const { headline, details, remedy } = describeStop(stop);
    return [annotation('error', headline, `${details.slice(0, 50).join('\n')}\n${remedy}`)];
}
function annotationOf(result, { stop }, { mode, appUrl }) {
    const name = result.agent.name;
    switch (result.outcome) {
        case 'passed':
            return null;
        case 'failed': {
            const { counts, taskId, tests } = result.run;
            const failing = tests.filter(({ status }) => status === 'failed');
            const failed = counts?.failed ?? failing.length;
            const title = `${cutLine(name, 120)}: ${units_count(failed)} of ${counted(counts?.total ?? tests.length, 'test')} failed`;
            return annotation('error', title, `${annotations_testLines(failing, failed)}\n${runLink(appUrl, taskId)}`);
        }
        case 'inconclusive': {
            // The stop's own annotation has told it for all of them.
            if (result.problem.kind === 'stopped' && stop !== null)
                return null;
            const { label, sentence, remedy } = describeProblem(result.problem, result.run);
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
function annotations_testLines(failing, failed) {
    const shown = failing.slice(0, annotations_TESTS_SHOWN);
    const lines = shown.map((test) => {
        const reason = firstReason(test);
        const name = cutLine(test.name ?? test.id ?? '', 160);
        return reason === null ? `- ${name}` : `- ${name}: ${cutLine(reason, annotations_REASON_LENGTH)}`;
    });
    if (failed > shown.length)
        lines.push(`… and ${counted(failed - shown.length, 'more failing test')}`);
    return lines.join('\n');
}
function annotation(level, title, message) {
    return { level, title: cutLine(title, TITLE_LENGTH), message: cutText(message, MESSAGE_LENGTH).text };
}

;// CONCATENATED MODULE: ./src/report/untrusted-markdown.ts
// The doors of untrusted text into GitHub's markdown: as prose, as a code span, as a fence.

/** Every character that means something to markdown or HTML; `_` only where it does not stand inside a word. */
const markup = /[&<>`*~[\]\\|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** What at the start of a line would open a heading, a list, a rule or a table's second row. */
const blockStarts = /^(?:[-+=#:]|\d+(?=[.)]))/;
/** GitHub links these by itself, after decoding entities: addresses, `GH-1`, advisories. */
const linkStarts = /:(?=\/\/)|www(?=\.)|(?<![a-z0-9])(?:GH|GHSA|CVE)-/gi;
/** `:tada:` would become a picture. */
const emojiNames = /:(?=[\w+-]+:)/g;
/** Seven hexadecimal digits are a commit; six in a row are none. */
const commits = /[0-9a-f]{6}(?=[0-9a-f])/gi;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
/**
 * One line of prose. What comes back may stand in a paragraph, a list item, a table cell, and inside an HTML
 * element alike: it holds no markup but `<span>$</span>`, GitHub's own way to write a dollar that starts no formula.
 */
function inlineText(text, maxLength) {
    return isolate(neutralise(cutLine(text, maxLength)));
}
/** Prose that keeps its line breaks, as `<br>`; for the same places. `leftOut` counts the characters cut off. */
function blockText(text, maxLength) {
    const cut = cutText(text, maxLength);
    const lines = cut.text.replace(/\n\s*\n/g, '\n\n').split('\n');
    return {
        markdown: lines.map((line) => isolate(neutralise(line.trim()))).join('<br>'),
        leftOut: cut.leftOut,
    };
}
/** A code span, for paragraphs and list items only: a table cell would need its `|` escaped. Empty for no text. */
function codeSpan(text, maxLength) {
    const line = withoutMentions(cutLine(text, maxLength));
    if (line === '')
        return '';
    const ticks = '`'.repeat(longestRunOfTicks(line) + 1);
    const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
    return `${ticks}${pad}${line}${pad}${ticks}`;
}
/** A fenced block. It has to start a line of its own that nothing indents. `leftOut` as for `blockText`. */
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
        .replace(blockStarts, asEntities)
        .replaceAll('$', '<span>$</span>');
}
/** Mails quote as plain text what a comment shows as code: so mentions are broken there, too. */
function withoutMentions(text) {
    return text.replaceAll('@', `@${breaker}`);
}
function asEntities(characters) {
    return Array.from(characters, (character) => `&#${character.codePointAt(0)};`).join('');
}
/** Keeps right-to-left text from rearranging the numbers that follow it on its line. */
function isolate(text) {
    return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
function longestRunOfTicks(text) {
    return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

;// CONCATENATED MODULE: ./src/report/names.ts

const names_NAME_LENGTH = 80;
const TEST_NAME_LENGTH = 160;
function agentName({ name }) {
    return inlineText(name, names_NAME_LENGTH) || '(agent without a name)';
}
function testName({ name, id }) {
    return inlineText(name ?? id ?? '', TEST_NAME_LENGTH) || '(test without a name)';
}
function evaluatorName({ evaluator }) {
    return inlineText(evaluator ?? '', names_NAME_LENGTH) || 'Evaluator';
}

;// CONCATENATED MODULE: ./src/report/agent-table.ts
// The table of a page: a row per agent, worst first, and a row of totals.





const agent_table_signs = { passed: '✅', failed: '❌', inconclusive: '⚠️', skipped: '⏭️' };
/** Up to here passing agents stand in the table itself; more of them are folded away under it. */
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
        latency: 'p95 latency',
        cost: 'Cost / test',
        tokens: 'Tokens / test',
        run: 'Run',
    });
    const aligns = cells(columns, {
        agent: ':--',
        result: ':--',
        passed: '--:',
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
        latency: known(run?.p95LatencyMs, latency),
        cost: known(run?.meanCostUsd, dollars),
        tokens: known(run?.meanTokens, tokens),
        run: run === null ? NONE : links(context.appUrl, run),
    });
}
function totalsRow({ outcome, columns }) {
    const { totals } = outcome.verdict;
    return cells(columns, {
        agent: `**All ${counted(outcome.results.length, 'agent')}**`,
        result: totals.failed > 0 ? `**${units_count(totals.failed)} failed**` : '',
        passed: totals.total > 0 ? `**${units_count(totals.passed)} / ${units_count(totals.total)}**` : NONE,
        latency: '',
        cost: '',
        tokens: '',
        run: '',
    });
}
function cells(columns, row) {
    const shown = [row.agent, row.result, row.passed];
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
            return describeProblem(result.problem, result.run).label;
        case 'skipped':
            return 'Skipped';
        default:
            return result;
    }
}
function passedCell({ result }) {
    const counts = result.run?.counts;
    if (counts)
        return `${units_count(counts.passed)} / ${units_count(counts.total)}`;
    return known(result.run?.plannedTests, (planned) => `${NONE} / ${units_count(planned)}`);
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
// How much a page shows, and how much of it fits: what matters most gets its room first.
const everything = {
    agents: Infinity,
    tests: Infinity,
    reasons: Infinity,
    replies: Infinity,
    passing: Infinity,
};
const headlineOnly = { agents: 0, tests: 0, reasons: 0, replies: 0, passing: 0 };
const many = [30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2000, 5000, Infinity];
/**
 * The most important first; each takes the largest step that fits beside those before it. So passing rows go first
 * when room is short, then replies, reasons, test names, agents; but no agent's row is worth the first reasons of
 * the worst ones.
 */
const wishes = [
    { what: 'agents', steps: [1, 3, 10, 20] },
    { what: 'tests', steps: [1, 3] },
    { what: 'reasons', steps: [1, 2] },
    { what: 'agents', steps: many },
    { what: 'tests', steps: [5, 10, 20, ...many] },
    { what: 'reasons', steps: [3, 5, 10, 20, ...many] },
    { what: 'replies', steps: [1, 2, 3, 5, 10, 20, ...many] },
    { what: 'passing', steps: [10, 20, ...many] },
];
/**
 * The richest page within the limit. `render` is read only as far as there is room, so an outcome of any size costs
 * no more than the limit does.
 * @returns null where not even the barest page fits
 */
function richestWithin(render, limit) {
    const whole = joinWithin(render(everything), limit);
    if (whole !== null)
        return whole;
    let detail = headlineOnly;
    let page = joinWithin(render(detail), limit);
    for (const { what, steps } of wishes) {
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
/** The name as a heading, and under it latency and cost of the case. */
function testHeading(test) {
    const measures = [
        test.latencyMs === null ? null : latency(test.latencyMs),
        test.cost === null ? null : dollars(test.cost),
    ].filter((measure) => measure !== null);
    return `\n#### ${testName(test)}${measures.length === 0 ? '' : ` <sub dir="ltr">${measures.join(' · ')}</sub>`}\n`;
}
/** The test's own reasoning where no judge says the same, and every judge's verdict. */
function* testReasons(test) {
    const { reasoning } = test;
    if (reasoning !== null && !test.judges.some((judge) => judge.reasoning === reasoning))
        yield isDifference(reasoning) ? difference(reasoning) : `\n${cutBlock(reasoning, test_case_REASON_LENGTH)}\n`;
    const judges = test.judges.slice(0, JUDGES_SHOWN);
    if (judges.length > 0)
        yield '\n';
    for (const judge of judges)
        yield `- ${test_case_judgeLine(judge)}\n`;
    if (test.judges.length > judges.length)
        yield `- … and ${units_count(test.judges.length - judges.length)} more evaluators\n`;
}
/** What the agent said and which tools it called, where the reasoning does not show it already. */
function* testReply(test) {
    const calls = unshownCalls(test);
    if (calls.length > 0)
        yield `\nCalled ${calls.slice(0, CALLS_SHOWN).map(callSpan).join(', ')}${moreCalls(calls)}\n`;
    if (test.reply !== null && test.reply.trim() !== '')
        yield `\n> **Reply:** ${cutBlock(test.reply, REPLY_LENGTH)}\n`;
}
/** Whether `testReply` has anything to show. */
function hasReply(test) {
    return (test.reply !== null && test.reply.trim() !== '') || unshownCalls(test).length > 0;
}
function test_case_judgeLine(judge) {
    const verdict = `**${evaluatorName(judge)}**: ${judgeWords(judge)}`;
    // Why a judge was content is seldom asked, and stands in the run.
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
/** `2 of 5`, also for the usual scales that begin at 0 or 1; others are spelt out. */
function ratingWords(score, { scaleMin, scaleMax }) {
    if (scaleMax === null)
        return `${score}`;
    if (scaleMin === null || scaleMin === 0 || scaleMin === 1)
        return `${score} of ${scaleMax}`;
    return `${score} on a scale from ${scaleMin} to ${scaleMax}`;
}
/** The service explains a failed tool-call test by lines that begin with `-` and `+`. */
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







/** With no more failing tests than this there is nothing to scroll past: the folds are open. */
const OPEN_UP_TO = 3;
const EXPLANATION_LENGTH = 300;
function* failingTests(model, detail) {
    if (detail.tests === 0)
        return;
    const views = model.attention.slice(0, detail.agents).filter(hasSomethingToShow);
    const known = views.reduce((sum, { failing }) => sum + failing.length, 0);
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
    return failing.length + unfinished.length > 0 || (result.run?.detailsFault ?? null) !== null;
}
/** Stands in an HTML block, where markdown means nothing. */
function foldTitle(view) {
    const { result, failing, unfinished } = view;
    const sign = result.outcome === 'failed' ? '❌' : '⚠️';
    const name = `${sign} <b>${agentName(result.agent)}</b>`;
    const total = result.run?.counts?.total;
    const of = total === undefined ? '' : ` of ${units_count(total)}`;
    if (failing.length === 0 && failedCount(view) === 0)
        return `${name}: ${units_count(unfinished.length)}${of} tests without a verdict`;
    return `${name}: ${units_count(failedCount(view))}${of} ${total === 1 ? 'test' : 'tests'} failed`;
}
function runAnchor({ result }, { context }) {
    if (result.run === null)
        return '';
    return ` · <a href="${runLink(context.appUrl, result.run.taskId).replaceAll('&', '&amp;')}">open run</a>`;
}
function* explained({ failing }, detail) {
    for (const [index, test] of failing.slice(0, Math.min(detail.tests, detail.reasons)).entries()) {
        yield testHeading(test);
        yield* testReasons(test);
        if (index < detail.replies)
            yield* testReply(test);
    }
}
function* named(view, detail) {
    const { failing, result } = view;
    const names = failing.slice(detail.reasons, detail.tests);
    if (names.length > 0)
        yield '\n';
    for (const test of names)
        yield `- ${testName(test)}\n`;
    const more = failedCount(view) - Math.min(failing.length, detail.tests);
    if (more > 0)
        yield `\n… and ${counted(more, 'more failing test')}.\n`;
    const fault = result.run?.detailsFault;
    if (fault)
        yield `\nThe reasons could not be read: ${inlineText(faultWords(fault), EXPLANATION_LENGTH)}. The run shows them.\n`;
}
const failing_tests_statusWords = {
    unanswered: 'unanswered: the agent or a judge could not be reached',
    'not-run': 'not run: the run ended before it',
    pending: 'no verdict was given',
};
function* withoutVerdict({ unfinished }, detail) {
    const shown = unfinished.slice(0, detail.tests);
    if (shown.length > 0)
        yield '\n#### Neither passed nor failed\n\n';
    for (const test of shown)
        yield `- ⚠️ ${testName(test)} (${unfinishedWords(test)})\n`;
    if (shown.length < unfinished.length)
        yield `\n… and ${units_count(unfinished.length - shown.length)} more without a verdict.\n`;
}
function unfinishedWords({ status }) {
    return status === 'passed' || status === 'failed' ? status : failing_tests_statusWords[status];
}
/** Says with its number what the folds above lack for want of room. */
function* leftOut(views, detail) {
    const reasons = sum(views, ({ failing }) => failing.length - Math.min(failing.length, detail.reasons));
    const replies = sum(views, ({ failing }) => {
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
function sum(views, number) {
    return views.reduce((total, view) => total + number(view), 0);
}

;// CONCATENATED MODULE: ./src/report/headline.ts




const headline_signs = { passed: '✅', failed: '❌', inconclusive: '⚠️' };
const headline_TITLE_LENGTH = 120;
/** The heading and the line under it. Never cut: it is bounded by itself. */
function headline(model) {
    const { outcome } = model;
    return `### ${headline_signs[outcome.verdict.word]} ${verdictInWords(model)}\n\n${subject(model)}\n`;
}
function verdictInWords(model) {
    const { outcome, context } = model;
    const gate = context.mode === 'gate';
    const { word, totals } = outcome.verdict;
    const over = `over ${counted(agentsThatCount(model), 'agent')} in ${duration(outcome.durationMs)}`;
    switch (word) {
        case 'passed':
            return `${gate ? 'Good to merge: all' : 'All'} ${counted(totals.total, 'test')} passed ${over}`;
        case 'failed':
            return `${gate ? 'Do not merge: ' : ''}${units_count(totals.failed)} of ${counted(totals.total, 'test')} failed ${over}`;
        case 'inconclusive':
            return `${gate ? 'Do not merge yet' : 'No clear result'}: ${whyInconclusive(model)}`;
        default:
            return word;
    }
}
function whyInconclusive(model) {
    const { results, stop, durationMs, verdict } = model.outcome;
    const stopped = stop === null ? null : describeStop(stop).headline;
    if (results.length === 0)
        return stopped ?? 'nothing was tested';
    if (verdict.agents.inconclusive === 0)
        return stopped ?? 'no agent could be run';
    if (stopped !== null)
        return `${stopped} after ${duration(durationMs)}, ${withoutResult(model)}`;
    const tests = verdict.totals.total === 0 ? '' : `, 0 of ${counted(verdict.totals.total, 'test')} failed`;
    return `${withoutResult(model)} in ${duration(durationMs)}${tests}`;
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
/** Skipped agents were not asked for by name, and nothing of theirs ran. */
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

;// CONCATENATED MODULE: ./src/report/without-result.ts






const without_result_SENTENCE_LENGTH = 500;
/** Of agents that share one explanation, so many are named; each has a row in the table. */
const without_result_NAMES_SHOWN = 5;
function* without_result_withoutResult(model, detail) {
    const groups = explanationGroups(model);
    const { stop } = model.outcome;
    if (groups.length === 0 && stop === null)
        return;
    yield `\n#### ${sectionTitle(model)}\n\n`;
    if (stop !== null)
        yield* without_result_stopLines(stop, detail);
    const shown = groups.slice(0, detail.agents);
    for (const group of shown)
        yield groupLine(group);
    if (shown.length < groups.length)
        yield `- … and ${units_count(groups.length - shown.length)} more explanations: the log has them.\n`;
}
function sectionTitle({ outcome }) {
    const { word } = outcome.verdict;
    switch (word) {
        case 'inconclusive':
            return 'What to do next';
        case 'failed':
            return 'Without a result';
        case 'passed':
            return 'Skipped';
        default:
            return word;
    }
}
function* without_result_stopLines(stop, detail) {
    const { details, remedy } = describeStop(stop);
    const shown = details.slice(0, Math.max(1, detail.agents));
    const lines = shown.map((words) => asSentence(inlineText(words, without_result_SENTENCE_LENGTH)));
    if (shown.length < details.length)
        lines.push(`… and ${units_count(details.length - shown.length)} more.`);
    yield `- ⚠️ ${lines.join('<br>')}<br>→ ${remedy}\n`;
}
function groupLine({ sign, agents, sentence, remedy, link }) {
    const names = agents.slice(0, without_result_NAMES_SHOWN).map((agent) => `**${agentName(agent)}**`);
    if (agents.length > without_result_NAMES_SHOWN)
        names.push(`${units_count(agents.length - without_result_NAMES_SHOWN)} more`);
    const open = agents.length === 1 && link !== null ? ` [Open run](${link})` : '';
    return `- ${sign} ${names.join(', ')}: ${asSentence(inlineText(sentence, without_result_SENTENCE_LENGTH))}<br>→ ${remedy}${open}\n`;
}
function asSentence(words) {
    return /[.!?…]$/.test(words) ? words : `${words}.`;
}
function explanationGroups({ attention, context }) {
    const groups = new Map();
    for (const { result } of attention) {
        const explanation = without_result_explain(result, context.appUrl);
        if (explanation === null)
            continue;
        const key = `${explanation.sentence}\n${explanation.remedy}`;
        const group = groups.get(key);
        if (group === undefined)
            groups.set(key, { ...explanation, agents: [result.agent] });
        else
            group.agents.push(result.agent);
    }
    return [...groups.values()];
}
function without_result_explain(result, appUrl) {
    switch (result.outcome) {
        case 'passed':
        case 'failed':
            return null;
        case 'inconclusive': {
            const { sentence, remedy } = describeProblem(result.problem, result.run);
            return { sign: '⚠️', sentence, remedy, link: linkOf(result, appUrl) };
        }
        case 'skipped':
            return {
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
    return result.problem.kind === 'maybe-launched' ? runsLink(appUrl) : null;
}

;// CONCATENATED MODULE: ./src/report/page.ts






/** Where not even the barest page fits, its headline alone is returned. */
function renderPage(outcome, context, limit) {
    const model = pageModel(outcome, context);
    return richestWithin((detail) => pageParts(model, detail), limit) ?? headline(model);
}
function* pageParts(model, detail) {
    yield headline(model);
    const unclear = model.outcome.verdict.word === 'inconclusive';
    if (unclear)
        yield* without_result_withoutResult(model, detail);
    yield* agentTable(model, detail);
    if (!unclear)
        yield* without_result_withoutResult(model, detail);
    yield* failingTests(model, detail);
}

;// CONCATENATED MODULE: ./src/report/comment.ts

/**
 * @param limit `maxCharacters` in UTF-16 units, as GitHub counts a comment's body. What does not fit is left out by
 * importance, and its number said; below some 1,500 characters only the headline may come back.
 */
function renderComment(outcome, context, { maxCharacters }) {
    return renderPage(outcome, context, { max: maxCharacters, measure: (text) => text.length });
}

;// CONCATENATED MODULE: ./src/report/summary.ts

/** GitHub shows nothing at all of a summary that is too large, and line ends may be added on the way to it. */
const RESERVED_BYTES = 4096;
/** @param limit `maxBytes` of UTF-8 that the summary file may hold */
function renderSummary(outcome, context, { maxBytes }) {
    const max = maxBytes - Math.min(RESERVED_BYTES, maxBytes / 10);
    return renderPage(outcome, context, { max, measure: (text) => Buffer.byteLength(text) });
}

;// CONCATENATED MODULE: ./src/publish.ts
// From an outcome to what people and later steps see: outputs, summary, annotations, comment. Each is tried, whatever became of the others.










const COMMENT_MAX_CHARACTERS = 65_536;
const SUMMARY_MAX_BYTES = 1024 * 1024;
async function publish(outcome, context) {
    const pullRequest = pullRequestOf(context.environment.eventName, context.environment.payload);
    const report = reportContext(context, pullRequest);
    await attempt('The outputs', () => writeOutputs(outcome));
    await attempt('The log', () => writeLog(outcome, report));
    await attempt('The job summary', () => writeSummary(outcome, report));
    if (pullRequest === null)
        core/* info */.pq('No comment: this event belongs to no pull request.');
    else
        await comment(outcome, report, context, pullRequest);
}
/** A report that cannot be written is a warning, never a change of the verdict. */
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
/** The legs of a matrix are told apart by their values, as in the names of their jobs. */
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
function writeOutputs({ verdict }) {
    core/* setOutput */.uH('total', verdict.totals.total);
    core/* setOutput */.uH('passed', verdict.totals.passed);
    core/* setOutput */.uH('failed', verdict.totals.failed);
    core/* setOutput */.uH('verdict', verdict.word);
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

// EXTERNAL MODULE: ./src/runner/environment.ts + 1 modules
var environment = __webpack_require__(5081);
;// CONCATENATED MODULE: ./src/action.ts
// The composition root: walks from the inputs over the gate and its reports to the conclusion of the step.




/** Runs the whole action. The verdict decides the conclusion in gate mode; a report that cannot be written does not. */
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
            return verdict.word === 'passed' ? 'success' : 'failure';
        case 'report':
            return 'success';
        default:
            return mode;
    }
}


/***/ })

};
