export const id = 803;
export const ids = [803];
export const modules = {

/***/ 2803:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runAction: () => (/* binding */ runAction),
  runMerge: () => (/* binding */ runMerge)
});

// EXTERNAL MODULE: ./node_modules/@actions/core/lib/core.js + 14 modules
var core = __webpack_require__(6421);
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
async function withDeadline(clock, { ms, signal }, work) {
    const stop = new AbortController();
    const abort = () => stop.abort(signal?.reason);
    if (signal?.aborted)
        abort();
    const forget = signal && onAbort(signal, abort);
    const timeout = Number.isFinite(ms) ? clock.sleep(ms, stop.signal).then(() => stop.abort('timeout')) : null;
    try {
        return await work(stop.signal);
    }
    finally {
        stop.abort('finished');
        forget?.();
        await timeout;
    }
}
class Callbacks {
    calls = [];
    handleEvent() {
        for (const call of [...this.calls])
            call();
    }
}
const callbacks = new WeakMap();
function onAbort(signal, call) {
    const listener = callbacks.get(signal) ?? new Callbacks();
    const { calls } = listener;
    callbacks.set(signal, listener);
    signal.addEventListener('abort', listener);
    calls.push(call);
    return () => {
        calls.splice(calls.indexOf(call), 1);
        if (calls.length === 0)
            signal.removeEventListener('abort', listener);
    };
}

;// CONCATENATED MODULE: ./src/gate/read-test-case.ts
const emptyList = [];
const nothingKnown = { question: emptyList, criteria: emptyList, expectedToolCalls: emptyList };
function mapped(list, map) {
    return list.length === 0 ? emptyList : list.map((each) => map(each));
}
function readTestCase(testCase, intern = (text) => text) {
    if (typeof testCase !== 'object' || testCase === null)
        return nothingKnown;
    const evaluation = field(testCase, 'evaluation');
    return {
        question: mapped(turnsOf(testCase), ({ role, content }) => ({
            role: intern(role),
            content: intern(content),
        })),
        criteria: mapped([field(evaluation, 'criteria'), field(testCase, 'criteria')].flatMap(textsOf), intern),
        expectedToolCalls: expectedCalls(field(evaluation, 'tool_calls') ?? field(testCase, 'tool_calls')),
    };
}
function toolCall(tool, given) {
    if (given === null || given === undefined)
        return { tool, arguments: null };
    try {
        return { tool, arguments: typeof given === 'string' ? given : JSON.stringify(given) };
    }
    catch {
        return { tool, arguments: '"arguments nested too deeply to show"' };
    }
}
function turnsOf(testCase) {
    const turns = listOf(field(testCase, 'history') ?? field(testCase, 'messages')).flatMap((turn) => {
        const content = field(turn, 'content');
        const role = field(turn, 'role');
        return typeof content === 'string' && content.trim() !== ''
            ? [{ role: typeof role === 'string' ? role : 'user', content }]
            : [];
    });
    const input = field(testCase, 'input');
    if (turns.length > 0 || typeof input !== 'string')
        return turns;
    return [{ role: 'user', content: input }];
}
function expectedCalls(calls) {
    const named = listOf(calls).flatMap((call) => {
        const tool = field(call, 'tool') ?? field(call, 'name');
        return typeof tool === 'string' ? [{ tool, given: field(call, 'arguments') }] : [];
    });
    return mapped(named, ({ tool, given }) => toolCall(tool, given));
}
function textsOf(value) {
    if (value === undefined)
        return emptyList;
    const texts = typeof value === 'string' ? [value] : listOf(value);
    return texts
        .map((text) => (typeof text === 'string' ? text : (field(text, 'description') ?? field(text, 'name'))))
        .filter((text) => typeof text === 'string');
}
function listOf(value) {
    return Array.isArray(value) ? value : [];
}
function field(value, key) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

;// CONCATENATED MODULE: ./src/gate/read-run.ts

function launchedRun(taskId, status) {
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
function runFields(run) {
    return {
        status: run.status,
        p95LatencyMs: run.latency_ms?.p95 ?? null,
        meanCostUsd: run.cost?.mean ?? null,
        meanTokens: run.total_tokens?.mean ?? null,
        shareToken: run.is_public === true ? (run.share_token ?? null) : null,
    };
}
function testRows(run, known = []) {
    const evaluators = new Map(run.evaluators?.map((evaluator) => [evaluator.uuid, evaluator]));
    const uuids = new Set(run.test_uuids);
    const intern = createIntern(known.flatMap(({ id, name }) => [id, name]));
    const internText = (text) => intern(text) ?? text;
    return (run.results ?? []).map((row) => {
        const { question, criteria, expectedToolCalls } = readTestCase(row.test_case, internText);
        return {
            id: intern(row.test_case_id ?? row.test_uuid),
            uuid: intern([row.test_uuid, row.test_case_id].find((id) => uuids.has(id))),
            name: row.name?.trim() ? intern(row.name) : null,
            status: testStatus(row),
            reasoning: intern(row.reasoning),
            reply: intern(row.output?.response),
            toolCalls: mapped(row.output?.tool_calls ?? [], (call) => toolCall(call.tool ?? 'unnamed tool', call.arguments)),
            evaluators: evaluatorResults(row, evaluators, intern),
            latencyMs: row.latency_ms ?? null,
            cost: row.cost ?? null,
            question,
            criteria,
            expectedToolCalls,
        };
    });
}
function testOf(row) {
    return {
        id: row.id,
        uuid: row.uuid,
        name: row.name,
        status: row.status,
        reasoning: row.reasoning,
        reply: row.reply,
        toolCalls: row.toolCalls,
        evaluators: row.evaluators,
        latencyMs: row.latencyMs,
        cost: row.cost,
        question: row.question,
        criteria: row.criteria,
        expectedToolCalls: row.expectedToolCalls,
        attempts: emptyList,
        retrySkipped: null,
        baseline: null,
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
function createIntern(known) {
    const copies = new Map(known.map((text) => [text, text]));
    return (text) => {
        if (text == null)
            return null;
        const copy = copies.get(text) ?? text;
        copies.set(copy, copy);
        return copy;
    };
}
function evaluatorResults(row, evaluators, intern) {
    const results = row.judge_results ?? [];
    const passed = ratingsPassed(row, results);
    return mapped(results, (result) => {
        const evaluator = evaluators.get(result.evaluator_uuid);
        return {
            evaluator: evaluator?.name ?? null,
            passed: result.match ?? (typeof result.score === 'number' ? passed : null),
            score: result.score ?? null,
            scaleMin: evaluator?.scale_min ?? null,
            scaleMax: evaluator?.scale_max ?? null,
            valueName: intern(result.value_name),
            reasoning: intern(result.reasoning),
        };
    });
}
function ratingsPassed(row, results) {
    const status = testStatus(row);
    if (status !== 'failed')
        return status === 'passed' ? true : null;
    const suspects = results.filter(({ match }) => match !== true);
    const isOnlySuspect = suspects.length === 1 && readTestCase(row.test_case).expectedToolCalls.length === 0;
    return isOnlySuspect ? false : null;
}

;// CONCATENATED MODULE: ./src/gate/merge-rows.ts

const STATUSES = ['passed', 'failed', 'unanswered', 'not-run', 'pending'];
function mergeRows(known, read) {
    const keyOf = ({ id, name }) => (id === null ? `name ${name}` : `id ${id}`);
    const waiting = new Map(STATUSES.map((status) => {
        const tests = known.filter((test) => test.status === status).reverse();
        return [status, Map.groupBy(tests, keyOf)];
    }));
    const tests = [...known];
    let contradictory = false;
    for (const row of read) {
        const key = keyOf(row);
        let before = waiting.get(row.status)?.get(key)?.pop();
        const isSame = before !== undefined;
        for (const status of STATUSES)
            before ??= waiting.get(status)?.get(key)?.pop();
        if (before === undefined)
            tests.push(testOf(row));
        else
            enrich(before, row);
        contradictory ||= before !== undefined && !isSame;
    }
    return { tests, contradictory };
}
function enrich(before, row) {
    for (const field of Object.keys(row)) {
        const value = row[field];
        const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
        if (!isEmpty)
            Reflect.set(before, field, value);
    }
}

;// CONCATENATED MODULE: ./src/gate/run-evidence.ts


const GOING = new Set(['queued', 'in_progress']);
const ENDED = new Set(['done', 'failed', 'cancelled']);
function phaseOf(run) {
    if (ENDED.has(run.status))
        return 'ended';
    if (GOING.has(run.status))
        return 'going';
    return run.error === true ? 'ended' : 'unknown';
}
function noEvidence(launched) {
    return {
        run: launched,
        passed: null,
        failed: null,
        total: 0,
        linked: 0,
        allRows: false,
        mostFailed: 0,
        mostWithoutVerdict: 0,
        error: false,
        stoppedEarly: false,
        ended: false,
        contradictory: false,
    };
}
function addRead(before, read, { onlyFailed, durationMs }) {
    const ended = phaseOf(read) === 'ended';
    const rows = testRows(read, before.run.tests);
    const merged = before.ended
        ? mergeRows(before.run.tests, rows)
        : { tests: ended || rows.length > 0 ? rows.map(testOf) : before.run.tests, contradictory: false };
    const passed = read.passed ?? null;
    const failed = read.failed ?? null;
    const linked = Math.max(before.linked, new Set(read.test_uuids).size);
    const total = Math.max(before.total, linked, read.total_tests ?? 0, (passed ?? 0) + (failed ?? 0), rows.length);
    const differs = (one, other) => before.ended && one !== null && other !== null && one !== other;
    return {
        run: { ...before.run, ...runFields(read), tests: merged.tests, plannedTests: total || null, durationMs },
        passed: passed ?? before.passed,
        failed: failed ?? before.failed,
        total,
        linked,
        allRows: before.allRows || (ended && !onlyFailed && rows.length > 0),
        mostFailed: Math.max(before.mostFailed, failed ?? 0, countOf(rows, 'failed')),
        mostWithoutVerdict: Math.max(before.mostWithoutVerdict, read.unanswered_tests ?? 0, withoutVerdict(rows, ended)),
        error: before.error || read.error === true,
        stoppedEarly: before.stoppedEarly || read.aborted === true || read.stopped_early === true,
        ended: before.ended || ended,
        contradictory: before.contradictory ||
            merged.contradictory ||
            (before.ended && (!ended || read.status !== before.run.status)) ||
            differs(passed, before.passed) ||
            differs(failed, before.failed) ||
            (read.total_tests ?? total) < (passed ?? 0) + (failed ?? 0),
    };
}
function emptyRead({ results, test_uuids }) {
    results?.splice(0);
    test_uuids?.splice(0);
}
function concludeRun(evidence) {
    const counts = countsOf(evidence);
    return { run: { ...evidence.run, counts }, reason: reasonOf(evidence, counts) };
}
function countsOf({ run, passed, failed, total }) {
    const { tests } = run;
    if (tests.length === 0 && passed === null && failed === null)
        return null;
    return { total, passed: passed ?? countOf(tests, 'passed'), failed: failed ?? countOf(tests, 'failed') };
}
function reasonOf(evidence, counts) {
    const { run, linked, total, mostWithoutVerdict } = evidence;
    if (contradicts(evidence, counts))
        return { kind: 'contradictory' };
    if (run.status === 'failed')
        return { kind: 'run-failed' };
    if (run.status === 'cancelled')
        return { kind: 'run-cancelled' };
    if (run.status !== 'done')
        return { kind: 'unknown-status', status: run.status };
    if (evidence.error)
        return { kind: 'run-error' };
    if (evidence.stoppedEarly)
        return { kind: 'stopped-early' };
    if (counts === null || ((evidence.passed === null || evidence.failed === null) && !evidence.allRows))
        return { kind: 'no-counts' };
    if (total === 0)
        return { kind: 'no-tests' };
    const known = Math.max(run.tests.length, counts.passed + counts.failed + mostWithoutVerdict);
    const uuids = run.tests.flatMap(({ uuid }) => uuid ?? []);
    const repeated = uuids.length - new Set(uuids).size;
    const notRun = linked - (known - repeated);
    return notRun > 0 ? { kind: 'tests-not-run', notRun, total } : null;
}
function contradicts(evidence, counts) {
    const { run, allRows, mostFailed, mostWithoutVerdict, contradictory } = evidence;
    if (contradictory || counts === null)
        return contradictory;
    const { total, passed, failed } = counts;
    if (mostFailed > failed || mostWithoutVerdict > total - passed - failed)
        return true;
    return allRows && (countOf(run.tests, 'failed') !== failed || countOf(run.tests, 'passed') !== passed);
}
function withoutVerdict(rows, ended) {
    return countOf(rows, 'unanswered') + countOf(rows, 'not-run') + (ended ? countOf(rows, 'pending') : 0);
}
function countOf(tests, status) {
    return tests.reduce((count, test) => count + (test.status === status ? 1 : 0), 0);
}

;// CONCATENATED MODULE: ./src/gate/verdict.ts

function agentResult(agent, run, reason) {
    if (run === null || run.counts === null)
        return { outcome: 'inconclusive', agent, run, reason: reason ?? { kind: 'no-counts' } };
    const { total, passed, failed } = run.counts;
    const withoutVerdict = total - passed - failed;
    const why = reason ?? (withoutVerdict > 0 ? { kind: 'unfinished-tests', withoutVerdict } : null);
    if (why === null)
        return { outcome: failed > 0 ? 'failed' : 'passed', agent, run };
    return { outcome: failed > 0 ? 'failed' : 'inconclusive', agent, run, reason: why };
}
function withRetries(run, settled) {
    const tests = run.tests.map((test) => settled.get(test) ?? test);
    const gained = (status) => countOf(tests, status) - countOf(run.tests, status);
    const counts = run.counts && {
        total: run.counts.total,
        passed: run.counts.passed + gained('flaky'),
        failed: run.counts.failed + gained('failed'),
    };
    return { ...run, counts, tests };
}
function verdictOf(mode, results, abortReason, comparison) {
    const agents = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 };
    for (const { outcome } of results)
        agents[outcome] += 1;
    const tests = results.flatMap(({ run }) => run?.tests ?? []);
    const summary = { totals: totalsOf(results), flaky: countOf(tests, 'flaky'), agents };
    const compares = mode === 'gate-if-worse';
    if (compares ? isWorse(comparison) : agents.failed > 0)
        return { status: 'failed', ...summary };
    const inconclusive = abortReason !== null ||
        agents.inconclusive > 0 ||
        agents.passed + agents.failed === 0 ||
        (compares && isUncertain(results, comparison));
    return { status: inconclusive ? 'inconclusive' : 'passed', ...summary };
}
function isWorse(comparison) {
    return comparison !== null && (comparison.classes.broken > 0 || comparison.failureCount.blocks);
}
function isUncertain(results, comparison) {
    if (comparison === null || comparison.classes.undetermined > 0)
        return true;
    const compared = new Set(comparison.agents.map(({ agent }) => agent.uuid));
    const uncertain = results.some((result) => result.outcome === 'failed' && (result.reason !== undefined || !compared.has(result.agent.uuid)));
    return uncertain || comparison.agents.some(({ error }) => error !== null);
}
function totalsOf(results) {
    const sum = (count) => results.reduce((total, { run }) => total + (run?.counts?.[count] ?? 0), 0);
    return { total: sum('total'), passed: sum('passed'), failed: sum('failed') };
}

// EXTERNAL MODULE: ./src/github/event.ts
var github_event = __webpack_require__(5015);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./src/report/units.ts
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const MOST_DECIMALS = 10;
function count(value) {
    return Number.isInteger(value) && value >= 0 && value < 1000 ? `${value}` : grouped.format(value);
}
function counted(value, noun) {
    return `${count(value)} ${value === 1 ? noun : `${noun}s`}`;
}
function earlierText(failures, runs) {
    const verb = failures === 0 ? 'passed' : 'failed';
    if (runs === 1)
        return `${verb} its last run`;
    const how = failures === 0 || failures === runs ? 'all' : count(failures);
    return `${verb} ${how} of its last ${count(runs)} runs`;
}
function firstFew(items, most, text, rest = (left) => `${count(left)} more`) {
    const texts = items.slice(0, most).map((item) => text(item));
    return items.length > most ? [...texts, rest(items.length - most)] : texts;
}
function percentages(now, before) {
    if (now.total === 0 || before.total === 0)
        return null;
    const same = now.passed * before.total === before.passed * now.total;
    for (let decimals = 1;; decimals++) {
        const texts = [percentage(now, decimals), percentage(before, decimals)];
        const distinct = same || texts[0] !== texts[1];
        if (decimals === MOST_DECIMALS || (distinct && isExact(now, texts[0]) && isExact(before, texts[1])))
            return texts;
    }
}
function percent({ passed, total }) {
    return total === 0 ? '' : ((100 * passed) / total).toFixed(1);
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
        return `${Math.round(milliseconds)}ms`;
    const seconds = milliseconds / 1000;
    return `${seconds < 9.95 ? seconds.toFixed(1) : count(seconds)}s`;
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
        return count(amount);
    if (amount < 999_500)
        return `${scaled(amount / 1000)}k`;
    return `${scaled(amount / 1_000_000)}M`;
}
function wholePercent(share) {
    return `${count(100 * share)}%`;
}
function approximate(expected) {
    if (expected < 0.05)
        return 'fewer than 0.1';
    return expected < 9.95 ? expected.toFixed(1).replace(/\.0$/, '') : count(Math.round(expected));
}
function probability(value) {
    return value < 0.0001 ? 'below 0.01%' : `${(100 * value).toFixed(2)}%`;
}
function signed(difference, words) {
    const size = words(Math.abs(difference ?? 0));
    return size === words(0) ? '' : ` (${(difference ?? 0) < 0 ? '\u2212' : '+'}${size})`;
}
function percentage({ passed, total }, decimals) {
    return `${((100 * passed) / total).toFixed(decimals)}%`;
}
function isExact({ passed, total }, text) {
    const rounded = Number.parseFloat(text);
    return (rounded === 100) === (passed === total) && (rounded === 0) === (passed === 0);
}
function scaled(value) {
    return value < 9.95 ? trimZeros(value.toFixed(1)) : count(value);
}
function trimZeros(decimal) {
    return decimal.replace(/\.?0+$/, '');
}
function joined(large, largeUnit, small, smallUnit) {
    return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`;
}
function day(time) {
    const date = new Date(time);
    return Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10);
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 3 modules
var schemas = __webpack_require__(3619);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(3305);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/parse.js + 1 modules
var parse = __webpack_require__(3945);
;// CONCATENATED MODULE: ./src/client/reason.ts
const MAX_REASON_LENGTH = 2000;
const MAX_ISSUES = 1000;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
function reason_reasonOf(body) {
    const reason = textOf(body)?.trim();
    if (reason === undefined || reason === '')
        return null;
    return reason.length <= MAX_REASON_LENGTH ? reason : `${reason.slice(0, MAX_REASON_LENGTH).toWellFormed()}…`;
}
function textOf(body) {
    if (typeof body === 'string')
        return /^\s*</.test(body) ? 'an HTML page instead of a reason' : body;
    if (!isObject(body))
        return null;
    const issues = issuesOf(body);
    if (issues.length > 0)
        return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
    return messageOf(body['detail']) ?? messageOf(body);
}
function messageOf(value) {
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
    const { detail, validation_issues, invalid_fields } = body;
    const error = typeof body['error'] === 'string' ? body['error'] : 'rejected';
    const list = [detail, validation_issues, invalid_fields].find(Array.isArray);
    if (list !== undefined)
        return list.slice(0, MAX_ISSUES).flatMap((entry) => issueOf(entry, error));
    if (!isObject(invalid_fields))
        return [];
    return Object.entries(invalid_fields)
        .slice(0, MAX_ISSUES)
        .map(([field, entry]) => fieldIssue(field, entry, error));
}
function issueOf(entry, error) {
    if (typeof entry === 'string')
        return [fieldIssue(entry, null, error)];
    if (!isObject(entry))
        return [];
    const field = entry['field'];
    const loc = Array.isArray(entry['loc']) ? entry['loc'].filter(isSegment) : [];
    const path = loc.length > 0 ? dotted(loc) : typeof field === 'string' ? field : '';
    const type = typeof entry['type'] === 'string' ? entry['type'] : null;
    const message = [entry['msg'], entry['message'], entry['error']].find((text) => typeof text === 'string');
    return [{ path, message: message ?? error, type, loc: loc.length > 0 ? loc : path === '' ? [] : [path] }];
}
function fieldIssue(field, entry, error) {
    const reason = isObject(entry) ? (entry['error'] ?? entry['message']) : entry;
    return { path: field, message: typeof reason === 'string' ? reason : error, type: null, loc: [field] };
}
const isSegment = (part) => typeof part === 'string' || typeof part === 'number';
function dotted(path) {
    return path.reduce((text, part) => {
        if (typeof part === 'number')
            return `${text}[${part}]`;
        return text === '' ? String(part) : `${text}.${String(part)}`;
    }, '');
}

;// CONCATENATED MODULE: ./src/client/schema.ts


function schema_open(shape) {
    return schemas/* looseObject */._H3(shape);
}
const MAX_ROWS = 100_000;
const tooMany = `expected at most ${MAX_ROWS} entries`;
const identifier = schemas/* string */.YjP()
    .check(schemas/* refine */.YPB((id) => id.isWellFormed() && !/^\.{0,2}$/.test(id), 'expected an identifier'));
const schema_status = () => schemas/* custom */.IeY((value) => typeof value === 'string', 'expected string');
const schema_count = schemas/* int */.Whr().check(api/* _gte */.qm(0));
const schema_nullish = (schema) => schemas/* optional */.lqM(schemas/* nullable */.mee(schema));
const schema_strictList = (entry) => schemas/* array */.YOg(entry).check(api/* _maxLength */.Eb(MAX_ROWS, tooMany));
const lenientBy = (read) => Object.assign(schemas/* optional */.lqM(schemas/* transform */.pdi(read)), { read });
const lenient = (schema) => lenientBy((value) => (value === null ? null : (parse/* safeParse */.xL(schema, value).data ?? null)));
const lenientIf = (is) => lenientBy((value) => (is(value) ? value : null));
const isString = (value) => typeof value === 'string';
const schema_isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const schema_text = lenientIf(isString);
const number = lenientIf((value) => Number.isFinite(value));
const schema_boolean = lenientIf((value) => typeof value === 'boolean');
const anyObject = schemas/* custom */.IeY(schema_isObject, 'expected an object');
const object = lenientIf(schema_isObject);
const anything = lenientBy((value) => value);
const openEnum = () => lenientIf(isString);
function row(shape) {
    const fields = Object.entries(shape);
    const readFields = (value) => {
        if (!schema_isObject(value))
            return false;
        for (const [name, { read }] of fields) {
            const given = value[name];
            const known = given === undefined ? given : read(given);
            if (known !== given)
                value[name] = known;
        }
        return true;
    };
    return schemas/* custom */.IeY(readFields, 'expected an object');
}
const list = (entry) => {
    const entries = knownEntries(entry);
    return Object.assign(schemas/* optional */.lqM(schemas/* nullable */.mee(entries)), { read: lenient(entries).read });
};
const listOrEmpty = (entry) => schemas/* _default */.Rvf(schemas/* pipe */.FsL(knownEntries(entry), schemas/* transform */.pdi((entries) => entries ?? [])), []);
function knownEntries(entry) {
    return schemas/* pipe */.FsL(schemas/* unknown */.L5J().check(schemas/* refine */.YPB((value) => !Array.isArray(value) || value.length <= MAX_ROWS, tooMany)), schemas/* transform */.pdi((value) => (Array.isArray(value) ? keepKnown(entry, value) : null)));
}
function keepKnown(entry, list) {
    const known = list;
    let kept = 0;
    for (const each of list) {
        const result = parse/* safeParse */.xL(entry, each);
        if (!result.success)
            continue;
        known[kept] = result.data;
        kept += 1;
    }
    known.length = kept;
    return known;
}
const flag = lenientBy((value) => Boolean(value) && value !== 'false');
function schema_parserOf(schema) {
    return (body) => {
        const result = parse/* safeParse */.xL(schema, body);
        if (result.success)
            return { ok: true, value: result.data };
        return { ok: false, issues: result.error.issues.map((issue) => explain(issue, body)) };
    };
}
function explain(issue, body) {
    const found = issue.path.reduce((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), body);
    const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message;
    return issueAt(issue.path, `${expected}, got ${kindOf(found)}`);
}
function issueAt(path, message) {
    const loc = path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    return { path: dotted(path), message, type: null, loc };
}
function kindOf(value) {
    if (value === undefined)
        return 'nothing';
    if (value === null)
        return 'null';
    return Array.isArray(value) ? 'array' : typeof value;
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./src/find-files.ts


function findFiles(pattern) {
    const { root } = (0,external_node_path_.parse)(pattern);
    const parts = pattern.slice(root.length).split(external_node_path_.sep === '\\' ? /[\\/]+/ : /\/+/);
    const found = (0,external_node_fs_.existsSync)(pattern) ? [pattern] : expand(root, parts);
    const files = found.flatMap((path) => (isFile(path) ? [path] : expand(path, ['**', '*.json'])));
    return [...new Set(files)].filter(isFile).sort();
}
function expand(folder, [part, ...rest]) {
    if (part === undefined)
        return [folder];
    if (part === '**')
        return [folder, ...foldersBelow(folder)].flatMap((each) => expand(each, rest));
    if (!/[*?]/.test(part))
        return expand((0,external_node_path_.join)(folder, part), rest);
    const name = nameMatcher(part);
    return entries(folder)
        .filter((entry) => name.test(entry.name))
        .flatMap((entry) => expand((0,external_node_path_.join)(folder, entry.name), rest));
}
function foldersBelow(folder) {
    return entries(folder)
        .filter((entry) => entry.isDirectory())
        .flatMap(({ name }) => [(0,external_node_path_.join)(folder, name), ...foldersBelow((0,external_node_path_.join)(folder, name))]);
}
function nameMatcher(part) {
    const literal = part.replace(/[\\^$.+()[\]{}|]/g, '\\$&');
    return new RegExp(`^${literal.replace(/\*+/g, '.*').replace(/\?/g, '.')}$`, 'su');
}
function entries(folder) {
    try {
        return (0,external_node_fs_.readdirSync)(folder === '' ? '.' : folder, { withFileTypes: true });
    }
    catch {
        return [];
    }
}
function isFile(path) {
    try {
        return (0,external_node_fs_.statSync)(path).isFile();
    }
    catch (error) {
        return !['ENOENT', 'ENOTDIR'].includes(Reflect.get(Object(error), 'code'));
    }
}

;// CONCATENATED MODULE: ./src/client/timestamps.ts
function fromUnixSeconds(seconds) {
    return typeof seconds === 'number' ? new Date(Math.round(seconds * 1000)) : null;
}
function toUnixSeconds(date) {
    return date.getTime() / 1000;
}
function fromServiceTime(text) {
    const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d(?::\d\d)?)?$/i.exec(text?.trim() ?? '');
    if (parts === null)
        return null;
    const [, day, time, fraction = '', zone = 'Z'] = parts;
    const date = new Date(`${day}T${time}${fraction.slice(0, 4)}${zone.length === 3 ? `${zone}:00` : zone}`);
    return Number.isNaN(date.getTime()) ? null : date;
}

;// CONCATENATED MODULE: ./src/gate/earlier-run.ts

const FINISHED_TEST_RUNS = { type: 'llm-unit-test', status: 'done' };
const OTHER_STATUSES = new Set(['queued', 'in_progress', 'failed', 'cancelled']);
const CLOCK_DIFFERENCE_MS = 14 * 60_000;
const excluded = { kind: 'excluded' };
const unusable = (why) => ({ kind: 'unusable', why });
function judgeRun(run, filter, keys) {
    if (filter.ownRuns.has(run.uuid) || isOtherRun(run))
        return excluded;
    const createdAt = fromServiceTime(run.created_at)?.getTime();
    if (createdAt === undefined)
        return unusable('unknown start time');
    if (createdAt > filter.now + CLOCK_DIFFERENCE_MS)
        return unusable('start time in the future');
    if (createdAt >= filter.cutOff)
        return excluded;
    if (run.status !== FINISHED_TEST_RUNS.status)
        return unusable('unknown status');
    if ((run.type ?? FINISHED_TEST_RUNS.type) !== FINISHED_TEST_RUNS.type)
        return unusable('unknown type');
    const { total_tests: total, passed, failed } = run;
    if (total == null || passed == null || failed == null)
        return unusable('no counts');
    if (passed + failed < total || passed + failed === 0)
        return excluded;
    const rows = run.results ?? [];
    const having = (outcome) => rows.reduce((count, row) => count + (row.passed === outcome ? 1 : 0), 0);
    if (rows.length !== total || having(true) !== passed || having(false) !== failed)
        return unusable('tests that contradict the counts');
    const outcomes = testOutcomes(rows);
    const passedNow = keys.map((key) => outcomes.get(key));
    const covered = passedNow.filter((each) => each !== undefined).length;
    if (covered * 2 < keys.length || covered < Math.min(2, keys.length))
        return rows.some(({ name }) => !name?.trim()) ? unusable('tests without a name') : excluded;
    const [p95LatencyMs, meanCostUsd] = [run.latency_ms?.p95 ?? null, run.cost?.mean ?? null];
    return {
        kind: 'baseline',
        run: { taskId: run.uuid, createdAt, ...passRateOf(outcomes), p95LatencyMs, meanCostUsd },
        passed: passedNow,
    };
}
function isOtherRun(run) {
    return (OTHER_STATUSES.has(run.status) ||
        run.type === 'llm-benchmark' ||
        run.error === true ||
        run.aborted === true ||
        run.stopped_early === true ||
        (run.unanswered_tests ?? 0) > 0);
}
function passRateOf(passed) {
    let passing = 0;
    for (const each of passed.values())
        if (each)
            passing += 1;
    return { passed: passing, total: passed.size };
}
function testOutcomes(tests) {
    const keys = testKeys(tests);
    const outcomes = new Map();
    for (const [index, { passed }] of tests.entries())
        if (typeof passed === 'boolean')
            outcomes.set(keys[index] ?? '', passed);
    return outcomes;
}
function testKeys(tests) {
    const seen = new Map();
    return tests.map(({ name }) => {
        const count = (seen.get(name ?? '') ?? 0) + 1;
        seen.set(name ?? '', count);
        return `${count} ${name ?? ''}`;
    });
}

;// CONCATENATED MODULE: ./src/report/results-test-schema.ts

const results_test_schema_open = schemas/* object */.Ikc;
const results_test_schema_count = schemas/* int */.Whr().check(api/* _gte */.qm(0));
const results_test_schema_text = schemas/* nullable */.mee(schemas/* string */.YjP());
const time = schemas/* nullable */.mee(schemas/* string */.YjP()).check(schemas/* describe */.q0y('ISO 8601, UTC.'));
const milliseconds = schemas/* number */.aig().check(api/* _gte */.qm(0));
const usd = schemas/* nullable */.mee(schemas/* number */.aig()).check(schemas/* describe */.q0y('US dollars; null if the service gave no costs.'));
const id = schemas/* string */.YjP().check(api/* _minLength */.m9(1));
const results_test_schema_testStatus = schemas/* enum */.k5n(['passed', 'flaky', 'failed', 'unanswered', 'not-run', 'pending']);
const failureClass = schemas/* enum */.k5n(['broken', 'known-failure', 'new', 'flaky', 'unreliable', 'undetermined']);
const results_test_schema_toolCall = results_test_schema_open({
    tool: schemas/* string */.YjP(),
    arguments: results_test_schema_text.check(schemas/* describe */.q0y('As compact JSON.')),
}).check(schemas/* meta */.mIj({ id: 'toolCall' }));
const evaluator = results_test_schema_open({
    evaluator: results_test_schema_text,
    passed: schemas/* nullable */.mee(schemas/* boolean */.zMY())
        .check(schemas/* describe */.q0y('Null for a rating of which the service does not tell whether it passed.')),
    score: schemas/* nullable */.mee(schemas/* number */.aig()),
    scaleMin: schemas/* nullable */.mee(schemas/* number */.aig()),
    scaleMax: schemas/* nullable */.mee(schemas/* number */.aig()),
    valueName: results_test_schema_text,
    reasoning: results_test_schema_text,
}).check(schemas/* meta */.mIj({
    id: 'evaluatorResult',
    description: 'The result of one evaluator; rating ones give a `score`.',
}));
const attempt = results_test_schema_open({
    taskId: id.check(schemas/* describe */.q0y('The run.')),
    url: schemas/* string */.YjP(),
    status: results_test_schema_testStatus,
    reasoning: results_test_schema_text,
    latencyMs: schemas/* nullable */.mee(schemas/* number */.aig()),
    costUsd: usd,
});
const retrySkipped = results_test_schema_open({
    kind: schemas/* enum */.k5n(['no-id', 'no-time', 'too-many-failures', 'incomplete-run', 'no-history', 'refused', 'lost']),
    message: results_test_schema_text,
}).check(schemas/* describe */.q0y('Why a failing test was not run again although retries were left.'));
const testBaseline = results_test_schema_open({ class: failureClass, failures: results_test_schema_count, runs: results_test_schema_count }).check(schemas/* describe */.q0y('In mode `gate-if-worse`, for tests that failed their first attempt: `failures` of the `runs` baseline runs that contain the test.'));
const testSchema = results_test_schema_open({
    id: results_test_schema_text,
    uuid: results_test_schema_text.check(schemas/* describe */.q0y('The ID by which the service can run this test alone.')),
    name: results_test_schema_text,
    status: results_test_schema_testStatus,
    reasoning: results_test_schema_text.check(schemas/* describe */.q0y('The reason of the evaluator, or the difference of tool calls.')),
    reply: results_test_schema_text,
    toolCalls: schemas/* array */.YOg(results_test_schema_toolCall),
    evaluators: schemas/* array */.YOg(evaluator),
    latencyMs: schemas/* nullable */.mee(schemas/* number */.aig()),
    costUsd: usd,
    question: schemas/* array */.YOg(results_test_schema_open({ role: schemas/* string */.YjP(), content: schemas/* string */.YjP() }))
        .check(schemas/* describe */.q0y('What the agent was asked, oldest turn first.')),
    criteria: schemas/* array */.YOg(schemas/* string */.YjP()).check(schemas/* describe */.q0y('What was expected of the reply.')),
    expectedToolCalls: schemas/* array */.YOg(results_test_schema_toolCall),
    attempts: schemas/* array */.YOg(attempt)
        .check(schemas/* describe */.q0y('All attempts, the first included, oldest first; empty if it was run once.')),
    retrySkipped: schemas/* nullable */.mee(retrySkipped),
    baseline: schemas/* nullable */.mee(testBaseline),
}).check(schemas/* meta */.mIj({ id: 'test' }));

;// CONCATENATED MODULE: ./src/report/results-schema.ts


const RESULTS_VERSION = 2;
const passRate = results_test_schema_open({ passed: results_test_schema_count, total: results_test_schema_count });
const totals = results_test_schema_open({
    total: results_test_schema_count,
    passed: results_test_schema_count.check(schemas/* describe */.q0y('Flaky tests included.')),
    failed: results_test_schema_count,
    flaky: results_test_schema_count.check(schemas/* describe */.q0y('Tests that failed, then passed when they were run again.')),
}).check(schemas/* describe */.q0y('Tests. `passed + failed` is below `total` if tests have no result.'));
const run = results_test_schema_open({
    taskId: id,
    status: schemas/* string */.YjP().check(schemas/* describe */.q0y("The service's own word.")),
    counts: schemas/* nullable */.mee(results_test_schema_open({ total: results_test_schema_count, passed: results_test_schema_count, failed: results_test_schema_count })),
    plannedTests: schemas/* nullable */.mee(results_test_schema_count).check(schemas/* describe */.q0y('How many tests the run has, as far as is known.')),
    p95LatencyMs: schemas/* nullable */.mee(schemas/* number */.aig()),
    meanCostUsd: usd,
    meanTokens: schemas/* nullable */.mee(schemas/* number */.aig()),
    durationMs: milliseconds,
    url: schemas/* string */.YjP().check(schemas/* describe */.q0y('The run in the web application.')),
    publicUrl: results_test_schema_text.check(schemas/* describe */.q0y('Set while the run is shared publicly.')),
    detailsMissing: results_test_schema_text.check(schemas/* describe */.q0y('Why details of tests are missing.')),
    tests: schemas/* array */.YOg(testSchema),
}).check(schemas/* meta */.mIj({ id: 'run' }));
const problem = results_test_schema_open({
    kind: schemas/* string */.YjP().check(schemas/* describe */.q0y('Such as `cannot-run`, `timed-out`, `lost`, `skipped`.')),
    label: schemas/* string */.YjP(),
    message: schemas/* string */.YjP(),
    remedy: results_test_schema_text.check(schemas/* describe */.q0y('What to do about it.')),
}).check(schemas/* describe */.q0y('Why the result is inconclusive or incomplete, or why the agent was skipped.'));
const agentBaseline = results_test_schema_open({
    runs: schemas/* array */.YOg(results_test_schema_open({
        taskId: schemas/* nullable */.mee(id).check(schemas/* describe */.q0y('Null for a run from a results file.')),
        url: results_test_schema_text,
        createdAt: time,
        passed: results_test_schema_count,
        total: results_test_schema_count,
        p95LatencyMs: schemas/* nullable */.mee(schemas/* number */.aig()),
        meanCostUsd: usd,
    })),
    error: schemas/* nullable */.mee(results_test_schema_open({ message: schemas/* string */.YjP(), remedy: schemas/* string */.YjP() }))
        .check(schemas/* describe */.q0y('Set if the run history could not be read.')),
});
const agent = results_test_schema_open({
    name: schemas/* string */.YjP(),
    uuid: id,
    appUrl: schemas/* url */.OZ5({ protocol: /^https?$/ }).check(schemas/* describe */.q0y('The web application that its links lead to.')),
    outcome: schemas/* enum */.k5n(['passed', 'failed', 'inconclusive', 'skipped']),
    problem: schemas/* nullable */.mee(problem),
    costUsd: usd.check(schemas/* describe */.q0y('What its tests cost in US dollars, retries included; null if unknown.')),
    baseline: schemas/* nullable */.mee(agentBaseline)
        .check(schemas/* describe */.q0y('Earlier runs, newest first: in mode `gate-if-worse` those that this one was compared with, else the last ones of a failing agent.')),
    run: schemas/* nullable */.mee(run),
}).check(schemas/* meta */.mIj({ id: 'agent' }));
const comparison = results_test_schema_open({
    comparedTests: results_test_schema_count,
    now: passRate,
    before: passRate,
    classes: results_test_schema_open({
        broken: results_test_schema_count,
        'known-failure': results_test_schema_count,
        new: results_test_schema_count,
        flaky: results_test_schema_count,
        unreliable: results_test_schema_count,
        undetermined: results_test_schema_count,
    }),
    failureCount: results_test_schema_open({
        tests: results_test_schema_count,
        failed: results_test_schema_count,
        expected: schemas/* number */.aig(),
        probability: schemas/* number */.aig(),
        blocks: schemas/* boolean */.zMY(),
    }),
    parts: schemas/* exactOptional */.yqP(results_test_schema_count)
        .check(schemas/* describe */.q0y('Set in merged results of several comparisons: how many. Each test was judged by its own.')),
}).check(schemas/* describe */.q0y('Mode `gate-if-worse`: first attempts of the tests that a baseline run contains.'));
const abortReason = results_test_schema_open({
    kind: schemas/* string */.YjP(),
    message: schemas/* string */.YjP(),
    details: schemas/* array */.YOg(schemas/* string */.YjP()),
    remedy: schemas/* string */.YjP(),
}).check(schemas/* describe */.q0y('Why the job ended early.'));
const resultsSchema = results_test_schema_open({
    version: schemas/* literal */.euz(RESULTS_VERSION),
    title: schemas/* string */.YjP().check(schemas/* describe */.q0y("The check's name, with the leg of a matrix.")),
    mode: schemas/* enum */.k5n(['gate', 'gate-if-worse', 'report']),
    verdict: schemas/* enum */.k5n(['passed', 'failed', 'inconclusive']),
    reasons: schemas/* array */.YOg(schemas/* string */.YjP()).check(schemas/* describe */.q0y('Why the verdict is not `passed`, as short phrases.')),
    totals,
    agentTotals: schemas/* object */.Ikc({ passed: results_test_schema_count, failed: results_test_schema_count, inconclusive: results_test_schema_count, skipped: results_test_schema_count })
        .check(schemas/* describe */.q0y('How many agents had each outcome.')),
    executedTests: results_test_schema_count.check(schemas/* describe */.q0y('How often a test was run, retries included.')),
    costUsd: usd.check(schemas/* describe */.q0y('What they cost in US dollars, as far as the service gave costs.')),
    startedAt: time,
    durationMs: milliseconds,
    timeoutSeconds: schemas/* int */.Whr().check(api/* _gte */.qm(1)),
    headSha: results_test_schema_text.check(schemas/* describe */.q0y('The tested commit, if the event has one.')),
    workflowRunUrl: results_test_schema_text,
    abortReason: schemas/* nullable */.mee(abortReason),
    comparison: schemas/* nullable */.mee(comparison),
    agents: schemas/* array */.YOg(agent).check(schemas/* describe */.q0y('In the order asked, or listed.')),
});

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./src/gate/regression.ts
const EXTRA_RETRIES = 2;
const MIN_RUNS_TO_COUNT = 5;
const COUNT_SIGNIFICANCE = 0.01;
function baselineOf(histories) {
    let [comparedTests, failures, runs] = [0, 0, 0];
    for (const history of histories) {
        if (history.runs === 0)
            continue;
        comparedTests += 1;
        failures += history.failures;
        runs += history.runs;
    }
    return { comparedTests, failures, runs };
}
function classifyFailure(test, attempts, baseline, retries) {
    if (test.runs === 0)
        return 'new';
    if (2 * test.failures > test.runs)
        return 'known-failure';
    if (attempts.passed)
        return 'flaky';
    if (attempts.failed <= retries)
        return 'retry';
    if (isBroken(test, attempts.failed, baseline))
        return 'broken';
    return attempts.failed <= retries + EXTRA_RETRIES ? 'retry' : 'unreliable';
}
function isBroken({ failures, runs }, attempts, baseline) {
    const aboveFloor = 50 * baseline.failures > baseline.runs;
    const [allFailures, allRuns] = aboveFloor ? [baseline.failures, baseline.runs] : [1, 50];
    const estimate = Math.max(allFailures * (runs + 2), failures * allRuns + 2 * allFailures);
    const numerator = BigInt(estimate) ** BigInt(attempts);
    const denominator = BigInt(allRuns * (runs + 2)) ** BigInt(attempts);
    return 20n * BigInt(baseline.comparedTests) * numerator <= denominator;
}
function countFailures(tests, baseline) {
    const prior = 4 * Math.max(baseline.failures / Math.max(baseline.runs, 1), 0.005);
    const chances = [];
    let [failed, expected] = [0, 0];
    for (const test of tests) {
        if (test.runs < MIN_RUNS_TO_COUNT)
            continue;
        const chance = (test.failures + prior) / (test.runs + 4);
        chances.push(chance);
        expected += chance;
        if (test.failed)
            failed += 1;
    }
    const probability = poissonBinomialTail(chances, failed);
    return { tests: chances.length, failed, expected, probability, blocks: isTooUnlikely(probability) };
}
function isTooUnlikely(probability) {
    return probability <= COUNT_SIGNIFICANCE;
}
function poissonBinomialTail(chances, count) {
    if (count <= 0)
        return 1;
    const negligible = 1e-40;
    const at = new Float64Array(count);
    at[0] = 1;
    let [low, high, tail] = [0, 0, 0];
    for (const chance of chances) {
        if (high + 1 < count)
            high += 1;
        else
            tail += (at[high] ?? 0) * chance;
        for (let k = high; k > low; k--)
            at[k] = (at[k] ?? 0) * (1 - chance) + (at[k - 1] ?? 0) * chance;
        at[low] = (at[low] ?? 0) * (1 - chance);
        while (low < high && (at[low] ?? 0) < negligible)
            at[low++] = 0;
        while (low < high && (at[high] ?? 0) < negligible)
            at[high--] = 0;
    }
    return Math.min(tail, 1);
}

;// CONCATENATED MODULE: ./src/gate/retry-tests.ts
function retriedTests({ taskId, tests }) {
    const rows = new Map();
    for (const { uuid } of tests)
        rows.set(uuid, (rows.get(uuid) ?? 0) + 1);
    return tests.filter(mayBeRetried).map((first) => ({
        first,
        uuid: rows.get(first.uuid) === 1 ? first.uuid : null,
        taskId,
        retries: [],
        skipped: null,
    }));
}
function notRetried(run, kind) {
    const tests = run.tests.map((test) => (mayBeRetried(test) ? { ...test, retrySkipped: { kind } } : test));
    return { ...run, tests };
}
function mayBeRetried({ status }) {
    return status === 'failed' || status === 'unanswered';
}
function attemptsOf({ first, taskId, retries }) {
    return [attemptOf(taskId, first), ...retries];
}
async function retryTests(agents, wants, effects) {
    for (let round = 1;; round += 1) {
        const overBy = effects.overBy();
        const due = agents
            .map(({ agent, retried }) => {
            const wanted = retried.filter((test) => test.skipped === null && wants(test, round));
            for (const test of wanted)
                test.skipped = test.uuid === null ? { kind: 'no-id' } : overBy;
            return { agent, tests: wanted.filter(({ skipped }) => skipped === null) };
        })
            .filter(({ tests }) => tests.length > 0);
        if (due.length === 0)
            return;
        effects.onRound({ round, agents: due.map(({ agent, tests }) => ({ agent, tests: tests.length })) });
        const ended = await Promise.all(due.map(async ({ agent, tests }, index) => {
            const testUuids = tests.flatMap(({ uuid }) => uuid ?? []);
            return { tests, ...(await effects.runTests(agent, testUuids, index / due.length)) };
        }));
        for (const { tests, run, reason } of ended) {
            const isShared = run !== null && effects.isShared(run.taskId);
            addAttempts(tests, run, isShared ? { kind: 'shared-run', taskId: run.taskId } : reason);
        }
    }
}
function addAttempts(tests, run, reason) {
    const rows = reason === null && run !== null ? rowsOf(tests, run) : null;
    for (const test of tests) {
        const row = rows?.get(test.uuid);
        if (run !== null && row !== undefined && row.status !== 'pending')
            test.retries.push(attemptOf(run.taskId, row));
        else
            test.skipped = skippedBy(run, reason);
    }
}
function rowsOf(tests, run) {
    const rows = new Map(run.tests.map((row) => [row.uuid, row]));
    const isExact = run.plannedTests === tests.length &&
        run.tests.length === tests.length &&
        tests.every(({ uuid, first }) => rows.get(uuid)?.name === first.name);
    return isExact ? rows : null;
}
function skippedBy(run, reason) {
    if (reason?.kind === 'not-launched-in-time')
        return { kind: 'no-time' };
    return { kind: run === null ? 'refused' : 'lost', reason: reason ?? { kind: 'contradictory' }, run };
}
function attemptOf(taskId, { status, reasoning, latencyMs, cost }) {
    return { taskId, status, reasoning, latencyMs, cost };
}
function settledStatus(attempts) {
    const has = (status) => attempts.some((each) => each.status === status);
    return has('passed') ? 'flaky' : has('failed') ? 'failed' : (attempts[0]?.status ?? null);
}
function settle(test) {
    const { first, retries, skipped } = test;
    if (retries.length === 0)
        return { ...first, retrySkipped: skipped };
    const attempts = attemptsOf(test);
    return { ...first, status: settledStatus(attempts) ?? first.status, attempts, retrySkipped: skipped };
}

;// CONCATENATED MODULE: ./src/results-outcome.ts




function outcomeOf(file) {
    const results = file.agents.map(resultOf);
    const comparison = file.comparison && comparisonOf(file.comparison, file.agents);
    const mode = comparison === null ? file.mode : 'gate-if-worse';
    const abortReason = abortReasonOf(file);
    const verdict = verdictOf(mode, results, abortReason, comparison);
    const agrees = (0,external_node_util_.isDeepStrictEqual)(comparison?.classes, file.comparison?.classes) &&
        comparison?.failureCount.blocks === file.comparison?.failureCount.blocks &&
        results.every(({ run }) => run?.tests.every(hasPossibleClass) ?? true) &&
        worstOf([verdict.status, file.verdict]) === file.verdict &&
        results.every(({ outcome }, index) => outcome === file.agents[index]?.outcome) &&
        results.every((result) => !('reason' in result) || result.reason !== contradictory) &&
        (0,external_node_util_.isDeepStrictEqual)({ ...verdict.totals, flaky: verdict.flaky }, file.totals) &&
        (0,external_node_util_.isDeepStrictEqual)(verdict.agents, file.agentTotals);
    const status = worstOf([verdict.status, file.verdict, agrees ? 'passed' : 'inconclusive']);
    const trends = comparison === null ? file.agents.flatMap(results_outcome_baselineOf) : [];
    const { durationMs } = file;
    return {
        outcome: { verdict: { ...verdict, status }, results, abortReason, comparison, trends, durationMs },
        contradictory: !agrees,
    };
}
const worstFirst = ['failed', 'inconclusive', 'passed'];
function worstOf(statuses) {
    return worstFirst.find((status) => statuses.includes(status)) ?? 'inconclusive';
}
function comparisonOf({ parts = 1, ...told }, records) {
    const classes = { broken: 0, 'known-failure': 0, new: 0, flaky: 0, unreliable: 0, undetermined: 0 };
    for (const { run, baseline: compared } of records)
        for (const { baseline, status } of run?.tests ?? [])
            if (baseline !== null)
                classes[baseline.class] += 1;
            else if (status === 'failed' && compared?.error === null)
                classes.undetermined += 1;
    const { failureCount } = told;
    const blocks = failureCount.blocks || isTooUnlikely(failureCount.probability);
    return {
        ...told,
        agents: records.flatMap(results_outcome_baselineOf),
        classes: { ...classes, broken: Math.max(classes.broken, told.classes.broken) },
        failureCount: { ...failureCount, blocks },
        ...(parts > 1 && { parts }),
    };
}
function hasPossibleClass({ status, attempts, baseline }) {
    if (baseline === null)
        return true;
    if (status === 'passed' || baseline.failures > baseline.runs)
        return false;
    const passed = attempts.some((each) => each.status === 'passed');
    const all = { comparedTests: 0, failures: 0, runs: 0 };
    const decision = classifyFailure(baseline, { failed: 0, passed }, all, 0);
    if (baseline.class === 'undetermined')
        return !passed;
    return decision === 'retry'
        ? baseline.class === 'broken' || baseline.class === 'unreliable'
        : baseline.class === decision;
}
function abortReasonOf({ abortReason, title }) {
    if (abortReason === null)
        return null;
    const { details, remedy } = abortReason;
    const message = `has no full results: ${[...details, remedy].join('. ')}`;
    return { kind: 'parts', problems: [{ kind: 'incomplete', part: title, message }] };
}
function agentOf({ uuid, name, appUrl }) {
    return { uuid, name, appUrl };
}
function resultOf(record) {
    const { outcome, problem } = record;
    const agent = agentOf(record);
    const run = record.run && runOf(record.run, problem !== null);
    if (outcome === 'skipped' && run === null)
        return { outcome, agent, run, reason: problem?.message ?? 'no reason was given' };
    if (problem !== null)
        return agentResult(agent, run, reportedReason(problem));
    return agentResult(agent, run, isComplete(run, outcome) ? null : contradictory);
}
function isComplete(run, outcome) {
    if (run === null || run.counts === null)
        return false;
    const { status, plannedTests, tests, counts } = run;
    return (outcome === (counts.failed > 0 ? 'failed' : 'passed') &&
        status === 'done' &&
        counts.total > 0 &&
        (plannedTests ?? 0) <= counts.total &&
        tests.every((test) => test.status === statusOf(test)));
}
function statusOf({ status, attempts }) {
    return settledStatus(attempts) ?? (status === 'flaky' ? 'failed' : status);
}
const contradictory = reportedReason({
    kind: 'contradictory',
    label: 'Contradictory',
    message: 'its outcome in the results file does not agree with its tests',
    remedy: null,
});
function reportedReason({ kind, label, message, remedy }) {
    const sentence = remedy === null ? message : `${message}. ${remedy}`;
    return { kind: 'reported', reported: kind, label, message: sentence };
}
function runOf({ url: _, publicUrl, detailsMissing, ...run }, hasProblem) {
    const tests = run.tests.map(results_outcome_testOf);
    return {
        ...run,
        tests,
        counts: hasProblem ? run.counts : results_outcome_countsOf(run.counts, tests),
        detailsError: detailsMissing === null ? null : reportedError(detailsMissing),
        shareToken: /\/public\/test-run\/([\w-]+)$/.exec(publicUrl ?? '')?.[1] ?? null,
    };
}
function results_outcome_countsOf(counts, tests) {
    if (counts === null)
        return null;
    const passing = tests.filter(({ status }) => status === 'passed' || status === 'flaky').length;
    const failing = tests.filter(({ status }) => status === 'failed').length;
    const total = Math.max(counts.total, tests.length);
    const failed = Math.max(counts.failed, failing);
    const unfinished = tests.length - passing - failing;
    return { total, failed, passed: Math.max(0, Math.min(counts.passed, total - failed - unfinished)) };
}
function results_outcome_testOf({ costUsd, attempts, retrySkipped, ...test }) {
    return {
        ...test,
        cost: costUsd,
        attempts: attempts.map(({ url: _, costUsd: cost, ...attempt }) => ({ ...attempt, cost })),
        retrySkipped: retrySkipped && retrySkippedOf(retrySkipped),
    };
}
function retrySkippedOf({ kind, message, }) {
    if (kind !== 'refused' && kind !== 'lost')
        return { kind };
    const reason = { kind: 'reported', reported: kind, label: 'Retry', message: message ?? kind };
    return { kind, reason, run: null };
}
function reportedError(message) {
    return { kind: 'reported', message, reason: null, status: null, code: null };
}
function results_outcome_baselineOf(record) {
    const { baseline } = record;
    if (baseline === null)
        return [];
    const runs = baseline.runs.map(({ url: _, createdAt, ...run }) => {
        const time = Date.parse(createdAt ?? '');
        return { ...run, createdAt: Number.isNaN(time) ? null : time };
    });
    const { error } = baseline;
    const reported = error && reportedError(`${error.message}. ${error.remedy}`);
    return { agent: agentOf(record), runs, error: reported };
}

;// CONCATENATED MODULE: ./src/results-files.ts






const results_files_parse = schema_parserOf(resultsSchema);
async function readBaselineFiles(patterns) {
    const read = await readResultsFiles(patterns, (results) => ({
        file: baselineFile(results),
        contradictory: outcomeOf(results).contradictory,
    }));
    const messages = read.unmatched.map((pattern) => `${JSON.stringify(pattern)} matches no file. Paths are relative to the working folder, which is the workspace of a job. If no job has stored a file yet, run that job once.`);
    const files = [];
    for (const each of read.files) {
        if (!each.ok)
            messages.push(each.message);
        else if (each.results.contradictory)
            messages.push(`${JSON.stringify(each.path)} ${CONTRADICTORY}`);
        else
            files.push(each.results.file);
    }
    if (messages.length === 0 && files.length > 0 && files.every(({ byUuid }) => byUuid.size === 0))
        messages.push('none of the files has results to compare with. Give the file of a job that ran its tests.');
    return messages.length > 0
        ? { ok: false, messages: messages.map((message) => `Input "baseline": ${message}`) }
        : { ok: true, files };
}
const CONTRADICTORY = 'contradicts itself: its verdict, totals or comparison do not agree with its tests. Re-run its job, and do not change the file.';
async function readResultsFiles(patterns, keep) {
    const found = patterns.map((pattern) => ({ pattern, paths: findFiles(pattern) }));
    const files = [];
    for (const path of new Set(found.flatMap(({ paths }) => paths))) {
        const file = await readResultsFile(path);
        files.push(file.ok ? { ...file, results: keep(file.results) } : file);
    }
    return { files, unmatched: found.filter(({ paths }) => paths.length === 0).map(({ pattern }) => pattern) };
}
async function readResultsFile(path) {
    const failed = (message) => ({ ok: false, path, message: `${JSON.stringify(path)} ${message}` });
    let json;
    try {
        json = JSON.parse(await (0,promises_.readFile)(path, 'utf8'));
    }
    catch (error) {
        const why = error instanceof SyntaxError ? 'not JSON' : (Reflect.get(Object(error), 'code') ?? error);
        return failed(`cannot be read (${why}). Give a file that the output results-file or the option --json names.`);
    }
    const version = Reflect.get(Object(json), 'version');
    if (typeof version === 'number' && version !== RESULTS_VERSION)
        return failed(`is a results file of version ${version}; this release reads version ${RESULTS_VERSION}. Use the same release in the job that writes it.`);
    const parsed = results_files_parse(json);
    if (parsed.ok)
        return { ok: true, path, results: parsed.value };
    const [issue] = parsed.issues;
    return failed(`is not a results file of agent-tests (${issue?.path || 'content'}: ${issue?.message}). Give a file that the output results-file or the option --json names.`);
}
function baselineFile({ startedAt, agents }) {
    const time = Date.parse(startedAt ?? '');
    const createdAt = Number.isNaN(time) ? null : time;
    const runs = agents.flatMap(({ uuid, name, problem, run }) => {
        if (run === null || (problem !== null && !PARTIAL.has(problem.kind)))
            return [];
        const passed = testOutcomes(run.tests.map(firstAttempt));
        const { p95LatencyMs, meanCostUsd } = run;
        const baselineRun = { taskId: null, createdAt, ...passRateOf(passed), p95LatencyMs, meanCostUsd };
        const fileRun = { taskId: run.taskId, run: baselineRun, passed };
        return passed.size === 0 ? [] : [{ uuid, name, run: fileRun }];
    });
    const names = agents.map(({ name }) => name);
    const isShared = (name) => names.indexOf(name) !== names.lastIndexOf(name);
    return {
        byUuid: new Map(runs.map(({ uuid, run }) => [uuid, run])),
        byName: new Map(runs.filter(({ name }) => !isShared(name)).map(({ name, run }) => [name, run])),
    };
}
const PARTIAL = new Set(['unfinished-tests', 'tests-not-run']);
function firstAttempt({ name, status, attempts }) {
    const first = attempts[0]?.status ?? status;
    return { name, passed: first === 'passed' ? true : first === 'failed' ? false : null };
}

;// CONCATENATED MODULE: ./src/parts.ts




async function readParts(paths, expected) {
    const { files, unmatched } = await readResultsFiles(paths, partFile);
    const problems = [];
    const parts = [];
    const names = new Set();
    const partOfRun = new Map();
    for (const { path, ...file } of files) {
        const name = partName(path);
        const ids = file.ok ? taskIds(file.results) : [];
        const sameRun = ids.find((id) => partOfRun.has(id));
        const other = names.has(name) ? name : partOfRun.get(sameRun ?? '');
        names.add(name);
        if (other) {
            const message = `is a duplicate: ${JSON.stringify(path)} and part "${other}" are of the same job. Keep one of them; the results of the first are shown.`;
            problems.push({ kind: 'duplicate', part: name, message });
        }
        else if (file.ok) {
            parts.push({ ...file.results, name });
            for (const id of ids)
                partOfRun.set(id, name);
            problems.push(...problemsOf(name, file.results), ...otherCommit(parts));
        }
        else
            problems.push({ kind: 'unreadable', part: name, message: `is unreadable: ${file.message}` });
    }
    const verdicts = files.flatMap((file) => (file.ok ? file.results.outcome.verdict.status : []));
    return { parts, problems: [...problems, ...unexpectedParts([...names], expected, unmatched)], verdicts };
}
function partName(path) {
    const { name } = (0,external_node_path_.parse)(path);
    return name === 'results' ? (0,external_node_path_.basename)((0,external_node_path_.dirname)((0,external_node_path_.resolve)(path))) || name : name;
}
function partFile(results) {
    const { headSha, startedAt, timeoutSeconds } = results;
    return { ...outcomeOf(results), headSha, startedAt: Date.parse(startedAt ?? ''), timeoutSeconds };
}
function taskIds({ outcome }) {
    return outcome.results.flatMap(({ run }) => run?.taskId ?? []);
}
function otherCommit(parts) {
    const [first, last] = [parts.find(({ headSha }) => headSha !== null), parts.at(-1)];
    if (!first?.headSha || !last?.headSha || first.headSha === last.headSha)
        return [];
    const [commit, other] = [last.headSha, first.headSha].map((sha) => sha.slice(0, 7));
    const message = `is of another commit (${commit}) than part "${first.name}" (${other}). Remove the outdated file, or run its job for this commit.`;
    return [{ kind: 'mismatched', part: last.name, message }];
}
function problemsOf(part, { outcome, contradictory }) {
    const { abortReason } = outcome;
    const ended = abortReason?.kind === 'parts' ? abortReason.problems.map((each) => ({ ...each, part })) : [];
    if (!contradictory)
        return ended;
    const message = 'contradicts itself: its verdict, totals or comparison do not agree with its tests, so the worse ones count. Re-run its job, and do not change the file.';
    return [...ended, { kind: 'contradictory', part, message }];
}
function unexpectedParts(names, expected, unmatched) {
    const remedy = [
        ...unmatched.map((pattern) => `${JSON.stringify(pattern)} matches no file.`),
        'Check that the job ran and uploaded its results file.',
    ].join(' ');
    if (typeof expected !== 'number') {
        const missing = expected.filter((name) => !names.includes(name));
        const others = names.filter((name) => !expected.includes(name));
        const notListed = 'is not listed in the input expect. Add it there, or remove its file.';
        return [
            ...missing.map((part) => ({ kind: 'missing', part, message: `is missing. ${remedy}` })),
            ...others.map((part) => ({ kind: 'unexpected', part, message: notListed })),
        ];
    }
    if (names.length === expected)
        return [];
    const kind = names.length < expected ? 'missing' : 'unexpected';
    const found = names.length === 0 ? '' : ` (${names.join(', ')})`;
    const message = `${counted(names.length, 'part')} found, but ${expected} expected${found}. ${kind === 'missing' ? remedy : 'Correct the input expect, or remove the other files.'}`;
    return [{ kind, part: null, parts: Math.abs(expected - names.length), message }];
}

;// CONCATENATED MODULE: ./src/merge.ts




async function mergeParts({ paths, expected, mode }) {
    const { parts, problems, verdicts } = await readParts(paths, expected);
    const outcomes = withDistinctNames(parts);
    const results = outcomes.flatMap((outcome) => outcome.results);
    const comparison = mergedComparison(outcomes);
    const trends = outcomes.flatMap((outcome) => outcome.trends);
    const abortReason = problems.length === 0 ? null : { kind: 'parts', problems };
    const verdict = verdictOf('gate', results, abortReason, null);
    const status = worstOf(abortReason === null ? verdicts : [...verdicts, 'inconclusive']);
    const { start, end } = spanOf(parts);
    return {
        outcome: {
            verdict: { ...verdict, status },
            results,
            abortReason,
            comparison,
            trends,
            durationMs: end - start,
        },
        report: {
            title: `Agent tests (${counted(parts.length, 'part')})`,
            appUrl: results[0]?.agent.appUrl ?? '',
            mode: mode === 'gate' && comparison !== null ? 'gate-if-worse' : mode,
            timeoutSeconds: parts.reduce((most, part) => Math.max(most, part.timeoutSeconds), 1),
            now: end,
        },
    };
}
function withDistinctNames(parts) {
    const names = parts.flatMap(({ outcome }) => [...new Set(outcome.results.map(({ agent }) => agent.name))]);
    const byName = Map.groupBy(names, (name) => name);
    return parts.map(({ name, outcome }) => {
        const renamed = (each) => (byName.get(each.agent.name)?.length ?? 0) > 1
            ? { ...each, agent: { ...each.agent, name: `${each.agent.name} (${name})` } }
            : each;
        const { comparison } = outcome;
        return {
            ...outcome,
            results: outcome.results.map(renamed),
            comparison: comparison && { ...comparison, agents: comparison.agents.map(renamed) },
            trends: outcome.trends.map(renamed),
        };
    });
}
function mergedComparison(outcomes) {
    const all = outcomes.flatMap(({ comparison }) => comparison ?? []);
    if (all.length === 0)
        return null;
    const sum = (value) => all.reduce((total, each) => total + value(each), 0);
    const inClass = (name) => sum(({ classes }) => classes[name]);
    const rate = (name) => ({
        passed: sum((each) => each[name].passed),
        total: sum((each) => each[name].total),
    });
    return {
        agents: all.flatMap(({ agents }) => agents),
        comparedTests: sum(({ comparedTests }) => comparedTests),
        now: rate('now'),
        before: rate('before'),
        classes: {
            broken: inClass('broken'),
            'known-failure': inClass('known-failure'),
            new: inClass('new'),
            flaky: inClass('flaky'),
            unreliable: inClass('unreliable'),
            undetermined: inClass('undetermined'),
        },
        ...(all.length > 1 && { parts: sum(({ parts = 1 }) => parts) }),
        failureCount: all
            .map(({ failureCount }) => failureCount)
            .reduce((least, each) => (each.probability < least.probability ? each : least)),
    };
}
function spanOf(parts) {
    const spans = parts
        .map(({ startedAt, outcome }) => ({ start: startedAt, end: startedAt + outcome.durationMs }))
        .filter(({ end }) => !Number.isNaN(new Date(end).getTime()));
    const now = Date.now();
    if (spans.length === 0)
        return { start: now, end: now };
    return {
        start: Math.min(...spans.map(({ start }) => start)),
        end: Math.max(...spans.map(({ end }) => end)),
    };
}

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
;// CONCATENATED MODULE: ./src/client/redactor.ts
const MIN_SECRET_LENGTH = 8;
const PATTERN_LENGTH = 4;
function createRedactor(secrets) {
    const redactors = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH).map(redactorOf);
    return (text) => redactors.reduce((redacted, redact) => redact(redacted), text);
}
function redactorOf(secret) {
    const characters = secret.split('');
    const start = new RegExp(characters.slice(0, PATTERN_LENGTH).map(formsOf).join(`${INVISIBLE}*`), 'gi');
    const rest = characters.slice(PATTERN_LENGTH).map((character) => new RegExp(formsOf(character), 'iy'));
    return (given) => {
        const text = given.replaceAll(secret, '***');
        let redacted = '';
        let kept = 0;
        for (let match = start.exec(text); match !== null; match = start.exec(text)) {
            const end = endOf(text, match.index + match[0].length, rest);
            if (end === null) {
                start.lastIndex = match.index + 1;
                continue;
            }
            redacted += `${text.slice(kept, match.index)}***`;
            kept = end;
            start.lastIndex = end;
        }
        return kept === 0 ? text : redacted + text.slice(kept);
    };
}
function endOf(text, position, rest) {
    let at = position;
    for (const forms of rest) {
        for (let skipped = endOfMatch(invisible, text, at); skipped !== null;) {
            at = skipped;
            skipped = endOfMatch(invisible, text, at);
        }
        const next = endOfMatch(forms, text, at);
        if (next === null)
            return null;
        at = next;
    }
    return at;
}
function endOfMatch(sticky, text, position) {
    sticky.lastIndex = position;
    return sticky.test(text) ? sticky.lastIndex : null;
}
const INVISIBLE = [
    String.raw `(?:(?:\x1b|\\u001b)\[[0-?]{0,32}[ -/]{0,8}[@-~]`,
    String.raw `[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f]`,
    String.raw `[\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|\udb40[\udc00-\udfff]`,
    String.raw `\\u(?:00[01][0-9a-f]|007f|00[89][0-9a-f]|00ad|034f|061c|115f|1160|17b[45]|180[b-f]|200[b-f])`,
    String.raw `\\u(?:202[a-e]|206[0-9a-f]|3164|fe0[0-9a-f]|feff|ffa0|fff[0-9ab])|\\udb40\\ud[c-f][0-9a-f]{2})`,
].join('|');
const invisible = new RegExp(INVISIBLE, 'iy');
function formsOf(character) {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    const backslash = /["/\\]/.test(character) ? '\\\\?' : '';
    return `(?:\\\\u${code}|%${code.slice(2)}|${backslash}\\u${code})`;
}

;// CONCATENATED MODULE: ./src/github/comment-error.ts
const GRANT = '`permissions: pull-requests: write`';
const SUMMARY = 'the result is in the job summary';
const LATEST_DATE_SECONDS = 8.64e12;
const MAX_CHARACTERS = 300;
const MAX_CAUSES = 5;
const REFUSED_BY_PROXY = /^Proxy (?:response|Authentication Required) \((\d+)\)/;
const STATUS_PAGE = 'https://www.githubstatus.com';
function explainCommentError(error, context) {
    const refusal = refusalOf(error, context.token);
    const why = refusal === null ? explainFailure(error, context.token) : explainRefusal(refusal, context);
    return `The comment on the pull request could not be written: ${why}.`;
}
function explainRefusal(refusal, context) {
    const { status } = refusal;
    if (status >= 500)
        return `GitHub returned a server error (HTTP ${status}); ${SUMMARY}, re-run the job later (see ${STATUS_PAGE})`;
    switch (status) {
        case 401:
            return 'GitHub rejects the token (HTTP 401); check that the input github-token is a valid token';
        case 403:
            return explainForbidden(refusal, context);
        case 404:
            return `the pull request was not found with this token (HTTP 404); check that the token can read the repository, and that the job has ${GRANT}`;
        case 410:
            return `comments are disabled or the pull request was deleted (HTTP 410); ${SUMMARY}`;
        case 413:
        case 422:
            return status === 413 || /too long/i.test(refusal.reason)
                ? `it is too long for GitHub (HTTP ${status}); ${SUMMARY}`
                : `GitHub rejects its text (HTTP ${status}${quoted(refusal)}); ${SUMMARY}`;
        case 429:
            return explainLimit(refusal);
        default:
            return `GitHub rejected the request (HTTP ${status}${quoted(refusal)}); ${SUMMARY}`;
    }
}
function explainForbidden(refusal, { fromFork, byDependabot }) {
    const { reason, headers } = refusal;
    if (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] || /rate limit|abuse/i.test(reason))
        return explainLimit(refusal);
    if (/\blocked\b/i.test(reason))
        return `the conversation is locked (HTTP 403); unlock it to get comments, ${SUMMARY}`;
    if (headers['x-github-sso'] || /\bSAML\b/.test(reason))
        return "the token is not authorized for the organization's single sign-on (HTTP 403); authorize it in the settings of its account";
    if (fromFork)
        return `on pull requests from forks, GitHub gives workflows a read-only token (HTTP 403); ${SUMMARY}, and a workflow on \`workflow_run\` can comment`;
    if (byDependabot)
        return `GitHub gives workflows that Dependabot triggers a read-only token (HTTP 403); add ${GRANT} to the job, ${SUMMARY}`;
    if (/not accessible by/i.test(reason))
        return `the token cannot write comments (HTTP 403); add ${GRANT} to the job`;
    return `GitHub denied access (HTTP 403${quoted(refusal)}); check that the job has ${GRANT}`;
}
function explainLimit({ status, headers }) {
    const resetsAt = Number(headers['x-ratelimit-reset']);
    const pause = Number(headers['retry-after']);
    const until = headers['x-ratelimit-remaining'] === '0' && resetsAt > 0 && resetsAt < LATEST_DATE_SECONDS
        ? `after ${new Date(resetsAt * 1_000).toISOString()}`
        : pause > 0
            ? `in ${pause} s or later`
            : 'in a few minutes';
    return `the rate limit of this token is exceeded (HTTP ${status}); ${SUMMARY}, re-run the job ${until}`;
}
function quoted({ reason }) {
    return reason === '' ? '' : `: “${reason}”`;
}
function explainFailure(error, token) {
    const causes = causesOf(error);
    const codes = causes.map((cause) => property(cause, 'code')).filter((code) => typeof code === 'string');
    const timedOut = causes.some(({ name }) => name === 'TimeoutError') || codes.some((code) => /TIMEDOUT|TIMEOUT/.test(code));
    if (timedOut)
        return `GitHub did not respond in time; ${SUMMARY}, re-run the job later (see ${STATUS_PAGE})`;
    const [proxyStatus] = causes.flatMap(({ message }) => REFUSED_BY_PROXY.exec(message)?.[1] ?? []);
    if (proxyStatus !== undefined)
        return `the proxy refused the connection (HTTP ${proxyStatus}); check HTTPS_PROXY with its credentials, and NO_PROXY`;
    if (causes.some(({ name }) => name === 'AbortError'))
        return 'the job was cancelled first';
    const [code] = codes;
    if (code === undefined)
        return printable(causes[0]?.message ?? '', token).replace(/\.$/, '') || 'an error without a message';
    if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
        return `GitHub's TLS certificate is not trusted (${code}); for a private certificate authority, set NODE_EXTRA_CA_CERTS in the \`env:\` of the job`;
    return `GitHub could not be reached (${code}); check the runner's network, and HTTPS_PROXY and NO_PROXY if it needs a proxy`;
}
function refusalOf(error, token) {
    const response = property(error, 'response');
    const status = property(response, 'status');
    if (typeof status !== 'number')
        return null;
    const data = property(response, 'data');
    const errors = property(data, 'errors');
    const messages = [data, ...(Array.isArray(errors) ? errors : [])].map((each) => property(each, 'message'));
    const reason = messages.filter((message) => typeof message === 'string').join(': ');
    return { status, reason: printable(reason, token), headers: Object(property(response, 'headers')) };
}
function causesOf(error) {
    const causes = [];
    for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) {
        causes.push(cause);
    }
    return causes;
}
function printable(text, token) {
    const cleaned = text.replace(/\p{Cf}+/gu, '').replace(/[\p{C}\s]+/gu, ' ');
    const line = (token === '' ? cleaned : cleaned.replaceAll(token, '[removed]'))
        .replace(/\b(token|bearer|basic)\s+[\w.~+/=-]{16,}/gi, '$1 [removed]')
        .replace(/\b(gh[a-z]|github_pat)_\w+/gi, '[removed]')
        .trim();
    return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS).toWellFormed()}…` : line;
}
function property(value, key) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./src/github/marker.ts

const NOTICE = /<!-- agent-tests:notice run:(\d+) attempt:(\d+) -->$/;
const MARKER = /^<!-- agent-tests:([0-9a-f]{32}) run:(\d+) attempt:(\d+) -->(?:\r?\n|$)/;
function commentIdOf(place) {
    const workflowFile = /^(.*?\.ya?ml)@/.exec(place.workflowRef)?.[1] ?? place.workflowRef;
    const parts = JSON.stringify([workflowFile, place.job, place.action, place.matrix]);
    return (0,external_node_crypto_.createHash)('sha256').update(parts).digest('hex').slice(0, 32);
}
function formatMarker(commentId, { runId, runAttempt }) {
    return `<!-- agent-tests:${commentId} run:${runId} attempt:${runAttempt} -->`;
}
function parseMarker(body) {
    const [, commentId, runId, runAttempt] = MARKER.exec(body) ?? [];
    return commentId === undefined ? null : { commentId, runId: Number(runId), runAttempt: Number(runAttempt) };
}
function formatNotice(notice, { runId, runAttempt }) {
    return `${notice} <!-- agent-tests:notice run:${runId} attempt:${runAttempt} -->`;
}
function splitBody(body) {
    const [marker = '', second = '', ...rest] = body.split(/\r?\n/);
    const [, runId, runAttempt] = NOTICE.exec(second) ?? [];
    if (runId === undefined)
        return { marker, noticeRun: null, text: [second, ...rest].join('\n') };
    const text = rest.slice(rest[0] === '' ? 1 : 0).join('\n');
    return { marker, noticeRun: { runId: Number(runId), runAttempt: Number(runAttempt) }, text };
}
function compareRuns(a, b) {
    return a.runId - b.runId || a.runAttempt - b.runAttempt;
}

// EXTERNAL MODULE: ./node_modules/@actions/github/lib/github.js + 21 modules
var github = __webpack_require__(8324);
// EXTERNAL MODULE: ./node_modules/@octokit/plugin-retry/dist-bundle/index.js
var dist_bundle = __webpack_require__(9735);
// EXTERNAL MODULE: ./node_modules/@octokit/plugin-throttling/dist-bundle/index.js
var plugin_throttling_dist_bundle = __webpack_require__(6856);
;// CONCATENATED MODULE: ./src/github/octokit.ts



const TIMEOUT_MS = 15_000;
const RETRIES = 2;
const NOT_RETRIED = [400, 401, 403, 404, 410, 413, 422, 429, 451];
const MAX_REDIRECTS = 5;
const octokit_systemClock = { now: () => performance.now(), timeout: AbortSignal.timeout };
const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
function createOctokit(options) {
    const { token, apiUrl, budgetMs = 45_000, secondMs = 1_000, clock = octokit_systemClock } = options;
    if (!/^[\x21-\x7e]+$/.test(token))
        throw new Error('the github-token is empty or contains whitespace or non-ASCII characters');
    const budget = clock.timeout(budgetMs);
    const signal = options.signal === undefined ? budget : AbortSignal.any([options.signal, budget]);
    const deadline = clock.now() + budgetMs;
    const fits = (seconds, _request, _octokit, retries) => retries === 0 && clock.now() + seconds * secondMs < deadline;
    const settings = {
        baseUrl: apiUrl,
        userAgent: 'agent-tests',
        request: { fetch: wholeResponses(options.fetch, signal, () => clock.timeout(TIMEOUT_MS)), log },
        retry: { doNotRetry: NOT_RETRIED, retries: RETRIES, retryAfterBaseValue: secondMs },
        throttle: {
            onRateLimit: fits,
            onSecondaryRateLimit: fits,
            retryAfterBaseValue: secondMs,
            ...options.writeLimits,
        },
        log,
    };
    const octokit = (0,github/* getOctokit */.Q)(token, settings, dist_bundle/* retry */.L, plugin_throttling_dist_bundle/* throttling */.A);
    octokit.hook.after('request', ({ status, data }) => {
        if (status >= 300)
            throw elsewhere();
        if (status !== 204 && (typeof data !== 'object' || data === null))
            throw new Error("GitHub's response is not JSON; check whether a proxy responds instead of GitHub");
    });
    const { origin } = new URL(apiUrl);
    octokit.hook.wrap('request', (request, endpoint) => {
        if (new URL(octokit.request.endpoint.parse(endpoint).url).origin !== origin)
            throw elsewhere();
        return untilAborted(() => request(endpoint), signal);
    });
    return octokit;
}
function elsewhere() {
    return new Error("GitHub's response leads to another address, which is not followed; check GITHUB_API_URL, and whether a proxy responds instead of GitHub");
}
function wholeResponses(fetch, signal, limit) {
    return async (url, init) => {
        if (signal.aborted)
            throw abortError(signal);
        try {
            const options = { ...init, redirect: 'manual', signal: AbortSignal.any([signal, limit()]) };
            let address = String(url);
            for (let redirects = 0;; redirects += 1) {
                const response = await fetch(address, options);
                const next = redirects < MAX_REDIRECTS ? redirectTo(response, address) : null;
                if (next === null)
                    return new Response((await response.text()) || null, response);
                await response.body?.cancel();
                address = next;
            }
        }
        catch (error) {
            throw signal.aborted ? abortError(signal) : error;
        }
    };
}
function redirectTo({ status, headers }, from) {
    const location = [301, 302, 307, 308].includes(status) ? headers.get('location') : null;
    const next = location === null ? null : URL.parse(location, from);
    return next?.origin === new URL(from).origin ? next.href : null;
}
function untilAborted(work, signal) {
    return new Promise((resolve, reject) => {
        const onAbort = () => reject(abortError(signal));
        if (signal.aborted)
            return onAbort();
        signal.addEventListener('abort', onAbort, { once: true });
        Promise.resolve(work())
            .finally(() => signal.removeEventListener('abort', onAbort))
            .then(resolve, reject);
    });
}
function abortError(signal) {
    const error = new Error('the request was aborted', { cause: signal.reason });
    error.name = 'AbortError';
    return error;
}

// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./src/github/issue-comments.ts
const MAX_PAGES = 30;
const LIST = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
const UPDATE = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
const REMOVE = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}';
function issueComments(octokit, { owner, repo, issueNumber }) {
    const issue = { owner, repo, issue_number: issueNumber };
    return {
        async viewer() {
            const request = { retries: 1 };
            const query = octokit.graphql('{ viewer { login } }', { request });
            const viaGraphQL = await query.then(({ viewer }) => viewer?.login).catch(() => null);
            if (typeof viaGraphQL === 'string')
                return viaGraphQL;
            const viaRest = await octokit.request('GET /user', { request }).catch(() => null);
            return typeof viaRest?.data?.login === 'string' ? viaRest.data.login : null;
        },
        async list() {
            let pages = 0;
            const comments = await octokit.paginate(LIST, { ...issue, per_page: 100 }, ({ data }) => {
                pages += 1;
                if (!Array.isArray(data))
                    throw unexpected('a list of comments');
                if (pages > MAX_PAGES)
                    throw new Error(`GitHub lists more than ${MAX_PAGES} pages of comments`);
                return data.map(readComment);
            });
            return comments.sort((a, b) => a.id - b.id);
        },
        create: async (body) => readComment((await octokit.request(CREATE, { ...issue, body, request: { retries: 0 } })).data),
        update: async (id, body) => readComment((await octokit.request(UPDATE, { owner, repo, comment_id: id, body })).data),
        async remove(id) {
            await octokit.request(REMOVE, { owner, repo, comment_id: id });
        },
    };
}
function readComment(comment) {
    if (typeof comment?.id !== 'number')
        throw unexpected('a comment');
    return {
        id: comment.id,
        body: comment.body ?? '',
        url: webAddress(comment.html_url),
        author: comment.user?.login ?? null,
    };
}
function webAddress(text) {
    const url = typeof text === 'string' ? URL.parse(text) : null;
    return url !== null && /^https?:$/.test(url.protocol) ? url.href.replaceAll('#[', '#%5B') : '';
}
function unexpected(what) {
    return new Error(`GitHub's response is not ${what}; check whether a proxy responds instead of GitHub`);
}

;// CONCATENATED MODULE: ./src/github/sticky-comment.ts



const ACTIONS_BOT = 'github-actions[bot]';
const sticky_comment_MAX_CHARACTERS = 65_536;
const MAX_LISTINGS = 5;
async function upsertComment(sticky) {
    const { commentId, pauseMs = 2_000 } = sticky;
    const comments = issueComments(sticky.octokit, sticky);
    const wanted = `${formatMarker(commentId, sticky)}\n${sticky.body}`;
    const viewer = await comments.viewer();
    const deleted = new Set();
    let creation = { state: 'none' };
    for (let listing = 1; listing <= MAX_LISTINGS; listing += 1) {
        const listed = await comments.list().catch((error) => {
            if (creation.state !== 'done')
                throw error;
            return [];
        });
        const author = (creation.state === 'done' ? creation.author : null) ?? viewer ?? ACTIONS_BOT;
        const [keeper, ...others] = candidates(listed, author, commentId).filter(({ id }) => !deleted.has(id));
        if (keeper !== undefined) {
            const kind = await sticky_comment_settle(comments, [keeper, ...others], wanted, sticky);
            const isNew = kind === 'unchanged' && creation.state !== 'none';
            if (kind !== 'deleted')
                return { kind: isNew ? 'created' : kind, url: keeper.url };
            deleted.add(keeper.id);
        }
        else if (creation.state === 'done') {
            return { kind: 'created', url: creation.url };
        }
        else {
            creation = await create(comments, wanted);
            if (creation.state === 'unknown')
                await (0,external_node_timers_promises_.setTimeout)(pauseMs);
        }
    }
    throw creation.state === 'unknown' ? creation.error : new Error('it was deleted each time it was written');
}
async function announceRun(announcement) {
    const { octokit, commentId, notice } = announcement;
    const comments = issueComments(octokit, announcement);
    const author = (await comments.viewer()) ?? ACTIONS_BOT;
    const [keeper] = candidates(await comments.list(), author, commentId);
    if (keeper === undefined || compareRuns(keeper, announcement) >= 0)
        return null;
    const { marker, text, noticeRun } = splitBody(keeper.body);
    if (noticeRun !== null && compareRuns(noticeRun, announcement) >= 0)
        return null;
    const body = `${marker}\n${formatNotice(notice, announcement)}\n\n${text}`;
    if (body.length > sticky_comment_MAX_CHARACTERS)
        return null;
    return (await comments.update(keeper.id, body)).url;
}
async function create(comments, body) {
    try {
        const { url, author } = await comments.create(body);
        return { state: 'done', url, author };
    }
    catch (error) {
        if ((sticky_comment_statusOf(error) ?? 0) < 500)
            throw error;
        return { state: 'unknown', error };
    }
}
async function sticky_comment_settle(comments, [keeper, ...others], wanted, run) {
    const newest = [keeper, ...others].reduce((a, b) => (compareRuns(b, a) > 0 ? b : a), run);
    const superseded = compareRuns(newest, run) > 0;
    const unchanged = normalized(keeper.body) === normalized(wanted);
    if (!superseded && !unchanged) {
        try {
            await comments.update(keeper.id, wanted);
        }
        catch (error) {
            if (sticky_comment_statusOf(error) === 404)
                return 'deleted';
            throw error;
        }
    }
    const obsolete = superseded ? others.filter((other) => compareRuns(other, newest) < 0) : others;
    for (const { id } of obsolete) {
        await comments.remove(id).catch(() => undefined);
    }
    return superseded ? 'superseded' : unchanged ? 'unchanged' : 'updated';
}
function candidates(listed, author, commentId) {
    return listed.flatMap((comment) => {
        const marker = comment.author === author ? parseMarker(comment.body) : null;
        if (marker?.commentId !== commentId)
            return [];
        return [{ ...comment, runId: marker.runId, runAttempt: marker.runAttempt }];
    });
}
function normalized(body) {
    return body.replace(/\r\n?/g, '\n').trimEnd();
}
function sticky_comment_statusOf(error) {
    return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;
}

;// CONCATENATED MODULE: ./src/page-template.ts


const FILE = 'report-page.html';
function readPageTemplate() {
    const bundled = (0,external_node_path_.join)(import.meta.dirname, FILE);
    return (0,external_node_fs_.readFileSync)((0,external_node_fs_.existsSync)(bundled) ? bundled : (0,external_node_path_.join)(import.meta.dirname, '..', 'dist', FILE), 'utf8');
}

;// CONCATENATED MODULE: ./src/report/context.ts
function appUrlOf(agent, context) {
    return agent.appUrl ?? context.appUrl;
}

;// CONCATENATED MODULE: ./src/report/error-text.ts
function errorText({ status, reason, message }) {
    return status !== null && reason !== null ? `HTTP ${status}: ${reason}` : message;
}
function missingDetails(error) {
    return `the details of its tests could not be read: ${errorText(error)}. Open the run to see them.`;
}
function errorRemedy({ kind, status, code }) {
    switch (kind) {
        case 'http':
        case 'validation':
            return statusRemedy(status);
        case 'network':
            return /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/.test(code ?? '')
                ? 'If the service uses a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file. In a workflow, set it in the `env:` of the job; inside the step it has no effect.'
                : 'Check `base-url`, and that this machine can reach it. If it needs a proxy, set HTTPS_PROXY and NO_PROXY; in a workflow, in the `env:` of the job.';
        case 'timeout':
            return 'The service may be overloaded. Re-run this job later.';
        case 'contract':
            return 'Check that `base-url` is the address of the service API, not of a web page or a proxy.';
        case 'aborted':
        case 'history':
        case 'unnamed-tests':
        case 'reported':
            return 'Re-run this job.';
        default:
            return kind;
    }
}
function laterErrorRemedy(error) {
    if (error.kind === 'network')
        return 'The connection to the service was interrupted. Re-run this job.';
    if (error.kind === 'contract')
        return 'Re-run this job, and use the latest version of agent-tests.';
    if (error.status === 404)
        return 'Check that the agent still exists.';
    return errorRemedy(error);
}
function cannotRunRemedy({ reason }) {
    const text = (reason ?? '').slice(0, 1000);
    if (/no tests/i.test(text))
        return 'Link tests to the agent, then re-run this job.';
    if (/connection/i.test(text))
        return "Verify the agent's connection in the service, then re-run this job.";
    return 'Make the agent ready to run, then re-run this job.';
}
function statusRemedy(status) {
    if (status === 401)
        return 'Check the API key. It may be mistyped, revoked or expired.';
    if (status === 403)
        return 'Check that the API key belongs to the workspace of this agent.';
    if (status === 404)
        return 'Check `base-url`: its path may be wrong.';
    if (status === 429)
        return 'The service is limiting requests. Re-run this job later.';
    if (status !== null && status >= 500)
        return 'The service returned a server error. Re-run this job, and report the error to the operators of the service if it persists.';
    if (status !== null && status >= 300 && status < 400)
        return 'Set `base-url` to the address that the service redirects to.';
    return 'Check `base-url`, and that this action supports the version of the service.';
}
function describeUnreadable(error) {
    const { kind, message } = error;
    const wasRead = kind === 'history' || kind === 'unnamed-tests' || kind === 'reported';
    const sentence = wasRead ? message : `the run history could not be read: ${causeOf(error)}`;
    return { sentence, remedy: historyRemedy(error) };
}
function causeOf({ kind, status, reason, code, message }) {
    switch (kind) {
        case 'http':
        case 'validation':
            return reason?.trim() ? `HTTP ${status}: ${reason}` : `HTTP ${status}`;
        case 'network':
            return `no connection${code === null ? '' : ` (${code})`}`;
        case 'timeout':
            return 'no response in time';
        case 'contract':
            return 'the response is not a run history as this version knows it';
        case 'aborted':
            return 'the job was cancelled';
        case 'history':
        case 'unnamed-tests':
        case 'reported':
            return message;
        default:
            return kind;
    }
}
function historyRemedy(error) {
    if (error.status === 404)
        return 'Older versions of the service have no run history. Update the service, set `baseline` to results files of earlier jobs, or set `mode` to `gate`.';
    if (error.status === 403)
        return "The API key may not read it. Use a key of this agent's workspace, or set `mode` to `gate`.";
    if (error.kind === 'unnamed-tests')
        return 'Give these tests a name in the service.';
    if (error.kind === 'reported')
        return 'Re-run the job that reported this.';
    if (error.kind === 'contract' || error.kind === 'history')
        return 'Set `baseline` to results files of earlier jobs, or `mode` to `gate`. If the service is at fault, update it and agent-tests.';
    return laterErrorRemedy(error);
}

;// CONCATENATED MODULE: ./src/report/inconclusive-reasons.ts


function reasonKind(reason) {
    return reason.kind === 'reported' ? reason.reported : reason.kind;
}
function describeReason(reason, run) {
    const kind = reason.kind;
    const [label, sentence, remedy] = texts[kind](reason, run);
    return { label, sentence, remedy };
}
const OPEN_RUN = 'Open the run to see why, then re-run this job.';
const texts = {
    'cannot-run': ({ error }) => [
        'Cannot run',
        `cannot run (HTTP ${error.status ?? 400}): ${error.reason?.trim() || 'the service gave no reason'}`,
        cannotRunRemedy(error),
    ],
    'not-launched': ({ error }) => [
        'Not started',
        `its run could not be started: ${errorText(error)}`,
        laterErrorRemedy(error),
    ],
    'maybe-launched': ({ error }) => [
        'May have started',
        `a run may have started, but the response was lost: ${errorText(error)}`,
        'Look for it in the list of runs before you re-run this job. A second run costs again.',
    ],
    'not-launched-in-time': ({ timeoutSeconds }) => [
        'Not started',
        `its run was not started within the timeout of ${duration(timeoutSeconds * 1000)}`,
        'Raise `timeout`, or test fewer agents at once.',
    ],
    'max-tests': ({ maxTests }) => [
        'Not started',
        `its run was not started, because the job may run no more than ${counted(maxTests, 'test')}`,
        'Raise `max-tests`, or test fewer agents.',
    ],
    'shared-run': ({ taskId }) => [
        'Shared run',
        `the service returned the run ${taskId} for several launches, so it is unclear which agent it belongs to`,
        'Re-run this job. If it happens again, report it to the operators of the service.',
    ],
    'run-failed': () => ['Run failed', 'the run failed on the service before it was complete', OPEN_RUN],
    'run-cancelled': () => ['Run cancelled', 'the run was cancelled on the service', OPEN_RUN],
    'run-error': () => ['Run error', 'the run ended with an error', OPEN_RUN],
    'stopped-early': () => ['Stopped early', 'the service stopped the run before all tests were run', OPEN_RUN],
    'unknown-status': ({ status }) => [
        'Unknown status',
        `the run has a status that this version does not know: "${status}"`,
        'Open the run, and use the latest version of agent-tests.',
    ],
    'no-counts': () => [
        'No counts',
        'the run is done, but the service did not say how many tests passed',
        OPEN_RUN,
    ],
    'no-tests': () => [
        'No tests',
        'the run is done, but it contained no tests',
        'Link tests to the agent, then re-run this job.',
    ],
    contradictory: () => [
        'Contradictory',
        'the results that the service reported contradict each other',
        'Open the run to see its tests, then re-run this job.',
    ],
    'tests-not-run': ({ notRun, total }) => [
        'Tests not run',
        `${count(notRun)} of ${counted(total, 'linked test')} ${notRun === 1 ? 'was' : 'were'} not run; the service leaves out tests without a configuration`,
        'Complete the configuration of these tests, or unlink them from the agent.',
    ],
    'unfinished-tests': ({ withoutVerdict }) => [
        'Unfinished',
        `${counted(withoutVerdict, 'test')} ended without a result`,
        'The agent or an evaluator may have been unreachable. Check that the agent responds, then re-run this job.',
    ],
    'timed-out': timedOut,
    lost: ({ error }) => [
        'Run not found',
        `the run can no longer be read (${errorText(error)})`,
        'The run or its agent may have been deleted. Re-run this job.',
    ],
    unreadable: ({ error, attempts }) => [
        'Run not readable',
        `the run could not be read, ${counted(attempts, 'time')} in a row: ${errorText(error)}`,
        `The run may still have completed; check it. ${laterErrorRemedy(error)}`,
    ],
    aborted({ by }, run) {
        const why = by === 'signal' ? 'the job was cancelled' : 'the API key was rejected';
        return run === null
            ? ['Aborted', `${why} before its run was started`, 'Re-run this job.']
            : [
                'Aborted',
                `${why} while its run was ${progress(run)}`,
                'The run continues on the service. Open it to see its result.',
            ];
    },
    'internal-error': ({ message }, run) => [
        'Internal error',
        `an internal error of agent-tests occurred: ${message}`,
        `${run === null ? 'Re-run this job.' : 'Open the run to see its result.'} If this happens again, report it with the log of this job.`,
    ],
    reported: ({ label, message }) => [label, message, 'Re-run the job that reported this.'],
};
function timedOut({ timeoutSeconds, lastError }, run) {
    const after = `timed out after ${duration(timeoutSeconds * 1000)}`;
    if (lastError !== null)
        return [
            'Timed out',
            `${after}, and the last poll failed: ${errorText(lastError)}`,
            `The run may still have completed; check it. ${laterErrorRemedy(lastError)}`,
        ];
    return [
        'Timed out',
        `${after}: ${progress(run)}`,
        run?.status === 'queued'
            ? 'It is waiting behind other runs. Open the oldest run in progress: if it has been running for hours, cancel it. Otherwise, raise `timeout`, which includes time in the queue.'
            : "The run continues on the service and keeps the workspace's slot, so later runs wait for it. Open it to see its result. Next time, raise `timeout`, which includes time in the queue.",
    ];
}
function progress(run) {
    return run?.status === 'queued' ? 'still queued' : 'still running';
}

;// CONCATENATED MODULE: ./src/report/links.ts
const PART_LENGTH = 300;
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
    const url = URL.parse(address ?? '');
    return url !== null && /^https?:$/.test(url.protocol) ? markdownSafe(url.href) : null;
}
function commitText(headSha) {
    return /^[0-9a-f]{7,64}$/i.test(headSha ?? '') ? `commit \`${headSha?.slice(0, 7)}\`` : null;
}
const bases = new Map();
function base(appUrl) {
    const known = bases.get(appUrl);
    if (known !== undefined)
        return known;
    const { origin, pathname } = new URL(appUrl);
    const parsed = markdownSafe(`${origin}${pathname.replace(/\/+$/, '')}`);
    bases.set(appUrl, parsed);
    return parsed;
}
function encode(part) {
    return markdownSafe(encodeURIComponent(part.slice(0, PART_LENGTH).toWellFormed()));
}
function markdownSafe(url) {
    return url.replace(/[()|\\`*<>[\]'"!~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

;// CONCATENATED MODULE: ./src/report/baseline-text.ts

const STALE_AFTER_DAYS = 14;
const DAY_MS = 86_400_000;
const TREND_RUNS = 4;
const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇'];
function earlierRunsOf({ comparison, trends, }) {
    const keyOf = ({ uuid, name }) => `${uuid} ${name}`;
    const byAgent = new Map((comparison?.agents ?? trends).map((each) => [keyOf(each.agent), each]));
    return (agent) => byAgent.get(keyOf(agent)) ?? null;
}
function firstAttempts({ counts, tests }) {
    const flaky = tests.filter(({ status }) => status === 'flaky').length;
    return { passed: Math.max(0, (counts?.passed ?? 0) - flaky), total: counts?.total ?? 0 };
}
function sparkline({ runs }, run) {
    const { passed, total } = firstAttempts(run);
    const earlier = runs.slice(0, TREND_RUNS).map((run) => bar(run.passed, run.total));
    return [...earlier.toReversed(), bar(passed, total)].join('');
}
function bar(passed, total) {
    const top = bars.length - 1;
    if (total === 0 || passed === 0)
        return bars[0];
    return (bars[passed === total ? top : Math.max(1, Math.min(top - 1, Math.round((top * passed) / total)))] ?? '');
}
function baselineText({ runs }) {
    const times = runs.flatMap(({ createdAt }) => createdAt ?? []);
    if (times.length === 0)
        return counted(runs.length, 'run');
    const [first, last] = [day(Math.min(...times)), day(Math.max(...times))];
    return `${counted(runs.length, 'run')} ${first === last ? `on ${first}` : `from ${first} to ${last}`}`;
}
function isStale({ runs }, now) {
    const times = runs.flatMap(({ createdAt }) => createdAt ?? []);
    return times.length > 0 && now - Math.max(...times) > STALE_AFTER_DAYS * DAY_MS;
}
function staleText({ runs }, now) {
    const newest = Math.max(...runs.flatMap(({ createdAt }) => createdAt ?? []));
    return `the newest earlier run is ${count(Math.floor((now - newest) / DAY_MS))} days old`;
}

;// CONCATENATED MODULE: ./src/report/measures.ts
function executedTests(results) {
    const runs = results.flatMap(({ run }) => (run === null ? [] : [executedIn(run)]));
    const costs = runs.flatMap(({ costUsd }) => costUsd ?? []);
    return { tests: runs.reduce((sum, { tests }) => sum + tests, 0), costUsd: total(costs) };
}
function executedIn(run) {
    const { tests, meanCostUsd } = run;
    const count = measures_firstAttempts(run);
    const retried = tests.filter(({ attempts }) => attempts.length > 0);
    const retries = retried.flatMap(({ attempts }) => attempts.slice(1));
    const known = tests.flatMap(({ status, cost }) => (hasRun(status) ? (cost ?? []) : []));
    const first = known.length < count && meanCostUsd !== null ? [meanCostUsd * count] : known;
    const lost = lostRetries(run).map(executedIn);
    return {
        tests: count + retries.length + lost.reduce((sum, { tests }) => sum + tests, 0),
        costUsd: total([
            ...first,
            ...retries.flatMap(({ cost }) => cost ?? []),
            ...lost.flatMap(({ costUsd }) => costUsd ?? []),
        ]),
    };
}
function lostRetries({ taskId, tests }) {
    const lost = new Map();
    for (const { retrySkipped } of tests) {
        const run = retrySkipped !== null && 'run' in retrySkipped ? retrySkipped.run : null;
        if (run !== null)
            lost.set(run.taskId, run);
    }
    lost.delete(taskId);
    for (const { attempts } of tests)
        for (const counted of attempts)
            lost.delete(counted.taskId);
    return [...lost.values()];
}
function changesOf(results, earlierRuns) {
    const runs = results.flatMap(({ agent, run }) => {
        const earlier = earlierRuns(agent)?.runs ?? [];
        const p95Before = median(earlier.flatMap(({ p95LatencyMs }) => p95LatencyMs ?? []));
        const costBefore = median(earlier.flatMap(({ meanCostUsd }) => meanCostUsd ?? []));
        return run === null ? [] : [{ ...run, tests: measures_firstAttempts(run), p95Before, costBefore }];
    });
    const [slowest] = runs.toSorted((a, b) => (b.p95LatencyMs ?? 0) - (a.p95LatencyMs ?? 0));
    const priced = runs.filter(({ meanCostUsd, costBefore }) => meanCostUsd !== null && costBefore !== null);
    const now = total(priced.map(({ meanCostUsd, tests }) => (meanCostUsd ?? 0) * tests)) ?? 0;
    const before = total(priced.map(({ costBefore, tests }) => (costBefore ?? 0) * tests)) ?? 0;
    return {
        p95LatencyMs: slowest?.p95Before ? (slowest.p95LatencyMs ?? 0) - slowest.p95Before : null,
        cost: before > 0 ? now / before - 1 : null,
    };
}
function measures_firstAttempts({ tests, counts }) {
    const listed = tests.filter(({ status }) => hasRun(status)).length;
    return Math.max(listed, (counts?.passed ?? 0) + (counts?.failed ?? 0));
}
function hasRun(status) {
    return status !== 'not-run' && status !== 'pending';
}
function median(values) {
    return values.toSorted((a, b) => a - b)[values.length >> 1] ?? null;
}
function total(costs) {
    return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}

;// CONCATENATED MODULE: ./src/report/test-groups.ts



const groupTexts = {
    broken: { sign: '❌', noun: 'test', rest: ' broke', note: null },
    failing: { sign: '❌', noun: 'test', rest: ' failed', note: null },
    new: {
        sign: '🆕',
        noun: 'new failing test',
        rest: '',
        note: 'In no earlier run, so not blocking.',
    },
    'known-failure': {
        sign: '➖',
        noun: 'known failure',
        rest: '',
        note: 'Also failed in more than half of the earlier runs, so not blocking.',
    },
    unreliable: {
        sign: '⚠️',
        noun: 'unreliable test',
        rest: '',
        note: 'Failed every attempt, but often fails anyway, so this may not be a change. Not blocking.',
    },
    undetermined: {
        sign: '⚠️',
        noun: 'test',
        rest: ' could not be judged',
        note: 'Failed, and could not be run often enough to tell whether it broke.',
    },
    flaky: { sign: '🔁', noun: 'flaky test', rest: '', note: 'Failed at first, then passed when run again.' },
    unfinished: { sign: '⚠️', noun: 'test', rest: ' without a result', note: null },
};
const testGroups = Object.keys(groupTexts);
function groupTitle(group, tests) {
    const { noun, rest } = groupTexts[group];
    return `${counted(tests, noun)}${rest}`;
}
function groupedTests(run, outcome) {
    const isInProgress = run?.status === 'queued' || run?.status === 'in_progress';
    return (run?.tests ?? [])
        .flatMap((test) => {
        const group = groupOf(test, outcome);
        return group === null || (group === 'unfinished' && isInProgress) ? [] : [{ test, group }];
    })
        .sort((a, b) => testGroups.indexOf(a.group) - testGroups.indexOf(b.group));
}
function groupOf(test, { comparison }) {
    const { status, baseline } = test;
    if (status === 'passed')
        return null;
    if (status === 'unanswered' || status === 'not-run' || status === 'pending')
        return 'unfinished';
    if (baseline === null)
        return status === 'flaky' ? 'flaky' : 'failing';
    if (baseline.class === 'undetermined' && comparison?.failureCount.blocks === true)
        return 'failing';
    return baseline.class;
}
function blocks(group) {
    return group === 'broken' || group === 'failing';
}
function isExcused({ outcome }, tests, { comparison }) {
    return (outcome === 'failed' &&
        comparison !== null &&
        tests.length > 0 &&
        !tests.some(({ group }) => blocks(group)));
}
function historyText({ attempts, baseline, retrySkipped }) {
    const parts = [
        attempts.length > 0 && attemptsText(attempts),
        baseline && test_groups_baselineText(baseline),
        retrySkipped && notRetriedText(retrySkipped),
    ];
    return parts.filter(Boolean).join('; ');
}
const labels = {
    broken: 'broke',
    failing: '',
    new: 'new test',
    'known-failure': 'known failure',
    unreliable: 'too unreliable to judge',
    undetermined: 'could not be judged',
    flaky: 'flaky',
    unfinished: 'without a result',
};
function classText({ test, group }) {
    return [labels[group], historyText(test)].filter(Boolean).join('; ');
}
function attemptsText(attempts) {
    const passedAt = attempts.findIndex(({ status }) => status === 'passed');
    if (passedAt >= 0)
        return `passed on attempt ${count(passedAt + 1)}`;
    const failed = attempts.filter(({ status }) => status === 'failed').length;
    return `failed ${count(failed)} of ${counted(attempts.length, 'attempt')}`;
}
function test_groups_baselineText({ failures, runs }) {
    if (runs === 0)
        return 'no earlier result known';
    return earlierText(failures, runs);
}
function notRetriedText(skipped) {
    switch (skipped.kind) {
        case 'no-id':
            return 'not run again, because the service reported no ID for this test alone';
        case 'no-time':
            return 'not run again, because the timeout was reached';
        case 'too-many-failures':
            return 'not run again, because too many tests failed at once';
        case 'incomplete-run':
            return 'not run again, because the run is incomplete';
        case 'no-history':
            return 'not run again, because the run history could not be used';
        case 'refused':
        case 'lost': {
            const { reason, run } = skipped;
            return reason.kind === 'cannot-run' || reason.kind === 'not-launched'
                ? `the retry could not be started (${errorText(reason.error)})`
                : `the retry gave no result: ${describeReason(reason, run).sentence}`;
        }
        default:
            return skipped;
    }
}
const statusTexts = {
    passed: 'passed',
    flaky: 'passed when it was run again',
    failed: 'failed',
    unanswered: 'unanswered: the agent or an evaluator could not be reached',
    'not-run': 'not run: the run ended first',
    pending: 'no result was reported',
};

;// CONCATENATED MODULE: ./src/report/report-model.ts



function casesOf(tests) {
    return tests.reduce((sum, { others }) => sum + 1 + others.length, 0);
}
const urgency = { failed: 0, inconclusive: 1, skipped: 2, passed: 3 };
function reportModel(outcome, context) {
    const earlierRuns = earlierRunsOf(outcome);
    const views = outcome.results
        .map((result) => {
        const tests = groupedTests(result.run, outcome);
        return {
            result,
            earlier: earlierRuns(result.agent),
            costUsd: result.run && executedIn(result.run).costUsd,
            blocking: tests.filter(({ group }) => blocks(group)).length,
            excused: isExcused(result, tests, outcome),
        };
    })
        .sort(byUrgency);
    const runs = outcome.results.flatMap(({ run }) => run ?? []);
    const latencies = runs.flatMap(({ p95LatencyMs }) => p95LatencyMs ?? []);
    const { tests, costUsd: totalCost } = executedTests(outcome.results);
    return {
        outcome,
        context,
        nonPassing: views.filter(({ result }) => result.outcome !== 'passed'),
        passing: views.filter(({ result }) => result.outcome === 'passed'),
        groups: groupTests(views, outcome),
        unlistedFailures: outcome.results.reduce((sum, result) => sum + unlistedFailures(result), 0),
        executedTests: tests,
        totalCost,
        maxP95LatencyMs: latencies.length === 0 ? null : latencies.reduce((a, b) => Math.max(a, b)),
        changes: outcome.comparison === null ? null : changesOf(outcome.results, earlierRuns),
    };
}
function failedCount({ run }) {
    return run?.counts?.failed ?? run?.tests.filter(({ status }) => status === 'failed').length ?? 0;
}
function unlistedFailures({ run }) {
    const listed = run?.tests.filter(({ status }) => status === 'failed').length ?? 0;
    return Math.max(0, (run?.counts?.failed ?? 0) - listed);
}
function byUrgency(a, b) {
    return (urgency[a.result.outcome] - urgency[b.result.outcome] ||
        b.blocking - a.blocking ||
        failedCount(b.result) - failedCount(a.result));
}
function groupTests(views, outcome) {
    const groups = new Map();
    for (const { result } of views) {
        const { run } = result;
        if (run === null)
            continue;
        groupedTests(run, outcome).forEach(({ test, group }, index) => {
            const byName = groups.get(group) ?? new Map();
            groups.set(group, byName);
            const name = test.name ?? `${index} ${run.taskId}`;
            const cases = byName.get(name);
            if (cases === undefined)
                byName.set(name, [{ result, run, test }]);
            else
                cases.push({ result, run, test });
        });
    }
    const viewsOf = (byName) => [...byName.values()]
        .flatMap(([first, ...others]) => (first === undefined ? [] : [{ first, others }]))
        .sort((a, b) => b.others.length - a.others.length);
    return new Map([...groups].map(([group, byName]) => [group, viewsOf(byName)]));
}

;// CONCATENATED MODULE: ./src/report/tool-calls.ts
const MAX_DEPTH = 8;
const MAX_LENGTH = 20_000;
const MAX_DIFFERENCES = 50;
function compareToolCalls(expected, actual) {
    const byTool = Map.groupBy([...actual.keys()].reverse(), (index) => actual[index]?.tool);
    const paired = new Set();
    const compared = expected.map((call) => {
        const index = byTool.get(call.tool)?.pop() ?? -1;
        const made = actual[index];
        if (made === undefined)
            return onOneSide(call, 'missing');
        paired.add(index);
        const fields = fieldsOf(call.arguments, made.arguments);
        return { ...made, status: fields.every(({ status }) => status === 'same') ? 'same' : 'different', fields };
    });
    const status = expected.length === 0 ? 'made' : 'unexpected';
    const others = actual.filter((_, index) => !paired.has(index));
    return [...compared, ...others.map((call) => onOneSide(call, status))];
}
function onOneSide(call, status) {
    return { ...call, status, fields: fieldsOf(call.arguments, call.arguments) };
}
function callDifferences(expected, actual) {
    if (expected.length === 0)
        return [];
    const differences = compareToolCalls(expected, actual).flatMap((call) => {
        const { tool, status, fields } = call;
        const whole = call.arguments ?? '';
        if (status === 'missing')
            return [{ tool, path: null, expected: whole, actual: null }];
        if (status === 'unexpected')
            return [{ tool, path: null, expected: null, actual: whole }];
        return fields.filter((field) => field.status !== 'same').map((field) => ({ ...field, tool }));
    });
    return differences.slice(0, MAX_DIFFERENCES);
}
function callText({ tool, arguments: given }) {
    return `${tool}(${given ?? ''})`;
}
function differenceText({ tool, path, expected, actual }) {
    if (path === null)
        return expected === null
            ? `${tool}: called unexpectedly${actual ? ` with ${actual}` : ''}`
            : `${tool}: not called${expected === '' ? '' : `, expected with ${expected}`}`;
    const name = path === '' ? 'arguments' : path;
    return `${tool}: ${name}: expected ${expected ?? 'nothing'}, got ${actual ?? 'nothing'}`;
}
function fieldsOf(expected, actual) {
    try {
        return [...compare(tool_calls_parse(expected), tool_calls_parse(actual), '', 0)];
    }
    catch {
        return [tool_calls_field('', expected, actual)];
    }
}
function* compare(one, other, path, depth) {
    const [before, after] = [entriesOf(one), entriesOf(other)];
    const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
    const isSameKind = before !== null && after !== null && Array.isArray(one) === Array.isArray(other);
    if (!isSameKind || depth === MAX_DEPTH || (keys.size === 0 && path !== '')) {
        yield tool_calls_field(path, JSON.stringify(one) ?? null, JSON.stringify(other) ?? null);
        return;
    }
    for (const key of keys) {
        const name = Array.isArray(one) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
        yield* compare(before.get(key), after.get(key), name, depth + 1);
    }
}
function tool_calls_field(path, expected, actual) {
    const status = actual === null ? 'missing' : expected === null ? 'unexpected' : 'different';
    return { path, expected, actual, status: expected === actual ? 'same' : status };
}
function entriesOf(value) {
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
}
function tool_calls_parse(json) {
    if (json !== null && json.length > MAX_LENGTH)
        throw new RangeError('too long to compare by argument');
    return json === null ? {} : JSON.parse(json);
}

;// CONCATENATED MODULE: ./src/report/test-reason.ts

const SEARCHED_LENGTH = 10_000;
function reasonLines(test) {
    const differences = callDifferences(test.expectedToolCalls, test.toolCalls);
    if (differences.length > 0)
        return differences.map(differenceText);
    const { evaluators, reasoning } = test;
    const withReason = evaluators.filter((each) => each.reasoning?.trim());
    const failing = withReason.find((each) => each.passed === false);
    const rating = withReason.find((each) => each.passed === null);
    const reason = failing?.reasoning ?? reasoning ?? rating?.reasoning ?? null;
    if (reason === null)
        return [];
    return isDifference(reason) ? reason.slice(0, SEARCHED_LENGTH).split('\n') : [reason];
}
function wholeReason(test) {
    const { question, criteria, expectedToolCalls, reasoning, evaluators, toolCalls, reply } = test;
    return [
        ...question.map(({ role, content }) => `${role}: ${content}`),
        ...criteria.map((each) => `Expected: ${each}`),
        ...expectedToolCalls.map((call) => `Expected call: ${callText(call)}`),
        ...callDifferences(expectedToolCalls, toolCalls).map(differenceText),
        ...(reasoning === null ? [] : [reasoning]),
        ...evaluators.map(evaluatorLine),
        ...toolCalls.map((call) => `Called: ${callText(call)}`),
        ...(reply === null ? [] : [`Replied: ${reply}`]),
    ].join('\n');
}
function ratingText({ score, scaleMin, scaleMax, valueName }) {
    if (score === null)
        return null;
    const usual = scaleMin === null || scaleMin === 0 || scaleMin === 1;
    const scale = scaleMax === null ? '' : usual ? ` of ${scaleMax}` : ` on a scale from ${scaleMin} to ${scaleMax}`;
    return `${score}${scale}${valueName === null ? '' : `, "${valueName}"`}`;
}
function isDifference(reasoning) {
    return /^[-+] /m.test(reasoning.slice(0, SEARCHED_LENGTH));
}
function evaluatorLine(result) {
    const rating = ratingText(result);
    const verdict = { true: 'passed', false: 'failed', null: rating === null ? 'gave no result' : 'gave' };
    const said = [verdict[`${result.passed}`], rating].filter(Boolean).join(' ');
    return `${result.evaluator ?? 'Evaluator'} ${said}${result.reasoning === null ? '' : `: ${result.reasoning}`}`;
}

;// CONCATENATED MODULE: ./src/report/untrusted-text.ts

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const untrusted_text_invisible = /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--[\n\t\uFE0E\uFE0F]]/v;
const invisibles = new RegExp(`(\\p{RGI_Emoji}|(?<=${joiningLetter()})[\\u200C\\u200D](?=${joiningLetter()}))|${untrusted_text_invisible.source}`, 'gv');
const plain = /^[\n\t -~]*$/;
const stackedMarks = /(\p{M}{4})\p{M}+/gu;
const FIELD_LENGTH = 200_000;
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
function redactData(data, redact) {
    return mapTexts(data, (text) => {
        const bounded = (text.length > FIELD_LENGTH ? `${text.slice(0, FIELD_LENGTH)}…` : text).toWellFormed();
        const cleaned = clean(bounded);
        const redacted = redact(cleaned);
        return redacted === cleaned ? bounded : redacted;
    });
}
function mapTexts(value, map) {
    if (typeof value === 'string')
        return map(value);
    if (typeof value !== 'object' || value === null || value instanceof Map)
        return value;
    let copy = null;
    for (const key in value) {
        const each = Reflect.get(value, key);
        const mapped = mapTexts(each, map);
        if (mapped === each)
            continue;
        copy ??= Array.isArray(value) ? [...value] : { ...value };
        Reflect.set(copy, key, mapped);
    }
    return copy ?? value;
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
    if (plain.test(text))
        return text;
    const visible = withoutEscapeSequences(text.toWellFormed()).replace(lineBreaks, '\n');
    return (untrusted_text_invisible.test(visible) ? visible.replace(invisibles, '$1') : visible).replace(stackedMarks, '$1');
}
function withoutEscapeSequences(text) {
    return text
        .split(/(?=[\u001B\u009B](?!\\))/)
        .map((piece) => (0,external_node_util_.stripVTControlCharacters)(piece))
        .join('');
}
function joiningLetter() {
    const scripts = ['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya'];
    scripts.push('Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala');
    return `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
}

;// CONCATENATED MODULE: ./src/report/verdict-reasons.ts



function verdictReasons({ verdict, results, abortReason, comparison }) {
    const { status, agents, totals } = verdict;
    if (status === 'passed')
        return [];
    const incomplete = results.filter((result) => result.outcome === 'failed' && result.reason !== undefined);
    const tested = testedAgents(verdict);
    const unread = comparison?.agents.filter(({ error }) => error !== null).length ?? 0;
    const { broken = 0, undetermined = 0 } = comparison?.classes ?? {};
    const someFailed = totals.failed > 0 && failedTests(totals);
    const onlyUnjudged = status === 'inconclusive' && undetermined === totals.failed;
    return [
        status === 'failed' && (comparison === null || !explainsFailure(comparison)) && someFailed,
        comparison?.failureCount.blocks &&
            `${failedTests({ failed: comparison.failureCount.failed, total: comparison.failureCount.tests })}, far more than in earlier runs`,
        broken > 0 && groupTitle('broken', broken),
        describeAbort({ abortReason, results })?.headline,
        agents.inconclusive > 0 && inconclusiveAgents(agents.inconclusive, tested),
        comparison !== null &&
            incomplete.length > 0 &&
            `the ${incomplete.length === 1 ? 'run' : 'runs'} of ${counted(incomplete.length, 'failing agent')} ${incomplete.length === 1 ? 'is' : 'are'} incomplete`,
        unread > 0 && unreadHistories(unread, tested),
        onlyUnjudged && someFailed && unjudged(someFailed),
        !onlyUnjudged &&
            undetermined > 0 &&
            comparison?.failureCount.blocks !== true &&
            groupTitle('undetermined', undetermined),
        status === 'inconclusive' && !onlyUnjudged && someFailed,
        abortReason === null && tested === 0 && 'no agent was tested',
    ].filter((reason) => typeof reason === 'string');
}
function testedAgents({ agents }) {
    return agents.passed + agents.failed + agents.inconclusive;
}
function inconclusiveAgents(inconclusive, tested) {
    if (tested === 1)
        return 'the agent was inconclusive';
    if (inconclusive === tested)
        return `all ${count(tested)} agents were inconclusive`;
    return `${count(inconclusive)} of ${count(tested)} agents ${inconclusive === 1 ? 'was' : 'were'} inconclusive`;
}
function unreadHistories(unread, tested) {
    if (unread === tested)
        return 'no run history could be used';
    return `the run history of ${count(unread)} of ${count(tested)} agents could not be used`;
}
function explainsFailure({ classes, failureCount }) {
    return classes.broken > 0 || failureCount.blocks;
}
function notBlocking({ classes }) {
    return ['new', 'known-failure', 'unreliable', 'flaky']
        .filter((each) => classes[each] > 0)
        .map((each) => groupTitle(each, classes[each]));
}
function capitalized(text) {
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
function unjudged(failed) {
    return `${failed} and could not be judged`;
}
function failedTests({ failed, total }) {
    return `${count(failed)} of ${counted(total, 'test')} failed`;
}
function describeAbort({ abortReason, results, }) {
    if (abortReason === null)
        return null;
    const started = results.some(({ run }) => run !== null);
    return describe(abortReason, started);
}
function describe(reason, started) {
    const kind = reason.kind;
    const [headline, details, remedy] = verdict_reasons_texts[kind](reason, started);
    return { headline, details: [details].flat(), remedy };
}
const verdict_reasons_texts = {
    authentication({ error: { status, reason, message } }) {
        const headline = `authentication failed${status === null ? '' : ` (HTTP ${status})`}`;
        return [
            headline,
            `${headline}: ${reason?.trim() || message}`,
            'Check the API key. You can create a new one in the workspace settings of the service, under "API keys"; copy all of it.',
        ];
    },
    'unknown-agents': ({ unknown }) => [
        `${counted(unknown.length, 'agent')} not found`,
        unknown.map(unknownAgent),
        'No run was started. Correct the names in `agents`; case and spaces matter.',
    ],
    'same-agent': ({ names }) => [
        'several names refer to the same agent',
        `the service resolves ${names.map((name) => `"${name}"`).join(' and ')} to the same agent`,
        'No run was started. List each agent only once in `agents`.',
    ],
    'no-key': () => [
        'no agent was tested because the API key is empty',
        'the input `api-key` is empty',
        'On pull requests from forks and from Dependabot, GitHub withholds secrets. Otherwise, save the key as a secret and pass it as `api-key`.',
    ],
    'no-agents': () => [
        'the workspace has no agents',
        'the workspace of this API key has no agents',
        'Create an agent and link tests to it, or use the API key of another workspace.',
    ],
    'select-failed': ({ error }) => [
        'the agents could not be looked up',
        `the agents could not be looked up: ${error.message}`,
        errorRemedy(error),
    ],
    signal: ({ signal }, started) => [
        'the job was cancelled',
        `the job was cancelled (${signal})`,
        started
            ? 'Runs that were already started continue on the service. Open them to see their results.'
            : 'No run was started. Re-run this job.',
    ],
    'internal-error': ({ message }) => [
        'an internal error occurred',
        `internal error of agent-tests: ${message}`,
        'Re-run this job. If it happens again, report it with the log of this job.',
    ],
    parts({ problems }) {
        const kinds = [...Map.groupBy(problems, ({ kind }) => kind)];
        const total = (same) => same.reduce((sum, { parts = 1 }) => sum + parts, 0);
        return [
            kinds.map(([kind, same]) => counted(total(same), `${kind} part`)).join(', '),
            problems.map(({ part, message }) => (part === null ? message : `Part "${part}" ${message}`)),
            'Then re-run the jobs of these parts, and this one. On GitHub, choose "Re-run all jobs".',
        ];
    },
};
function unknownAgent({ name, nearest, nameWithComma }) {
    const problem = `agent "${name}": no agent with that name in this org`;
    if (nameWithComma !== null)
        return `${problem} (there is "${nameWithComma}", but names are split at commas; leave the input empty to test every agent)`;
    return nearest === null ? problem : `${problem} (did you mean "${nearest}"?)`;
}

;// CONCATENATED MODULE: ./src/report/annotations.ts










const MOST_ERRORS = 10;
const MOST_WARNINGS = 9;
const TITLE_LENGTH = 200;
const NAME_LENGTH = 120;
const MESSAGE_LENGTH = 4000;
const SENTENCE_LENGTH = 3000;
const TESTS_SHOWN = 5;
const REASON_LENGTH = 300;
const NAMES_SHOWN = 20;
function annotationsOf(outcome, context) {
    const agents = outcome.results
        .map((result) => {
        const tests = groupedTests(result.run, outcome);
        return { result, tests, blocking: tests.filter(({ group }) => blocks(group)).length };
    })
        .sort((a, b) => b.blocking - a.blocking)
        .flatMap(({ result, tests }) => agentAnnotation(result, tests, outcome, context) ?? []);
    const unread = unreadAnnotations(outcome.comparison);
    const both = outcome.verdict.status === 'failed' ? [...agents, ...unread] : [...unread, ...agents];
    const annotations = [...abortAnnotations(outcome), ...both];
    const having = (wanted) => annotations.filter(({ level }) => level === wanted);
    return [...atMost(MOST_ERRORS, having('error')), ...atMost(MOST_WARNINGS, having('warning'))];
}
function atMost(most, annotations) {
    const last = annotations[most - 1];
    if (last === undefined || annotations.length === most)
        return annotations;
    const more = `and ${count(annotations.length - most)} more`;
    const title = `${cutLine(last.title, TITLE_LENGTH - 40)} (${more})`;
    const message = `${cutText(last.message, MESSAGE_LENGTH - 100).text}\n\n… ${more}. See the job summary for all of them.`;
    return [...annotations.slice(0, most - 1), { ...last, title, message }];
}
function abortAnnotations(outcome) {
    const description = describeAbort(outcome);
    if (description === null)
        return [];
    const { headline, details, remedy } = description;
    return [annotation('error', capitalized(headline), `${details.slice(0, 50).join('\n')}\n${remedy}`)];
}
function unreadAnnotations(comparison) {
    const described = (comparison?.agents ?? []).flatMap(({ agent, error }) => error === null ? [] : [{ agent, ...describeUnreadable(error) }]);
    const groups = Map.groupBy(described, ({ sentence, remedy }) => `${cutText(sentence, SENTENCE_LENGTH).text}.\n${remedy}`);
    return [...groups].map(([explanation, group]) => {
        const names = firstFew(group, NAMES_SHOWN, ({ agent }) => shownName(agent.name));
        const whose = group.length === 1 ? names.join() : counted(group.length, 'agent');
        return annotation('error', `${whose}: No usable run history`, `${names.join(', ')}: ${explanation}`);
    });
}
function agentAnnotation(result, tests, { abortReason, verdict, comparison }, context) {
    const name = shownName(result.agent.name);
    const link = result.run === null ? '' : runLink(appUrlOf(result.agent, context), result.run.taskId);
    switch (result.outcome) {
        case 'passed':
        case 'failed': {
            const listed = tests.filter(({ group }) => group !== 'unfinished');
            const unlisted = unlistedFailures(result);
            if (listed.length + unlisted === 0)
                return null;
            const fails = result.outcome === 'failed' && verdict.status !== 'passed';
            const blocking = listed.some(({ group }) => blocks(group) || group === 'undetermined') ||
                (unlisted > 0 && comparison === null);
            const title = `${name}: ${numbersOf(result.run, listed, unlisted)}`;
            const { detailsError } = result.run;
            const lines = [title, testLines(listed, unlisted), detailsError && missingDetails(detailsError), link];
            return annotation(fails && blocking ? 'error' : 'warning', title, lines.filter(Boolean).join('\n'));
        }
        case 'inconclusive': {
            if (result.reason.kind === 'aborted' && abortReason !== null)
                return null;
            const { label, sentence, remedy } = describeReason(result.reason, result.run);
            const lines = [`${name}: ${cutText(sentence, SENTENCE_LENGTH).text}`, remedy, link];
            const level = context.mode === 'report' ? 'warning' : 'error';
            return annotation(level, `${name}: ${label}`, lines.join('\n'));
        }
        case 'skipped': {
            const why = `${name}: not ready to run, so skipped: ${result.reason}`;
            return annotation('warning', `${name}: Skipped`, why);
        }
        default:
            return result;
    }
}
function numbersOf({ counts }, tests, unlisted) {
    const inGroup = (group) => tests.filter((each) => each.group === group).length;
    const byClass = counts === null || inGroup('failing') + unlisted === 0;
    const shown = byClass ? testGroups : ['flaky'];
    const numbers = shown
        .filter((group) => inGroup(group) > 0)
        .map((group) => groupTitle(group, inGroup(group)));
    return (byClass ? numbers : [failedTests(counts), ...numbers]).join(', ');
}
function testLines(tests, unlisted) {
    const shown = tests.slice(0, TESTS_SHOWN);
    const lines = shown.map(({ test, group }) => {
        const history = classText({ test, group });
        const name = cutLine(test.name ?? test.id ?? '', 160) || '(test without a name)';
        const reason = cutLine(reasonLines(test).join('; '), REASON_LENGTH);
        return `- ${name}${history === '' ? '' : ` (${cutLine(history, REASON_LENGTH)})`}${reason === '' ? '' : `: ${reason}`}`;
    });
    const more = tests.length - shown.length + unlisted;
    if (more > 0)
        lines.push(`… and ${counted(more, 'more test')}`);
    return lines.join('\n');
}
function shownName(name) {
    return cutLine(name, NAME_LENGTH) || '(agent without a name)';
}
function annotation(level, title, message) {
    return { level, title: cutLine(title, TITLE_LENGTH), message: cutText(message, MESSAGE_LENGTH).text };
}

;// CONCATENATED MODULE: ./src/report/untrusted-markdown.ts


const untrusted_markdown_NAME_LENGTH = 80;
const TEST_NAME_LENGTH = 160;
const markup = /[&<>`*~[\]\\|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const blockMarks = /^(?:[-+=#:/]|\d+(?=[.)]))|(?<=\s)#+$/g;
const linkStarts = /:(?=\/\/)|www(?=\.)|(?<![a-z0-9])(?:GH|GHSA|CVE)-/gi;
const emojiNames = /:(?=[\w+-]+(?::|$))/g;
const commits = /[0-9a-f]{6}(?=[0-9a-f])/gi;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
function inlineText(text, maxLength) {
    return isolate(escapeMarkdown(cutLine(text, maxLength)));
}
function blockText(text, maxLength) {
    const cut = cutText(text, maxLength);
    const lines = cut.text.replace(/\n\s*\n/g, '\n\n').split('\n');
    return {
        markdown: lines.map((line) => isolate(escapeMarkdown(line.trim()))).join('<br>'),
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
function fence(text, maxLength) {
    const cut = cutText(text, maxLength);
    const content = withoutMentions(cut.text).replace(/^(\s*)\/(?=\w)/gm, `$1/${breaker}`);
    const ticks = '`'.repeat(Math.max(3, longestRunOfTicks(content) + 1));
    return { markdown: `${ticks}text\n${content}\n${ticks}`, leftOut: cut.leftOut };
}
function agentName({ name }) {
    return nameText(name, untrusted_markdown_NAME_LENGTH) || '(agent without a name)';
}
function agentNames(agents, most) {
    return firstFew(agents, most, (agent) => `**${agentName(agent)}**`).join(', ');
}
function testName({ name, id }) {
    return nameText(name ?? id ?? '', TEST_NAME_LENGTH) || '(test without a name)';
}
function evaluatorName({ evaluator }) {
    return nameText(evaluator ?? '', untrusted_markdown_NAME_LENGTH) || 'Evaluator';
}
function nameText(name, maxLength) {
    return inlineText(name, maxLength).replaceAll(breaker, '<span></span>');
}
function escapeMarkdown(line) {
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

;// CONCATENATED MODULE: ./src/report/agent-table.ts






const signs = { passed: '✅', failed: '❌', inconclusive: '⚠️', skipped: '⏭️' };
const EXCUSED = '⚠️';
const UNFOLDED_AGENTS = 12;
const LABEL_LENGTH = 40;
const NONE = '–';
function* agentTable(model, budget, options) {
    const { nonPassing, passing, outcome } = model;
    if (outcome.results.length === 0)
        return;
    const columns = columnsOf(model, options);
    const folded = outcome.results.length > UNFOLDED_AGENTS;
    yield `\n${tableHead(columns)}`;
    for (const view of nonPassing.slice(0, budget.agents))
        yield agent_table_row(columns, ({ cell }) => cell(view));
    if (!folded)
        for (const view of passing.slice(0, budget.passing))
            yield agent_table_row(columns, ({ cell }) => cell(view));
    if (outcome.results.length > 1)
        yield agent_table_row(columns, ({ total }) => (total === '' ? '' : `**${total}**`));
    const hidden = nonPassing.slice(budget.agents);
    if (hidden.length > 0)
        yield `\n${hiddenAgents(hidden)}\n`;
    if (folded && passing.length > 0)
        yield* foldedTable(passing, columns, budget);
}
function* foldedTable(passing, columns, budget) {
    const shown = passing.slice(0, budget.passing);
    if (shown.length === 0) {
        yield `\n✅ ${counted(passing.length, 'agent')} passed; their rows are left out to keep this short.\n`;
        return;
    }
    yield `\n<details>\n<summary>✅ ${counted(passing.length, 'agent')} passed</summary>\n\n${tableHead(columns)}`;
    for (const view of shown)
        yield agent_table_row(columns, ({ cell }) => cell(view));
    if (shown.length < passing.length)
        yield `\n… and ${count(passing.length - shown.length)} more.\n`;
    yield '\n</details>\n';
}
function columnsOf(model, options) {
    const { context, outcome, totalCost, maxP95LatencyMs } = model;
    const hasTokens = options.tokens && outcome.results.some(({ run }) => (run?.meanTokens ?? null) !== null);
    const { passed, total } = outcome.verdict.totals;
    const { inconclusive } = outcome.verdict.agents;
    const all = [
        {
            head: 'Agent',
            cell: (view) => agentCell(view, appUrlOf(view.result.agent, context)),
            total: 'Total',
        },
        {
            head: 'Passed',
            cell: passedCell,
            total: `${total > 0 ? ofAll(passed, total) : NONE}${inconclusive > 0 ? ` · ${count(inconclusive)} inconclusive` : ''}`,
        },
        maxP95LatencyMs !== null && {
            head: 'p95',
            cell: ({ result: { run } }) => known(run?.p95LatencyMs, latency),
            total: latency(maxP95LatencyMs),
        },
        totalCost !== null && {
            head: 'Cost',
            cell: ({ costUsd }) => known(costUsd, dollars),
            total: dollars(totalCost),
        },
        hasTokens && {
            head: 'Tokens / test',
            cell: ({ result: { run } }) => known(run?.meanTokens, tokens),
            total: '',
        },
    ];
    return all.filter((column) => column !== false);
}
function tableHead(columns) {
    return `${agent_table_row(columns, ({ head }) => head)}${agent_table_row(columns, (_, index) => (index === 0 ? ':--' : '--:'))}`;
}
function agent_table_row(columns, cell) {
    return `| ${columns.map(cell).join(' | ')} |\n`;
}
function agentCell({ result, excused }, appUrl) {
    const { outcome, agent, run } = result;
    const name = `${excused ? EXCUSED : signs[outcome]}&nbsp;`;
    if (run === null)
        return `${name}${agentName(agent)}`;
    const shared = run.shareToken === null ? '' : ` ([public](${shareLink(appUrl, run.shareToken)}))`;
    return `${name}[${agentName(agent)}](${runLink(appUrl, run.taskId)})${shared}`;
}
function passedCell({ result, earlier }) {
    if (result.outcome === 'skipped')
        return 'Skipped';
    const { run } = result;
    const counts = run?.counts ?? null;
    const numbers = counts === null ? null : ofAll(counts.passed, counts.total);
    if (result.outcome === 'inconclusive') {
        const label = inlineText(describeReason(result.reason, run).label, LABEL_LENGTH);
        return numbers === null ? label : `${numbers} · ${label}`;
    }
    const [newest] = earlier?.runs ?? [];
    if (earlier === null || newest === undefined || run === null || counts === null)
        return numbers ?? NONE;
    const difference = newest.total === counts.total ? counts.passed - newest.passed : 0;
    const onlyByRetries = difference > 0 && firstAttempts(run).passed < counts.passed;
    return `${numbers}${onlyByRetries ? '' : signed(difference, count)}<br>${sparkline(earlier, run)}`;
}
function ofAll(passed, total) {
    return `${count(passed)}/${count(total)}`;
}
function known(value, words) {
    return value === null || value === undefined ? NONE : words(value);
}
function hiddenAgents(hidden) {
    const parts = ['failed', 'inconclusive', 'skipped']
        .map((outcome) => [hidden.filter(({ result }) => result.outcome === outcome).length, outcome])
        .filter(([agents]) => agents > 0)
        .map(([agents, outcome]) => `${count(agents)} ${outcome}`);
    return `… and ${counted(hidden.length, 'more agent')}: ${parts.join(', ')}.`;
}

;// CONCATENATED MODULE: ./src/report/test-case.ts





const test_case_REASON_LENGTH = 700;
const TURN_LENGTH = 500;
const CALL_LENGTH = 300;
const VALUE_LENGTH = 120;
const SHORT_REASON_LENGTH = 300;
const ITEMS_SHOWN = 10;
const TURNS_SHOWN = 10;
function* caseDetails({ test, run }, parts, appUrl) {
    const differences = callDifferences(test.expectedToolCalls, test.toolCalls);
    if (parts.question) {
        yield* question(test.question);
        yield* expectation(test, differences);
    }
    yield* reasons(test, differences);
    if (parts.reply)
        yield* reply(test, differences);
    const { retrySkipped } = test;
    const retry = retrySkipped !== null && 'run' in retrySkipped ? retrySkipped.run : null;
    const facts = [
        `[Open run](${runLink(appUrl, run.taskId)})`,
        retry && `[open retry](${runLink(appUrl, retry.taskId)})`,
        test.latencyMs !== null && latency(test.latencyMs),
        test.cost !== null && dollars(test.cost),
    ];
    yield `\n${facts.filter(Boolean).join(' · ')}\n`;
}
function hasConversation(test) {
    const { question, criteria, expectedToolCalls, toolCalls, reply } = test;
    const parts = [question, criteria, expectedToolCalls, toolCalls, reply?.trim() ?? ''];
    return parts.some(({ length }) => length > 0);
}
function shortReason(test) {
    const [first] = reasonLines(test);
    return first === undefined ? null : inlineText(first, SHORT_REASON_LENGTH);
}
function* question(turns) {
    const lastUser = turns.findLastIndex(({ role }) => role === 'user');
    const asked = lastUser < 0 ? turns.length - 1 : lastUser;
    const turn = turns[asked];
    if (turn === undefined)
        return;
    const earlier = turns.slice(0, asked);
    if (earlier.length > 0) {
        yield `\n<details>\n<summary>${counted(earlier.length, 'earlier turn')}</summary>\n`;
        if (earlier.length > TURNS_SHOWN)
            yield `\n… ${count(earlier.length - TURNS_SHOWN)} before these\n`;
        for (const each of earlier.slice(-TURNS_SHOWN))
            yield `\n> **${roleNames.get(each.role) ?? 'Other'}:** ${cutBlock(each.content, TURN_LENGTH)}\n`;
        yield '\n</details>\n';
    }
    yield `\n> **Asked:** ${cutBlock(turn.content, TURN_LENGTH)}\n`;
}
const roleNames = new Map([
    ['user', 'User'],
    ['assistant', 'Agent'],
    ['system', 'System'],
    ['tool', 'Tool'],
]);
function* expectation({ criteria, expectedToolCalls }, differences) {
    const [only, ...more] = criteria;
    if (only !== undefined && more.length === 0)
        yield `\n**Expected:** ${cutBlock(only, test_case_REASON_LENGTH)}\n`;
    else if (only !== undefined) {
        yield '\n**Expected:**\n\n';
        for (const each of firstFew(criteria, ITEMS_SHOWN, (text) => cutBlock(text, test_case_REASON_LENGTH)))
            yield `- ${each}\n`;
    }
    if (expectedToolCalls.length > 0 && differences.length === 0)
        yield `\n**Expected calls:** ${callSpans(expectedToolCalls)}\n`;
}
function* reasons({ reasoning, evaluators }, differences) {
    if (differences.length > 0) {
        yield '\n';
        for (const each of differences.slice(0, ITEMS_SHOWN))
            yield `- ❌ ${differenceMarkdown(each)}\n`;
        if (differences.length > ITEMS_SHOWN)
            yield `- … and ${counted(differences.length - ITEMS_SHOWN, 'more difference')}\n`;
    }
    const said = evaluators.some((evaluator) => evaluator.reasoning === reasoning);
    if (reasoning?.trim() && !said) {
        if (!isDifference(reasoning))
            yield `\n**Why:** ${cutBlock(reasoning, test_case_REASON_LENGTH)}\n`;
        else if (differences.length === 0)
            yield test_case_comparison(reasoning);
    }
    yield* evaluatorLines(evaluators);
}
function* evaluatorLines(evaluators) {
    const having = (passed) => evaluators.filter((each) => each.passed === passed);
    const explained = [...having(false), ...having(null)];
    const passed = having(true);
    if (evaluators.length > 0)
        yield '\n';
    for (const each of explained.slice(0, ITEMS_SHOWN))
        yield `- ${test_case_evaluatorLine(each)}\n`;
    if (explained.length > ITEMS_SHOWN)
        yield `- … and ${counted(explained.length - ITEMS_SHOWN, 'more evaluator')}\n`;
    if (passed.length === 0)
        return;
    const names = firstFew(passed, ITEMS_SHOWN, (each) => `${evaluatorName(each)}${scoreOf(each)}`);
    yield `- ✅ Passed: ${names.join(', ')}\n`;
}
function test_case_evaluatorLine(evaluator) {
    const sign = evaluator.passed === false ? '❌ ' : '';
    const line = `${sign}**${evaluatorName(evaluator)}**${scoreOf(evaluator)}`;
    return evaluator.reasoning?.trim() ? `${line}: ${cutBlock(evaluator.reasoning, test_case_REASON_LENGTH)}` : line;
}
function scoreOf(evaluator) {
    const rating = ratingText(evaluator);
    return rating === null ? '' : ` (${inlineText(rating, 100)})`;
}
function* reply({ reply: text, toolCalls }, differences) {
    if (toolCalls.length > 0 && differences.length === 0)
        yield `\n**Called:** ${callSpans(toolCalls)}\n`;
    if (text?.trim())
        yield `\n> **Replied:** ${cutBlock(text, TURN_LENGTH)}\n`;
}
function differenceMarkdown({ tool, path, expected, actual }) {
    const name = codeSpan(tool, VALUE_LENGTH);
    if (path === null) {
        const [what, given] = expected === null ? ['called unexpectedly', actual] : ['not called, expected', expected];
        return `${name} ${what}${given ? ` with ${codeSpan(given, CALL_LENGTH)}` : ''}`;
    }
    const value = (text) => (text === null ? 'nothing' : codeSpan(text, VALUE_LENGTH));
    const argument = path === '' ? 'arguments' : inlineText(path, VALUE_LENGTH);
    return `${name} **${argument}**: expected ${value(expected)}, got ${value(actual)}`;
}
function test_case_comparison(reasoning) {
    const { markdown, leftOut } = fence(reasoning, test_case_REASON_LENGTH);
    return `\n${markdown}\n${leftOut > 0 ? `${cutNote(leftOut).trim()}\n` : ''}`;
}
function cutBlock(text, maxLength) {
    const { markdown, leftOut } = blockText(text, maxLength);
    return `${markdown}${cutNote(leftOut)}`;
}
function cutNote(leftOut) {
    return leftOut > 0 ? ` *(cut: ${counted(leftOut, 'more character')})*` : '';
}
function callSpans(calls) {
    return firstFew(calls, ITEMS_SHOWN, (call) => codeSpan(callText(call), CALL_LENGTH)).join(', ');
}

;// CONCATENATED MODULE: ./src/report/failing-tests.ts








const OPEN_TESTS = 3;
const CASES_SHOWN = 3;
const AGENTS_NAMED = 10;
const TEXT_LENGTH = 300;
const foldedGroups = testGroups.filter((group) => group !== 'flaky' && group !== 'unfinished');
function isDecisive(group, { outcome: { comparison, verdict } }) {
    if (group === 'undetermined')
        return verdict.status === 'inconclusive';
    return blocks(group) || (group === 'new' && comparison?.comparedTests === 0);
}
function* decisiveTests(model, budget) {
    const unlisted = model.unlistedFailures;
    for (const group of testGroups.filter((each) => isDecisive(each, model))) {
        const tests = model.groups.get(group) ?? [];
        const count = casesOf(tests) + (group === 'failing' ? unlisted : 0);
        if (count === 0)
            continue;
        yield heading(group, count);
        yield* folds(group, model, budget);
    }
    if (unlisted > 0)
        yield `\n… and ${counted(unlisted, 'more failing test')} that the service did not list.\n`;
    yield* withoutDetails(model, budget);
}
function* otherTests(model, budget) {
    for (const group of testGroups) {
        const tests = model.groups.get(group) ?? [];
        if (isDecisive(group, model) || tests.length === 0)
            continue;
        if (foldedGroups.includes(group)) {
            yield heading(group, casesOf(tests));
            yield* folds(group, model, budget);
        }
        else
            yield* failing_tests_list(group, model, budget);
    }
    yield* leftOut(model, budget);
}
function heading(group, tests) {
    const { sign, note } = groupTexts[group];
    return `\n#### ${sign} ${groupTitle(group, tests)}\n${note === null ? '' : `\n${note}\n`}`;
}
function* folds(group, model, budget) {
    const tests = model.groups.get(group) ?? [];
    const shown = shownOf(group, model, budget);
    const before = foldedGroups
        .slice(0, foldedGroups.indexOf(group))
        .reduce((sum, each) => sum + shownOf(each, model, budget).length, 0);
    const detailed = shown.slice(0, Math.max(0, budget.reasons - before));
    for (const [index, test] of detailed.entries()) {
        const open = isDecisive(group, model) && index < OPEN_TESTS ? ' open' : '';
        yield `\n<details${open}>\n<summary>${testTitle(test)}</summary>\n`;
        const conversation = before + index < budget.conversations;
        const { first, others } = test;
        if (others.length > 0)
            yield `\n**${agentName(first.result.agent)}**${historyOf(first)}\n`;
        const parts = { question: conversation, reply: conversation };
        yield* caseDetails(first, parts, appUrlOf(first.result.agent, model.context));
        if (others.length > 0)
            yield* otherCases(others, conversation, model);
        yield '\n</details>\n';
    }
    const named = shown.slice(detailed.length);
    if (named.length > 0)
        yield '\n';
    for (const test of named)
        yield `- ${testTitle(test)}\n`;
    if (shown.length < tests.length)
        yield `\n… and ${counted(casesOf(tests.slice(shown.length)), 'more test')}.\n`;
}
function shownOf(group, model, budget) {
    return (model.groups.get(group) ?? []).slice(0, isDecisive(group, model) ? budget.blocking : budget.others);
}
function* otherCases(cases, reply, { context }) {
    const names = firstFew(cases, AGENTS_NAMED, ({ result }) => agentName(result.agent));
    yield `\n<details>\n<summary>Also in ${names.join(', ')}</summary>\n`;
    for (const each of cases.slice(0, CASES_SHOWN - 1)) {
        yield `\n**${agentName(each.result.agent)}**${historyOf(each)}\n`;
        yield* caseDetails(each, { question: false, reply }, appUrlOf(each.result.agent, context));
    }
    const more = cases.length - (CASES_SHOWN - 1);
    if (more > 0)
        yield `\n… and in ${counted(more, 'more agent')}; see their runs.\n`;
    yield '\n</details>\n';
}
function* failing_tests_list(group, model, budget) {
    const tests = model.groups.get(group) ?? [];
    const { sign, note } = groupTexts[group];
    yield `\n<details>\n<summary>${sign} ${groupTitle(group, casesOf(tests))}</summary>\n\n${note === null ? '' : `${note}\n\n`}`;
    const shown = shownOf(group, model, budget);
    for (const { first, others } of shown) {
        for (const { result, run, test } of [first, ...others].slice(0, CASES_SHOWN)) {
            const what = group === 'flaky' ? historyText(test) : statusTexts[test.status];
            const reason = shortReason(test);
            const link = `[${agentName(result.agent)}](${runLink(appUrlOf(result.agent, model.context), run.taskId)})`;
            yield `- **${testName(test)}** · ${link}: ${inlineText(what, TEXT_LENGTH)}${reason === null ? '' : `<br>${reason}`}\n`;
        }
        const more = others.length + 1 - CASES_SHOWN;
        if (more > 0)
            yield `- … and in ${counted(more, 'more agent')}\n`;
    }
    if (shown.length < tests.length)
        yield `\n… and ${counted(casesOf(tests.slice(shown.length)), 'more test')}.\n`;
    yield '\n</details>\n';
}
function testTitle({ first, others }) {
    const title = `<b>${testName(first.test)}</b>`;
    if (others.length > 0)
        return `${title} · in ${counted(others.length + 1, 'agent')}`;
    return `${title} · ${agentName(first.result.agent)}${historyOf(first)}`;
}
function historyOf({ test }) {
    const history = historyText(test);
    return history === '' ? '' : ` · ${inlineText(history, TEXT_LENGTH)}`;
}
function* withoutDetails({ outcome }, budget) {
    const agents = outcome.results.flatMap(({ agent, run }) => run === null || run.detailsError === null ? [] : [{ agent, error: run.detailsError }]);
    for (const { agent, error } of agents.slice(0, budget.steps))
        yield `\n⚠️ **${agentName(agent)}**: ${inlineText(missingDetails(error), TEXT_LENGTH)}\n`;
}
function* leftOut({ groups }, budget) {
    const detailed = foldedGroups.flatMap((group) => groups.get(group) ?? []);
    const reasons = detailed.slice(budget.reasons);
    const conversations = detailed
        .slice(0, budget.reasons)
        .slice(budget.conversations)
        .filter(({ first, others }) => [first, ...others].some(({ test }) => hasConversation(test)));
    const parts = [
        reasons.length > 0 && `the reasons of ${counted(reasons.length, 'test')}`,
        conversations.length > 0 && `the conversations of ${counted(conversations.length, 'test')}`,
    ].filter(Boolean);
    if (parts.length > 0)
        yield `\nLeft out to keep this short: ${parts.join(', ')}. See the runs or the results file for everything.\n`;
}

;// CONCATENATED MODULE: ./src/report/headline.ts






const headline_TITLE_LENGTH = 120;
const headline_TEST_NAME_LENGTH = 100;
function headline(model) {
    const lines = [explanation(model), subject(model), measures(model)];
    return `### ${advice(model)}\n\n${lines.filter(Boolean).join('<br>\n')}\n`;
}
function advice(model) {
    const { outcome, context } = model;
    const { status, totals, flaky } = outcome.verdict;
    const gate = context.mode !== 'report';
    switch (status) {
        case 'passed':
            if (totals.failed === 0)
                return `✅ ${gate ? 'Good to merge: ' : ''}${passedOf(totals)}${across(model)}${onlyOnRetry(totals, flaky)}`;
            return outcome.comparison?.comparedTests
                ? `✅ Good to merge, no test broke: ${passedOf(totals)}${across(model)}`
                : `⚠️ Merge with care: ${failedTests(totals)}${across(model)}, and there are no earlier results to compare with`;
        case 'failed':
            return `❌ ${gate ? 'Do not merge: ' : ''}${whatFailed(model)}`;
        case 'inconclusive':
            return `⚠️ ${gate ? 'Do not merge yet' : 'No clear result'}: ${verdictReasons(outcome).join(', ')}`;
        default:
            return status;
    }
}
function whatFailed(model) {
    const { comparison, verdict } = model.outcome;
    const { totals } = verdict;
    if (totals.failed === 0)
        return verdictReasons(model.outcome).join(', ');
    const onlyFailing = nameOfOnly(model, 'failing', totals.failed);
    if (onlyFailing !== null)
        return `${onlyFailing} failed${inAgents(model, 'failing')} (${count(totals.failed)} of ${counted(totals.total, 'test')})`;
    if (comparison === null || !explainsFailure(comparison))
        return `${failedTests(totals)}${across(model)}`;
    if (comparison.failureCount.blocks) {
        const { failed, tests, expected } = comparison.failureCount;
        return `${failedTests({ failed, total: tests })} (${approximate(expected)} expected)${across(model)}`;
    }
    const { broken } = comparison.classes;
    const what = nameOfOnly(model, 'broken', broken);
    return `${what === null ? groupTitle('broken', broken) : `${what} broke`}${inAgents(model, 'broken')}`;
}
function nameOfOnly({ groups }, group, counted) {
    const [only, ...others] = groups.get(group) ?? [];
    if (only === undefined || others.length > 0 || casesOf([only]) !== counted)
        return null;
    const name = inlineText(only.first.test.name ?? '', headline_TEST_NAME_LENGTH);
    return name === '' ? null : `"${name}"`;
}
function inAgents(model, group) {
    const tests = model.groups.get(group) ?? [];
    const [all, cases] = [testedAgents(model.outcome.verdict), casesOf(tests)];
    if (all === 1 || cases === 1)
        return '';
    const agents = new Set(tests.flatMap(({ first, others }) => [first, ...others].map(({ run }) => run)));
    return agents.size === all
        ? ` in all ${count(all)} agents`
        : ` in ${count(agents.size)} of ${count(all)} agents`;
}
function explanation({ outcome }) {
    const { comparison, verdict } = outcome;
    if (comparison === null)
        return '';
    const { failureCount } = comparison;
    const parts = [];
    if (verdict.status === 'failed' && failureCount.blocks)
        parts.push(`So many failures are very unlikely without a change (probability ${probability(failureCount.probability)}).`);
    const others = notBlocking(comparison);
    if (others.length > 0)
        parts.push(`Not blocking: ${others.join(', ')}.`);
    return parts.join(' ');
}
function passedOf({ passed, total }) {
    if (total === 1 && passed === 1)
        return '1 test passed';
    return `${passed === total ? 'all' : `${count(passed)} of`} ${counted(total, 'test')} passed`;
}
function onlyOnRetry({ total }, flaky) {
    if (flaky === 0)
        return '';
    return `, ${total === 1 ? '' : `${counted(flaky, 'test')} `}only on retry`;
}
function across({ outcome }) {
    const counting = outcome.results.filter(({ run }) => run?.counts != null).length;
    const others = ['inconclusive', 'skipped']
        .filter((each) => outcome.verdict.agents[each] > 0)
        .map((each, index) => `${count(outcome.verdict.agents[each])}${index === 0 ? ' more' : ''} ${each}`);
    if (others.length > 0)
        return ` across ${counted(counting, 'agent')} (${others.join(', ')})`;
    return counting === 1 ? '' : ` across ${counted(counting, 'agent')}`;
}
function subject({ context }) {
    const { headSha, workflowRunUrl, mode, title } = context;
    const workflowRun = webLink(workflowRunUrl);
    const parts = [
        `**${inlineText(title, headline_TITLE_LENGTH)}**`,
        commitText(headSha),
        workflowRun && `[workflow run](${workflowRun})`,
        mode === 'report' && 'report only, does not fail the job',
    ];
    return parts.filter(Boolean).join(' · ');
}
function measures(model) {
    const { outcome, executedTests, totalCost, maxP95LatencyMs, changes } = model;
    const { comparison, verdict, durationMs } = outcome;
    const isExcused = verdict.status === 'passed';
    const agents = ['failed', 'inconclusive', 'skipped', 'passed']
        .filter((each) => verdict.agents[each] > 0)
        .map((each) => `${count(verdict.agents[each])} ${each === 'failed' && isExcused ? 'with failing tests' : each}`);
    const rates = comparison && percentages(comparison.now, comparison.before);
    const parts = [
        agents.length > 0 && `agents: ${agents.join(', ')}`,
        executedTests > 0 && `tests executed: ${count(executedTests)}`,
        rates &&
            `first attempts${ofCompared(comparison, verdict.totals)} passed: ${rates[0]}, before ${rates[1]}`,
        maxP95LatencyMs !== null &&
            `p95 latency up to ${latency(maxP95LatencyMs)}${signed(changes?.p95LatencyMs, latency)}`,
        totalCost !== null && `cost ${dollars(totalCost)}${signed(changes?.cost, wholePercent)}`,
        `took ${duration(durationMs)}`,
    ];
    return parts.filter(Boolean).join(' · ');
}
function ofCompared({ now }, { total }) {
    return now.total < total ? ` of ${counted(now.total, 'compared test')}` : '';
}

;// CONCATENATED MODULE: ./src/report/next-steps.ts







const next_steps_SENTENCE_LENGTH = 500;
const next_steps_NAMES_SHOWN = 5;
const SKIPPED = '⏭️';
function* nextSteps(model, budget) {
    const { nonPassing, context, outcome } = model;
    const { abortReason, comparison, verdict } = outcome;
    const explanations = [
        ...nonPassing.flatMap(({ result }) => explainResult(result, verdict.status, appUrlOf(result.agent, context)) ?? []),
        ...(comparison?.agents ?? []).flatMap(({ agent, error }) => error === null ? [] : { agent, sign: '⚠️', ...describeUnreadable(error), link: null }),
    ];
    const undetermined = comparison?.classes.undetermined ?? 0;
    const unjudged = verdict.status === 'inconclusive' && undetermined > 0;
    if (explanations.length === 0 && abortReason === null && !unjudged)
        return;
    yield '\n#### What to do next\n\n';
    const abort = describeAbort(outcome);
    if (abort !== null)
        yield* abortLines(abort, budget);
    yield* explanationLines(explanations, budget.steps);
    if (unjudged)
        yield '- ⚠️ Some failing tests could not be run again, so it is unclear whether they broke. Each of them says why.<br>→ Re-run this job.\n';
    const rerun = webLink(context.workflowRunUrl);
    const helps = abortReason === null
        ? unjudged || explanations.some(({ sign }) => sign !== SKIPPED)
        : abortReason.kind !== 'unknown-agents' && abortReason.kind !== 'same-agent';
    if (helps && rerun !== null)
        yield `\n[Open the workflow run to re-run it](${rerun})\n`;
}
function* abortLines({ details, remedy }, budget) {
    const more = (left) => `… and ${count(left)} more.`;
    const lines = firstFew(details, Math.max(1, budget.steps), (detail) => capitalized(asSentence(detail)), more);
    yield `- ⚠️ ${lines.join('<br>')}<br>→ ${remedy}\n`;
}
function* explanationLines(explanations, most) {
    const groups = [...Map.groupBy(explanations, ({ sentence, remedy }) => `${sentence}\n${remedy}`).values()];
    for (const group of groups.slice(0, most)) {
        const [first] = group;
        if (first === undefined)
            continue;
        const { sign, sentence, remedy, link } = first;
        const agents = group.map(({ agent }) => agent);
        const open = group.length === 1 && link !== null ? ` ${link}` : '';
        yield `- ${sign} ${agentNames(agents, next_steps_NAMES_SHOWN)}: ${asSentence(sentence)}<br>→ ${remedy}${open}\n`;
    }
    if (groups.length > most)
        yield `- … and ${count(groups.length - most)} more. See the log for all of them.\n`;
}
function asSentence(text) {
    const words = inlineText(text, next_steps_SENTENCE_LENGTH);
    return /[.!?…]$/.test(words) ? words : `${words}.`;
}
function explainResult(result, status, appUrl) {
    const { agent } = result;
    switch (result.outcome) {
        case 'passed':
            return null;
        case 'failed':
        case 'inconclusive': {
            const { run, reason } = result;
            if (reason === undefined || (result.outcome === 'failed' && status !== 'inconclusive'))
                return null;
            const { sentence, remedy } = describeReason(reason, run);
            const list = reason.kind === 'maybe-launched' ? `[Open the list of runs](${runsLink(appUrl)})` : null;
            const link = run ? `[Open run](${runLink(appUrl, run.taskId)})` : list;
            return { agent, sign: '⚠️', sentence, remedy, link };
        }
        case 'skipped':
            return {
                agent,
                sign: SKIPPED,
                sentence: `not ready to run, so skipped: ${result.reason}`,
                remedy: 'Skipped agents do not count. Make them ready to run, or list only the agents to test in `agents`.',
                link: null,
            };
        default:
            return result;
    }
}

;// CONCATENATED MODULE: ./src/report/size-budget.ts
const many = [30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2000, 5000, Infinity];
const priorities = [
    { part: 'steps', steps: [1, 3] },
    { part: 'agents', steps: [1, 3, 10] },
    { part: 'blocking', steps: [1, 3] },
    { part: 'reasons', steps: [1, 2] },
    { part: 'conversations', steps: [1, 2] },
    { part: 'steps', steps: [5, 10, 20, ...many] },
    { part: 'agents', steps: [20, ...many] },
    { part: 'blocking', steps: [5, 10, 20, ...many] },
    { part: 'reasons', steps: [3, 5, 10, 20, ...many] },
    { part: 'others', steps: [1, 3, 5, 10, 20, ...many] },
    { part: 'conversations', steps: [3, 5, 10, 20, ...many] },
    { part: 'passing', steps: [10, 20, ...many] },
];
function fitToLimit(render, limit) {
    const page = (budget) => [...render(budget)].join('');
    const fits = (budget) => fitsWithin(render(budget), limit);
    const whole = sameForAll(Infinity);
    if (fits(whole))
        return page(whole);
    let budget = sameForAll(0);
    if (!fits(budget))
        return null;
    for (const { part, steps } of priorities) {
        let low = 0;
        let high = steps.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            const larger = { ...budget, [part]: steps[middle] ?? 0 };
            if (fits(larger)) {
                budget = larger;
                low = middle + 1;
            }
            else
                high = middle;
        }
    }
    return page(budget);
}
function sameForAll(most) {
    return {
        steps: most,
        agents: most,
        blocking: most,
        others: most,
        reasons: most,
        conversations: most,
        passing: most,
    };
}
function fitsWithin(parts, { max, measure }) {
    let size = 0;
    for (const part of parts) {
        size += measure(part);
        if (size > max)
            return false;
    }
    return true;
}

;// CONCATENATED MODULE: ./src/report/summary-charts.ts


const MOST_TESTS = 200;
const MOST_AGENTS = 50;
function* testSquares({ nonPassing }, budget) {
    const rows = nonPassing
        .slice(0, Math.min(budget.agents, MOST_AGENTS))
        .flatMap(({ result: { agent, run } }) => {
        const squares = run === null ? '' : squaresOf(run);
        return squares === '' ? [] : [`${agentName(agent)}<br>${squares}`];
    });
    if (rows.length === 0)
        return;
    yield '\n#### Tests of the agents that did not pass\n\n🟥 failed · 🟨 flaky · ⬜ no result · 🟩 passed\n';
    for (const row of rows)
        yield `\n${row}\n`;
}
function squaresOf({ counts, tests }) {
    if (counts === null || counts.total > MOST_TESTS)
        return '';
    const flaky = Math.min(counts.passed, tests.filter(({ status }) => status === 'flaky').length);
    const unfinished = counts.total - counts.passed - counts.failed;
    if (unfinished < 0)
        return '';
    return [
        '🟥'.repeat(counts.failed),
        '🟨'.repeat(flaky),
        '⬜'.repeat(unfinished),
        '🟩'.repeat(counts.passed - flaky),
    ].join('');
}
const summary_charts_AGENTS_NAMED = 10;
const LINE_COLOR = '%%{init: {"themeVariables": {"xyChart": {"plotColorPalette": "#2da44e"}}}}%%';
function* trendChart({ context, nonPassing, passing }) {
    const runs = [...nonPassing, ...passing].flatMap(({ result: { agent, run }, earlier }) => {
        return run === null || !earlier?.runs.length ? [] : [{ agent, run, earlier: earlier.runs }];
    });
    if (context.headSha !== null || runs.length === 0)
        return;
    const longest = Math.max(...runs.map(({ earlier }) => earlier.length));
    const ages = Array.from({ length: longest }, (_, index) => longest - index);
    const before = ages.map((age) => percentOf(runs.flatMap(({ earlier }) => earlier[age - 1] ?? [])));
    const rates = [...before, percentOf(runs.map(({ run }) => firstAttempts(run)))];
    const agents = agentNames(runs.map(({ agent }) => agent), summary_charts_AGENTS_NAMED);
    yield `\n#### Pass rate of the last runs\n\nFirst attempts of ${agents}, oldest run first: ${rates.map((rate) => `${rate}%`).join(', ')} (this run).\n`;
    yield `\n\`\`\`mermaid
${LINE_COLOR}
xychart-beta
  x-axis "runs ago" [${ages.map((age) => `"${age}"`).join(', ')}, "this run"]
  y-axis "tests passed (%)" 0 --> 100
  line [${rates.join(', ')}]
\`\`\`
`;
}
function percentOf(rates) {
    const sum = (key) => rates.reduce((total, rate) => total + rate[key], 0);
    return sum('total') === 0 ? 0 : Math.floor((100 * sum('passed')) / sum('total'));
}

;// CONCATENATED MODULE: ./src/report/comment.ts












const SUMMARY_RESERVE_BYTES = 4096;
function renderComment(outcome, context, { maxCharacters }) {
    return renderReport(reportModel(outcome, context), 'comment', {
        max: maxCharacters,
        measure: (text) => text.length,
    });
}
function renderSummary(outcome, context, { maxBytes }) {
    const max = maxBytes - Math.min(SUMMARY_RESERVE_BYTES, maxBytes / 10);
    return renderReport(reportModel(outcome, context), 'summary', { max, measure: Buffer.byteLength });
}
function progressNotice({ headSha, workflowRunUrl, }) {
    const link = webLink(workflowRunUrl);
    const where = link === null ? '' : ` ([workflow run](${link}))`;
    return `⏳ Tests for ${commitText(headSha) ?? 'a new commit'} are running${where}. The results below are from an earlier run.`;
}
function renderReport(model, kind, limit) {
    return fitToLimit((budget) => sections(model, kind, budget), limit) ?? headline(model);
}
function* sections(model, kind, budget) {
    const inconclusive = model.outcome.verdict.status === 'inconclusive';
    yield headline(model);
    if (inconclusive)
        yield* nextSteps(model, budget);
    yield* decisiveTests(model, budget);
    yield* agentTable(model, budget, { tokens: kind === 'summary' });
    if (kind === 'summary') {
        yield* testSquares(model, budget);
        yield* trendChart(model);
    }
    if (!inconclusive)
        yield* nextSteps(model, budget);
    yield* otherTests(model, budget);
    yield* baselineSection(model, budget);
}
const comment_NAMES_SHOWN = 20;
const RUNS_LINKED = 3;
function* baselineSection({ outcome, context }, budget) {
    const { comparison } = outcome;
    if (comparison === null)
        return;
    const readable = comparison.agents.filter(({ error }) => error === null);
    const compared = readable.filter(({ runs }) => runs.length > 0);
    const without = readable.filter(({ runs }) => runs.length === 0).map(({ agent }) => agent);
    const stale = compared.filter((each) => isStale(each, context.now));
    for (const each of stale.slice(0, Math.max(1, budget.steps)))
        yield `\n⚠️ **${agentName(each.agent)}**: ${staleText(each, context.now)}. Run its tests regularly, for example every night, so that they can be compared with recent results.\n`;
    if (without.length > 0)
        yield `\nNo earlier run to compare with: ${agentNames(without, comment_NAMES_SHOWN)}. Later jobs are compared with this one; on pull requests, only if these are opened after it.\n`;
    const shown = compared.slice(0, budget.passing);
    if (shown.length === 0)
        return;
    yield `\n<details>\n<summary>Baseline: earlier runs of ${counted(compared.length, 'agent')}, ${counted(comparison.comparedTests, 'test')} compared</summary>\n\n`;
    for (const each of shown)
        yield `- ${agentName(each.agent)}: ${baselineText(each)}${earlierLinks(each, appUrlOf(each.agent, context))}\n`;
    if (shown.length < compared.length)
        yield `\n… and ${count(compared.length - shown.length)} more.\n`;
    yield '\n</details>\n';
}
function earlierLinks({ runs }, appUrl) {
    const shown = runs
        .slice(0, RUNS_LINKED)
        .flatMap(({ taskId, createdAt }) => taskId === null ? [] : [`[${createdAt === null ? 'run' : day(createdAt)}](${runLink(appUrl, taskId)})`]);
    return shown.length === 0 ? '' : ` (${shown.join(', ')}${runs.length > RUNS_LINKED ? ', …' : ''})`;
}

;// CONCATENATED MODULE: ./src/report/page-data.ts
const WHOLE = 100_000;
const DETAIL_LEVELS = [
    { blocking: WHOLE, failing: WHOLE, passing: WHOLE },
    { blocking: WHOLE, failing: WHOLE, passing: 1000 },
    { blocking: WHOLE, failing: 20_000, passing: 'no-texts' },
    { blocking: 20_000, failing: 4000, passing: 'no-texts' },
    { blocking: 20_000, failing: 4000, passing: 'line' },
    { blocking: 4000, failing: 1000, passing: 'line' },
    { blocking: 1000, failing: 300, passing: 'line' },
    { blocking: 300, failing: 'no-texts', passing: 'line' },
    { blocking: 'line', failing: 'line', passing: 'line' },
];
const FIRST_TESTS = 200;
const FIRST_TESTS_LEVEL = { blocking: 'first', failing: 'line', passing: 'line' };
const FIRST_LENGTH = 4000;
const names = {
    blocking: 'tests that count against the verdict',
    failing: 'other tests that did not pass at once',
    passing: 'passing tests',
};
function describeLevel(level) {
    return ['blocking', 'failing', 'passing'].flatMap((importance) => {
        const kept = level[importance];
        if (kept === WHOLE)
            return [];
        if (kept === 'no-texts')
            return `Conversations of ${names[importance]} are left out.`;
        if (kept === 'first')
            return `Only the first ${FIRST_TESTS} ${names[importance]} have their conversation and evaluators.`;
        if (kept === 'line')
            return `Conversations and evaluators of ${names[importance]} are left out.`;
        return `Texts of ${names[importance]} are cut to ${kept.toLocaleString('en-US')} characters.`;
    });
}
function pageTests(level) {
    let first = 0;
    return (test) => {
        const kept = level[importanceOf(test)];
        if (kept !== 'first')
            return pageTest(test, kept);
        first += 1;
        return pageTest(test, first > FIRST_TESTS ? 'line' : FIRST_LENGTH);
    };
}
function pageTest(test, kept) {
    const { id, uuid, name, status, latencyMs, costUsd, baseline, evaluators } = test;
    const line = {
        ...(uuid === null ? { id } : { uuid }),
        name: name && cutTo(name, 300),
        status,
        latencyMs: latencyMs && Math.round(latencyMs),
        baseline,
    };
    if (kept === 'line')
        return withoutEmpty(line);
    if (kept === 'no-texts')
        return withoutEmpty({
            ...line,
            costUsd,
            evaluators: evaluators.map((each) => ({ ...each, reasoning: null })),
        });
    return withoutEmpty({ ...test, ...line }, kept);
}
function importanceOf(test) {
    if (test.status === 'passed')
        return 'passing';
    return countsAgainstVerdict(test) ? 'blocking' : 'failing';
}
function countsAgainstVerdict({ status, baseline }) {
    return status === 'failed' && (!baseline || ['broken', 'undetermined'].includes(baseline.class));
}
function withoutEmpty(record, maxText = WHOLE) {
    const fields = Object.entries(record)
        .filter(([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0))
        .map(([name, value]) => [name, compact(value, maxText)]);
    return Object.fromEntries(fields);
}
function compact(value, maxText) {
    if (typeof value === 'string')
        return cutTo(value, maxText);
    if (Array.isArray(value))
        return value.map((item) => compact(item, maxText));
    return typeof value === 'object' && value !== null ? withoutEmpty(value, maxText) : value;
}
function cutTo(text, maxText) {
    if (text.length <= maxText)
        return text;
    return `${text.slice(0, maxText).toWellFormed()}… (${text.length - maxText} more characters)`;
}

;// CONCATENATED MODULE: ./src/report/results-json.ts







const VERSION = 2;
function* resultsJson(outcome, context) {
    const agentRecord = agentRecords(outcome, context);
    yield `${opened(jobRecord(outcome, context))}"agents": [`;
    let separator = '\n';
    for (const result of outcome.results) {
        const { run, ...agent } = agentRecord(result);
        yield `${separator}${opened(agent)}"run": `;
        if (result.run === null || run === null)
            yield 'null}';
        else {
            yield `${opened(run)}"tests": [`;
            let comma = '';
            for (const test of result.run.tests) {
                yield `${comma}\n${json(testRecord(test, agent.appUrl))}`;
                comma = ',';
            }
            yield ']}}';
        }
        separator = ',\n';
    }
    yield '\n]}\n';
}
function opened(fields) {
    return `{${Object.entries(fields)
        .map(([name, value]) => `${json(name)}: ${json(value)}, `)
        .join('')}`;
}
function json(value) {
    const text = JSON.stringify(value);
    return /\\ud[89a-f]/.test(text) ? JSON.stringify(value, wellFormed) : text;
}
function wellFormed(_key, field) {
    return typeof field === 'string' ? field.toWellFormed() : field;
}
function jobRecord(outcome, context) {
    const { verdict, results, comparison, durationMs } = outcome;
    const executed = executedTests(results);
    return {
        version: VERSION,
        title: context.title,
        mode: context.mode,
        verdict: verdict.status,
        reasons: verdictReasons(outcome),
        totals: { ...verdict.totals, flaky: verdict.flaky },
        agentTotals: verdict.agents,
        executedTests: executed.tests,
        costUsd: executed.costUsd,
        startedAt: new Date(context.now - durationMs).toISOString(),
        durationMs,
        timeoutSeconds: context.timeoutSeconds,
        headSha: context.headSha,
        workflowRunUrl: context.workflowRunUrl,
        abortReason: abortRecord(outcome),
        comparison: comparison === null ? null : comparisonRecord(comparison),
    };
}
function abortRecord(outcome) {
    const description = describeAbort(outcome);
    if (description === null || outcome.abortReason === null)
        return null;
    const { headline, details, remedy } = description;
    return { kind: outcome.abortReason.kind, message: headline, details, remedy };
}
function comparisonRecord({ agents: _, ...fields }) {
    return fields;
}
function agentRecords(outcome, context) {
    const earlierRuns = earlierRunsOf(outcome);
    return (result) => {
        const baseline = earlierRuns(result.agent);
        const appUrl = appUrlOf(result.agent, context);
        return {
            name: result.agent.name,
            uuid: result.agent.uuid,
            appUrl,
            outcome: result.outcome,
            problem: problemRecord(result),
            costUsd: result.run && executedIn(result.run).costUsd,
            baseline: baseline === null ? null : baselineRecord(baseline, appUrl),
            run: result.run === null ? null : runRecord(result.run, appUrl),
        };
    };
}
function problemRecord(result) {
    switch (result.outcome) {
        case 'passed':
            return null;
        case 'failed':
        case 'inconclusive': {
            if (result.reason === undefined)
                return null;
            const { label, sentence, remedy } = describeReason(result.reason, result.run);
            return { kind: reasonKind(result.reason), label, message: sentence, remedy };
        }
        case 'skipped':
            return { kind: 'skipped', label: 'Skipped', message: result.reason, remedy: null };
        default:
            return result;
    }
}
function baselineRecord({ runs, error }, appUrl) {
    return {
        runs: runs.map(({ taskId, createdAt, ...run }) => ({
            taskId,
            url: taskId === null ? null : runLink(appUrl, taskId),
            createdAt: createdAt === null ? null : new Date(createdAt).toISOString(),
            ...run,
        })),
        error: error && errorRecord(error),
    };
}
function errorRecord(error) {
    const { sentence, remedy } = describeUnreadable(error);
    return { message: sentence, remedy };
}
function runRecord(run, appUrl) {
    const { tests: _, detailsError, shareToken, ...fields } = run;
    return {
        ...fields,
        url: runLink(appUrl, run.taskId),
        publicUrl: shareToken === null ? null : shareLink(appUrl, shareToken),
        detailsMissing: detailsError === null ? null : errorText(detailsError),
    };
}
function testRecord({ cost, ...test }, appUrl) {
    return {
        ...test,
        costUsd: cost,
        attempts: test.attempts.map(({ cost: costUsd, ...attempt }) => ({
            ...attempt,
            url: runLink(appUrl, attempt.taskId),
            costUsd,
        })),
        retrySkipped: test.retrySkipped === null ? null : retrySkippedRecord(test.retrySkipped),
    };
}
function retrySkippedRecord(skipped) {
    const message = 'reason' in skipped ? describeReason(skipped.reason, skipped.run).sentence : null;
    return { kind: skipped.kind, message };
}

;// CONCATENATED MODULE: ./src/report/html-page.ts


const DATA_MARKER = '"__PAGE_DATA__"';
const MAX_BYTES = 20_000_000;
function htmlPage(outcome, context, options) {
    const agentRecord = agentRecords(outcome, context);
    function* records(tests, appUrl) {
        for (const test of tests)
            yield testRecord(test, appUrl);
    }
    return page(jobRecord(outcome, context), options, function* () {
        for (const result of outcome.results) {
            const agent = agentRecord(result);
            yield { agent, tests: records(result.run?.tests ?? [], agent.appUrl) };
        }
    });
}
function htmlPageOfResults({ agents, ...job }, options) {
    return page(job, options, function* () {
        for (const { run, ...agent } of agents) {
            if (run === null)
                yield { agent: { ...agent, run }, tests: [] };
            else {
                const { tests, ...fields } = run;
                yield { agent: { ...agent, run: fields }, tests };
            }
        }
    });
}
function* page(job, { template, maxBytes = MAX_BYTES }, agents) {
    const [before = '', after = ''] = template.split(DATA_MARKER);
    const { level, listed, leftOut } = levelWithin(agents, maxBytes);
    yield before;
    yield inert(`${opened({ job, leftOut })}"agents":[`);
    let separator = '';
    let left = listed;
    const pageTest = pageTests(level);
    for (const { agent, tests } of agents()) {
        const { run, ...fields } = agent;
        yield inert(`${separator}\n${opened(fields)}"run":`);
        separator = ',';
        if (run === null)
            yield 'null}';
        else {
            yield inert(`${opened(run)}"tests":[`);
            let comma = '';
            for (const test of tests) {
                if (left <= 0)
                    break;
                left -= 1;
                yield inert(`${comma}\n${json(pageTest(test))}`);
                comma = ',';
            }
            yield ']}}';
        }
    }
    yield ']}';
    yield after;
}
function inert(data) {
    return data.replaceAll('<', '\\u003c');
}
function levelWithin(agents, maxBytes) {
    const fitting = (level) => countFitting(agents, level, maxBytes);
    const [whole, ...less] = DETAIL_LEVELS;
    if (fitting(whole) === Number.POSITIVE_INFINITY)
        return { level: whole, listed: Number.POSITIVE_INFINITY, leftOut: [] };
    let levels = less;
    while (levels.length > 1) {
        const half = Math.floor(levels.length / 2);
        const fits = fitting(levels[half - 1] ?? whole) === Number.POSITIVE_INFINITY;
        levels = fits ? levels.slice(0, half) : levels.slice(half);
    }
    const least = levels[0] ?? whole;
    const keepsFirst = least.blocking === 'line' && fitting(FIRST_TESTS_LEVEL) > FIRST_TESTS;
    const level = keepsFirst ? FIRST_TESTS_LEVEL : least;
    const listed = fitting(level);
    const leftOut = describeLevel(level);
    if (listed < Number.POSITIVE_INFINITY)
        leftOut.push(`Only the first ${listed.toLocaleString('en-US')} tests are listed.`);
    return { level, listed, leftOut };
}
function countFitting(agents, level, maxBytes) {
    const pageTest = pageTests(level);
    let bytes = 0;
    let fitting = 0;
    for (const { agent } of agents())
        bytes += byteLength(agent) + 30;
    for (const { tests } of agents()) {
        for (const test of tests) {
            bytes += byteLength(pageTest(test)) + 2;
            if (bytes > maxBytes)
                return fitting;
            fitting += 1;
        }
    }
    return Number.POSITIVE_INFINITY;
}
function byteLength(value) {
    return Buffer.byteLength(inert(json(value)));
}

;// CONCATENATED MODULE: ./src/report/xml.ts

function xml_element(name, attributes, content = '') {
    return content === ''
        ? `<${name}${attributeList(attributes)}/>`
        : `${openTag(name, attributes)}${content}</${name}>`;
}
function openTag(name, attributes) {
    return `<${name}${attributeList(attributes)}>`;
}
function xml_text(value, maxLength) {
    return escapeXml(cutText(value, maxLength).text);
}
function attributeList(attributes) {
    return Object.entries(attributes)
        .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
        .join('');
}
function escapeXml(value) {
    return value
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;');
}

;// CONCATENATED MODULE: ./src/report/junit.ts









const junit_NAME_LENGTH = 300;
const junit_MESSAGE_LENGTH = 500;
const junit_REASON_LENGTH = 20_000;
function* junitXml(outcome, context) {
    const { title } = context;
    const runs = outcome.results.flatMap(({ run }) => run ?? []);
    const time = runs.reduce((sum, run) => sum + testTimeMs(run), 0);
    yield '<?xml version="1.0" encoding="UTF-8"?>\n';
    yield `${openTag('testsuites', { name: attribute(title), time: seconds(time) })}\n`;
    const cause = jobProblem(outcome);
    if (cause !== null) {
        const all = { name: 'All agents', latencyMs: null, kind: 'error', details: () => cause };
        yield* suite(title, () => [all], null, '');
    }
    for (const result of outcome.results)
        yield* agentSuite(result, appUrlOf(result.agent, context));
    yield '</testsuites>\n';
}
function jobProblem(outcome) {
    const abort = describeAbort(outcome);
    if (abort !== null) {
        const { headline, details, remedy } = abort;
        return junit_problem('error', headline, outcome.abortReason?.kind ?? 'aborted', [...details, remedy].join('\n'));
    }
    const { status, agents } = outcome.verdict;
    if (status === 'passed' || agents.failed + agents.inconclusive > 0)
        return null;
    const reasons = verdictReasons(outcome).join(', ');
    return junit_problem('error', reasons, status, reasons);
}
function agentSuite(result, appUrl) {
    const { agent, run } = result;
    function* cases() {
        let isRed = false;
        for (const test of run?.tests ?? []) {
            const each = testCase(test, appUrl);
            isRed ||= each.kind !== 'passed';
            yield each;
        }
        const unlisted = unlistedCases(result);
        yield* unlisted;
        yield* agentCases(result, isRed || unlisted.some(({ kind }) => kind === 'failure'));
    }
    return suite(agent.name, cases, run, appUrl);
}
function* suite(name, cases, run, appUrl) {
    const having = { passed: 0, failure: 0, error: 0, skipped: 0 };
    for (const { kind } of cases())
        having[kind] += 1;
    const { passed, failure: failures, error: errors, skipped } = having;
    const tests = passed + failures + errors + skipped;
    const time = seconds(run === null ? 0 : testTimeMs(run));
    yield openTag('testsuite', { name: attribute(name), tests, failures, errors, skipped, time });
    if (run !== null) {
        const property = xml_element('property', { name: 'run', value: runLink(appUrl, run.taskId) });
        yield xml_element('properties', {}, property);
    }
    for (const each of cases())
        yield `\n${caseElement(each, name)}`;
    yield '\n</testsuite>\n';
}
const MOST_UNLISTED = 10_000;
function unlistedCases(result) {
    const { run } = result;
    if (run === null || run.counts === null)
        return [];
    const error = run.detailsError?.message ?? 'The service counted this test, but did not list it.';
    const failed = unlistedFailures(result);
    const listed = run.tests.filter(({ status }) => status === 'passed' || status === 'flaky').length;
    const details = () => junit_problem('failure', 'The test failed.', 'failed', error);
    return [
        ...numbered('Failed test that is not listed', failed, 'failure', details),
        ...numbered('Passed test that is not listed', run.counts.passed - listed, 'passed', () => ''),
    ];
}
function numbered(name, cases, kind, details) {
    const shown = Math.min(Math.max(0, cases), MOST_UNLISTED);
    const numbers = Array.from({ length: shown }, (_, index) => `${index + 1}`);
    const labels = cases > shown && shown > 0 ? [...numbers, `${cases - shown} more`] : numbers;
    return labels.map((label) => ({ name: `${name} (${label})`, latencyMs: null, kind, details }));
}
function agentCases(result, isRed) {
    const name = 'Result of the agent';
    if (result.outcome === 'skipped') {
        const details = () => xml_element('skipped', { message: attribute(result.reason, junit_MESSAGE_LENGTH) });
        return [{ name, latencyMs: null, kind: 'skipped', details }];
    }
    if (result.outcome !== 'inconclusive' || isRed)
        return [];
    const { sentence, remedy } = describeReason(result.reason, result.run);
    const details = () => junit_problem('error', sentence, attribute(reasonKind(result.reason)), `${sentence}\n${remedy}`);
    return [{ name, latencyMs: null, kind: 'error', details }];
}
function testCase(test, appUrl) {
    const { latencyMs, status } = test;
    const name = test.name ?? test.id ?? '';
    switch (status) {
        case 'passed':
            return { name, latencyMs, kind: 'passed', details: () => '' };
        case 'flaky': {
            const failed = test.attempts.filter((attempt) => attempt.status !== 'passed');
            const details = () => failed.map((attempt) => attemptElement('flaky', attempt, appUrl)).join('');
            return { name, latencyMs, kind: 'passed', details };
        }
        case 'failed':
            return { name, latencyMs, kind: 'failure', details: () => failure(test, appUrl) };
        case 'unanswered':
        case 'not-run':
        case 'pending': {
            const details = () => junit_problem('error', junit_messageOf(test) || statusTexts[status], status, wholeReason(test));
            return { name, latencyMs, kind: 'error', details };
        }
        default:
            return status;
    }
}
function failure(test, appUrl) {
    const whole = [historyText(test), wholeReason(test)].filter(Boolean).join('\n');
    const message = junit_messageOf(test) || 'The test failed.';
    const type = test.baseline?.class.replace('undetermined', 'failed') ?? 'failed';
    const reruns = test.attempts.slice(1).map((attempt) => attemptElement('rerun', attempt, appUrl));
    return `${junit_problem('failure', message, type, whole)}${reruns.join('')}`;
}
function junit_messageOf(test) {
    return reasonLines(test).join('; ');
}
function attemptElement(prefix, attempt, appUrl) {
    const kind = attempt.status === 'failed' ? 'Failure' : 'Error';
    const message = attribute(attempt.reasoning ?? `The attempt ended as ${attempt.status}.`, junit_MESSAGE_LENGTH);
    const trace = xml_text(`${attempt.reasoning ?? ''}\n${runLink(appUrl, attempt.taskId)}`, junit_REASON_LENGTH);
    return xml_element(`${prefix}${kind}`, { message, type: attempt.status }, xml_element('stackTrace', {}, trace));
}
function junit_problem(kind, message, type, details) {
    return xml_element(kind, { message: attribute(message, junit_MESSAGE_LENGTH), type }, xml_text(details, junit_REASON_LENGTH));
}
function caseElement({ name, latencyMs, details }, suiteName) {
    const attributes = {
        name: attribute(name) || '(test without a name)',
        classname: attribute(suiteName),
        time: seconds(latencyMs ?? 0),
    };
    return xml_element('testcase', attributes, details());
}
function testTimeMs({ tests }) {
    return tests.reduce((sum, { latencyMs }) => sum + (latencyMs ?? 0), 0);
}
function attribute(value, maxLength = junit_NAME_LENGTH) {
    return cutLine(value, maxLength);
}
function seconds(milliseconds) {
    return (milliseconds / 1000).toFixed(3);
}

;// CONCATENATED MODULE: ./src/report/log.ts











const log_NAME_LENGTH = 100;
const log_SENTENCE_LENGTH = 1000;
const log_REASON_LENGTH = 300;
const log_TESTS_SHOWN = 20;
const REASON_LINES = 5;
const paint = {
    red: (text) => `\u001B[31m${text}\u001B[0m`,
    green: (text) => `\u001B[32m${text}\u001B[0m`,
    yellow: (text) => `\u001B[33m${text}\u001B[0m`,
};
const log_signs = {
    passed: paint.green('✓'),
    failed: paint.red('✗'),
    inconclusive: paint.yellow('?'),
    skipped: paint.yellow('-'),
};
const verdictColor = { passed: paint.green, failed: paint.red, inconclusive: paint.yellow };
function* outcomeLines(outcome, context) {
    for (const result of outcome.results) {
        const lines = agentLines(result, outcome, context);
        if (lines.length > 0)
            yield lines;
    }
    yield [...staleLines(outcome, context), ...log_abortLines(outcome), ...verdictLines(outcome, context)];
}
function log_agentName({ name }) {
    return logText(name, log_NAME_LENGTH) || '(agent without a name)';
}
function resultLine(result, appUrl, sign = log_signs[result.outcome]) {
    const link = result.run === null ? '' : `, ${runLink(appUrl, result.run.taskId)}`;
    const remedy = result.outcome === 'inconclusive' ? ` → ${describeReason(result.reason, result.run).remedy}` : '';
    return `${sign} ${log_agentName(result.agent)}: ${resultText(result)}${link}${remedy}`;
}
function resultText(result) {
    switch (result.outcome) {
        case 'passed':
        case 'failed': {
            const { counts, durationMs } = result.run;
            const numbers = counts === null ? '' : `, ${count(counts.passed)} of ${counted(counts.total, 'test')} passed`;
            return `${result.outcome}${numbers} in ${duration(durationMs)}`;
        }
        case 'inconclusive':
            return logText(describeReason(result.reason, result.run).sentence, log_SENTENCE_LENGTH);
        case 'skipped':
            return `not ready to run, so skipped: ${logText(result.reason, log_SENTENCE_LENGTH)}`;
        default:
            return result;
    }
}
function agentLines(result, outcome, context) {
    const grouped = groupedTests(result.run, outcome);
    if (result.outcome === 'passed' && grouped.length === 0)
        return [];
    const shown = grouped.slice(0, log_TESTS_SHOWN);
    const more = grouped.length - shown.length + unlistedFailures(result);
    const error = result.run?.detailsError ?? null;
    const sign = isExcused(result, grouped, outcome) ? paint.yellow('!') : log_signs[result.outcome];
    return [
        resultLine(result, appUrlOf(result.agent, context), sign),
        ...shown.flatMap(({ test, group }) => log_testLines(test, group)),
        ...(error === null
            ? []
            : [`    ${paint.yellow('!')} ${logText(missingDetails(error), log_SENTENCE_LENGTH)}`]),
        ...(more > 0 ? [`    … and ${counted(more, 'more test')} that did not pass`] : []),
    ];
}
function log_testLines(test, group) {
    const sign = blocks(group) ? paint.red('✗') : paint.yellow(group === 'flaky' ? '↻' : '!');
    const name = logText(test.name ?? test.id ?? '', log_NAME_LENGTH) || '(test without a name)';
    const described = classText({ test, group });
    const lines = firstFew(reasonLines(test), REASON_LINES, (line) => `        · ${logText(line, log_REASON_LENGTH)}`, (left) => `        … and ${counted(left, 'more line')}`);
    return [`    ${sign} ${name}${described === '' ? '' : ` (${logText(described, log_REASON_LENGTH)})`}`, ...lines];
}
function staleLines({ comparison }, { now }) {
    return (comparison?.agents ?? [])
        .filter((each) => isStale(each, now))
        .map((each) => `${paint.yellow('!')} ${log_agentName(each.agent)}: ${staleText(each, now)}`);
}
function log_abortLines(outcome) {
    const description = describeAbort(outcome);
    if (description === null)
        return [];
    const { details, remedy } = description;
    return [
        ...details.map((detail) => `${paint.yellow('!')} ${logText(detail, log_SENTENCE_LENGTH)}`),
        `→ ${remedy}`,
    ];
}
function whyPassed({ comparison, verdict }) {
    if (comparison === null || verdict.totals.failed === 0)
        return [];
    if (comparison.comparedTests === 0)
        return ['there are no earlier results to compare with'];
    return ['no test broke', ...notBlocking(comparison)];
}
function verdictLines(outcome, { mode, title }) {
    const { totals, status, flaky } = outcome.verdict;
    const reasons = status === 'passed' ? whyPassed(outcome) : verdictReasons(outcome);
    const unfinished = totals.total - totals.passed - totals.failed;
    const numbers = [
        `${count(totals.passed)} of ${counted(totals.total, 'test')} passed${flaky > 0 ? ` (${count(flaky)} of them flaky)` : ''}`,
        `${count(totals.failed)} failed`,
        ...(unfinished > 0 ? [`${count(unfinished)} without a result`] : []),
    ];
    return [
        `Verdict of ${logText(title, log_NAME_LENGTH)}: ${verdictColor[status](status)}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`,
        `Totals: ${numbers.join(', ')}, in ${duration(outcome.durationMs)}`,
        ...(mode === 'report' ? ['Mode "report": this verdict does not fail the job.'] : []),
    ];
}

// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
// EXTERNAL MODULE: ./node_modules/undici-7/index.js
var undici_7 = __webpack_require__(5280);
;// CONCATENATED MODULE: ./src/runner/fetch.ts



const THIS_MACHINE = 'localhost,127.0.0.1,[::1]';
function createProxiedFetch(env) {
    let agent;
    const fetchWith = undici_7/* fetch */.hd;
    return async (url, init) => {
        agent ??= proxyAgent(env);
        return fetchWith(url, Object.assign({}, init, { dispatcher: agent }));
    };
}
function createProxiedRequest(env) {
    let agent;
    return async (url, { method = 'GET', headers, body, signal }) => {
        agent ??= proxyAgent(env);
        const sent = (0,undici_7/* request */.Em)(url, {
            dispatcher: agent,
            method: method,
            headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'gzip' },
            body: (body ?? null),
            signal: signal ?? null,
        });
        await settledOrAborted(sent, signal);
        const response = await sent;
        const received = new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
        const zipped = /^(x-)?gzip\s*$/i.test(received.get('content-encoding') ?? '');
        const chunks = zipped ? (0,external_node_stream_.pipeline)(response.body, (0,external_node_zlib_.createGunzip)(), () => undefined) : response.body;
        chunks.on('error', () => undefined);
        return { status: response.statusCode, headers: received, body: { getReader: () => readerOf(chunks) } };
    };
}
function settledOrAborted(sent, signal) {
    return new Promise((resolve, reject) => {
        const abort = () => reject(signal?.reason);
        signal?.addEventListener('abort', abort, { once: true });
        const end = () => {
            signal?.removeEventListener('abort', abort);
            resolve();
        };
        sent.then(end, end);
    });
}
function readerOf(chunks) {
    const iterator = chunks[Symbol.asyncIterator]();
    return {
        read: () => iterator.next(),
        cancel: async () => {
            chunks.destroy();
        },
    };
}
function proxyAgent(env) {
    const variable = (name) => env[name.toLowerCase()] || env[name] || '';
    const direct = variable('NO_PROXY');
    try {
        return new undici_7/* EnvHttpProxyAgent */.J2({
            httpProxy: withScheme(variable('HTTP_PROXY')),
            httpsProxy: withScheme(variable('HTTPS_PROXY')),
            noProxy: direct.trim() === '*' ? '*' : `${direct},${THIS_MACHINE}`,
            proxyTunnel: false,
            allowH2: false,
        });
    }
    catch {
        throw new Error('HTTP_PROXY or HTTPS_PROXY is not a valid address');
    }
}
function withScheme(address) {
    return address === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
}

;// CONCATENATED MODULE: ./src/write-chunks.ts

const WRITE_CHARACTERS = 65_536;
function writeChunks(path, chunks) {
    (0,external_node_fs_.writeFileSync)(path, '');
    let text = '';
    for (const chunk of chunks) {
        text += chunk;
        if (text.length < WRITE_CHARACTERS)
            continue;
        (0,external_node_fs_.appendFileSync)(path, text);
        text = '';
    }
    (0,external_node_fs_.appendFileSync)(path, text);
}

;// CONCATENATED MODULE: ./src/publish.ts






















const COMMENT_MAX_CHARACTERS = 65_536;
const SUMMARY_MAX_BYTES = 1024 * 1024;
const ANNOUNCE_MS = 10_000;
async function publish(known, about, context) {
    const { inputs, environment } = context;
    const redact = redactSecrets(inputs);
    const outcome = redactData(known, redact);
    const pullRequest = (0,github_event/* pullRequestOf */._n)(environment.eventName, environment.payload);
    const { workflowRunUrl } = environment;
    const headSha = pullRequest?.headSha ?? null;
    const report = redactData({ ...about, headSha, workflowRunUrl }, redact);
    await publish_attempt('The outputs', () => writeOutputs(outcome));
    await publish_attempt('The result files', () => writeFiles(outcome, report, environment));
    await publish_attempt('The log', () => writeLog(outcome, report));
    await publish_attempt('The job summary', () => writeSummary(outcome, report));
    if (pullRequest === null)
        core/* info */.pq('No comment was written, because this event does not belong to a pull request.');
    else if (!inputs.comment)
        core/* info */.pq('No comment was written, because the input "comment" is "false".');
    else
        await comment(outcome, report, context, pullRequest);
}
async function publish_attempt(what, write) {
    try {
        await write();
    }
    catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        core/* warning */.$e(`${what} could not be written: ${cause}. Check that the runner's disk is not full and its folders are writable.`);
    }
}
function redactSecrets({ apiKey, githubToken }) {
    return createRedactor([apiKey, githubToken]);
}
function reportOf({ matrix, appUrl, mode, timeoutSeconds }) {
    const values = Object.values(matrix ?? {}).map((value) => typeof value === 'string' ? value : JSON.stringify(value));
    const title = values.length === 0 ? 'Agent tests' : `Agent tests (${values.join(', ')})`;
    return { title, appUrl, mode, timeoutSeconds, now: Date.now() };
}
function writeLog(outcome, report) {
    for (const lines of outcomeLines(outcome, report))
        core/* info */.pq(lines.join('\n'));
    for (const { level, title, message } of annotationsOf(outcome, report)) {
        const annotate = level === 'error' ? core/* error */.z3 : core/* warning */.$e;
        annotate(message, { title });
    }
}
function writeOutputs({ verdict, comparison, results }) {
    const { tests, costUsd } = executedTests(results);
    core/* setOutput */.uH('total', verdict.totals.total);
    core/* setOutput */.uH('passed', verdict.totals.passed);
    core/* setOutput */.uH('failed', verdict.totals.failed);
    core/* setOutput */.uH('flaky', verdict.flaky);
    core/* setOutput */.uH('broken', comparison === null ? '' : comparison.classes.broken);
    core/* setOutput */.uH('executed-tests', tests);
    core/* setOutput */.uH('cost', costUsd === null ? '' : Number(costUsd.toFixed(6)));
    core/* setOutput */.uH('verdict', verdict.status);
    core/* setOutput */.uH('pass-rate', comparison === null ? '' : percent(comparison.now));
    core/* setOutput */.uH('previous-pass-rate', comparison === null ? '' : percent(comparison.before));
}
async function writeFiles(outcome, report, { tempFolder }) {
    const folder = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)(tempFolder ?? (0,external_node_os_.tmpdir)(), 'agent-tests-'));
    await writeFile('results-file', (0,external_node_path_.join)(folder, 'results.json'), resultsJson(outcome, report));
    await writeFile('junit-file', (0,external_node_path_.join)(folder, 'junit.xml'), junitXml(outcome, report));
    await publish_attempt('The report page', async () => {
        const page = htmlPage(outcome, report, { template: readPageTemplate() });
        await writeFile('report-file', (0,external_node_path_.join)(folder, 'report.html'), page);
    });
}
async function writeFile(output, path, chunks) {
    await publish_attempt(path, () => {
        writeChunks(path, chunks);
        core/* setOutput */.uH(output, path);
    });
}
async function writeSummary(outcome, report) {
    await core/* summary */.z.addRaw(renderSummary(outcome, report, { maxBytes: SUMMARY_MAX_BYTES })).write();
}
async function comment(outcome, report, context, pullRequest) {
    try {
        const place = commentPlace(context, pullRequest);
        const marker = formatMarker(place.commentId, place);
        const body = renderComment(outcome, report, { maxCharacters: COMMENT_MAX_CHARACTERS - marker.length - 1 });
        const { kind, url } = await upsertComment({ ...place, body });
        core/* info */.pq(`Comment ${kind}: ${url}`);
    }
    catch (error) {
        core/* warning */.$e(explainCommentError(error, { ...pullRequest, token: context.inputs.githubToken }), {
            title: 'No comment on the pull request',
        });
    }
}
async function announce(context) {
    const { inputs, environment } = context;
    const pullRequest = (0,github_event/* pullRequestOf */._n)(environment.eventName, environment.payload);
    if (pullRequest === null || !inputs.comment)
        return;
    const { workflowRunUrl } = environment;
    const notice = progressNotice({ headSha: pullRequest.headSha, workflowRunUrl });
    await announceRun({ ...commentPlace(context, pullRequest, ANNOUNCE_MS), notice }).catch(() => null);
}
function commentPlace({ inputs, environment, cancelled }, { number }, budgetMs = 45_000) {
    const { apiUrl, owner, repo, workflowRef, job, action, runId, runAttempt } = environment;
    const octokit = createOctokit({
        token: inputs.githubToken,
        apiUrl,
        fetch: createProxiedFetch(process.env),
        signal: cancelled,
        budgetMs,
    });
    const commentId = commentIdOf({ workflowRef, job, action, matrix: JSON.stringify(inputs.matrix) });
    return { octokit, owner, repo, issueNumber: number, commentId, runId, runAttempt };
}

;// CONCATENATED MODULE: ./src/report/log-events.ts






const log_events_NAME_LENGTH = 100;
const log_events_SENTENCE_LENGTH = 1000;
const log_events_NAMES_SHOWN = 50;
const phaseTitles = {
    select: 'Select agents',
    run: 'Run tests',
    compare: 'Compare with earlier runs',
    retry: 'Retry tests that did not pass',
};
function eventLines(event, appUrl) {
    switch (event.type) {
        case 'phase':
        case 'tests-done':
            return [];
        case 'selected': {
            const names = firstFew(event.agents, log_events_NAMES_SHOWN, log_agentName);
            return [`${counted(event.agents.length, 'agent')} to test: ${names.join(', ')}`];
        }
        case 'launched':
            return [`▶ ${log_agentName(event.agent)}: ${statusText(event.status)}, ${runLink(appUrl, event.taskId)}`];
        case 'progress':
            return [`… ${log_agentName(event.agent)}: ${statusText(event.status)}${progressText(event.counts)}`];
        case 'poll-error': {
            const { agent, error, attempt, retryInMs } = event;
            const message = logText(error.message, log_events_SENTENCE_LENGTH);
            return [
                `${paint.yellow('!')} ${log_agentName(agent)}: ${message} (attempt ${count(attempt)}, next in ${duration(retryInMs)})`,
            ];
        }
        case 'finished':
            return [resultLine(event.result, appUrl)];
        case 'retry-round':
            return event.agents.map(({ agent, tests }) => `↻ ${log_agentName(agent)}: retry ${event.round}, ${counted(tests, 'test')}`);
        case 'compared':
            return comparisonLines(event.comparison);
        case 'heartbeat': {
            const { elapsedMs, done, running, queued, total, unansweredForMs } = event;
            const silence = unansweredForMs === null ? '' : `; the service has not responded for ${duration(unansweredForMs)}`;
            return [
                `· ${duration(elapsedMs)}: ${count(done)} of ${counted(total, 'agent')} done, ${count(running)} running, ${count(queued)} queued${silence}`,
            ];
        }
        default:
            return event;
    }
}
function comparisonLines({ agents, comparedTests, now, before }) {
    const rates = percentages(now, before);
    return [
        ...agents.map(({ agent, runs, error }) => {
            if (error !== null) {
                const { sentence, remedy } = describeUnreadable(error);
                return `${paint.yellow('?')} ${log_agentName(agent)}: ${logText(sentence, log_events_SENTENCE_LENGTH)} → ${remedy}`;
            }
            if (runs.length === 0)
                return `- ${log_agentName(agent)}: no earlier run to compare with`;
            return `· ${log_agentName(agent)}: baseline of ${baselineText({ agent, runs, error })}`;
        }),
        rates === null
            ? 'No earlier results to compare with.'
            : `Compared ${counted(comparedTests, 'test')}: ${rates[0]} of first attempts passed, before ${rates[1]}`,
    ];
}
function statusText(status) {
    return status === 'in_progress' ? 'running' : logText(status, log_events_NAME_LENGTH);
}
function progressText({ total, passed, failed }) {
    const failures = failed ? `, ${count(failed)} failed` : '';
    if (total === null)
        return failures;
    const tests = counted(total, 'test');
    return `, ${passed === null ? tests : `${count(passed + (failed ?? 0))} of ${tests} done`}${failures}`;
}

;// CONCATENATED MODULE: ./src/client/request-error.ts
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
    toJSON() {
        const { cause: _, ...properties } = this;
        return { ...properties, message: this.message };
    }
}

;// CONCATENATED MODULE: ./src/client/errors.ts



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
        const { timeoutMs, maybeReceived, what = `no response within ${Math.round(timeoutMs / 100) / 10} s`, } = timing;
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
        super(request, 'aborted before a response arrived', { transient: false, maybeReceived, cause });
    }
}
function isClientError(error) {
    return error instanceof RequestError;
}

;// CONCATENATED MODULE: ./src/client/evaluation-agent-schemas.ts


const ofAgent = {
    uuid: identifier,
    name: schema_text,
    type: openEnum(),
    interaction_type: openEnum(),
    created_at: schema_text,
    updated_at: schema_text,
};
const agentListEntryFields = schema_open({
    ...ofAgent,
    connection_verified: schema_boolean,
    has_default_inputs: flag,
});
const agentListEntry = agentListEntryFields;
const agentPage = schema_open({
    items: schema_strictList(agentListEntry),
    total: schema_nullish(schema_count),
    limit: schema_nullish(schema_count),
});
const agentFields = schema_open({
    ...ofAgent,
    config: object,
});
const evaluation_agent_schemas_agent = agentFields;
const resolvedAgentsFields = schema_open({
    resolved: schemas/* record */.g1P(schemas/* string */.YjP(), identifier),
    not_found: listOrEmpty(schemas/* string */.YjP()),
});
const resolvedAgents = resolvedAgentsFields;

;// CONCATENATED MODULE: ./src/client/evaluation-agents.ts



const MAX_AGENTS = 100_000;
function agentMethods({ send, lineOf, clock, }) {
    return {
        async listAgents({ q, timeoutMs = Number.POSITIVE_INFINITY, ...options } = {}) {
            const end = clock.now() + timeoutMs;
            const agents = new Map();
            for (let offset = 0;;) {
                const query = { q, offset: offset === 0 ? undefined : offset };
                const request = { method: 'GET', path: ['agents'], query, parse: parsePage };
                const page = await send(request, { ...options, timeoutMs: end - clock.now() });
                const knownBefore = agents.size;
                for (const entry of page.items)
                    agents.set(entry.uuid, entry);
                offset += page.items.length;
                if (agents.size > MAX_AGENTS)
                    throw listError(lineOf(request), `the service lists more than ${MAX_AGENTS} agents`);
                if (isLast(page, agents.size))
                    return [...agents.values()];
                if (agents.size === knownBefore)
                    throw listError(lineOf(request), shortList(agents.size, page.total));
            }
        },
        getAgent(agentUuid, options) {
            return send({ method: 'GET', path: ['agents', agentUuid], parse: parseAgent }, options);
        },
        resolveAgents(names, options) {
            const body = { names };
            const path = ['agents', 'resolve'];
            return send({ method: 'POST', path, body, retry: 'read', parse: parseResolved }, options);
        },
    };
}
function isLast({ items, total, limit }, distinct) {
    if (typeof total === 'number')
        return distinct >= total;
    return typeof limit !== 'number' || limit === 0 || items.length < limit;
}
function shortList(distinct, total) {
    return typeof total === 'number'
        ? `the service says that there are ${total} agents, but sent only ${distinct}`
        : 'the service sends the same page of agents again';
}
function listError(line, what) {
    return new ContractError(line, what, { transient: false, issues: [issueAt([], what)] });
}
const parseAgent = schema_parserOf(evaluation_agent_schemas_agent);
const parseResolved = schema_parserOf(resolvedAgents);
const parseEnvelope = schema_parserOf(agentPage);
const parsePage = (body) => parseEnvelope(Array.isArray(body) ? { items: body } : body);

;// CONCATENATED MODULE: ./src/client/evaluation-case-schemas.ts


const rubricStepFields = schema_open({
    value: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
    name: schema_text,
    description: schema_text,
    color: schema_text,
});
const rubricStep = rubricStepFields;
const rubricFields = schema_open({
    scale: list(rubricStep),
});
const rubric = rubricFields;
const runEvaluatorFields = schema_open({
    uuid: schema_text,
    name: schema_text,
    description: schema_text,
    output_type: openEnum(),
    output_config: lenient(rubric),
    scale_min: number,
    scale_max: number,
    version_number: number,
});
const runEvaluator = runEvaluatorFields;
const toolCallOutputFields = row({
    tool: schema_text,
    arguments: object,
    output: anything,
});
const toolCallOutput = toolCallOutputFields;
const testOutputFields = row({
    response: schema_text,
    tool_calls: list(toolCallOutput),
});
const testOutput = testOutputFields;
const judgeResultFields = row({
    evaluator_uuid: schema_text,
    reasoning: schema_text,
    match: schema_boolean,
    score: number,
    value_name: schema_text,
    variable_values: object,
});
const judgeResult = judgeResultFields;
const testCaseResultFields = row({
    test_case_id: schema_text,
    name: schema_text,
    passed: schema_boolean,
    reasoning: schema_text,
    output: lenient(testOutput),
    test_case: object,
    inputs: object,
    judge_results: list(judgeResult),
    latency_ms: number,
    cost: number,
    test_uuid: schema_text,
    test_type: schema_text,
    unanswered: flag,
    not_run: flag,
});
const testCaseResult = testCaseResultFields;

;// CONCATENATED MODULE: ./src/client/evaluation-annotation-schemas.ts



const promptVariableFields = schema_open({ name: schema_text, description: schema_text, default: schema_text });
const promptVariable = promptVariableFields;
const evaluatorVersionFields = schema_open({
    uuid: identifier,
    version_number: number,
    judge_model: schema_text,
    created_at: schema_text,
    system_prompt: schema_text,
    output_config: lenient(rubric),
    variables: list(promptVariable),
});
const evaluatorVersion = evaluatorVersionFields;
const evaluatorFields = schema_open({
    uuid: identifier,
    name: schema_text,
    evaluator_type: openEnum(),
    data_type: openEnum(),
    output_type: openEnum(),
    is_default: flag,
    is_protected: flag,
    created_at: schema_text,
    updated_at: schema_text,
    versions: listOrEmpty(evaluatorVersion),
    description: schema_text,
    slug: schema_text,
    source_default_slug: schema_text,
    live_version_id: schema_text,
});
const evaluation_annotation_schemas_evaluator = evaluatorFields;
const updatedItemsFields = schema_open({
    updated_count: schema_count,
});
const updatedItems = updatedItemsFields;
const labellingJobFields = schema_open({
    uuid: identifier,
    public_token: schema_text,
    annotator_id: schema_text,
    annotator_name: schema_text,
    item_ids: list(schemas/* string */.YjP()),
    item_count: number,
    evaluator_ids: list(schemas/* string */.YjP()),
    status: openEnum(),
});
const labellingJob = labellingJobFields;
const createdJobsFields = schema_open({
    jobs: listOrEmpty(labellingJob),
    count: schema_count,
});
const createdJobs = createdJobsFields;
const annotatorFields = schema_open({
    uuid: identifier,
    name: schema_text,
    created_at: schema_text,
    updated_at: schema_text,
    jobs_count: number,
    current_agreement: number,
    pair_count: number,
});
const annotator = annotatorFields;

;// CONCATENATED MODULE: ./src/client/evaluation-annotation.ts


function annotationMethods({ send }) {
    return {
        getEvaluator(evaluatorUuid, { compact, ...options } = {}) {
            const path = ['evaluators', evaluatorUuid];
            return send({ method: 'GET', path, query: { compact }, parse: parseEvaluator }, options);
        },
        updateAnnotationItems(taskUuid, body, options) {
            const path = ['annotation-tasks', taskUuid, 'items'];
            return send({ method: 'PUT', path, body, parse: parseUpdated }, options);
        },
        createLabellingJobs(taskUuid, body, options) {
            const path = ['annotation-tasks', taskUuid, 'jobs'];
            return send({ method: 'POST', path, body, parse: parseJobs }, options);
        },
        updateAnnotator(annotatorUuid, body, options) {
            return send({ method: 'PUT', path: ['annotators', annotatorUuid], body, parse: parseAnnotator }, options);
        },
    };
}
const parseEvaluator = schema_parserOf(evaluation_annotation_schemas_evaluator);
const parseUpdated = schema_parserOf(updatedItems);
const parseJobs = schema_parserOf(createdJobs);
const parseAnnotator = schema_parserOf(annotator);

;// CONCATENATED MODULE: ./src/client/evaluation-schemas.ts



const percentilesFields = schema_open({
    p50: number,
    p95: number,
    p99: number,
    count: number,
});
const percentiles = percentilesFields;
const spreadFields = schema_open({
    mean: number,
    min: number,
    max: number,
    count: number,
});
const spread = spreadFields;
const launchedRunFields = schema_open({
    task_id: identifier,
    status: openEnum(),
    dataset_id: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
    dataset_name: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
});
const evaluation_schemas_launchedRun = launchedRunFields;
const batchRunFields = schema_open({
    agent_name: schema_text,
    agent_uuid: schema_text,
    task_id: identifier,
    status: openEnum(),
});
const batchRun = batchRunFields;
const skippedAgentFields = schema_open({
    agent_name: schema_text,
    agent_uuid: schema_text,
    reason: openEnum(),
});
const skippedAgent = skippedAgentFields;
const launchedBatchFields = schema_open({
    runs: schema_strictList(batchRun),
    skipped: listOrEmpty(skippedAgent),
});
const launchedBatch = launchedBatchFields;
const ofRun = {
    name: schema_text,
    total_tests: schema_nullish(schema_count),
    passed: schema_nullish(schema_count),
    failed: schema_nullish(schema_count),
    latency_ms: lenient(percentiles),
    cost: lenient(spread),
    total_tokens: lenient(spread),
    error: flag,
    is_public: flag,
    share_token: schema_text,
    aborted: flag,
    stopped_early: flag,
    unanswered_tests: schema_nullish(schema_count),
    evaluator_summary: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
    model_results: schemas/* optional */.lqM(schemas/* unknown */.L5J()),
};
const testRunFields = schema_open({
    task_id: identifier,
    status: schema_status(),
    test_uuids: schema_nullish(schema_strictList(schemas/* string */.YjP())),
    ...ofRun,
    evaluators: list(runEvaluator),
    results: list(testCaseResult),
});
const testRun = testRunFields;
const earlierCaseFields = row({ name: schema_text, passed: schema_boolean });
const earlierCase = earlierCaseFields;
const earlierRunFields = schema_open({
    uuid: identifier,
    status: schema_status(),
    type: openEnum(),
    created_at: schema_text,
    updated_at: schema_text,
    ...ofRun,
    results: list(earlierCase),
});
const earlierRun = earlierRunFields;
const earlierRunPageFields = schema_open({
    items: schema_strictList(schemas/* unknown */.L5J()),
    total: schema_nullish(schema_count),
    limit: number,
    offset: number,
});
const earlierRunPage = earlierRunPageFields;

;// CONCATENATED MODULE: ./src/client/paging.ts



const DEFAULT_LIMIT = 50;
const paging_MAX_PAGES = 10_000;
function listRoute({ send, lineOf }, row) {
    const parsePage = pageParser(row);
    const page = (path, query, options) => send({ method: 'GET', path, query, parse: parsePage }, options);
    const walk = (path, { cursor: first, ...query }, options) => rowIterator(async function* () {
        const line = lineOf({ method: 'GET', path });
        const guard = repetitionGuard(line);
        for (let cursor = first; cursor !== null;) {
            const found = await page(path, { ...query, cursor }, options);
            guard(cursor, found);
            yield* found.data;
            cursor = found.next_cursor;
        }
    });
    return {
        page,
        walk: (path, { limit = DEFAULT_LIMIT, ...query }, options) => walk(path, { limit, ...query }, options),
        list: (path, query, options) => walk(path, query, options).toArray(),
    };
}
function pagedList(requester, path, row) {
    const route = listRoute(requester, row);
    return {
        list: ({ since, until, ...options } = {}) => route.list(path, { since, until }, options),
        page: ({ limit, cursor, since, until, ...options }) => route.page(path, { limit, cursor, since, until }, options),
        iterate: ({ limit, cursor, since, until, ...options } = {}) => route.walk(path, { limit, cursor, since, until }, options),
    };
}
function pageParser(row) {
    const cursor = nullish(z.union([z.string(), z.number()]));
    const parse = parserOf(open({ data: strictList(row), next_cursor: cursor }));
    return (body) => {
        const page = parse(Array.isArray(body) ? { data: body } : body);
        return page.ok
            ? { ok: true, value: { ...page.value, next_cursor: page.value.next_cursor ?? null } }
            : page;
    };
}
function repetitionGuard(line) {
    const cursors = new Set();
    let previous = null;
    return (cursor, { data, next_cursor: next }) => {
        if (cursor !== undefined)
            cursors.add(String(cursor));
        const rows = data.length === 0 ? null : JSON.stringify(data);
        const issue = next !== null && cursors.has(String(next))
            ? 'a cursor that was used already'
            : rows !== null && rows === previous
                ? 'the same page again'
                : cursors.size >= paging_MAX_PAGES
                    ? `more than ${paging_MAX_PAGES} pages`
                    : null;
        if (issue !== null)
            throw new ContractError(line, `the list does not end: ${issue}`, {
                transient: false,
                issues: [issueAt(['next_cursor'], issue)],
            });
        previous = rows;
    };
}
function rowIterator(start) {
    const rows = start();
    return Object.assign(rows, {
        async toArray({ limit = Number.POSITIVE_INFINITY } = {}) {
            const array = [];
            if (limit <= 0)
                return array;
            for await (const row of rows) {
                array.push(row);
                if (array.length >= limit)
                    break;
            }
            return array;
        },
    });
}

;// CONCATENATED MODULE: ./src/client/retry.ts
function mayRetry(policy, error) {
    if (!error.transient)
        return false;
    if (policy === 'read' || !error.maybeReceived)
        return true;
    if (error.kind !== 'http')
        return false;
    return error.status === 429 || (error.status === 503 && error.retryAfterMs !== null);
}
function retryDelayMs(retry, backoff, retryAfterMs, random) {
    const doubled = Math.min(backoff.capMs, backoff.firstMs * 2 ** (retry - 1));
    const jittered = doubled * (1 - random / 4);
    return Math.max(jittered, (retryAfterMs ?? 0) * (1 + random / 10));
}
const MAX_POLL_ERRORS = 10;
const POLL_BACKOFF_CAP_MS = 60_000;
function pollRetryDelayMs(errorsInARow, intervalMs, retryAfterMs, random) {
    const backoff = { firstMs: intervalMs, capMs: Math.max(POLL_BACKOFF_CAP_MS, intervalMs) };
    return retryDelayMs(errorsInARow, backoff, retryAfterMs, random);
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

;// CONCATENATED MODULE: ./src/client/wait-for-run.ts


const wait_for_run_ENDED = new Set(['done', 'failed', 'cancelled']);
const DEFAULT_TIMEOUT_MS = 1_800_000;
const DEFAULT_INTERVAL_MS = 5000;
async function waitForRun(awaited, effects, options = {}) {
    const { onlyFailed, compact, intervalMs: _, timeoutMs: __, onPoll: ___, ...call } = options;
    const ended = await pollUntilEnded(awaited, effects, options);
    return onlyFailed && compact ? ended : awaited.getRun({ onlyFailed, compact, ...call });
}
async function pollUntilEnded({ line, getRun }, { clock, random }, { timeoutMs = DEFAULT_TIMEOUT_MS, intervalMs = DEFAULT_INTERVAL_MS, onPoll, ...call }) {
    const { signal } = call;
    const end = clock.now() + timeoutMs;
    let status = 'not polled yet';
    for (let errors = 0;;) {
        const leftMs = end - clock.now();
        if (leftMs <= 0) {
            const what = `the run had not ended within ${Math.round(timeoutMs) / 1000} s (${status})`;
            throw new TimeoutError(line, { timeoutMs, maybeReceived: true, what });
        }
        let delayMs = intervalMs;
        try {
            const run = await getRun({ ...call, compact: true, onlyFailed: true, maxRetries: 0, timeoutMs: leftMs });
            onPoll?.(run);
            if (wait_for_run_ENDED.has(run.status))
                return run;
            errors = 0;
            status = run.status;
        }
        catch (error) {
            errors += 1;
            if (!isClientError(error) || !error.transient || errors === MAX_POLL_ERRORS)
                throw error;
            delayMs = pollRetryDelayMs(errors, intervalMs, error.retryAfterMs, random());
        }
        await clock.sleep(Math.min(delayMs, end - clock.now()), signal);
        if (signal?.aborted)
            throw new AbortedError(line, false, signal.reason);
    }
}

;// CONCATENATED MODULE: ./src/client/evaluation-runs.ts




function runMethods(requester) {
    const { send, lineOf } = requester;
    function getRun(taskId, { onlyFailed, compact, ...options } = {}) {
        const query = { only_failed: onlyFailed, compact };
        const parse = (body) => sameTask(taskId, parseRun(body));
        return send({ method: 'GET', path: pathOfRun(taskId), query, parse }, options);
    }
    return {
        getRun,
        runAgentTests(agentUuid, { testUuids, ...options } = {}) {
            const body = testUuids === undefined ? {} : { test_uuids: testUuids };
            const path = ['agent-tests', 'agent', agentUuid, 'run'];
            return send({ method: 'POST', path, body, parse: parseLaunched }, options);
        },
        runBatch({ agentNames, ...options } = {}) {
            const body = agentNames === undefined ? {} : { agent_names: agentNames };
            return send({ method: 'POST', path: ['agent-tests', 'run'], body, parse: parseBatch }, options);
        },
        async waitForRun(taskId, options) {
            const line = lineOf({ method: 'GET', path: pathOfRun(taskId) });
            return waitForRun({ line, getRun: (how) => getRun(taskId, how) }, requester, options);
        },
        listRuns(agentUuid, { type, status, hasFailures, limit, offset, ...options } = {}) {
            const query = { type, status, has_failures: hasFailures, limit, offset };
            const path = pathOfHistory(agentUuid);
            return send({ method: 'GET', path, query, parse: parseHistory }, options);
        },
        iterateRuns(agentUuid, { type, status, hasFailures, limit, offset = 0, ...options } = {}) {
            const query = { type, status, has_failures: hasFailures, limit };
            const request = { method: 'GET', path: pathOfHistory(agentUuid), parse: parseHistory };
            return rowIterator(async function* () {
                const guard = repetitionGuard(lineOf(request));
                for (let skipped = offset;;) {
                    const page = await send({ ...request, query: { ...query, offset: skipped } }, options);
                    guard(skipped, { data: page.items, next_cursor: null });
                    yield* page.items;
                    const received = page.items.length + (page.unreadable ?? 0);
                    skipped += received;
                    if (received === 0 || skipped >= (page.total ?? Number.POSITIVE_INFINITY))
                        return;
                }
            });
        },
    };
}
const parseLaunched = schema_parserOf(evaluation_schemas_launchedRun);
const parseBatch = schema_parserOf(launchedBatch);
const parseRun = schema_parserOf(testRun);
const parseEarlierRun = schema_parserOf(earlierRun);
const evaluation_runs_parsePage = schema_parserOf(earlierRunPage);
const parseHistory = (body) => {
    const page = evaluation_runs_parsePage(body);
    if (!page.ok)
        return page;
    const items = page.value.items.map(parseEarlierRun).flatMap((run) => (run.ok ? [run.value] : []));
    const unreadable = page.value.items.length - items.length;
    return { ok: true, value: { ...page.value, items, ...(unreadable > 0 && { unreadable }) } };
};
const pathOfRun = (taskId) => ['agent-tests', 'run', taskId];
const pathOfHistory = (agentUuid) => ['agent-tests', 'agent', agentUuid, 'runs'];
function sameTask(taskId, parsed) {
    if (!parsed.ok || parsed.value.task_id === taskId)
        return parsed;
    return { ok: false, issues: [issueAt(['task_id'], 'another run than the one asked for')] };
}

;// CONCATENATED MODULE: ./src/client/request.ts
function requestMethod({ send }) {
    return {
        request(method, path, { query, body, open, retry, ...options } = {}) {
            return send({ method, path, query, body, open, retry, parse: (value) => ({ ok: true, value }) }, options);
        },
    };
}

;// CONCATENATED MODULE: ./src/client/limiter.ts

function createLimiter({ max, adaptive, now }) {
    const waiting = [];
    let running = 0;
    let sent = 0;
    let state = { limit: adaptive ? 1 : max, baseMs: new Map(), loweredAt: 0 };
    function startWaiting() {
        while (running < state.limit) {
            const start = waiting.shift();
            if (start === undefined)
                return;
            running += 1;
            start();
        }
    }
    return {
        acquire(stop) {
            return new Promise((resolve) => {
                if (stop.aborted)
                    return resolve(false);
                const start = () => {
                    stop.removeEventListener('abort', leave);
                    resolve(true);
                };
                const leave = () => {
                    waiting.splice(waiting.indexOf(start), 1);
                    resolve(false);
                };
                waiting.push(start);
                stop.addEventListener('abort', leave, { once: true });
                startWaiting();
            });
        },
        release() {
            running -= 1;
            startWaiting();
        },
        async observe(line, send) {
            if (!adaptive)
                return send();
            sent += 1;
            const request = { kind: limiter_kindOf(line), inFlight: sent, sentAt: now() };
            try {
                const value = await send();
                state = adaptLimit(state, { ...request, endedAt: now(), overloaded: false }, max);
                return value;
            }
            catch (error) {
                if (isOverload(error))
                    state = adaptLimit(state, { ...request, endedAt: now(), overloaded: true }, max);
                throw error;
            }
            finally {
                sent -= 1;
            }
        },
    };
}
const MIN_BASE_MS = 20;
function adaptLimit(state, { kind, sentAt, endedAt, overloaded, inFlight }, max) {
    const { limit, baseMs, loweredAt } = state;
    const lowered = sentAt < loweredAt ? {} : { limit: Math.max(1, limit - 1), loweredAt: endedAt };
    if (overloaded)
        return { ...state, ...lowered };
    const sampleMs = Math.max(MIN_BASE_MS, endedAt - sentAt);
    const knownMs = baseMs.get(kind) ?? sampleMs;
    const driftMs = inFlight === 1 ? (sampleMs - knownMs) / 100 : 0;
    const newMs = Math.min(sampleMs, knownMs + driftMs);
    const next = { ...state, baseMs: new Map(baseMs).set(kind, newMs) };
    if (sampleMs >= 2 * newMs)
        return { ...next, ...lowered };
    const raise = sampleMs <= 1.5 * newMs && inFlight >= limit;
    return raise ? { ...next, limit: Math.min(max, limit + 1) } : next;
}
function isOverload(error) {
    if (!isClientError(error))
        return false;
    return error.kind === 'timeout' || (error.kind === 'http' && (error.status === 429 || error.status === 503));
}
function limiter_kindOf({ method, url }) {
    const { pathname, searchParams } = new URL(url);
    const route = pathname.replace(/[^/]*\d[^/]*/g, '*');
    const switches = [...searchParams].filter(([, value]) => value === 'true').map(([name]) => name);
    return `${method} ${route} ${switches}`;
}

;// CONCATENATED MODULE: ./src/client/version.ts
const version_VERSION = '1.0.0';

;// CONCATENATED MODULE: ./src/client/options.ts

const DEFAULT_ATTEMPT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RETRIES = 5;
function checkedClient(options, keyHeader) {
    if (typeof keyHeader?.key === 'string')
        checkedKey(keyHeader.key);
    else if (keyHeader !== null && typeof keyHeader.key !== 'function')
        throw new TypeError('apiKey must be a string or a function');
    const { concurrency = Number.POSITIVE_INFINITY, adaptiveConcurrency = false } = options;
    if (concurrency !== Number.POSITIVE_INFINITY)
        requireInteger('concurrency', concurrency, 1);
    return {
        baseUrl: checkedBaseUrl(options.baseUrl),
        concurrency,
        adaptiveConcurrency,
        headers: options.headers,
        onAttempt: options.onAttempt,
        ...attemptOptions(options, {
            attemptTimeoutMs: DEFAULT_ATTEMPT_TIMEOUT_MS,
            maxRetries: DEFAULT_MAX_RETRIES,
        }),
    };
}
function checkedCall(client, options) {
    const { signal, timeoutMs = Number.POSITIVE_INFINITY, headers, onAttempt = client.onAttempt } = options;
    if (typeof timeoutMs !== 'number' || Number.isNaN(timeoutMs))
        throw new TypeError('timeoutMs must be a number');
    return { signal, timeoutMs, headers, onAttempt, ...attemptOptions(options, client) };
}
function attemptOptions({ attemptTimeoutMs, maxRetries }, defaults) {
    const timeout = attemptTimeoutMs ?? defaults.attemptTimeoutMs;
    if (!(timeout > 0))
        throw new TypeError('attemptTimeoutMs must be a number above 0');
    const retries = maxRetries ?? defaults.maxRetries;
    if (retries !== Number.POSITIVE_INFINITY)
        requireInteger('maxRetries', retries, 0);
    return { attemptTimeoutMs: timeout, maxRetries: retries };
}
function requireInteger(name, value, min) {
    if (!Number.isInteger(value) || value < min)
        throw new TypeError(`${name} must be an integer of at least ${min}`);
}
function checkedBaseUrl(baseUrl) {
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
        throw new TypeError('baseUrl is not an http(s) URL');
    if (url.username !== '' || url.password !== '' || /[?#]/.test(baseUrl))
        throw new TypeError('baseUrl must not contain credentials, a query or a fragment');
    return url.href;
}
function checkedKey(key) {
    if (typeof key !== 'string')
        throw new TypeError('apiKey must be a string');
    if (/[^\x21-\x7e]/.test(key))
        throw new TypeError('apiKey must not contain whitespace or non-ASCII characters');
    if (key.length < 8 || key.length > 1024)
        throw new TypeError(`apiKey must have 8 to 1,024 characters, not ${key.length}`);
    return key;
}
async function headersOf(client, extra, keyHeader) {
    const headers = new Headers(isBrowser() ? {} : { 'user-agent': `agent-tests/${version_VERSION}` });
    for (const [name, value] of Object.entries({ ...client.headers, ...extra }))
        headers.set(name, value);
    if (keyHeader === null)
        return { headers, key: null };
    const { name, scheme } = keyHeader;
    const key = checkedKey(typeof keyHeader.key === 'function' ? await keyHeader.key() : keyHeader.key);
    headers.set(name, scheme === undefined ? key : `${scheme} ${key}`);
    return { headers, key };
}
function isBrowser() {
    return 'document' in globalThis || 'importScripts' in globalThis;
}

;// CONCATENATED MODULE: ./src/client/rate-limit-pause.ts

const MAX_PAUSE_MS = 60_000;
function createRateLimitPause(clock) {
    let until = Number.NEGATIVE_INFINITY;
    return {
        observe(error) {
            if (!isClientError(error) || error.kind !== 'http' || error.status !== 429)
                return;
            until = Math.max(until, clock.now() + Math.min(error.retryAfterMs ?? 0, MAX_PAUSE_MS));
        },
        async wait(end, signal) {
            while (clock.now() < until && until < end && !signal?.aborted)
                await clock.sleep(until - clock.now(), signal);
        },
    };
}

;// CONCATENATED MODULE: ./src/client/network-error.ts

const CERTIFICATE_CODE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/;
const BLOCKED_PORT = 'bad port';
function networkError(request, thrown, { responding, redact }) {
    const root = rootCause(thrown);
    const code = stringProperty(root, 'code');
    const certificate = code !== null && CERTIFICATE_CODE.test(code);
    const syscall = stringProperty(root, 'syscall');
    const blockedPort = network_error_messageOf(root) === BLOCKED_PORT;
    const refusal = proxyRefusal(root);
    const unconnected = syscall === 'connect' ||
        syscall === 'getaddrinfo' ||
        code === 'UND_ERR_CONNECT_TIMEOUT' ||
        certificate ||
        blockedPort ||
        refusal !== null;
    return new NetworkError(request, {
        what: redact(network_error_describe(root, code, certificate, responding)),
        code,
        transient: !certificate && !blockedPort && refusal !== '407',
        maybeReceived: responding || !unconnected,
        cause: withoutKey(thrown, redact),
    });
}
function withoutKey(thrown, redact) {
    return mentions(thrown, (text) => redact(text) !== text) ? undefined : thrown;
}
function mentions(value, matches, seen = new Set()) {
    if (typeof value === 'string')
        return matches(value);
    if (value instanceof Uint8Array)
        return matches(new TextDecoder().decode(value));
    if (typeof value !== 'object' || value === null || seen.has(value))
        return false;
    seen.add(value);
    return Reflect.ownKeys(value).some((key) => mentions(Reflect.get(value, key), matches, seen));
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
function proxyRefusal(root) {
    return /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(network_error_messageOf(root))?.[1] ?? null;
}
function network_error_messageOf(root) {
    return root instanceof Error ? root.message : String(root);
}
function placeOf(root) {
    const address = stringProperty(root, 'address');
    const port = typeof root === 'object' && root !== null ? Reflect.get(root, 'port') : undefined;
    return address !== null && typeof port === 'number' ? `${address} port ${port}` : 'this address';
}
function network_error_describe(root, code, certificate, responding) {
    if (certificate)
        return `the server's certificate was refused (${code})`;
    if (network_error_messageOf(root) === BLOCKED_PORT)
        return 'fetch does not connect to this port, which is reserved for another protocol';
    const refusal = proxyRefusal(root);
    if (refusal === '407')
        return 'the proxy requires a user name and a password (HTTP 407)';
    if (refusal !== null)
        return `proxy CONNECT failed (HTTP ${refusal})`;
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
            const detail = network_error_explain(root, code);
            return responding
                ? `the connection broke during the response (${detail})`
                : `the connection broke before a response arrived (${detail})`;
        }
    }
}
function network_error_explain(root, code) {
    const message = network_error_messageOf(root);
    if (message === 'bad response' || message === 'bad upgrade')
        return 'the server sent an interim response that nobody asked for, such as 100 Continue';
    if (code === null && message === '')
        return 'fetch gave no reason, as it does when a proxy requires a user name and a password (HTTP 407)';
    return code ?? message;
}

;// CONCATENATED MODULE: ./src/client/response-errors.ts

class ResponseError extends RequestError {
    status;
    reason;
    body;
    headers;
    requestId;
    constructor(request, status, reason, { retryAfterMs = null, body = null, headers = new Headers(), requestId = null }) {
        const prefix = status === 0 ? 'HTTP redirect' : `HTTP ${status}`;
        super(request, reason === null ? prefix : `${prefix}: ${reason}`, {
            transient: isTransientStatus(status),
            maybeReceived: true,
            retryAfterMs,
        });
        this.status = status;
        this.reason = reason;
        this.body = body;
        this.headers = headers;
        this.requestId = requestId;
    }
    toJSON() {
        return { ...super.toJSON(), headers: Object.fromEntries(this.headers) };
    }
}
function isTransientStatus(status) {
    return status === 408 || status === 425 || status === 429 || status >= 500;
}
class HttpError extends ResponseError {
    kind = 'http';
    name = 'HttpError';
    constructor(request, status, reason, retryAfterMs, details = {}) {
        super(request, status, reason, { ...details, retryAfterMs });
    }
}
class ValidationError extends ResponseError {
    kind = 'validation';
    name = 'ValidationError';
    issues;
    constructor(request, status, issues, details = {}) {
        const reason = issues
            .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
            .join('; ');
        super(request, status, reason, details);
        this.issues = issues;
    }
}

;// CONCATENATED MODULE: ./src/client/response.ts




const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_BODY_BYTES = 64 * 1024;
const MAX_CONTAINERS = 2_000_000;
async function readResponse(response, parse, context) {
    const info = infoOf(response, context.redact);
    if (info.status < 200 || info.status > 299)
        throw await responseError(response, info, context);
    const { line } = context;
    if (info.status === 204 || info.status === 205)
        return { data: validated(line, null, parse), response: info };
    const { pieces, cut } = await readPieces(response, MAX_BODY_BYTES);
    if (cut)
        throw tooLarge(line, `is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB`);
    return { data: validated(line, parsePieces(pieces, context), parse), response: info };
}
function infoOf({ status, headers }, redact) {
    const redacted = new Headers();
    headers.forEach((value, name) => {
        redacted.append(name, redact(value));
    });
    return { status, headers: redacted, requestId: redacted.get('x-request-id') };
}
function tooLarge(line, what) {
    const issues = [issueAt([], `the response ${what}`)];
    return new ContractError(line, `the response ${what}`, { transient: false, issues });
}
function hasTooManyContainers(text) {
    if (text.length <= 2 * MAX_CONTAINERS)
        return false;
    let containers = 0;
    for (const opening of ['{', '['])
        for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + 1)) {
            containers += 1;
            if (containers > MAX_CONTAINERS)
                return true;
        }
    return false;
}
async function readText(response, maxBytes, stop) {
    const { pieces, cut } = await readPieces(response, maxBytes, stop);
    return { text: pieces.join(''), cut };
}
async function readPieces(response, maxBytes, stop) {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    const stopped = stop?.then(() => null);
    const pieces = [];
    let bytes = 0;
    while (reader !== undefined) {
        const chunk = await (stopped === undefined ? reader.read() : Promise.race([reader.read(), stopped]));
        if (chunk?.done)
            break;
        bytes += chunk?.value.byteLength ?? 0;
        if (chunk === null || bytes > maxBytes) {
            reader.cancel().catch(() => undefined);
            const rest = chunk?.value.subarray(0, chunk.value.byteLength - (bytes - maxBytes));
            pieces.push(decoder.decode(rest));
            return { pieces, cut: true };
        }
        pieces.push(decoder.decode(chunk.value, { stream: true }));
    }
    pieces.push(decoder.decode());
    return { pieces, cut: false };
}
async function responseError(response, info, { line, redact, nowMs, patience }) {
    const { status, headers, requestId } = info;
    const noBody = noBodyReason(response, headers);
    if (noBody !== null) {
        response.body
            ?.getReader()
            .cancel()
            .catch(() => undefined);
        return new HttpError(line, status, noBody, null, { headers, requestId });
    }
    const { text } = await readText(response, MAX_ERROR_BODY_BYTES, patience()).catch(() => ({ text: '' }));
    const body = jsonOr(redact(text));
    const details = { body: body === '' ? null : body, headers, requestId };
    const issues = status === 422 || status === 400 ? issuesOf(body) : [];
    if (issues.length > 0)
        return new ValidationError(line, status, issues, details);
    const reason = reason_reasonOf(body);
    if (status === 422)
        return new ValidationError(line, status, [issueAt([], reason ?? 'rejected without a reason')], details);
    const retryAfterMs = parseRetryAfter(headers.get('retry-after'), headers.get('date'), nowMs);
    return new HttpError(line, status, reason ?? defaultReason(status), retryAfterMs, details);
}
function noBodyReason({ status, type }, headers) {
    if (type === 'opaqueredirect')
        return 'redirected to an address that the browser hides; redirects are not followed';
    if (status === 304)
        return 'not modified, without a body: a cache between here and the service answered';
    if (status < 300 || status >= 400)
        return null;
    const location = headers.get('location');
    return location === null
        ? 'redirected without an address'
        : `redirected to ${location}; redirects are not followed`;
}
function defaultReason(status) {
    return status === 407 ? 'the proxy requires a user name and a password' : null;
}
function parsePieces(pieces, { line, redact }) {
    const text = redact(pieces.splice(0).join(''));
    if (hasTooManyContainers(text))
        throw tooLarge(line, `has more than ${MAX_CONTAINERS} objects and arrays`);
    try {
        return JSON.parse(text);
    }
    catch (cause) {
        const start = text.trim().slice(0, 40).toWellFormed();
        const what = start === ''
            ? 'the response is empty'
            : `the response is not JSON (it starts with ${JSON.stringify(start)})`;
        throw new ContractError(line, what, { transient: true, issues: [], cause });
    }
}
function validated(line, body, parse) {
    const parsed = parse(body);
    if (parsed.ok)
        return parsed.value;
    throw shapeError(line, parsed.issues);
}
function shapeError(line, issues) {
    const what = issues
        .slice(0, 3)
        .map(({ path, message }) => `${path === '' ? 'the response' : path}: ${message}`);
    const message = `the response does not have the expected shape (${what.join('; ')})`;
    return new ContractError(line, message, { transient: false, issues });
}
function jsonOr(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return text;
    }
}

;// CONCATENATED MODULE: ./src/client/transport.ts





const ERROR_BODY_TIMEOUT_MS = 5000;
function createTransport(options) {
    const base = options.baseUrl.replace(/\/+$/, '');
    const { clock } = options;
    const lineOf = ({ method, path, query }) => {
        const params = new URLSearchParams();
        for (const [key, value] of Object.entries(query ?? {}))
            if (value !== undefined)
                params.set(key, String(value));
        const suffix = params.size === 0 ? '' : `?${params}`;
        return { method, url: `${base}${typeof path === 'string' ? checkedPath(path) : encoded(path)}${suffix}` };
    };
    return {
        lineOf,
        async send(request, { timeoutMs, signal, key = null, ...how }) {
            const line = lineOf(request);
            const init = initOf(request, how);
            if (signal?.aborted)
                throw new AbortedError(line, false, signal.reason);
            const redact = createRedactor(key === null ? [] : [key]);
            return withDeadline(clock, { ms: timeoutMs, signal }, async (stop) => {
                let responding = false;
                try {
                    const response = await options.fetch(line.url, { ...init, signal: stop });
                    responding = true;
                    const patience = () => clock.sleep(ERROR_BODY_TIMEOUT_MS, stop);
                    return await readResponse(response, request.parse, { line, redact, nowMs: clock.now(), patience });
                }
                catch (error) {
                    if (isClientError(error))
                        throw error;
                    if (signal?.aborted)
                        throw new AbortedError(line, true, signal.reason);
                    if (stop.aborted)
                        throw new TimeoutError(line, { timeoutMs, maybeReceived: true });
                    throw networkError(line, error, { responding, redact });
                }
            });
        },
    };
}
function encoded(segments) {
    const invalid = segments.find((segment) => /^\.{0,2}$/.test(segment) || !segment.isWellFormed());
    if (invalid !== undefined)
        throw new TypeError(`${JSON.stringify(invalid)} is not a valid ID`);
    return `/${segments.map(encodeURIComponent).join('/')}`;
}
function checkedPath(path) {
    if (!path.startsWith('/') || /[?#]/.test(path))
        throw new TypeError('the path must start with "/" and contain neither a query nor a fragment');
    return path;
}
function initOf({ method, body }, { headers: given, once = false }) {
    const headers = new Headers(given);
    headers.set('accept', 'application/json');
    const init = { method, headers, redirect: 'manual' };
    if (body === undefined)
        return init;
    const json = JSON.stringify(body);
    if (json === undefined)
        throw new TypeError(`the body is a ${typeof body}, which is not JSON`);
    headers.set('content-type', 'application/json');
    return once && isUndici() ? { ...init, ...oneShotBody(json, headers) } : { ...init, body: json };
}
function isUndici() {
    const versions = Reflect.get(Object(Reflect.get(globalThis, 'process')), 'versions');
    return typeof Reflect.get(Object(versions), 'undici') === 'string';
}
function oneShotBody(json, headers) {
    const bytes = new TextEncoder().encode(json);
    headers.set('content-length', String(bytes.byteLength));
    const body = new ReadableStream({
        start(controller) {
            controller.enqueue(bytes);
            controller.close();
        },
    });
    return { body, duplex: 'half' };
}

;// CONCATENATED MODULE: ./src/client/requester.ts







const MAX_RETRY_DELAY_MS = 300_000;
const BACKOFF = { firstMs: 1000, capMs: 60_000 };
function createRequester(options, keyHeader) {
    const client = checkedClient(options, keyHeader);
    const { clock = systemClock, random = Math.random } = options;
    const now = () => clock.now();
    const transport = createTransport({
        baseUrl: client.baseUrl,
        fetch: options.fetch ?? ((...request) => fetch(...request)),
        clock,
    });
    const attempt = createAttempt({ client, keyHeader, transport, clock });
    async function call(request, callOptions) {
        const { timeoutMs, maxRetries, onAttempt, ...limits } = checkedCall(client, callOptions);
        const policy = request.retry ?? (request.method === 'GET' ? 'read' : 'write');
        const end = now() + timeoutMs;
        for (let nth = 1;; nth += 1) {
            const startedAt = now();
            const report = (outcome) => onAttempt?.({ ...transport.lineOf(request), attempt: nth, ms: now() - startedAt, ...outcome });
            try {
                const received = await attempt(request, { ...limits, end, timeoutMs, once: policy === 'write' });
                report({ status: received.response.status, error: null, retryInMs: null });
                return received;
            }
            catch (error) {
                if (!isClientError(error))
                    throw error;
                const delayMs = retryDelayMs(nth, BACKOFF, error.retryAfterMs, random());
                const inTime = delayMs <= MAX_RETRY_DELAY_MS && now() + delayMs < end;
                const retry = nth <= maxRetries && mayRetry(policy, error) && inTime;
                report({ status: 'status' in error ? error.status : null, error, retryInMs: retry ? delayMs : null });
                if (!retry)
                    throw error;
                await clock.sleep(delayMs, limits.signal);
                if (limits.signal?.aborted)
                    throw new AbortedError(transport.lineOf(request), false, limits.signal.reason);
            }
        }
    }
    return {
        clock,
        random,
        lineOf: transport.lineOf,
        send: (request, callOptions = {}) => responsePromise(call(request, callOptions)),
    };
}
function createAttempt({ client, keyHeader, transport, clock }) {
    const now = () => clock.now();
    const limiter = createLimiter({ max: client.concurrency, adaptive: client.adaptiveConcurrency, now });
    const pause = createRateLimitPause(clock);
    return async (request, limits) => {
        const { signal, end, timeoutMs, headers: extra, once } = limits;
        const line = transport.lineOf(request);
        const late = () => new TimeoutError(line, { timeoutMs, maybeReceived: false });
        await withDeadline(clock, { ms: end - now(), signal }, async (stop) => {
            if (await limiter.acquire(stop))
                return;
            throw signal?.aborted ? new AbortedError(line, false, signal.reason) : late();
        });
        try {
            await pause.wait(end, signal);
            const { headers, key } = await headersOf(client, extra, request.open ? null : keyHeader);
            const leftMs = end - now();
            if (leftMs <= 0)
                throw late();
            const how = { signal, headers, key, once, timeoutMs: Math.min(limits.attemptTimeoutMs, leftMs) };
            return await limiter.observe(line, () => transport.send(request, how));
        }
        catch (error) {
            pause.observe(error);
            throw error;
        }
        finally {
            limiter.release();
        }
    };
}
function responsePromise(received) {
    const data = received.then((each) => each.data);
    return Object.assign(data, {
        withResponse() {
            data.catch(() => undefined);
            return received;
        },
    });
}

;// CONCATENATED MODULE: ./src/client/evaluation.ts






function createEvaluationClient(options) {
    const requester = createRequester(options, { name: 'X-API-Key', key: options.apiKey });
    return {
        ...agentMethods(requester),
        ...runMethods(requester),
        ...annotationMethods(requester),
        ...requestMethod(requester),
        getApiDescription(callOptions) {
            const path = ['public-api', 'openapi.json'];
            return requester.send({ method: 'GET', path, open: true, parse: parseDescription }, callOptions);
        },
    };
}
const parseDescription = schema_parserOf(anyObject);

;// CONCATENATED MODULE: ./src/gate/service.ts
function service_statusOf(error) {
    return error.kind === 'http' || error.kind === 'validation' ? error.status : null;
}
function serviceError(error) {
    return {
        kind: error.kind,
        message: error.message,
        reason: error.kind === 'http' || error.kind === 'validation' ? error.reason : null,
        status: service_statusOf(error),
        code: error.kind === 'network' ? error.code : null,
    };
}

;// CONCATENATED MODULE: ./src/gate/baseline.ts


const MAX_RUNS = 10;
const PAGE = 50;
const baseline_MAX_PAGES = 20;
async function readBaseline(plan, service, options, maxPages = baseline_MAX_PAGES) {
    const { agent } = plan;
    let read = null;
    let [pages, offset] = [0, 0];
    do {
        const query = { ...FINISHED_TEST_RUNS, limit: PAGE, offset };
        const response = await service.history(agent.uuid, { ...options(), ...query });
        if (!response.ok)
            return withoutBaseline(agent, serviceError(response.error));
        const { total = null, unreadable = 0 } = response.value;
        const items = response.value.items.splice(0);
        read ??= { runs: new Map(), seen: new Set(), total: null, isEnd: false, unusable: 0, whyUnusable: null };
        pages += 1;
        const received = items.length + unreadable;
        offset += received;
        read.total ??= total;
        read.isEnd = received === 0 || (received < PAGE && (total ?? Number.POSITIVE_INFINITY) <= offset);
        if (unreadable > 0)
            addUnusable(read, unreadable, 'entries that are not readable');
        addRuns(read, items, plan);
    } while (pages < maxPages && !read.isEnd && read.runs.size < MAX_RUNS);
    const error = historyError(read);
    return error === null
        ? comparableBaseline(agent, plan.tests, [...read.runs.values()])
        : withoutBaseline(agent, error);
}
function addRuns(read, items, plan) {
    const keys = testKeys(plan.tests);
    for (const item of items) {
        if (read.runs.size >= MAX_RUNS)
            return;
        read.seen.add(item.uuid);
        const judged = judgeRun(item, plan, keys);
        if (judged.kind === 'baseline')
            read.runs.set(item.uuid, { run: judged.run, passed: judged.passed });
        if (judged.kind === 'unusable')
            addUnusable(read, 1, judged.why);
    }
}
function addUnusable(read, runs, why) {
    read.unusable = Math.min(read.unusable + runs, MAX_RUNS - read.runs.size);
    read.whyUnusable ??= why;
}
function historyError(read) {
    const { runs, seen, total, isEnd, unusable } = read;
    const has = `the run history has ${runs.size === 0 ? 'no run' : `only ${runs.size}`} to compare with`;
    if (unusable > runs.size)
        return unusableHistory(`${has}, and ${unusable} that cannot be used: ${read.whyUnusable}`);
    if (runs.size > 0)
        return null;
    if (!isEnd)
        return unusableHistory(`${has} among the newest ${seen.size} runs, and older ones are not read`);
    return seen.size < (total ?? 0)
        ? unusableHistory(`the run history is incomplete: ${seen.size} of ${total} runs received`)
        : null;
}
function unusableHistory(message) {
    return { kind: 'history', message, reason: null, status: null, code: null };
}
function baselineFromFiles(agent, tests, files) {
    const found = files.flatMap(({ byUuid, byName }) => byUuid.get(agent.uuid) ?? byName.get(agent.name) ?? []);
    const runs = [...new Map(found.map((each) => [each.taskId, each])).values()];
    runs.sort((a, b) => (b.run.createdAt ?? 0) - (a.run.createdAt ?? 0));
    const keys = testKeys(tests);
    const earlier = runs.map(({ run, passed }) => ({ run, passed: keys.map((key) => passed.get(key)) }));
    return comparableBaseline(agent, tests, earlier);
}
function comparableBaseline(agent, tests, earlier) {
    if (tests.some(({ name, status }) => name === null && status !== 'passed'))
        return withoutBaseline(agent, {
            ...unusableHistory('failing tests without a name cannot be compared'),
            kind: 'unnamed-tests',
        });
    const having = (index, outcome) => earlier.reduce((count, { passed }) => count + (passed[index] === outcome ? 1 : 0), 0);
    const known = new Map();
    const histories = tests.map((_, index) => {
        const failures = having(index, false);
        const runs = failures + having(index, true);
        const history = known.get(`${failures}/${runs}`) ?? { failures, runs };
        known.set(`${failures}/${runs}`, history);
        return history;
    });
    return { agent, runs: earlier.map(({ run }) => run), error: null, histories };
}
function withoutBaseline(agent, error) {
    return { agent, runs: [], error, histories: [] };
}

;// CONCATENATED MODULE: ./src/gate/refused-key.ts

function watchForRefusedKey(service, signal) {
    let refusal = null;
    const refused = new AbortController();
    const watched = (result) => {
        if (!result.ok && service_statusOf(result.error) === 401) {
            refusal ??= serviceError(result.error);
            refused.abort();
        }
        return result;
    };
    const watchedService = {
        ...service,
        launch: async (...call) => watched(await service.launch(...call)),
        getRun: async (...call) => watched(await service.getRun(...call)),
        history: async (...call) => watched(await service.history(...call)),
    };
    return {
        effects: {
            service: watchedService,
            signal: AbortSignal.any([signal, refused.signal]),
            abortedBy: () => (refusal === null ? 'signal' : 'authentication'),
        },
        abortReason: () => {
            if (refusal !== null)
                return { kind: 'authentication', error: refusal };
            return signal.aborted ? { kind: 'signal', signal: String(signal.reason) } : null;
        },
    };
}

;// CONCATENATED MODULE: ./src/gate/launch-run.ts


async function launchRun(agent, testUuids, { deadline, timeoutSeconds }, { service, clock, signal, abortedBy }) {
    if (signal.aborted)
        return failed({ kind: 'aborted', by: abortedBy() });
    const timeoutMs = deadline - clock.now();
    if (timeoutMs <= 0)
        return failed({ kind: 'not-launched-in-time', timeoutSeconds });
    const launch = await service.launch(agent.uuid, testUuids, { signal, timeoutMs });
    if (launch.ok)
        return { kind: 'launched', run: launchedRun(launch.value.task_id, launch.value.status ?? 'queued') };
    const { error } = launch;
    const failure = serviceError(error);
    if (isNotReady(failure))
        return { kind: 'not-ready', why: failure.reason ?? '', reason: { kind: 'cannot-run', error: failure } };
    if (failure.status === 401 || (signal.aborted && !error.maybeReceived))
        return failed({ kind: 'aborted', by: abortedBy() });
    if (mayHaveStarted(error))
        return failed({ kind: 'maybe-launched', error: failure });
    if (failure.status === 400)
        return failed({ kind: 'cannot-run', error: failure });
    if (clock.now() >= deadline && error.kind === 'timeout')
        return failed({ kind: 'not-launched-in-time', timeoutSeconds });
    return failed({ kind: 'not-launched', error: failure });
}
function failed(reason) {
    return { kind: 'failed', reason };
}
function isNotReady({ status, reason }) {
    const notReady = /^(Agent connection not verified\b|No tests linked to this agent\b)/i;
    return status === 400 && notReady.test(reason ?? '');
}
function mayHaveStarted(error) {
    const status = service_statusOf(error);
    if (status === null)
        return error.maybeReceived;
    return status === 408 || (status >= 500 && !(status === 503 && error.retryAfterMs !== null));
}

;// CONCATENATED MODULE: ./src/gate/poll-schedule.ts
const TAIL_PERIOD_MS = 60_000;
const TAIL_GAP_MS = 3000;
const MAX_WALK = 64;
const stillQueue = { moves: 0, movedAt: Number.NEGATIVE_INFINITY };
function queueAfterPoll({ moves, movedAt }, leftQueue, now) {
    return leftQueue ? { moves: moves + 1, movedAt: now } : { moves: 0, movedAt };
}
function walkOf({ moves }) {
    return Math.min(2 ** Math.max(0, moves - 2), MAX_WALK);
}
function pollTimes(runs, queue, intervalMs) {
    const queued = runs.filter((run) => run.queued);
    const walk = walkOf(queue);
    const head = new Set(queued.slice(0, walk));
    const tail = queued.slice(walk);
    const tailNext = leastRecentlyPolled(tail);
    return runs.map((run) => {
        const due = !run.queued
            ? nextInPhase(run, intervalMs)
            : head.has(run)
                ? nextAtHead(run, queue, intervalMs)
                : run === tailNext
                    ? nextInTail(tail, intervalMs)
                    : Number.POSITIVE_INFINITY;
        return Math.max(due, run.notBefore);
    });
}
function nextInPhase({ launchedAt, polledAt, phase }, intervalMs) {
    if (polledAt === null)
        return launchedAt + intervalMs;
    const start = launchedAt + phase * intervalMs;
    const next = start + (Math.floor((polledAt - start) / intervalMs) + 1) * intervalMs;
    return next > polledAt ? next : next + intervalMs;
}
function nextAtHead({ launchedAt, polledAt }, queue, intervalMs) {
    if (polledAt === null)
        return launchedAt + intervalMs;
    return polledAt < queue.movedAt ? queue.movedAt : polledAt + intervalMs;
}
function nextInTail(tail, intervalMs) {
    const gap = Math.max(Math.max(TAIL_PERIOD_MS, intervalMs) / tail.length, TAIL_GAP_MS);
    return gap + Math.max(...tail.map(({ launchedAt, polledAt }) => polledAt ?? launchedAt));
}
function leastRecentlyPolled(runs) {
    const since = ({ polledAt, notBefore }) => Math.max(polledAt ?? Number.NEGATIVE_INFINITY, notBefore);
    return runs.reduce((oldest, run) => (oldest === undefined || since(run) < since(oldest) ? run : oldest), undefined);
}

;// CONCATENATED MODULE: ./src/gate/polled-run.ts



function polledRun(agent, launched, phase, now) {
    return {
        agent,
        phase,
        launchedAt: now,
        queued: launched.status === 'queued',
        polledAt: null,
        notBefore: 0,
        inFlight: false,
        errorsInARow: 0,
        unknownInARow: 0,
        lastError: null,
        evidence: noEvidence(launched),
    };
}
function afterAnswer(run, read, moment) {
    const before = run.evidence;
    const phase = phaseOf(read);
    run.evidence = addRead(before, read, {
        onlyFailed: moment.onlyFailed,
        durationMs: moment.now - run.launchedAt,
    });
    run.queued = read.status === 'queued';
    run.errorsInARow = 0;
    run.lastError = null;
    run.unknownInARow = phase === 'unknown' ? run.unknownInARow + 1 : 0;
    if (phase === 'ended')
        return { kind: 'ended' };
    if (phase === 'unknown' && (moment.isLast || run.unknownInARow === MAX_POLL_ERRORS))
        return { kind: 'given-up', reason: { kind: 'unknown-status', status: read.status } };
    if (moment.isLast)
        return { kind: 'given-up', reason: polled_run_timedOut(run, moment.timeoutSeconds) };
    const { evidence } = run;
    const changed = before.run.status !== read.status ||
        before.total !== evidence.total ||
        before.mostFailed !== evidence.mostFailed;
    return { kind: 'again', changed };
}
function afterError(run, error, moment) {
    const failure = serviceError(error);
    const status = service_statusOf(error);
    run.errorsInARow += 1;
    run.lastError = failure;
    if (status === 403 || status === 404)
        return { kind: 'given-up', reason: { kind: 'lost', error: failure } };
    if (moment.isLast && error.transient)
        return { kind: 'given-up', reason: polled_run_timedOut(run, moment.timeoutSeconds) };
    if (!error.transient || run.errorsInARow === MAX_POLL_ERRORS) {
        const attempts = run.errorsInARow;
        return { kind: 'given-up', reason: { kind: 'unreadable', error: failure, attempts } };
    }
    const waitMs = pollRetryDelayMs(run.errorsInARow, moment.intervalMs, error.retryAfterMs, moment.random);
    run.notBefore = moment.now + waitMs;
    return { kind: 'again', changed: run.errorsInARow === 1 };
}
function polled_run_timedOut({ lastError }, timeoutSeconds) {
    return { kind: 'timed-out', timeoutSeconds, lastError };
}
function pollEvents(run, before, step, { now, onlyFailed }) {
    const done = testsDone(run.evidence);
    return [
        ...(step.kind === 'again' && step.changed ? [progressEvent(run, now)] : []),
        ...(onlyFailed || done === testsDone(before)
            ? []
            : [{ type: 'tests-done', agent: run.agent, tests: done }]),
    ];
}
function testsDone({ run }) {
    return run.tests.filter(({ status }) => status !== 'pending').length;
}
function progressEvent({ agent, evidence, errorsInARow, lastError, notBefore }, now) {
    if (lastError !== null)
        return { type: 'poll-error', agent, error: lastError, attempt: errorsInARow, retryInMs: notBefore - now };
    const { run, total, passed, failed, mostFailed } = evidence;
    const counts = { total: total || null, passed, failed: failed ?? (mostFailed || null) };
    return { type: 'progress', agent, status: run.status, counts };
}

;// CONCATENATED MODULE: ./src/gate/read-details.ts


const LAST_READS_MS = 20_000;
const EVERYTHING = { compact: false, onlyFailed: false };
async function readDetails(ended, { deadline, details }, { service, clock, signal }) {
    let evidence = ended;
    const hasAllRows = ended.allRows || (ended.total > 0 && ended.total === ended.run.tests.length);
    const reads = [
        ...(details === 'all' ? [EVERYTHING] : []),
        ...(hasAllRows ? [] : [{ compact: true, onlyFailed: false }]),
        ...(ended.mostFailed > 0 ? [{ compact: false, onlyFailed: true }] : []),
    ];
    for (const how of reads) {
        const timeoutMs = Math.max(deadline - clock.now(), 0) + LAST_READS_MS;
        const result = await service.getRun(ended.run.taskId, { ...how, timeoutMs, signal });
        if (result.ok) {
            evidence = addRead(evidence, result.value, { ...how, durationMs: ended.run.durationMs });
            emptyRead(result.value);
            if (how === EVERYTHING)
                break;
        }
        else {
            evidence = { ...evidence, run: { ...evidence.run, detailsError: serviceError(result.error) } };
        }
    }
    return evidence;
}

;// CONCATENATED MODULE: ./src/gate/poll-runs.ts




const SMALL_SUITE = 100;
class Poller {
    #plan;
    #effects;
    #active = [];
    #queue = stillQueue;
    #wake = new AbortController();
    #looping = false;
    #answeredAt;
    constructor(plan, effects) {
        this.#plan = plan;
        this.#effects = effects;
        this.#answeredAt = effects.clock.now();
        effects.signal.addEventListener('abort', () => this.#wakeUp());
    }
    follow(agent, launched, phase) {
        return new Promise((resolve) => {
            this.#active.push({ ...polledRun(agent, launched, phase, this.#effects.clock.now()), resolve });
            this.#wakeUp();
            if (!this.#looping)
                this.#loop();
        });
    }
    progress() {
        const failing = this.#active.some(({ errorsInARow }) => errorsInARow > 0);
        return {
            running: this.#active.filter(({ queued }) => !queued).length,
            unansweredForMs: failing ? this.#effects.clock.now() - this.#answeredAt : null,
        };
    }
    #wakeUp() {
        this.#wake.abort(null);
    }
    async #loop() {
        const { clock, signal } = this.#effects;
        this.#looping = true;
        while (this.#active.length > 0) {
            this.#wake = new AbortController();
            const isOver = clock.now() >= this.#plan.deadline;
            if (signal.aborted)
                this.#endAll();
            else if (isOver && !this.#active.some(({ inFlight }) => inFlight))
                await this.#pollLast();
            else {
                const nextAt = isOver ? Number.POSITIVE_INFINITY : this.#startDue();
                await clock.sleep(Math.max(0, nextAt - clock.now()), this.#wake.signal);
            }
        }
        this.#looping = false;
    }
    #startDue() {
        const now = this.#effects.clock.now();
        let nextAt = this.#plan.deadline;
        pollTimes(this.#active, this.#queue, this.#plan.intervalMs).forEach((dueAt, index) => {
            const run = this.#active[index];
            if (run === undefined || run.inFlight)
                return;
            if (dueAt <= now + 1)
                this.#poll(run, Math.max(dueAt, now));
            else if (dueAt < nextAt)
                nextAt = dueAt;
        });
        return nextAt;
    }
    async #pollLast() {
        const { clock } = this.#effects;
        const { deadline } = this.#plan;
        await Promise.all(this.#active.filter(({ queued }) => !queued).map((run) => this.#poll(run, deadline)));
        for (const run of [...this.#active]) {
            if (clock.now() >= deadline + LAST_READS_MS)
                break;
            await this.#poll(run, deadline);
            if (run.queued)
                break;
        }
        this.#endAll();
    }
    async #poll(run, at) {
        const { clock, service, signal } = this.#effects;
        const isLast = at >= this.#plan.deadline;
        const onlyFailed = run.evidence.total > SMALL_SUITE;
        run.inFlight = true;
        run.polledAt = at;
        try {
            const result = await service.getRun(run.evidence.run.taskId, {
                compact: true,
                onlyFailed,
                maxRetries: 0,
                timeoutMs: Math.max(1, this.#plan.deadline + (isLast ? LAST_READS_MS : 0) - clock.now()),
                signal,
            });
            await this.#polled(run, result, { isLast, onlyFailed });
        }
        catch (error) {
            this.#end(run, { kind: 'internal-error', message: String(error) });
        }
        finally {
            run.inFlight = false;
            this.#wakeUp();
        }
    }
    async #polled(run, result, how) {
        const { clock, emit, random, signal } = this.#effects;
        const now = clock.now();
        const { queued: wasQueued, evidence: before } = run;
        const moment = { ...this.#plan, ...how, now, random: random() };
        if (!result.ok && signal.aborted)
            return this.#end(run, this.#ranOut(run));
        const step = result.ok ? afterAnswer(run, result.value, moment) : afterError(run, result.error, moment);
        if (result.ok) {
            this.#answeredAt = now;
            emptyRead(result.value);
        }
        if (result.ok && wasQueued)
            this.#queue = queueAfterPoll(this.#queue, !run.queued, now);
        for (const event of pollEvents(run, before, step, moment))
            emit(event);
        if (step.kind === 'ended') {
            this.#deactivate(run);
            run.evidence = await readDetails(run.evidence, this.#plan, this.#effects);
        }
        if (step.kind !== 'again')
            this.#end(run, step.kind === 'given-up' ? step.reason : null);
    }
    #deactivate(run) {
        this.#active = this.#active.filter((each) => each !== run);
    }
    #end(run, reason) {
        this.#deactivate(run);
        const concluded = concludeRun(run.evidence);
        run.resolve({ run: concluded.run, reason: reason ?? concluded.reason });
    }
    #endAll() {
        for (const run of this.#active)
            this.#end(run, this.#ranOut(run));
    }
    #ranOut(run) {
        const { abortedBy, signal } = this.#effects;
        return signal.aborted ? { kind: 'aborted', by: abortedBy() } : polled_run_timedOut(run, this.#plan.timeoutSeconds);
    }
}

;// CONCATENATED MODULE: ./src/gate/test-budget.ts


const RUNS_READ = 20;
const UNKNOWN = Number.POSITIVE_INFINITY;
class TestBudget {
    #maxTests;
    #service;
    #launched = 0;
    #mostOfAnAgent = 1;
    #turn = Promise.resolve();
    constructor(maxTests, service) {
        this.#maxTests = maxTests;
        this.#service = service;
    }
    launch(agent, testUuids, options, launch) {
        const turn = this.#turn.then(async () => {
            const before = await this.#testsBefore(agent, testUuids, options());
            if (!before.ok)
                return options().signal?.aborted
                    ? launch()
                    : { kind: 'failed', reason: { kind: 'not-launched', error: serviceError(before.error) } };
            const expected = before.value;
            if (this.#launched + (expected ?? this.#mostOfAnAgent) > this.#maxTests)
                return { kind: 'failed', reason: { kind: 'max-tests', maxTests: this.#maxTests } };
            const launched = await launch();
            if (launched.kind === 'launched') {
                const counted = (await this.#testsOf(launched.run.taskId, options())) ?? expected ?? UNKNOWN;
                this.#launched += counted;
                this.#mostOfAnAgent = Math.max(this.#mostOfAnAgent, counted);
            }
            else if (launched.reason.kind === 'maybe-launched')
                this.#launched += expected ?? UNKNOWN;
            return launched;
        });
        this.#turn = turn.catch(() => undefined);
        return turn;
    }
    async #testsBefore(agent, testUuids, options) {
        if (testUuids !== null)
            return { ok: true, value: testUuids.length };
        const history = await this.#service.history(agent.uuid, {
            ...options,
            ...FINISHED_TEST_RUNS,
            limit: RUNS_READ,
        });
        if (!history.ok)
            return history;
        const totals = history.value.items.map((run) => run.total_tests ?? 0);
        return { ok: true, value: Math.max(0, ...totals) || null };
    }
    async #testsOf(taskId, options) {
        const read = await this.#service.getRun(taskId, { ...options, compact: true });
        if (!read.ok)
            return null;
        return Math.max(read.value.total_tests ?? 0, read.value.test_uuids?.length ?? 0) || null;
    }
}

;// CONCATENATED MODULE: ./src/gate/run-tests.ts



const HEARTBEAT_MS = 60_000;
class TestRunner {
    #plan;
    #effects;
    #budget;
    #poller;
    #startedAt;
    #launches = new Map();
    constructor(plan, effects) {
        this.#plan = plan;
        this.#effects = effects;
        this.#budget = plan.maxTests === null ? null : new TestBudget(plan.maxTests, effects.service);
        this.#poller = new Poller(plan, effects);
        this.#startedAt = effects.clock.now();
    }
    get ownRuns() {
        return this.#launches;
    }
    isShared(taskId) {
        return (this.#launches.get(taskId) ?? 0) > 1;
    }
    async run(agent, testUuids, phase) {
        try {
            const launch = await this.#launch(agent, testUuids);
            if (launch.kind === 'not-ready')
                return { run: null, reason: launch.reason, notReady: launch.why };
            if (launch.kind === 'failed')
                return { run: null, reason: launch.reason, notReady: null };
            const { taskId, status } = launch.run;
            const launches = (this.#launches.get(taskId) ?? 0) + 1;
            this.#launches.set(taskId, launches);
            this.#effects.emit({ type: 'launched', agent, taskId, status });
            if (launches > 1)
                return { run: launch.run, reason: { kind: 'shared-run', taskId }, notReady: null };
            return { ...(await this.#poller.follow(agent, launch.run, phase)), notReady: null };
        }
        catch (error) {
            return { run: null, reason: { kind: 'internal-error', message: String(error) }, notReady: null };
        }
    }
    #launch(agent, testUuids) {
        const launch = () => launchRun(agent, testUuids, this.#plan, this.#effects);
        const { clock, signal } = this.#effects;
        const options = () => ({ signal, timeoutMs: Math.max(1, this.#plan.deadline - clock.now()) });
        return this.#budget === null ? launch() : this.#budget.launch(agent, testUuids, options, launch);
    }
    async heartbeat(round, runs) {
        const { clock, emit } = this.#effects;
        const ended = new AbortController();
        const end = () => ended.abort();
        runs.then(end, end);
        for (;;) {
            await clock.sleep(HEARTBEAT_MS, ended.signal);
            if (ended.signal.aborted)
                return;
            const { agents: total, done } = round;
            const { running, unansweredForMs } = this.#poller.progress();
            const queued = total - done - running;
            emit({
                type: 'heartbeat',
                elapsedMs: clock.now() - this.#startedAt,
                done,
                running,
                queued,
                total,
                unansweredForMs,
            });
        }
    }
}

// EXTERNAL MODULE: ./node_modules/leven/index.js
var leven = __webpack_require__(7785);
;// CONCATENATED MODULE: ./src/gate/select-agents.ts


const MAX_SUGGESTIONS = 10;
const MAX_NAMES_SEARCHED = 5000;
const MAX_NAME_LENGTH = 100;
async function selectAgents(names, service, options) {
    if (names.length === 0)
        return selectAll(service, options);
    const resolved = await service.resolve(names, options);
    if (!resolved.ok)
        return select_agents_failed(resolved, options);
    const found = new Map(Object.entries(resolved.value.resolved));
    const agents = names.flatMap((name) => {
        const uuid = found.get(name);
        return uuid === undefined ? [] : [{ uuid, name }];
    });
    if (agents.length < names.length) {
        const unknown = names.filter((name) => !found.has(name));
        return { ok: false, abortReason: await unknownAgents(unknown, service, options) };
    }
    const namesakes = [...Map.groupBy(agents, ({ uuid }) => uuid).values()].find((same) => same.length > 1);
    if (namesakes !== undefined)
        return { ok: false, abortReason: { kind: 'same-agent', names: namesakes.map(({ name }) => name) } };
    return { ok: true, agents };
}
async function unknownAgents(unknown, service, options) {
    const list = await service.list({ ...options, maxRetries: 0 });
    const existing = (list.ok ? agentsOf(list.value) : [])
        .map(({ name }) => name)
        .filter((name) => name.length <= MAX_NAME_LENGTH)
        .slice(0, MAX_NAMES_SEARCHED);
    const requestable = existing.filter(isRequestable);
    const partOf = (name) => existing.find((each) => each.includes(',') && each.split(',').some((part) => part.trim() === name));
    return {
        kind: 'unknown-agents',
        unknown: unknown.map((name, index) => index < MAX_SUGGESTIONS
            ? { name, nearest: nearestName(name, requestable), nameWithComma: partOf(name) ?? null }
            : { name, nearest: null, nameWithComma: null }),
    };
}
function isRequestable(name) {
    return name === name.trim() && !/[,\r\n]/.test(name) && name !== '__proto__';
}
async function selectAll(service, options) {
    const list = await service.list(options);
    if (!list.ok)
        return select_agents_failed(list, options);
    const distinct = [...new Map(agentsOf(list.value).map((agent) => [agent.uuid, agent])).values()];
    if (distinct.length === 0)
        return { ok: false, abortReason: { kind: 'no-agents' } };
    return { ok: true, agents: distinct };
}
function agentsOf(list) {
    return list.map(({ uuid, name }) => ({ uuid, name: name ?? '' }));
}
function select_agents_failed({ error }, { signal }) {
    if (signal?.aborted === true)
        return { ok: false, abortReason: { kind: 'signal', signal: String(signal.reason) } };
    const status = service_statusOf(error);
    const kind = status === 401 || status === 403 ? 'authentication' : 'select-failed';
    return { ok: false, abortReason: { kind, error: serviceError(error) } };
}
function nearestName(wanted, names) {
    const fold = (name) => name.trim().toLowerCase();
    const folded = fold(wanted);
    if (folded.length > MAX_NAME_LENGTH)
        return null;
    const candidates = names.map(fold);
    const maxDistance = Math.max(folded.length > 1 ? 1 : 0, Math.floor(folded.length / 3));
    const nearest = (0,leven/* closestMatch */.h)(folded, candidates, { maxDistance });
    return nearest === undefined ? null : (names[candidates.indexOf(nearest)] ?? null);
}

;// CONCATENATED MODULE: ./src/gate/compare.ts

function* testsOf(agents) {
    for (const { tests, baseline } of agents)
        for (const [index, test] of tests.entries()) {
            const { failures, runs } = baseline.histories[index] ?? { failures: 0, runs: 0 };
            yield { test, failures, runs, failed: test.status === 'failed' };
        }
}
function historyOfAll(agents) {
    return baselineOf(testsOf(agents));
}
function historiesOf(agents) {
    const histories = new Map();
    for (const { test, failures, runs } of testsOf(agents))
        if (test.status !== 'passed')
            histories.set(test, { failures, runs });
    return histories;
}
function countFirstFailures(agents, all) {
    function* answered() {
        for (const each of testsOf(agents))
            if (each.failed || each.test.status === 'passed')
                yield each;
    }
    return countFailures(answered(), all);
}
function classify(history, attempts, all, retries) {
    const failed = attempts.filter(({ status }) => status === 'failed').length;
    const passed = attempts.some(({ status }) => status === 'passed');
    return classifyFailure(history, { failed, passed }, all, retries);
}
function classOf(history, attempts, all, retries) {
    const decision = hasAnswer(attempts) ? classify(history, attempts, all, retries) : 'retry';
    return decision === 'retry' ? 'undetermined' : decision;
}
function hasAnswer(attempts) {
    return attempts.some(({ status }) => status === 'passed' || status === 'failed');
}
function compare_comparisonOf(agents, all, classes) {
    const counts = { broken: 0, 'known-failure': 0, new: 0, flaky: 0, unreliable: 0, undetermined: 0 };
    for (const each of classes)
        counts[each] += 1;
    return {
        agents: agents.map(({ baseline: { agent, runs, error } }) => ({ agent, runs, error })),
        comparedTests: all.comparedTests,
        now: passRateNow(agents),
        before: { passed: all.runs - all.failures, total: all.runs },
        classes: counts,
        failureCount: countFirstFailures(agents, all),
    };
}
function passRateNow(agents) {
    const now = { passed: 0, total: 0 };
    for (const { test, runs } of testsOf(agents)) {
        if (runs === 0)
            continue;
        now.total += 1;
        if (test.status === 'passed')
            now.passed += 1;
    }
    return now;
}

;// CONCATENATED MODULE: ./src/gate/settle-tests.ts


const tooManyFailures = { kind: 'too-many-failures' };
const hasPassed = ({ retries }) => retries.some(({ status }) => status === 'passed');
async function settleByRetries(first, retries, effects) {
    const settled = new Map();
    if (retries === 0)
        return { settled, comparison: null };
    for (const { run, retried } of first) {
        const failing = retried.filter((test) => test.first.status === 'failed').length;
        if (failing * 2 > (run?.counts?.total ?? 0))
            for (const test of retried)
                test.skipped = tooManyFailures;
    }
    await retryTests(first, (test, round) => round <= retries && !hasPassed(test), effects);
    for (const { retried } of first)
        for (const test of retried)
            settled.set(test.first, settle(test));
    return { settled, comparison: null };
}
async function settleByBaseline(first, retries, effects) {
    const compared = first.flatMap(({ run, baseline }) => run === null || baseline === null ? [] : [{ tests: run.tests, baseline }]);
    const all = historyOfAll(compared);
    const { blocks } = countFirstFailures(compared, all);
    if (blocks)
        for (const test of first.flatMap(({ retried }) => retried))
            test.skipped = tooManyFailures;
    const histories = historiesOf(compared);
    const historyOf = (test) => histories.get(test.first) ?? { failures: 0, runs: 0 };
    const decide = (test) => classify(historyOf(test), attemptsOf(test), all, retries);
    const wants = (test, round) => hasAnswer(attemptsOf(test)) ? round <= retries + 2 && decide(test) === 'retry' : round <= retries;
    await retryTests(first, wants, effects);
    const settled = new Map();
    const classes = [];
    for (const test of first.flatMap(({ retried }) => retried)) {
        const failureClass = classOf(historyOf(test), attemptsOf(test), all, retries);
        classes.push(failureClass);
        settled.set(test.first, { ...settle(test), baseline: { class: failureClass, ...historyOf(test) } });
    }
    return { settled, comparison: compare_comparisonOf(compared, all, classes) };
}

;// CONCATENATED MODULE: ./src/gate/trends.ts

const MAX_TRENDS = 50;
const TRENDS_MS = 15_000;
async function readTrends(results, { baselineCutOff: cutOff, trends }, { service, clock, signal }) {
    const ownRuns = new Set(results.flatMap(({ run }) => run?.taskId ?? []));
    const read = async ({ agent, run }) => {
        const plan = { agent, tests: run?.tests ?? [], now: clock.now(), cutOff, ownRuns };
        const options = () => ({ signal, timeoutMs: TRENDS_MS, maxRetries: 0 });
        const { runs } = await readBaseline(plan, service, options, 1);
        return runs.length > 0 ? [{ agent, runs, error: null }] : [];
    };
    const isWanted = ({ outcome, run }) => (trends === 'all' ? run !== null : outcome === 'failed');
    const wanted = results.filter(isWanted).slice(0, MAX_TRENDS);
    return (await Promise.all(wanted.map((result) => read(result).catch(() => [])))).flat();
}

;// CONCATENATED MODULE: ./src/gate/gate.ts








const BASELINE_READ_MS = 60_000;
async function runGate(plan, given) {
    const startedAt = given.clock.now();
    const refusal = watchForRefusedKey(given.service, given.signal);
    let selected = [];
    const finished = new Map();
    const emit = (event) => {
        if (event.type === 'selected')
            selected = event.agents;
        if (event.type === 'finished')
            finished.set(event.result.agent, event.result);
        given.emit(event);
    };
    const walk = walkGate(plan, { ...given, ...refusal.effects, emit }, startedAt);
    const { results, abortReason, comparison } = await walk.catch((error) => {
        const abortReason = { kind: 'internal-error', message: String(error) };
        const results = selected.map((agent) => finished.get(agent) ?? agentResult(agent, null, abortReason));
        return { results, abortReason, comparison: null };
    });
    const reason = abortReason ?? refusal.abortReason();
    const hasTrends = reason === null && plan.mode !== 'gate-if-worse';
    return {
        verdict: verdictOf(plan.mode, results, reason, comparison),
        results,
        abortReason: reason,
        comparison,
        trends: hasTrends ? await readTrends(results, plan, given) : [],
        durationMs: given.clock.now() - startedAt,
    };
}
async function walkGate(plan, effects, startedAt) {
    const { emit, signal } = effects;
    const { pollIntervalSeconds, timeoutSeconds, details, maxTests } = plan;
    const deadline = startedAt + timeoutSeconds * 1000;
    emit({ type: 'phase', phase: 'select' });
    const options = { signal, timeoutMs: timeoutSeconds * 1000 };
    const selection = await selectAgents(plan.agentNames, effects.service, options);
    if (!selection.ok)
        return { results: [], abortReason: selection.abortReason, comparison: null };
    emit({ type: 'selected', agents: selection.agents });
    emit({ type: 'phase', phase: 'run' });
    const intervalMs = pollIntervalSeconds * 1000;
    const runner = new TestRunner({ intervalMs, deadline, timeoutSeconds, details, maxTests }, effects);
    const progress = { agents: selection.agents.length, done: 0 };
    const gate = { plan, effects, deadline, runner, progress };
    const first = await firstRuns(selection.agents, gate);
    const settle = plan.mode === 'gate-if-worse' ? settleByBaseline : settleByRetries;
    const settling = settle(first, plan.retries, retryEffects(gate));
    await runner.heartbeat(progress, settling);
    const { settled, comparison } = await settling;
    if (comparison !== null) {
        emit({ type: 'phase', phase: 'compare' });
        emit({ type: 'compared', comparison });
    }
    return { results: first.map((each) => gate_resultOf(each, settled, plan)), abortReason: null, comparison };
}
async function firstRuns(agents, gate) {
    const { effects, runner, progress } = gate;
    const runs = Promise.all(agents.map(async (agent, index) => {
        const first = await firstRun(agent, index / agents.length, gate);
        progress.done += 1;
        effects.emit({ type: 'finished', result: gate_resultOf(first, new Map(), gate.plan) });
        return first;
    }));
    await runner.heartbeat(progress, runs);
    return (await runs).map((each) => {
        if (each.run === null || !runner.isShared(each.run.taskId))
            return each;
        const reason = { kind: 'shared-run', taskId: each.run.taskId };
        return { ...each, reason, baseline: null, retried: [] };
    });
}
async function firstRun(agent, phase, gate) {
    const ended = { ...(await gate.runner.run(agent, null, phase)), agent, baseline: null, retried: [] };
    const { run, reason } = ended;
    const compares = gate.plan.mode === 'gate-if-worse';
    if (run === null || !(compares || gate.plan.retries > 0))
        return ended;
    const isWhole = reason === null || reason.kind === 'tests-not-run';
    const hasAllRows = run.tests.length >= (run.counts?.total ?? 0);
    if (!isWhole || (compares && !hasAllRows))
        return { ...ended, run: notRetried(run, 'incomplete-run') };
    if (!compares)
        return { ...ended, retried: retriedTests(run) };
    try {
        const baseline = await baselineFor(agent, run, gate);
        return baseline.error === null
            ? { ...ended, retried: retriedTests(run), baseline }
            : { ...ended, run: notRetried(run, 'no-history'), baseline };
    }
    catch (error) {
        return { ...ended, reason: { kind: 'internal-error', message: String(error) } };
    }
}
async function baselineFor(agent, { tests }, gate) {
    const { plan, effects, runner, deadline } = gate;
    if (plan.baselineFiles !== null)
        return baselineFromFiles(agent, tests, plan.baselineFiles);
    const { clock, service, signal } = effects;
    const { baselineCutOff: cutOff } = plan;
    return readBaseline({ agent, tests, now: clock.now(), cutOff, ownRuns: runner.ownRuns }, service, () => ({
        signal,
        timeoutMs: Math.max(1, deadline + BASELINE_READ_MS - clock.now()),
    }));
}
function retryEffects({ effects, runner, deadline, progress }) {
    const { abortedBy, clock, emit, signal } = effects;
    return {
        async runTests(agent, testUuids, phase) {
            const ended = await runner.run(agent, testUuids, phase);
            progress.done += 1;
            return ended;
        },
        isShared: (taskId) => runner.isShared(taskId),
        overBy() {
            if (signal.aborted)
                return { kind: 'refused', reason: { kind: 'aborted', by: abortedBy() }, run: null };
            return clock.now() >= deadline ? { kind: 'no-time' } : null;
        },
        onRound(round) {
            Object.assign(progress, { agents: round.agents.length, done: 0 });
            emit({ type: 'phase', phase: 'retry' });
            emit({ type: 'retry-round', ...round });
        },
    };
}
function gate_resultOf({ agent, run, reason, notReady }, settled, { agentNames }) {
    if (notReady !== null && agentNames.length === 0)
        return { outcome: 'skipped', agent, run: null, reason: notReady };
    return agentResult(agent, run && withRetries(run, settled), reason);
}

;// CONCATENATED MODULE: ./src/run.ts



const CONCURRENCY = 8;
function runInputs(inputs, { files, cutOff, trends }, { emit, signal }) {
    const { agents, mode, pollIntervalSeconds, timeoutSeconds, retries, maxTests, details } = inputs;
    const plan = {
        agentNames: agents,
        mode,
        pollIntervalSeconds,
        timeoutSeconds,
        retries,
        maxTests,
        details,
        baselineCutOff: cutOff,
        baselineFiles: inputs.baseline.length === 0 ? null : files,
        trends,
    };
    const service = evaluationService(inputs);
    return runGate(plan, { service, clock: systemClock, random: Math.random, emit, signal });
}
function baselineWarnings({ baseline }, { comparison }) {
    const agents = comparison?.agents ?? [];
    if (baseline.length === 0 ||
        agents.length === 0 ||
        agents.some(({ runs, error }) => runs.length > 0 || error !== null))
        return [];
    return [
        'Input "baseline": its files contain none of the tested agents, so nothing was compared. Give the file of a job that tested them, unless all of them are new.',
    ];
}
function evaluationService({ baseUrl, apiKey }) {
    const client = createEvaluationClient({
        baseUrl,
        apiKey,
        fetch: createProxiedRequest(process.env),
        concurrency: CONCURRENCY,
        adaptiveConcurrency: true,
    });
    return {
        list: (options) => settled(client.listAgents(options)),
        resolve: (names, options) => settled(client.resolveAgents(names, options)),
        launch: (agentUuid, testUuids, options) => settled(client.runAgentTests(agentUuid, { ...options, testUuids: testUuids ?? undefined })),
        getRun: (taskId, options) => settled(client.getRun(taskId, options)),
        history: (agentUuid, options) => settled(client.listRuns(agentUuid, options)),
    };
}
function settled(answer) {
    return answer.then((value) => ({ ok: true, value }), (error) => {
        if (isClientError(error))
            return { ok: false, error };
        throw error;
    });
}

;// CONCATENATED MODULE: ./src/action.ts










async function runAction({ inputs, warnings }, environment, cancellation) {
    const context = { inputs, environment, cancelled: cancellation.overdue };
    if (inputs.apiKey === '') {
        await publish(action_withoutKey(inputs), reportOf(inputs), context);
        return 'success';
    }
    for (const warning of warnings)
        core/* warning */.$e(warning);
    const baseline = await readBaselineFiles(inputs.baseline);
    if (!baseline.ok)
        return { invalid: baseline.messages };
    const { eventName, payload } = environment;
    const cutOff = (0,github_event/* baselineCutOff */.NP)(eventName, payload, systemClock.now());
    const isReport = inputs.mode === 'report' && (0,github_event/* pullRequestOf */._n)(eventName, payload) === null;
    const announced = announce({ ...context, cancelled: cancellation.requested }).catch(() => undefined);
    const outcome = await runInputs(inputs, { files: baseline.files, cutOff, trends: isReport ? 'all' : 'failing' }, { emit: logger(inputs), signal: cancellation.requested });
    core/* endGroup */.N4();
    for (const warning of baselineWarnings(inputs, outcome))
        core/* warning */.$e(warning);
    await announced;
    await publish(outcome, reportOf(inputs), context);
    return conclusionOf(inputs, outcome);
}
async function runMerge(inputs, environment, cancellation) {
    const { outcome, report } = await mergeParts(inputs);
    await publish(outcome, report, {
        inputs: { ...inputs, apiKey: '' },
        environment,
        cancelled: cancellation.overdue,
    });
    return conclusionOf(inputs, outcome);
}
function action_withoutKey({ mode }) {
    const abortReason = { kind: 'no-key' };
    const verdict = verdictOf(mode, [], abortReason, null);
    return { verdict, results: [], abortReason, comparison: null, trends: [], durationMs: 0 };
}
function conclusionOf({ mode }, { verdict }) {
    return mode === 'report' || verdict.status === 'passed' ? 'success' : 'failure';
}
function logger(inputs) {
    const redact = redactSecrets(inputs);
    return (event) => {
        if (event.type === 'phase') {
            if (event.phase !== 'select')
                core/* endGroup */.N4();
            core/* startGroup */.Oh(phaseTitles[event.phase]);
        }
        else
            for (const line of eventLines(redactData(event, redact), inputs.appUrl))
                core/* info */.pq(line);
    };
}


/***/ })

};
