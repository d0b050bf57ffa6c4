import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 85015:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   J0: () => (/* binding */ secretsWithheld),
/* harmony export */   NP: () => (/* binding */ baselineCutOff),
/* harmony export */   _n: () => (/* binding */ pullRequestOf),
/* harmony export */   c$: () => (/* binding */ toPullRequest),
/* harmony export */   tK: () => (/* binding */ testedCommit)
/* harmony export */ });
function pullRequestOf(eventName, payload) {
    switch (kindOf(eventName)) {
        case 'pull_request':
            return toPullRequest(at(payload, 'pull_request'), at(payload, 'sender', 'login'));
        case 'workflow_run':
            return toPullRequest(ownPullRequest(payload), at(payload, 'sender', 'login'));
        case 'issue_comment':
            return fromIssue(payload);
        case 'merge_group':
            return fromMergeGroup(payload);
        default:
            return null;
    }
}
function secretsWithheld(eventName, payload) {
    if (!/^pull_request(_review|_review_comment)?$/.test(eventName))
        return false;
    const { fromFork, byDependabot } = pullRequestOf(eventName, payload) ?? {};
    return byDependabot === true || fromFork === true;
}
function kindOf(eventName) {
    return eventName.replace(/^(pull_request)_(?:target|review|review_comment|review_thread)$/, '$1');
}
function testedCommit(eventName, payload, sha, pullRequest) {
    switch (kindOf(eventName)) {
        case 'pull_request':
            return text(at(payload, 'pull_request', 'head', 'sha'));
        case 'workflow_run':
            return text(at(payload, 'workflow_run', 'head_sha'));
        case 'push':
            return text(at(payload, 'after')) ?? sha;
        case 'merge_group':
            return text(at(payload, 'merge_group', 'head_sha')) ?? sha;
        case 'deployment':
        case 'deployment_status':
            return text(at(payload, 'deployment', 'sha')) ?? sha;
        case 'issue_comment':
            return pullRequest?.headSha ?? null;
        default:
            return pullRequest?.headSha ?? sha;
    }
}
const CLOCK_MARGIN_MS = 60_000;
function baselineCutOff(eventName, payload, pullRequest, startOfJobMs) {
    const time = pullRequest?.createdAt ?? eventTime(eventName, payload) ?? startOfJobMs;
    return Math.min(time, startOfJobMs) - CLOCK_MARGIN_MS;
}
function eventTime(eventName, payload) {
    switch (eventName) {
        case 'push': {
            const pushedAt = positiveNumber(at(payload, 'repository', 'pushed_at'));
            return pushedAt === null ? null : pushedAt * 1_000;
        }
        case 'merge_group':
            return timeOf(at(payload, 'merge_group', 'head_commit', 'timestamp'));
        default:
            return null;
    }
}
function timeOf(value) {
    const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
    const time = isTime ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? null : time;
}
function toPullRequest(pullRequest, sender) {
    const number = positiveNumber(at(pullRequest, 'number'));
    if (number === null)
        return null;
    return {
        number,
        headSha: text(at(pullRequest, 'head', 'sha')),
        fromFork: isFromFork(pullRequest),
        byDependabot: (sender ?? at(pullRequest, 'user', 'login')) === 'dependabot[bot]',
        createdAt: timeOf(at(pullRequest, 'created_at')),
    };
}
function ownPullRequest(payload) {
    const pullRequests = at(payload, 'workflow_run', 'pull_requests');
    const id = at(payload, 'repository', 'id');
    if (!Array.isArray(pullRequests) || id === undefined)
        return undefined;
    return pullRequests.find((pullRequest) => at(pullRequest, 'base', 'repo', 'id') === id);
}
function fromIssue(payload) {
    const issue = at(payload, 'issue');
    return at(issue, 'pull_request') ? toPullRequest(issue, at(payload, 'sender', 'login')) : null;
}
function fromMergeGroup(payload) {
    const headRef = text(at(payload, 'merge_group', 'head_ref')) ?? '';
    const number = Number(/(?:^|\/)pr-(\d+)-[0-9a-f]+$/.exec(headRef)?.[1]);
    const head = { sha: at(payload, 'merge_group', 'head_sha') };
    return toPullRequest({ number, head }, at(payload, 'sender', 'login'));
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
function at(value, ...path) {
    return path.reduce((inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined), value);
}
function text(value) {
    return typeof value === 'string' && value !== '' ? value : null;
}
function positiveNumber(value) {
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}


/***/ }),

/***/ 15214:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $P: () => (/* binding */ wholeSeconds),
/* harmony export */   B2: () => (/* binding */ filePaths),
/* harmony export */   CT: () => (/* binding */ commentWhen),
/* harmony export */   Dy: () => (/* binding */ webAddress),
/* harmony export */   Fs: () => (/* binding */ expectedParts),
/* harmony export */   IZ: () => (/* binding */ requiredPaths),
/* harmony export */   QD: () => (/* binding */ matrixLeg),
/* harmony export */   QI: () => (/* binding */ agentNames),
/* harmony export */   Qw: () => (/* binding */ titleText),
/* harmony export */   TL: () => (/* binding */ quoted),
/* harmony export */   WI: () => (/* binding */ optionalNumber),
/* harmony export */   ZM: () => (/* binding */ allListed),
/* harmony export */   _N: () => (/* binding */ controlNames),
/* harmony export */   dQ: () => (/* binding */ acceptedTests),
/* harmony export */   dt: () => (/* binding */ trueOrFalse),
/* harmony export */   q0: () => (/* binding */ apiKeyError),
/* harmony export */   qi: () => (/* binding */ quotedWhole),
/* harmony export */   uu: () => (/* binding */ MIN_KEY_LENGTH),
/* harmony export */   yL: () => (/* binding */ oneOf)
/* harmony export */ });
const MAX_SECONDS = 2_147_483;
const MIN_KEY_LENGTH = 8;
const MAX_KEY_LENGTH = 1_024;
function apiKeyError(key, secretsWithheld) {
    if (key === '' && secretsWithheld)
        return ('it is empty, because GitHub withholds secrets from pull requests of forks and of Dependabot. A maintainer can ' +
            'start the tests: see "Forks and Dependabot" in docs/recipes.md of agent-tests.');
    if (key === '')
        return ('it is empty. Create a key in the service (workspace settings, API keys), save it as a secret of this repository, ' +
            'and pass that secret. On pull requests from forks and from Dependabot, GitHub withholds secrets.');
    if (!/^[\x21-\x7e]+$/.test(key))
        return 'it contains whitespace or non-ASCII characters. Save it again, with the key on one line and nothing else.';
    if (key.length < MIN_KEY_LENGTH || key.length > MAX_KEY_LENGTH)
        return `it has ${key.length} ${key.length === 1 ? 'character' : 'characters'}. Expected ${MIN_KEY_LENGTH} to 1,024. Save it again, with the whole key and nothing else.`;
    return null;
}
const agentNames = entries('has no agent name in it. Enter agent names, or leave it empty to test all agents.');
function controlNames(text) {
    const value = allListed(text);
    if (value.length > 0 || text === '')
        return { value };
    return { error: `${quoted(text)} has no agent name in it. Enter the control of each agent.` };
}
const filePaths = entries('has no path in it. Enter paths or globs of results files.');
function entries(ifThereAreNone) {
    return (text) => {
        const value = listed(text);
        return value.length === 0 && text !== '' ? { error: `${quoted(text)} ${ifThereAreNone}` } : { value };
    };
}
function listed(text) {
    return [...new Set(allListed(text))];
}
function allListed(text) {
    return text
        .split(/[,\r\n]+/)
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
}
function requiredPaths(text) {
    if (text === '')
        return { error: 'it is empty. Enter files, folders or globs of results files.' };
    return filePaths(text);
}
const DAY_MS = 86_400_000;
const MAX_DAYS_ACCEPTED = 30;
const acceptedLine = /^("(?:[^"\\]|\\.)*"|[^"/\s](?:[^/]*[^/\s])?)\s*\/\s*("(?:[^"\\]|\\.)*"|[^"/\s][^/]*?)\s+until\s+(\S+)$/;
function acceptedTests(now) {
    const [today, lastDay] = [dayOf(now), dayOf(now + MAX_DAYS_ACCEPTED * DAY_MS)];
    return (text) => {
        const lines = text.split(/[\r\n]+/).map((line) => line.trim());
        const parsed = lines.filter((line) => line !== '').map((line) => acceptedTest(line, today, lastDay));
        const errors = parsed.flatMap((each) => ('error' in each ? each.error : []));
        if (errors.length > 0)
            return { error: errors.join(' ') };
        return { value: parsed.flatMap((each) => ('value' in each ? each.value : [])) };
    };
}
function acceptedTest(line, today, lastDay) {
    const [, agent, test, until = ''] = acceptedLine.exec(line) ?? [];
    const [agentName, testName] = [unquoted(agent), unquoted(test)];
    const isAmbiguous = test?.startsWith('"') === false && /\suntil\s/.test(test);
    if (!agentName || !testName || isAmbiguous || !isDay(until))
        return {
            error: `${quoted(line)} is not valid. Expected a line such as: Agent / Test until ${lastDay}. Put names that contain "/" or " until " in quotes.`,
        };
    if (until > lastDay)
        return {
            error: `${quoted(line)} is too far ahead. The last possible day is ${lastDay}, ${MAX_DAYS_ACCEPTED} days from now.`,
        };
    return { value: { agent: agentName, test: testName, until, expired: until < today } };
}
function unquoted(name) {
    if (name === undefined || !name.startsWith('"'))
        return name ?? null;
    try {
        return String(JSON.parse(name));
    }
    catch {
        return null;
    }
}
function isDay(text) {
    const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
    return !Number.isNaN(time) && dayOf(time) === text;
}
function dayOf(time) {
    return new Date(time).toISOString().slice(0, 10);
}
function expectedParts(text) {
    const names = listed(text);
    if (names.length === 0 || /^0+$/.test(text))
        return { error: `${quoted(text)} is not valid. Expected the names of the parts, or how many there are.` };
    return { value: /^\d+$/.test(text) ? Number(text) : names };
}
function webAddress(text) {
    const url = URL.parse(text);
    if (url !== null && (url.username !== '' || url.password !== ''))
        return { error: 'it contains a user name or a password. Expected the address without them.' };
    if (url === null || !/^https?:\/\//i.test(text))
        return {
            error: `${quoted(text)} is not an address. Expected one that starts with https:// (or http://).`,
        };
    if (/[?#]/.test(text))
        return { error: `${quoted(text)} has a query or a fragment. Expected the address without "?" and "#".` };
    if (/(^|\.)example\.?$/.test(url.hostname))
        return { error: `${quoted(text)} is a placeholder. Set it to the address of your service.` };
    return { value: text };
}
const MAX_TITLE_LENGTH = 100;
function titleText(text) {
    return text.length <= MAX_TITLE_LENGTH && /^[^\p{Cc}]*$/u.test(text)
        ? { value: text }
        : { error: `${quoted(text)} is not valid. Expected one line of at most ${MAX_TITLE_LENGTH} characters.` };
}
function oneOf(words) {
    const expected = words
        .map((word) => `"${word}"`)
        .join(', ')
        .replace(/, (?=[^,]*$)/, ' or ');
    return (text) => {
        const value = words.find((word) => word === text);
        return value === undefined ? { error: `${quoted(text)} is not valid. Expected ${expected}.` } : { value };
    };
}
function trueOrFalse(text) {
    if (!/^(true|false)$/i.test(text))
        return { error: `${quoted(text)} is not valid. Expected "true" or "false".` };
    return { value: text.toLowerCase() === 'true' };
}
function commentWhen(text) {
    if (text === 'failures')
        return { value: text };
    const checked = trueOrFalse(text);
    return 'value' in checked
        ? checked
        : { error: `${quoted(text)} is not valid. Expected "true", "false" or "failures".` };
}
function optionalNumber(min, max) {
    const expected = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
    return (text) => {
        if (text === '')
            return { value: null };
        const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
        return number >= min && number <= (max ?? Number.POSITIVE_INFINITY)
            ? { value: Math.min(number, Number.MAX_SAFE_INTEGER) }
            : { error: `${quoted(text)} is not valid. Expected a whole number ${expected}.` };
    };
}
function matrixLeg(text) {
    try {
        const leg = JSON.parse(text);
        return typeof leg === 'object' && leg !== null ? { ...leg } : null;
    }
    catch {
        return null;
    }
}
function wholeSeconds(text) {
    if (!/^0*[1-9]\d*$/.test(text))
        return { error: `${quoted(text)} is not a number of seconds. Expected a whole number of at least 1.` };
    return { value: Math.min(Number(text), MAX_SECONDS) };
}
function quoted(text) {
    return quotedWhole(text.length <= 100 ? text : `${text.slice(0, 100).toWellFormed()}…`);
}
function quotedWhole(text) {
    return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}


/***/ }),

/***/ 38422:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   LF: () => (/* binding */ parseMergeInputs),
/* harmony export */   TL: () => (/* binding */ parseInputs)
/* harmony export */ });
/* unused harmony exports INPUT_DEFAULTS, DEFAULT_RETRIES, MERGE_INPUT_DEFAULTS */
/* harmony import */ var _input_values_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(15214);

const REPORT_DEFAULTS = {
    'upload-page': 'false',
    title: 'Agent tests',
    'pull-request': '',
    comment: 'true',
    'github-token': '',
    matrix: '',
};
const INPUT_DEFAULTS = {
    'api-key': '',
    agents: '',
    control: '',
    'base-url': 'https://api.agent-tests.example',
    'app-url': 'https://app.agent-tests.example',
    mode: 'gate',
    'poll-interval': '5',
    timeout: '1800',
    retries: '',
    'max-tests': '',
    accept: '',
    baseline: '',
    details: 'failing',
    ...REPORT_DEFAULTS,
};
const MODES = ['gate', 'gate-if-worse', 'report'];
const DETAILS = ['failing', 'all', 'none'];
const DEFAULT_RETRIES = { gate: 0, 'gate-if-worse': 2, report: 0 };
const MERGE_INPUT_DEFAULTS = {
    path: '',
    expect: '',
    mode: 'gate',
    ...REPORT_DEFAULTS,
};
function parseInputs(read, now, secretsWithheld = false) {
    const apiKey = read('api-key').trim();
    const githubToken = read('github-token').trim();
    const misplaced = (text, input) => {
        const contains = (secret) => secret.length >= _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .MIN_KEY_LENGTH */ .uu && text.includes(secret);
        if (contains(apiKey))
            return 'it contains the API key. Expected the key in "api-key" only.';
        if (input !== 'github-token' && contains(githubToken))
            return 'it contains the GitHub token. Expected the token in "github-token" only.';
        return null;
    };
    const { errors, addError, check } = checker(read, INPUT_DEFAULTS, misplaced);
    const keyError = (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .apiKeyError */ .q0)(apiKey, secretsWithheld);
    if (keyError !== null)
        addError('api-key', keyError);
    for (const name of ['github-token', 'matrix']) {
        const secret = misplaced(read(name), name);
        if (secret !== null)
            addError(name, secret);
    }
    const given = {
        apiKey,
        agents: check('agents', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .agentNames */ .QI, []),
        control: check('control', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .controlNames */ ._N, []),
        baseUrl: check('base-url', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .webAddress */ .Dy, ''),
        appUrl: check('app-url', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .webAddress */ .Dy, ''),
        mode: check('mode', (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .oneOf */ .yL)(MODES), 'gate'),
        pollIntervalSeconds: check('poll-interval', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .wholeSeconds */ .$P, 1),
        timeoutSeconds: check('timeout', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .wholeSeconds */ .$P, 1),
        retries: check('retries', (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .optionalNumber */ .WI)(0, 5), null),
        maxTests: check('max-tests', (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .optionalNumber */ .WI)(1), null),
        accept: check('accept', (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .acceptedTests */ .dQ)(now), []),
        baseline: check('baseline', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .filePaths */ .B2, []),
        details: check('details', (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .oneOf */ .yL)(DETAILS), 'failing'),
        uploadPage: check('upload-page', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .trueOrFalse */ .dt, false),
        title: check('title', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .titleText */ .Qw, ''),
        pullRequest: check('pull-request', (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .optionalNumber */ .WI)(1), null),
        comment: check('comment', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .commentWhen */ .CT, true),
        githubToken,
        matrix: (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .matrixLeg */ .QD)(read('matrix')),
    };
    addControlErrors(given, (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .allListed */ .ZM)(read('agents')), addError);
    const inputs = { ...given, retries: given.retries ?? DEFAULT_RETRIES[given.mode] };
    const onlyKeyIsMissing = apiKey === '' && errors.length === 1 && inputs.mode === 'report';
    if (errors.length > 0 && !onlyKeyIsMissing)
        return { ok: false, errors };
    return { ok: true, inputs, warnings: warningsOf(inputs) };
}
function addControlErrors({ control, mode }, listed, addError) {
    if (control.length === 0)
        return;
    if (mode !== 'gate-if-worse')
        addError('control', 'it needs the mode "gate-if-worse".');
    const twice = listed.find((name, index) => listed.indexOf(name) < index);
    const own = control.find((name, index) => name === listed[index]);
    if (listed.length === 0)
        addError('control', 'it needs "agents". Expected one name here for each name there, in the same order.');
    else if (twice !== undefined)
        addError('agents', `${(0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .quoted */ .TL)(twice)} stands there twice. Expected each agent once if "control" is set.`);
    else if (control.length !== listed.length)
        addError('control', `the number of names differs: ${control.length} here, ${listed.length} in "agents". Expected one name here for each name there, in the same order; names may repeat.`);
    else if (own !== undefined)
        addError('control', `${(0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .quoted */ .TL)(own)} is its own control. Expected the same agent without the change.`);
}
function parseMergeInputs(read) {
    const { errors, check } = checker(read, MERGE_INPUT_DEFAULTS, () => null);
    const inputs = {
        paths: check('path', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .requiredPaths */ .IZ, []),
        expected: check('expect', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .expectedParts */ .Fs, 0),
        mode: check('mode', (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .oneOf */ .yL)(['gate', 'report']), 'gate'),
        uploadPage: check('upload-page', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .trueOrFalse */ .dt, false),
        title: check('title', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .titleText */ .Qw, ''),
        pullRequest: check('pull-request', (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .optionalNumber */ .WI)(1), null),
        comment: check('comment', _input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .commentWhen */ .CT, true),
        githubToken: read('github-token').trim(),
        matrix: (0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .matrixLeg */ .QD)(read('matrix')),
    };
    return errors.length > 0 ? { ok: false, errors } : { ok: true, inputs, warnings: [] };
}
function checker(read, defaults, misplaced) {
    const errors = [];
    const addError = (input, text) => {
        errors.push({ input, message: `Input "${input}": ${text}` });
    };
    const check = (name, parse, fallback) => {
        const text = read(name).trim() || defaults[name];
        const secret = misplaced(text, name);
        const checked = secret === null ? parse(text) : { error: secret };
        if ('value' in checked)
            return checked.value;
        addError(name, checked.error);
        return fallback;
    };
    return { errors, addError, check };
}
function warningsOf({ baseUrl }) {
    const url = URL.parse(baseUrl);
    const isLoopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url?.hostname ?? '');
    if (url?.protocol !== 'http:' || isLoopback)
        return [];
    return [
        `Input "base-url": ${(0,_input_values_js__WEBPACK_IMPORTED_MODULE_0__/* .quoted */ .TL)(baseUrl)} is plain http, so the API key travels unencrypted. Use https.`,
    ];
}


/***/ }),

/***/ 41730:
/***/ ((module, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(module, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(73024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _github_event_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(85015);
/* harmony import */ var _input_values_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(15214);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(38422);
/* harmony import */ var _runner_cancellation_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(52323);
/* harmony import */ var _runner_environment_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(45047);






const read = (name) => (0,_runner_environment_js__WEBPACK_IMPORTED_MODULE_1__/* .readInput */ .R5)(process.env, name);
const INVALID = 'Invalid input';
function fail(title, messages) {
    process.exitCode = 1;
    for (const message of messages)
        console.log((0,_runner_environment_js__WEBPACK_IMPORTED_MODULE_1__/* .errorCommand */ .iZ)(title, message));
    const summary = process.env['GITHUB_STEP_SUMMARY'];
    if (!summary)
        return;
    try {
        const lines = messages.map((message) => `- ${message.replace(/[\r\n]+/g, ' ')}\n`);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.appendFileSync)(summary, `### ❌ Agent tests: ${title}\n\n\`\`\`text\n${lines.join('')}\`\`\`\n`);
    }
    catch (error) {
        console.log(`The job summary could not be written: ${String(error)}`);
    }
}
async function run(environment, cancellation) {
    const isMerge = process.argv[2] === 'merge';
    const withheld = (0,_github_event_js__WEBPACK_IMPORTED_MODULE_2__/* .secretsWithheld */ .J0)(environment.eventName, environment.payload);
    const parsed = isMerge ? (0,_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .parseMergeInputs */ .LF)(read) : (0,_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .parseInputs */ .TL)(read, Date.now(), withheld);
    if (!parsed.ok)
        return fail(INVALID, parsed.errors.map(({ message }) => message));
    const { runAction, runMerge } = await Promise.all(/* import() */[__nccwpck_require__.e(710), __nccwpck_require__.e(490)]).then(__nccwpck_require__.bind(__nccwpck_require__, 60490));
    const { inputs, warnings } = parsed;
    const conclusion = await ('paths' in inputs
        ? runMerge(inputs, environment, cancellation)
        : runAction(inputs, warnings, environment, cancellation));
    if (typeof conclusion === 'object')
        return fail(INVALID, conclusion.invalid);
    if (conclusion === 'failure')
        process.exitCode = 1;
}
try {
    const cancellation = (0,_runner_cancellation_js__WEBPACK_IMPORTED_MODULE_4__/* .watchSignals */ .R)(process);
    const apiKey = read('api-key');
    if ((0,_input_values_js__WEBPACK_IMPORTED_MODULE_5__/* .apiKeyError */ .q0)(apiKey, false) === null)
        console.log((0,_runner_environment_js__WEBPACK_IMPORTED_MODULE_1__/* .maskCommand */ .Iq)(apiKey));
    const environment = (0,_runner_environment_js__WEBPACK_IMPORTED_MODULE_1__/* .readEnvironment */ .Qo)(process.env);
    delete process.env['GITHUB_EVENT_PATH'];
    const unsafe = (0,_runner_environment_js__WEBPACK_IMPORTED_MODULE_1__/* .environmentError */ .me)(process.env);
    if (unsafe !== null)
        fail('Unsafe environment', [unsafe]);
    else
        await run(environment, cancellation);
    setTimeout(() => process.exit(), 250).unref();
}
catch (thrown) {
    fail('Internal error', [`${String(thrown)}. Please report it: this is a bug in agent-tests.`]);
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 52323:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ watchSignals)
/* harmony export */ });
const GRACE_MS = 7000;
function watchSignals(runner, { repeatedAfterMs, exitCode } = { repeatedAfterMs: 0, exitCode: () => 1 }) {
    const requested = new AbortController();
    const overdue = new AbortController();
    let firstAt = 0;
    for (const signal of ['SIGINT', 'SIGTERM']) {
        runner.on(signal, () => {
            if (!requested.signal.aborted)
                firstAt = Date.now();
            else if (Date.now() - firstAt >= repeatedAfterMs)
                runner.exit(exitCode(signal));
            requested.abort(signal);
            setTimeout(() => overdue.abort(signal), GRACE_MS).unref();
        });
    }
    return { requested: requested.signal, overdue: overdue.signal };
}


/***/ }),

/***/ 45047:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Iq: () => (/* binding */ maskCommand),
/* harmony export */   Qo: () => (/* binding */ readEnvironment),
/* harmony export */   R5: () => (/* binding */ readInput),
/* harmony export */   iZ: () => (/* binding */ errorCommand),
/* harmony export */   me: () => (/* binding */ environmentError)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(73024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);

function environmentError(env) {
    if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0')
        return null;
    return ('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of TLS certificates, so anyone on the network could read the API key. ' +
        'Remove it; for a private certificate authority, set NODE_EXTRA_CA_CERTS (in a workflow, in the `env:` of the job).');
}
function readInput(env, name) {
    return (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
}
function readEnvironment(env) {
    const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
    const runId = env['GITHUB_RUN_ID'] ?? '';
    const server = env['GITHUB_SERVER_URL'] || 'https://github.com';
    return {
        eventName: env['GITHUB_EVENT_NAME'] ?? '',
        payload: readPayload(env['GITHUB_EVENT_PATH']),
        apiUrl: env['GITHUB_API_URL'] || 'https://api.github.com',
        owner,
        repo,
        workflowRef: env['GITHUB_WORKFLOW_REF'] ?? '',
        job: env['GITHUB_JOB'] ?? '',
        action: env['GITHUB_ACTION'] ?? '',
        runId: Number(runId) || 0,
        runAttempt: Number(env['GITHUB_RUN_ATTEMPT']) || 1,
        sha: env['GITHUB_SHA'] || null,
        tempFolder: env['RUNNER_TEMP'] || null,
        workflowRunUrl: owner && repo && runId ? `${server}/${owner}/${repo}/actions/runs/${runId}` : null,
    };
}
function readPayload(path) {
    if (path === undefined || path === '')
        return null;
    try {
        return JSON.parse((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8').replace(/^\uFEFF/, ''));
    }
    catch {
        return null;
    }
}
function errorCommand(title, message) {
    const property = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
    return `::error title=${property}::${escapeData(message)}`;
}
function maskCommand(secret) {
    return `::add-mask::${escapeData(secret)}`;
}
function escapeData(text) {
    return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}


/***/ }),

/***/ 42613:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("assert");

/***/ }),

/***/ 20181:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("buffer");

/***/ }),

/***/ 35317:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("child_process");

/***/ }),

/***/ 49140:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("constants");

/***/ }),

/***/ 76982:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");

/***/ }),

/***/ 24434:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("events");

/***/ }),

/***/ 79896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 91943:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs/promises");

/***/ }),

/***/ 58611:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("http");

/***/ }),

/***/ 65692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("https");

/***/ }),

/***/ 73339:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("module");

/***/ }),

/***/ 69278:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("net");

/***/ }),

/***/ 34589:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:assert");

/***/ }),

/***/ 16698:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:async_hooks");

/***/ }),

/***/ 4573:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:buffer");

/***/ }),

/***/ 37540:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:console");

/***/ }),

/***/ 77598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 53053:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:diagnostics_channel");

/***/ }),

/***/ 40610:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:dns");

/***/ }),

/***/ 78474:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");

/***/ }),

/***/ 73024:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 51455:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");

/***/ }),

/***/ 37067:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");

/***/ }),

/***/ 32467:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http2");

/***/ }),

/***/ 44708:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:https");

/***/ }),

/***/ 98995:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:module");

/***/ }),

/***/ 77030:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:net");

/***/ }),

/***/ 48161:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");

/***/ }),

/***/ 76760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

/***/ }),

/***/ 643:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:perf_hooks");

/***/ }),

/***/ 1708:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:process");

/***/ }),

/***/ 41792:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:querystring");

/***/ }),

/***/ 80099:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:sqlite");

/***/ }),

/***/ 57075:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");

/***/ }),

/***/ 46193:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:string_decoder");

/***/ }),

/***/ 87997:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers");

/***/ }),

/***/ 58500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

/***/ }),

/***/ 41692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:tls");

/***/ }),

/***/ 73136:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:url");

/***/ }),

/***/ 57975:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");

/***/ }),

/***/ 73429:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util/types");

/***/ }),

/***/ 75919:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:worker_threads");

/***/ }),

/***/ 38522:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");

/***/ }),

/***/ 70857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 16928:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");

/***/ }),

/***/ 2203:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("stream");

/***/ }),

/***/ 13193:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("string_decoder");

/***/ }),

/***/ 53557:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("timers");

/***/ }),

/***/ 64756:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tls");

/***/ }),

/***/ 52018:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tty");

/***/ }),

/***/ 87016:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("url");

/***/ }),

/***/ 39023:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("util");

/***/ }),

/***/ 43106:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("zlib");

/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		id: moduleId,
/******/ 		loaded: false,
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId].call(module.exports, module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Flag the module as loaded
/******/ 	module.loaded = true;
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/compat get default export */
/******/ (() => {
/******/ 	// getDefaultExport function for compatibility with non-harmony modules
/******/ 	__nccwpck_require__.n = (module) => {
/******/ 		var getter = module && module.__esModule ?
/******/ 			() => (module['default']) :
/******/ 			() => (module);
/******/ 		__nccwpck_require__.d(getter, { a: getter });
/******/ 		return getter;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".index.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/node module decorator */
/******/ (() => {
/******/ 	__nccwpck_require__.nmd = (module) => {
/******/ 		module.paths = [];
/******/ 		if (!module.children) module.children = [];
/******/ 		return module;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(41730);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
