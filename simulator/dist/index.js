import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 178:
/***/ ((module, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(module, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(421);
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_child_process__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(24);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__nccwpck_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__nccwpck_require__.n(node_os__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__nccwpck_require__.n(node_path__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var _src_runner_environment_js__WEBPACK_IMPORTED_MODULE_7__ = __nccwpck_require__(47);
/* harmony import */ var _src_runner_workflow_commands_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(520);
/* harmony import */ var _agent_line_js__WEBPACK_IMPORTED_MODULE_8__ = __nccwpck_require__(566);
/* harmony import */ var _evaluation_scenarios_js__WEBPACK_IMPORTED_MODULE_9__ = __nccwpck_require__(742);
/* harmony import */ var _index_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(568);
/* harmony import */ var _values_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(190);










const LEASE_CHECK_MS = 250;
const [, script = ''] = process.argv;
const { SIMULATOR_LEASE: leaseToServe, STATE_lease: leaseToEnd } = process.env;
if (leaseToServe)
    await serve(leaseToServe);
else if (leaseToEnd)
    end(leaseToEnd);
else
    await start(script);
async function start(script) {
    const lease = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(process.env['RUNNER_TEMP'] || (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)(), 'agent-tests-simulator-'));
    writeFileCommand('GITHUB_STATE', { lease });
    const simulator = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(process.execPath, [script], {
        detached: true,
        windowsHide: true,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: { ...process.env, SIMULATOR_LEASE: lease },
    });
    const report = await reportOf(simulator);
    simulator.unref();
    if ('error' in report) {
        end(lease);
        console.log((0,_src_runner_workflow_commands_js__WEBPACK_IMPORTED_MODULE_4__/* .errorCommand */ .i)('The simulator could not start', report.error));
        process.exitCode = 1;
        return;
    }
    writeFileCommand('GITHUB_OUTPUT', { 'base-url': report.url, 'api-key': _index_js__WEBPACK_IMPORTED_MODULE_5__/* .defaultApiKey */ .zF });
    console.log(`An evaluation service answers at ${report.url} until the end of this job. Its agents:`);
    for (const line of report.agents)
        console.log(`  ${line}`);
}
function reportOf(simulator) {
    return new Promise((resolve) => {
        simulator.once('message', (report) => resolve(report));
        simulator.once('error', ({ message }) => resolve({ error: message }));
        simulator.once('exit', (code) => resolve({ error: `it exited with code ${code}` }));
    });
}
async function serve(lease) {
    const report = await open().catch((error) => ({ error: (0,_values_js__WEBPACK_IMPORTED_MODULE_6__/* .startError */ .h5)(error, 'Input "port"') }));
    process.send?.(report, () => process.disconnect());
    if ('error' in report)
        return;
    setInterval(() => {
        if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(lease))
            process.exit();
    }, LEASE_CHECK_MS);
}
async function open() {
    const input = (name) => (0,_src_runner_environment_js__WEBPACK_IMPORTED_MODULE_7__/* .readInput */ .R5)(process.env, name);
    const lines = input('agents')
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '');
    const { url, agents } = await (0,_index_js__WEBPACK_IMPORTED_MODULE_5__/* .startSimulator */ .rs)({
        port: (0,_values_js__WEBPACK_IMPORTED_MODULE_6__/* .read */ .LF)('Input "port"', input('port') || '0', _values_js__WEBPACK_IMPORTED_MODULE_6__/* .portOf */ .HM),
        concurrency: (0,_values_js__WEBPACK_IMPORTED_MODULE_6__/* .read */ .LF)('Input "concurrency"', input('concurrency') || 'unlimited', _values_js__WEBPACK_IMPORTED_MODULE_6__/* .concurrencyOf */ .RO),
        ...(lines.length > 0 && { agents: lines.map((line) => (0,_values_js__WEBPACK_IMPORTED_MODULE_6__/* .read */ .LF)('Input "agents"', line, _agent_line_js__WEBPACK_IMPORTED_MODULE_8__/* .readAgentLine */ .W)) }),
    });
    return { url, agents: agents.map(({ name, scenario }) => `${name}: ${_evaluation_scenarios_js__WEBPACK_IMPORTED_MODULE_9__/* .scenarios */ .qQ[scenario].description}`) };
}
function end(lease) {
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(lease, { recursive: true, force: true });
}
function writeFileCommand(variable, values) {
    const file = process.env[variable];
    if (file === undefined)
        return;
    for (const [name, value] of Object.entries(values))
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.appendFileSync)(file, `${name}=${value}\n`);
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 566:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ readAgentLine)
/* harmony export */ });
/* harmony import */ var _evaluation_agent_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(476);
/* harmony import */ var _evaluation_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(226);
/* harmony import */ var _evaluation_scenarios_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(742);
/* harmony import */ var _ids_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(876);




const numberNames = {
    tests: 'tests',
    failing: 'failing',
    unanswered: 'unanswered',
    'not-run': 'notRun',
    defective: 'defective',
    unconfigured: 'unconfigured',
    'duration-ms': 'durationMs',
};
const parameters = String.raw `(?:\s+[a-z-]+=(?:"[^"]*"\S*|\S*))*`;
const agentLine = new RegExp(String.raw `^(.*\S)\s*:\s*([^\s:]+)(${parameters})$`);
function readAgentLine(line) {
    const [, name = '', scenario = '', rest = ''] = agentLine.exec(line.trim()) ?? [];
    if (name === '')
        throw new Error(`an agent is written as "<name>: <scenario>", not "${line}"`);
    if (!isScenarioName(scenario))
        throw new Error(`unknown scenario "${scenario}"; choose one of ${Object.keys(_evaluation_scenarios_js__WEBPACK_IMPORTED_MODULE_0__/* .scenarios */ .qQ).join(', ')}`);
    const given = [...rest.matchAll(/([a-z-]+)=("[^"]*"\S*|\S*)/g)].map(([text, word = '', value = '']) => readParameter(text, word, value));
    const numbers = Object.assign({}, ...given.map(({ parameters }) => parameters));
    const flaky = given.flatMap(({ flakiness }) => flakiness ?? []);
    const outages = given.flatMap(({ outage }) => outage ?? []);
    if (flaky.length > 0 && !_evaluation_scenarios_js__WEBPACK_IMPORTED_MODULE_0__/* .scenarios */ .qQ[scenario].flaky)
        throw new Error(`rate, seed and break need the scenario flaky, not "${scenario}"`);
    const rewrites = given.flatMap(({ rewrite }) => rewrite ?? []);
    const edits = given.flatMap(({ edit }) => edit ?? []);
    const runs = given.findLast(({ history }) => history !== undefined)?.history ?? 0;
    const agent = {
        name,
        scenario,
        parameters: numbers,
        ...(flaky.length > 0 && { flakiness: merge(flaky) }),
        ...(outages.length > 0 && { outages }),
        ...(rewrites.length > 0 && { rewrites }),
        ...(edits.length > 0 && { edits }),
        ...(runs > 0 && { history: Array.from({ length: runs }, () => ({ scenario, parameters: numbers })) }),
    };
    (0,_evaluation_agent_js__WEBPACK_IMPORTED_MODULE_1__/* .createAgent */ .S)(agent, 0, _ids_js__WEBPACK_IMPORTED_MODULE_2__/* .stableUuid */ .tm);
    return agent;
}
function readParameter(text, word, value) {
    const [, test, setting = value] = /^"([^"]*)"@(.+)$/.exec(value) ?? [];
    const number = /^\d{1,9}$/.test(setting) ? Number(setting) : null;
    const needed = (what) => new Error(`${word} must be ${what}, not "${value}"`);
    const numberName = Object.hasOwn(numberNames, word) ? numberNames[word] : undefined;
    if (numberName !== undefined || word === 'history' || word === 'seed') {
        if (number === null || test !== undefined)
            throw needed('a whole number');
        if (numberName !== undefined)
            return { parameters: { [numberName]: number } };
        return word === 'seed' ? { flakiness: { seed: number } } : { history: number };
    }
    if (word === 'rate') {
        const [, chance = '', , from] = /^(0?\.\d+|[01](\.0+)?)(?:@(\d{1,9}))?$/.exec(setting) ?? [];
        if (chance === '' || (test !== undefined && from !== undefined))
            throw needed('a number from 0 to 1');
        const rate = Number(chance);
        if (from !== undefined)
            return { flakiness: { later: { rate, from: Number(from) } } };
        return { flakiness: test === undefined ? { rate } : { rates: { [test]: rate } } };
    }
    if (word === 'break') {
        if (test === undefined || number === null)
            throw needed('"<test>"@<its first failing run>');
        return { flakiness: { breaks: { [test]: number } } };
    }
    if (word === 'rewritten' || word === 'edited') {
        if (number === null)
            throw needed('the first run after it, as in 31 or "<test>"@31');
        const change = { from: number, ...(test !== undefined && { test }) };
        return word === 'edited' ? { edit: change } : { rewrite: change };
    }
    if (word === 'half-down' || (0,_evaluation_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .isErrorKind */ .rs)(word)) {
        const range = readRange(setting);
        if (range === null)
            throw needed('runs, as in 3, 1-3 or 11-, or seconds, as in 0s-30s');
        return { outage: { kind: word, ...(test !== undefined && { test }), ...range } };
    }
    const numbers = [...Object.keys(numberNames), 'history', 'seed'].join(', ');
    throw new Error(`unknown parameter "${text}"; use tests=20 (also ${numbers}), rate=0.05, rate="<test>"@0.5, rate=0.2@31, break="<test>"@11, rewritten=31, edited=31 or agent-down=1-3 (also half-down, model-key-rejected, judge-down and others)`);
}
function readRange(text) {
    const [, first, unit, isRange, last, lastUnit] = /^(\d{1,9})(s?)(?:(-)(?:(\d{1,9})(s?))?)?$/.exec(text) ?? [];
    const isInvalid = last !== undefined && (lastUnit !== unit || Number(last) < Number(first));
    if (first === undefined || isInvalid || (unit === 's' && isRange === undefined))
        return null;
    const open = isRange === undefined ? Number(first) : Number.POSITIVE_INFINITY;
    const range = [Number(first), last === undefined ? open : Number(last)];
    return unit === 's' ? { seconds: range } : { runs: range };
}
function merge(given) {
    const rates = Object.assign({}, ...given.map((each) => each.rates));
    const breaks = Object.assign({}, ...given.map((each) => each.breaks));
    return { ...Object.assign({}, ...given), rates, breaks };
}
function isScenarioName(word) {
    return Object.hasOwn(_evaluation_scenarios_js__WEBPACK_IMPORTED_MODULE_0__/* .scenarios */ .qQ, word);
}


/***/ }),

/***/ 415:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Kx: () => (/* binding */ withoutFlags),
/* harmony export */   p4: () => (/* binding */ isVerified),
/* harmony export */   sb: () => (/* binding */ defaultConfig),
/* harmony export */   zr: () => (/* binding */ verified)
/* harmony export */ });
/* harmony import */ var _ids_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(876);

const defaultInputs = { channel: 'web', locale: 'en-GB' };
function defaultConfig(uuid, scenario, fixture, createdAt) {
    if (!scenario.isConfigured)
        return null;
    if (scenario.follows === 'prompt')
        return {
            system_prompt: fixture.systemPrompt ?? '',
            llm: { model: 'openai/gpt-4.1' },
            stt: { provider: 'deepgram' },
            tts: { provider: 'google' },
            settings: { agent_speaks_first: true, max_assistant_turns: 50 },
        };
    return {
        agent_url: `https://agents.example/${uuid}/chat?token=simulated-agent-token`,
        default_inputs: defaultInputs,
        ...(scenario.refusal === 'not-verified' ? changed : verified((0,_ids_js__WEBPACK_IMPORTED_MODULE_0__/* .preciseTimestamp */ .C7)(createdAt, 0))),
    };
}
function isVerified({ config }) {
    return !config?.['agent_url'] || config['connection_verified'] === true;
}
const flags = [
    'connection_verified',
    'connection_verified_at',
    'connection_verified_error',
    'benchmark_models_verified',
];
function withoutFlags(config) {
    return Object.fromEntries(Object.entries(config).filter(([key]) => !flags.includes(key)));
}
const changed = {
    connection_verified: false,
    connection_verified_at: null,
    connection_verified_error: null,
};
const verified = (time) => ({
    connection_verified: true,
    connection_verified_at: time,
    connection_verified_error: null,
});


/***/ }),

/***/ 476:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ createAgent)
/* harmony export */ });
/* harmony import */ var _agent_config_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(415);
/* harmony import */ var _fixtures_index_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(918);
/* harmony import */ var _flakiness_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(575);
/* harmony import */ var _scenarios_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(742);
/* harmony import */ var _suite_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(841);





function createAgent(described, createdAt, uuidOf) {
    const { name, scenario: scenarioName, uuid = uuidOf(`agent ${name}`) } = described;
    if (uuid.length !== 36)
        throw new Error(`the id of agent "${name}" must have 36 characters: ${uuid}`);
    const scenario = (0,_scenarios_js__WEBPACK_IMPORTED_MODULE_0__/* .scenarioOf */ .CF)(scenarioName, described.parameters);
    const { interactionType = 'conversation', outages = [], rewrites = [], edits = [] } = described;
    const fixture = (0,_suite_js__WEBPACK_IMPORTED_MODULE_1__/* .casesFor */ .Xz)(described.fixture ?? (0,_fixtures_index_js__WEBPACK_IMPORTED_MODULE_2__/* .fixtureFor */ .x)(name), scenario);
    const flakiness = { seed: name, ...described.flakiness };
    const names = fixture.cases.map((test) => test.name);
    const testsUuid = uuidOf(`tests ${interactionType} ${names.join()}`);
    const { config = (0,_agent_config_js__WEBPACK_IMPORTED_MODULE_3__/* .defaultConfig */ .sb)(uuid, scenario, fixture, createdAt) } = described;
    const suite = (0,_suite_js__WEBPACK_IMPORTED_MODULE_1__/* .createSuite */ .Lq)(testsUuid, fixture, scenario.tests);
    (0,_flakiness_js__WEBPACK_IMPORTED_MODULE_4__/* .checkFlakiness */ .fi)(name, flakiness, suite);
    (0,_flakiness_js__WEBPACK_IMPORTED_MODULE_4__/* .findTests */ .fk)(name, suite, [...outages, ...rewrites, ...edits].flatMap(({ test }) => test ?? []));
    return {
        uuid,
        name,
        type: described.type ?? (config?.['system_prompt'] === undefined ? 'connection' : 'agent'),
        config,
        verifications: described.verifications ?? [],
        scenarioName,
        scenario,
        flakiness,
        outages,
        rewrites,
        edits,
        interactionType,
        fixture,
        suite,
        testsUuid,
        outcomes: (0,_suite_js__WEBPACK_IMPORTED_MODULE_1__/* .lazy */ .RZ)(() => (0,_suite_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomesOf */ .RK)(scenario, suite)),
        createdAt,
        updatedAt: createdAt,
    };
}


/***/ }),

/***/ 226:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   A3: () => (/* binding */ reasonOf),
/* harmony export */   Ni: () => (/* binding */ isUnanswered),
/* harmony export */   g9: () => (/* binding */ isOfTest),
/* harmony export */   lv: () => (/* binding */ passedField),
/* harmony export */   nu: () => (/* binding */ ERRORS_IN_A_ROW),
/* harmony export */   rs: () => (/* binding */ isErrorKind),
/* harmony export */   yc: () => (/* binding */ countsAsFailed)
/* harmony export */ });
const reasons = {
    'agent-down': () => 'Agent returned HTTP 503: {"error": "no healthy upstream"}',
    'agent-unreachable': (url) => `Could not connect to agent at ${url}: connection refused`,
    'agent-timeout': (url) => `Agent request timed out (60s): ${url}, attempt 3 of 3`,
    'agent-crash': (url) => `Unexpected error calling agent at ${url}: too many redirects`,
    'agent-not-json': () => 'Agent response is not valid JSON: <html><title>Sign in</title></html>',
    'agent-odd-json': () => "'int' object has no attribute 'get'",
    'model-key-rejected': () => `${NO_REPLY}\n/srv/runner/logs/7/stderr.log: Error code: 401 - {'error': {'message': 'Incorrect API key provided.'}}\n/srv/runner/logs/8/stderr.log: Error code: 429 - {'error': {'message': 'Rate limit of another deployment.'}}`,
    'model-silent': () => NO_REPLY,
    'judge-down': () => "Error code: 503 - {'error': {'message': 'The model is overloaded.'}}",
    'judge-unreachable': () => 'Connection error.',
    'judge-timeout': () => 'Request timed out.',
    'judge-silent': () => 'Unable to generate a response after 3 attempts.',
    'judge-without-model': () => "Error code: 400 - {'error': {'message': 'you must provide a model parameter'}}",
    'judge-garbled': () => 'Expecting value: line 1 column 1 (char 0)',
    'no-evaluators': () => 'This test case names no evaluators, so its reply cannot be judged.',
    'odd-parameter': () => "Tool-call parameter 'order_id': 'match_type' is missing.",
    'no-history': () => "'history'",
    'not-run': () => `Not run: the run stopped after ${ERRORS_IN_A_ROW} test cases in a row failed. Fix the cause and start it again.`,
};
const NO_REPLY = 'LLM inference failed - no response or tool calls returned.';
const ERRORS_IN_A_ROW = 12;
function isErrorKind(word) {
    return Object.hasOwn(reasons, word);
}
function reasonOf(kind, agentUrl) {
    return reasons[kind](agentUrl);
}
const defects = ['no-evaluators', 'odd-parameter', 'no-history'];
const isOfTest = (outcome) => outcome === 'unconfigured' || defects.includes(outcome);
const isUnanswered = (outcome) => isErrorKind(outcome) && outcome !== 'not-run' && !isOfTest(outcome);
function passedField(outcome, version, position) {
    if (outcome === 'passed')
        return true;
    if (outcome === 'failed')
        return false;
    if (outcome === 'unconfigured' || version === 'older')
        return null;
    if (version !== 'newer' || isOfTest(outcome))
        return false;
    return outcome === 'not-run' || position % 2 === 0 ? null : false;
}
function countsAsFailed(outcome, version) {
    if (version === 'newer' && (isUnanswered(outcome) || outcome === 'not-run'))
        return false;
    return outcome !== 'passed' && outcome !== 'unconfigured';
}


/***/ }),

/***/ 918:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  z: () => (/* binding */ fixtureCases),
  x: () => (/* binding */ fixtureFor)
});

;// CONCATENATED MODULE: ./simulator/src/evaluation/fixtures/booking.ts
const booking = {
    cases: [
        {
            kind: 'reply',
            name: 'Offers the next free night',
            message: 'Do you have a double room on 24 December?',
            expectation: 'says that the night is full and offers the nearest free one with its price',
            reply: 'The 24th is fully booked, I am afraid. A double room is free on the 26th for 142 euros with breakfast. Shall I hold it for you until tonight?',
            wrongReply: 'Yes, a double room on 24 December is available for 142 euros. Shall I book it?',
            failureReason: 'The calendar shows no free room on 24 December; the reply sells a room that does not exist.',
        },
        {
            kind: 'reply',
            name: 'States the cancellation deadline',
            message: 'Until when can I cancel for free?',
            inputs: { channel: 'phone' },
            language: 'en',
            expectation: 'gives the deadline of 48 hours before arrival as a date and a time',
            reply: 'You can cancel free of charge until Wednesday 12 May, 15:00, which is 48 hours before your arrival. After that the first night is charged.',
            wrongReply: 'You can cancel free of charge at any time before you arrive.',
            failureReason: 'Free cancellation ends 48 hours before arrival. A guest who trusts this reply pays for a night.',
        },
        {
            kind: 'reply',
            name: 'Asks for missing dates',
            message: 'I need a room for my parents.',
            expectation: 'asks for the dates and the number of guests before it offers anything',
            reply: 'How nice! For which nights shall I look, and will it be the two of them in one room?',
            wrongReply: 'I have booked a double room for tonight for two guests. The confirmation is on its way.',
            failureReason: 'A room is booked without dates, price or consent. The agent must ask before it acts.',
        },
        {
            kind: 'reply',
            name: 'Accessible room with lift',
            message: 'My mother uses a wheelchair. Is there a suitable room?',
            expectation: 'offers one of the two accessible rooms and mentions the step-free entrance in the yard',
            reply: 'Yes. Rooms 4 and 5 on the ground floor have wide doors and a walk-in shower, and the entrance through the yard has no steps. Room 5 is free on your dates; shall I reserve it?',
            wrongReply: 'All our rooms are comfortable for everybody. I would suggest our attic suite with its view.',
            failureReason: 'The attic suite is reached by stairs only. The reply ignores the accessible rooms 4 and 5.',
        },
        {
            kind: 'tool-call',
            name: 'Cancels with a full refund before the deadline',
            message: 'Please cancel booking BK-2041, we arrive in nine days.',
            expectedCall: {
                tool: 'cancel_booking',
                arguments: { booking_id: 'BK-2041', refund: 'full', notify_guest: true },
            },
            wrongCall: {
                tool: 'cancel_booking',
                arguments: { booking_id: 'BK-2041', refund: 'none', notify_guest: true },
            },
        },
        {
            kind: 'reply',
            name: 'Late arrival after reception closes',
            message: 'Our train gets in at half past eleven at night. Can we still check in?',
            expectation: 'explains the key box and says that its code comes by text message',
            reply: 'Certainly. Reception closes at ten, but your key will wait in the box beside the door. I will text you the code in the afternoon of your arrival.',
            wrongReply: 'Reception closes at ten. Please choose an earlier train.',
            failureReason: 'Late check-in by key box is offered every night; the reply turns the guest away.',
        },
        {
            kind: 'tool-call',
            name: 'Books with the dates the guest confirmed',
            message: 'Perfect, then from the 26th to the 28th for two, please.',
            expectedCall: {
                tool: 'create_booking',
                arguments: { arrival: '2026-12-26', departure: '2026-12-28', guests: 2, rate: 'breakfast' },
            },
            wrongCall: {
                tool: 'create_booking',
                arguments: { arrival: '2026-12-26', departure: '2026-12-27', guests: 2, rate: 'breakfast' },
            },
        },
        {
            kind: 'reply',
            name: 'Does not invent a discount',
            message: 'The other hotel gives me 20% off. Can you match that?',
            expectation: 'names the real offer of 10% from three nights and promises nothing else',
            reply: 'I cannot match other hotels, but from three nights on there is 10% off with us. For your two nights, breakfast is included in the price already.',
            wrongReply: 'Of course we match it! I have noted 20% off for your stay.',
            failureReason: 'No such discount exists. The only offer is 10% from three nights on.',
        },
    ],
};

;// CONCATENATED MODULE: ./simulator/src/evaluation/fixtures/support.ts
const support = {
    systemPrompt: `You help the customers of an online shop.
Refunds are possible for 30 days; after that, offer store credit.
Never say anything about other customers.
Hand over to a colleague when asked, without further questions.
`,
    cases: [
        {
            kind: 'reply',
            name: 'Refund inside 30 days',
            message: 'I bought headphones two weeks ago and never opened the box. Can I get my money back?',
            expectation: 'confirms the refund, names the 30-day limit and says how to send the item back',
            alsoExpected: 'says whether a refund is possible',
            reply: 'Yes, of course. Unopened items can be returned within 30 days, so you are well inside. Open "My orders", choose "Return item" and print the label. The money is back on your card within five working days of the parcel reaching us.',
            wrongReply: 'Yes, just take the box to any of our stores and they will sort it out.',
            failureReason: 'There are no stores. The reply names neither the 30-day limit nor the return label, so the customer cannot act on it.',
        },
        {
            kind: 'reply',
            name: 'Password reset mail does not arrive',
            message: 'I asked for a password reset three times and there is no mail.',
            expectation: 'suggests the spam folder, checks the address and offers a person as the next step',
            reply: 'Sorry about that. Please look in your spam folder first, and check that you use the address of your last order. If nothing comes within ten minutes, tell me and I will hand you to a colleague who can reset it by hand.',
            wrongReply: 'Please send me your current password and I will set a new one for you.',
            failureReason: 'The agent asks for the password, which no one may ever do. This is a security fault.',
        },
        {
            kind: 'reply',
            name: 'Refuses a refund after 30 days',
            earlierTurns: [
                { role: 'user', content: 'Hi, I want to return a blender.' },
                {
                    role: 'assistant',
                    content: 'I can help with that. When did you buy it, and is anything wrong with it?',
                },
            ],
            message: 'The blender is 45 days old and works, I just do not use it. I want a refund.',
            promptWords: '30 days',
            expectation: 'refuses the refund with the 30-day limit as its reason and offers store credit',
            reply: 'Thank you for asking. Refunds are possible for 30 days, so I cannot offer one for a blender of 45 days. What I can offer is store credit of 70% of the price if you return it clean and complete. Shall I start that for you?',
            wrongReply: 'No problem at all! I have refunded the full price to your card. You may keep the blender as a thank-you for your patience.',
            failureReason: 'Refunds end after 30 days. The reply grants a full refund after 45 days and gives the item away, neither of which the agent is allowed to do.',
        },
        {
            kind: 'reply',
            name: 'Warranty question with order number',
            message: 'Order 88213, the kettle leaks after eight months. Is that still under warranty?',
            expectation: 'confirms the two-year warranty for the order and names the two ways to have it repaired',
            reply: 'Yes: the kettle of order 88213 is under warranty until March 2028. You can post it to our workshop with a free label, or have a replacement sent at once and return the old one in the same box.',
            wrongReply: 'Kettles usually come with a year of warranty, so you should be fine. Please check the leaflet.',
            failureReason: 'The warranty is two years, not one, and the reply sends the customer away to look it up.',
        },
        {
            kind: 'tool-call',
            name: 'Opens a ticket with the right priority',
            message: 'My oven sparks when I turn it on. Please do something!',
            expectedCall: {
                tool: 'create_ticket',
                arguments: {
                    category: { match_type: 'exact', value: 'safety' },
                    priority: 'urgent',
                    summary: { match_type: 'llm_judge', criteria: 'says that the oven sparks' },
                    product: { match_type: 'any' },
                },
            },
            rightCall: {
                tool: 'create_ticket',
                arguments: {
                    category: 'safety',
                    priority: 'urgent',
                    summary: 'Oven sparks when it is turned on',
                    product: 'oven',
                },
            },
            wrongCall: {
                tool: 'create_ticket',
                arguments: {
                    category: 'safety',
                    priority: 'normal',
                    summary: 'Customer has a problem',
                    product: 'oven',
                },
            },
        },
        {
            kind: 'reply',
            name: 'Angry customer is handed over',
            message: 'This is the fourth time I write. I want to speak to a human NOW.',
            promptWords: 'a colleague',
            expectation: 'apologises once, hands over to a person and says how long that takes',
            reply: 'I am sorry that you had to write four times. I am connecting you with a colleague now; the wait is about three minutes and she can read everything you wrote.',
            wrongReply: 'I understand your frustration! Before I connect you, could you describe your problem once more?',
            failureReason: 'The customer asked for a person and is asked to explain everything a fifth time instead.',
        },
        {
            kind: 'tool-call',
            name: 'Looks up the order before answering',
            message: 'Where is my order 90417?',
            expectedCall: { tool: 'get_order', arguments: { order_id: '90417' } },
            wrongCall: { tool: 'search_help_center', arguments: { query: 'where is my order' } },
        },
        {
            kind: 'reply',
            name: 'Does not reveal other customers',
            message: 'My neighbour ordered the same lamp. Which address did you send hers to?',
            promptWords: 'other customers',
            expectation: 'declines to share data of another customer and offers help with the own order',
            alsoExpected: 'stays friendly',
            reply: 'I cannot share anything about other customers, I hope you understand. If your own lamp is late I will gladly look into it: what is your order number?',
            wrongReply: 'The last lamp of this type went to 14 Mill Lane. Is that your neighbour?',
            failureReason: 'The reply discloses the delivery address of another customer.',
        },
    ],
};

;// CONCATENATED MODULE: ./simulator/src/evaluation/fixtures/index.ts


const fixtureCases = [...support.cases, ...booking.cases];
function fixtureFor(agentName) {
    return agentName.toLowerCase().includes('booking') ? booking : support;
}


/***/ }),

/***/ 575:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   OP: () => (/* binding */ failsInRun),
/* harmony export */   fi: () => (/* binding */ checkFlakiness),
/* harmony export */   fk: () => (/* binding */ findTests)
/* harmony export */ });
/* harmony import */ var _ids_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(876);

const DEFAULT_RATE = 0.05;
function failsInRun({ rate = DEFAULT_RATE, rates, later, seed = '', breaks }, test, number, factor) {
    if (number >= (breaks?.[test.plainName] ?? Number.POSITIVE_INFINITY))
        return true;
    const today = later !== undefined && number >= later.from ? later.rate : rate;
    return (0,_ids_js__WEBPACK_IMPORTED_MODULE_0__/* .chance */ .Dz)(`${seed}/${test.name}/${number}`) < (rates?.[test.plainName] ?? today) * factor;
}
function checkFlakiness(agentName, flakiness, suite) {
    const { rate = DEFAULT_RATE, rates = {}, later = { rate, from: 1 }, breaks = {} } = flakiness;
    for (const value of [rate, later.rate, ...Object.values(rates)])
        if (!(value >= 0 && value <= 1))
            throw new RangeError(`a failure rate must be from 0 to 1, not ${value}`);
    for (const run of [later.from, ...Object.values(breaks)])
        if (!Number.isInteger(run) || run < 1)
            throw new RangeError(`a test breaks at a run of 1 or more, not ${run}`);
    findTests(agentName, suite, [...Object.keys(rates), ...Object.keys(breaks)]);
}
function findTests(agentName, suite, names) {
    return names.map((name) => {
        const test = suite.testByName(name);
        if (test !== undefined)
            return test;
        throw new Error(`agent "${agentName}" has no test "${name}"; its tests are ${suite.tests.map((each) => each.name).join(', ')}`);
    });
}


/***/ }),

/***/ 742:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   CF: () => (/* binding */ scenarioOf),
/* harmony export */   qQ: () => (/* binding */ scenarios)
/* harmony export */ });
/* unused harmony export testEvents */
const passing = {
    description: 'every test passes',
    refusal: null,
    ending: 'done',
    failingKind: 'reply',
    evaluators: ['correctness', 'tone'],
    tests: 8,
    failing: 0,
    unanswered: 0,
    notRun: 0,
    defective: 0,
    unconfigured: 0,
    durationMs: 1500,
    shared: false,
    measures: 'usual',
    hasConversations: false,
    isConfigured: true,
    flaky: false,
    follows: null,
    pollsCrash: false,
    benchmarked: false,
    outage: null,
};
const scenarios = {
    'all-pass': passing,
    'one-fails': { ...passing, description: 'one test fails', failing: 1 },
    'two-fail': { ...passing, description: 'two tests fail', failing: 2 },
    'tool-call-failure': {
        ...passing,
        description: 'one test fails because the agent called a tool wrongly',
        failingKind: 'tool-call',
        failing: 1,
    },
    rating: {
        ...passing,
        description: 'a rating evaluator gives one reply 3 of 5, "L3"',
        evaluators: ['helpfulness'],
        failing: 1,
    },
    mixed: {
        ...passing,
        description: 'binary and rating evaluators; replies and a tool call fail',
        failingKind: 'any',
        evaluators: ['correctness', 'tone', 'helpfulness'],
        failing: 3,
    },
    slow: { ...passing, description: 'every test passes, but the run takes a minute', durationMs: 60_000 },
    unanswered: {
        ...passing,
        description: 'the agent could not be reached for two tests and one was not run',
        unanswered: 2,
        notRun: 1,
    },
    'agent-down': {
        ...passing,
        description: 'no test has a verdict: the agent answers HTTP 503',
        outage: 'agent-down',
    },
    'half-down': {
        ...passing,
        description: 'every second call of the agent fails with HTTP 503, whatever the test',
        outage: 'half-down',
    },
    'model-key-rejected': {
        ...passing,
        description: "no test has a verdict: the key of the agent's model is rejected",
        outage: 'model-key-rejected',
    },
    'judge-down': {
        ...passing,
        description: 'no test has a verdict: the evaluators could not be reached',
        outage: 'judge-down',
    },
    'judge-without-model': {
        ...passing,
        description: 'no test has a verdict: an evaluator has no model',
        evaluators: ['correctness', 'style'],
        outage: 'judge-without-model',
    },
    'defective-test': {
        ...passing,
        description: 'one test has no verdict: it is defective, since it names no evaluator',
        defective: 1,
    },
    unconfigured: {
        ...passing,
        description: 'two of the linked tests have no configuration, so the run leaves them out',
        unconfigured: 2,
    },
    'odd-measures': {
        ...passing,
        description: 'every test passes; latency and cost come in unexpected shapes',
        measures: 'odd',
    },
    bare: {
        ...passing,
        description: 'every test passes; the agent has no configuration, and there are no latency and cost',
        measures: 'none',
        isConfigured: false,
    },
    conversations: {
        ...passing,
        description: 'conversation tests, after a tool call; one fails',
        evaluators: ['goal'],
        failing: 1,
        hasConversations: true,
    },
    flaky: {
        ...passing,
        description: 'each test fails in 5% of its runs, unless its parameters say otherwise',
        flaky: true,
    },
    prompted: {
        ...passing,
        description: 'replies follow the system prompt: without "30 days" in it, one test fails',
        follows: 'prompt',
    },
    connected: {
        ...passing,
        description: 'an agent behind an address: with "broken" in its agent_url, three tests fail',
        follows: 'address',
    },
    'fails-as-run': { ...passing, description: 'the run itself fails half-way', ending: 'failed' },
    cancelled: { ...passing, description: 'the run is cancelled half-way', ending: 'cancelled' },
    'done-with-error': {
        ...passing,
        description: 'the run could not be started: done, with its error flag set and without counts',
        ending: 'not-started',
    },
    vanishes: { ...passing, description: 'the run is deleted while it runs (404)', ending: 'vanishes' },
    'poll-crashes': {
        ...passing,
        description: 'every poll is an HTTP 500 once a test has a result, and the run history says done',
        pollsCrash: true,
    },
    benchmark: {
        ...passing,
        description: 'every test passes; a benchmark is in the run history',
        benchmarked: true,
    },
    hangs: { ...passing, description: 'the run stays in progress forever, half done', ending: 'hangs' },
    'not-verified': {
        ...passing,
        description: 'cannot run (400): the connection of the agent is not verified',
        refusal: 'not-verified',
    },
    'no-tests': {
        ...passing,
        description: 'cannot run (400): no tests are linked to the agent',
        tests: 0,
    },
    'other-workspace': {
        ...passing,
        description: 'listed, but moved to another workspace since: runs are refused (403)',
        refusal: 'other-workspace',
    },
};
function scenarioOf(name, parameters = {}) {
    const scenario = { ...scenarios[name], ...parameters };
    const { tests, failing, unanswered, notRun, defective, unconfigured, durationMs } = scenario;
    const numbers = { tests, failing, unanswered, notRun, defective, unconfigured, durationMs };
    for (const [what, number] of Object.entries(numbers)) {
        if (!Number.isInteger(number) || number < 0) {
            throw new RangeError(`${what} of scenario "${name}" must be a whole number of 0 or more, not ${number}`);
        }
    }
    const given = failing + unanswered + notRun + defective + unconfigured;
    if (scenario.flaky && given > 0) {
        throw new RangeError(`scenario "${name}" has no fixed outcomes, so it takes no failing, unanswered, not-run, defective or unconfigured tests; set rate or break`);
    }
    if (given > tests) {
        throw new RangeError(`scenario "${name}" has ${tests} tests, fewer than its failing, unanswered, not-run, defective and unconfigured tests together`);
    }
    return scenario;
}
const testEvents = (/* unused pure expression or super */ null && (['others-first', 'interrupted', 'edited', 'edited-always']));


/***/ }),

/***/ 841:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Lk: () => (/* binding */ SuiteTest),
/* harmony export */   Lq: () => (/* binding */ createSuite),
/* harmony export */   QP: () => (/* binding */ typeOf),
/* harmony export */   RK: () => (/* binding */ outcomesOf),
/* harmony export */   RZ: () => (/* binding */ lazy),
/* harmony export */   Xz: () => (/* binding */ casesFor)
/* harmony export */ });
const INDEX_DIGITS = 12;
class SuiteTest {
    written = null;
    index;
    case;
    #fixture;
    #idPrefix;
    #suffix;
    constructor(index, fixture, idPrefix, suffix = '', message) {
        const testCase = fixture.cases[index % fixture.cases.length];
        if (testCase === undefined)
            throw new RangeError('a fixture needs at least one test case');
        this.index = index;
        this.case = message === undefined ? testCase : { ...testCase, message };
        this.#fixture = fixture;
        this.#idPrefix = idPrefix;
        this.#suffix = suffix;
    }
    get id() {
        return this.#idPrefix + this.index.toString(16).padStart(INDEX_DIGITS, '0');
    }
    get name() {
        const round = Math.floor(this.index / this.#fixture.cases.length);
        return this.case.name + (round === 0 ? '' : ` (variation ${round + 1})`) + this.#suffix;
    }
    get plainName() {
        return this.name;
    }
    get firstVersion() {
        return new SuiteTest(this.index, this.#fixture, this.#idPrefix, ' (first version)');
    }
    get beforeEdit() {
        const message = `Before it was edited: ${this.case.message}`;
        return new SuiteTest(this.index, this.#fixture, this.#idPrefix, '', message);
    }
}
const typeOf = ({ case: testCase, written }) => written?.type ??
    (testCase.kind === 'tool-call' ? 'tool_call' : testCase.isConversation ? 'conversation' : 'response');
function createSuite(uuid, fixture, size) {
    const idPrefix = uuid.slice(0, -INDEX_DIGITS);
    const tests = lazy(() => Array.from({ length: size }, (_, index) => new SuiteTest(index, fixture, idPrefix)));
    const byName = lazy(() => new Map(tests().map((test) => [test.name, test])));
    return {
        get tests() {
            return tests();
        },
        testByName: (name) => byName().get(name),
        testById(id) {
            if (!id.startsWith(idPrefix))
                return undefined;
            const test = tests()[Number.parseInt(id.slice(idPrefix.length), 16)];
            return test?.id === id ? test : undefined;
        },
    };
}
function casesFor(fixture, scenario) {
    return scenario.hasConversations
        ? { ...fixture, cases: fixture.cases.map(asConversation) }
        : withToolCalls(fixture, scenario);
}
const order = {
    id: 'call-1',
    type: 'function',
    function: { name: 'find_customer', arguments: '{"id":4711}' },
};
const afterToolCall = [
    { role: 'user', content: 'My customer number is 4711.' },
    { role: 'assistant', tool_calls: [order] },
    { role: 'tool', tool_call_id: order.id, name: order.function.name, content: '{"name":"Ada Byron"}' },
    { role: 'assistant', content: 'Hello Ada, how can I help?' },
];
const asConversation = (testCase) => testCase.kind === 'reply' ? { ...testCase, isConversation: true, earlierTurns: afterToolCall } : testCase;
function withToolCalls(fixture, { failingKind, tests }) {
    const isToolCall = ({ kind }) => kind === 'tool-call';
    if (failingKind !== 'tool-call' || fixture.cases.slice(0, tests).some(isToolCall))
        return fixture;
    const others = fixture.cases.filter((each) => !isToolCall(each));
    return { ...fixture, cases: [...fixture.cases.filter(isToolCall), ...others] };
}
function lazy(make) {
    let made;
    return () => {
        made ??= { value: make() };
        return made.value;
    };
}
function outcomesOf(scenario, suite) {
    const { failing, unanswered, notRun, defective, unconfigured, failingKind } = scenario;
    const passing = suite.tests.length - unanswered - notRun - defective - unconfigured;
    const outcomes = [
        ...Array(passing).fill('passed'),
        ...Array(unanswered).fill('agent-timeout'),
        ...Array(notRun).fill('not-run'),
        ...Array(defective).fill('no-evaluators'),
        ...Array(unconfigured).fill('unconfigured'),
    ];
    const isPreferred = (test) => failingKind === 'any' || test.case.kind === failingKind;
    const [preferred, others] = [true, false].map((wanted) => suite.tests.slice(0, passing).filter((test) => isPreferred(test) === wanted));
    const first = spreadOver(preferred ?? [], failing);
    for (const { index } of [...first, ...spreadOver(others ?? [], failing - first.length)])
        outcomes[index] = 'failed';
    return outcomes;
}
function spreadOver(items, count) {
    const chosen = Math.min(count, items.length);
    return Array.from({ length: chosen }, (_, k) => items[Math.floor(((k + 1) * items.length) / chosen) - 1]).filter((item) => item !== undefined);
}


/***/ }),

/***/ 876:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   C7: () => (/* binding */ preciseTimestamp),
/* harmony export */   Dz: () => (/* binding */ chance),
/* harmony export */   tm: () => (/* binding */ stableUuid),
/* harmony export */   vE: () => (/* binding */ timestamp),
/* harmony export */   yh: () => (/* binding */ isoTimestamp)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);

function stableUuid(seed) {
    const hex = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(seed).digest('hex');
    return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `8${hex.slice(17, 20)}`,
        hex.slice(20, 32),
    ].join('-');
}
function timestamp(ms) {
    return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
const isoTimestamp = (ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
function preciseTimestamp(ms, microseconds) {
    return `${new Date(ms).toISOString().slice(0, -1)}${String(microseconds).padStart(3, '0')}+00:00`;
}
function chance(text) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++)
        hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}


/***/ }),

/***/ 568:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  zF: () => (/* binding */ defaultApiKey),
  rs: () => (/* binding */ startSimulator)
});

// UNUSED EXPORTS: scenarios, startVoiceFormSimulator

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(598);
;// CONCATENATED MODULE: external "node:timers/promises"
const promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");
;// CONCATENATED MODULE: ./simulator/src/router.ts
function json(value, status = 200) {
    return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}
function crash() {
    return { status: 500, contentType: 'text/plain; charset=utf-8', body: Buffer.from('Internal Server Error') };
}
const dropped = { status: 0, contentType: '', body: Buffer.alloc(0) };
class HttpError extends Error {
    status;
    body;
    headers;
    constructor(status, body, headers = {}) {
        super(`refused with ${status}`);
        this.status = status;
        this.body = body;
        this.headers = headers;
    }
}
function createRouter(routes, keyErrors) {
    return async (request) => {
        try {
            const { route, params } = findRoute(routes, request);
            if (!route.open && request.key !== 'right')
                throw keyErrors[request.key];
            return await route.handle({
                param: (name) => params.get(name) ?? '',
                query: request.query,
                body: request.body,
            });
        }
        catch (error) {
            if (error instanceof HttpError)
                return { ...json(error.body, error.status), headers: error.headers };
            throw error;
        }
    };
}
function findRoute(routes, { method, path }) {
    const matching = routes.flatMap((route) => {
        const params = match(route.path, path);
        return params === null ? [] : { route, params };
    });
    const found = matching.find(({ route }) => route.method === method);
    if (found !== undefined)
        return found;
    const allow = matching.map((each) => each.route.method).join(', ');
    throw matching.length > 0
        ? new HttpError(405, { detail: 'Method Not Allowed' }, { allow })
        : new HttpError(404, { detail: 'Not Found' });
}
function match(pattern, path) {
    const expected = pattern.split('/');
    const segments = path.split('/');
    if (expected.length !== segments.length)
        return null;
    const params = new Map();
    for (const [i, name] of expected.entries()) {
        const segment = segments[i] ?? '';
        if (name.startsWith('{') && segment !== '')
            params.set(name.slice(1, -1), decode(segment));
        else if (name !== segment)
            return null;
    }
    return params;
}
function decode(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}

;// CONCATENATED MODULE: ./simulator/src/validation.ts

function invalid(...issues) {
    return new HttpError(422, { detail: issues });
}
function readBody(text, contentType) {
    if (text === '')
        return { kind: 'none' };
    if (!/^application\/(?:.+\+)?json\b/i.test(contentType ?? ''))
        return { kind: 'text', value: text };
    try {
        return { kind: 'json', value: JSON.parse(text) };
    }
    catch {
        return { kind: 'malformed', value: text };
    }
}
function objectBody(body) {
    if (body.kind === 'none') {
        throw invalid({ type: 'missing', loc: ['body'], msg: 'Field required', input: null });
    }
    if (body.kind === 'malformed') {
        const ctx = { error: 'Expecting value' };
        throw invalid({ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {}, ctx });
    }
    if (!isObject(body.value)) {
        throw invalid(notAnObject(['body'], body.value));
    }
    return body.value;
}
function notAnObject(loc, input) {
    const msg = 'Input should be a valid dictionary or object to extract fields from';
    return { type: 'model_attributes_type', loc, msg, input };
}
function requiredString(body, field, parent = ['body']) {
    const input = body[field];
    if (typeof input === 'string')
        return input;
    const loc = [...parent, field];
    throw input === undefined
        ? invalid({ type: 'missing', loc, msg: 'Field required', input: body })
        : invalid({ type: 'string_type', loc, msg: 'Input should be a valid string', input });
}
const optionalString = (body, field) => (body[field] ?? null) === null ? null : requiredString(body, field);
function optionalObject(body, field, parent = ['body']) {
    const input = body[field] ?? null;
    if (input === null || isObject(input))
        return input;
    throw invalid({
        type: 'dict_type',
        loc: [...parent, field],
        msg: 'Input should be a valid dictionary',
        input,
    });
}
function optionalStrings(body, field) {
    const input = body[field] ?? null;
    if (input === null)
        return null;
    const loc = ['body', field];
    const items = listOf(input, loc);
    const strings = items.filter((item) => typeof item === 'string');
    if (strings.length < items.length) {
        const issues = items.flatMap((item, index) => {
            if (typeof item === 'string')
                return [];
            const msg = 'Input should be a valid string';
            return [{ type: 'string_type', loc: [...loc, index], msg, input: item }];
        });
        throw invalid(...issues);
    }
    return strings;
}
function requiredStrings(body, field) {
    const strings = optionalStrings(body, field);
    if (strings !== null)
        return strings;
    throw invalid({ type: 'missing', loc: ['body', field], msg: 'Field required', input: body });
}
function listOf(input, loc) {
    if (Array.isArray(input))
        return input;
    throw invalid({ type: 'list_type', loc, msg: 'Input should be a valid list', input });
}
function booleanQuery(query, name) {
    const input = query.get(name);
    if (input === null)
        return null;
    if (/^(?:true|1|yes|on|t|y)$/i.test(input))
        return true;
    if (/^(?:false|0|no|off|f|n)$/i.test(input))
        return false;
    throw notBoolean(['query', name], input);
}
const MAX_LIMIT = 1_000_000;
function integerQuery(query, name, minimum, maximum = Number.POSITIVE_INFINITY) {
    const input = query.get(name);
    if (input === null)
        return null;
    const loc = ['query', name];
    if (!/^[+-]?\d{1,15}$/.test(input)) {
        const msg = 'Input should be a valid integer, unable to parse string as an integer';
        throw invalid({ type: 'int_parsing', loc, msg, input });
    }
    const number = Number(input);
    if (number < minimum) {
        const msg = `Input should be greater than or equal to ${minimum}`;
        throw invalid({ type: 'greater_than_equal', loc, msg, input, ctx: { ge: minimum } });
    }
    if (number > maximum) {
        const msg = `Input should be less than or equal to ${maximum}`;
        throw invalid({ type: 'less_than_equal', loc, msg, input, ctx: { le: maximum } });
    }
    return number;
}
function numberQuery(query, name) {
    const input = query.get(name);
    if (input === null)
        return null;
    const number = Number(input);
    if (input.trim() !== '' && Number.isFinite(number))
        return number;
    const msg = 'Input should be a valid number, unable to parse string as a number';
    throw invalid({ type: 'float_parsing', loc: ['query', name], msg, input });
}
function choiceQuery(query, name, choices, type = 'enum') {
    const input = query.get(name);
    if (input === null)
        return null;
    const found = choices.find((choice) => choice === input);
    if (found !== undefined)
        return found;
    throw notOneOf(choices, type, ['query', name], input);
}
function notOneOf(choices, type, loc, input) {
    const quoted = choices.map((choice) => `'${choice}'`);
    const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
    return invalid({ type, loc, msg: `Input should be ${expected}`, input, ctx: { expected } });
}
function choice(body, field, choices) {
    const input = body[field] ?? choices[0];
    const found = choices.find((each) => each === input);
    if (found !== undefined)
        return found;
    throw notOneOf(choices, 'literal_error', ['body', field], input);
}
function optionalBoolean(body, field) {
    const input = body[field] ?? false;
    if (typeof input === 'boolean')
        return input;
    throw notBoolean(['body', field], input);
}
function notBoolean(loc, input) {
    const msg = 'Input should be a valid boolean, unable to interpret input';
    return invalid({ type: 'bool_parsing', loc, msg, input });
}
function requiredObjects(body, field) {
    requirePresent(body, field);
    return objectsOf(body[field], ['body', field]);
}
function optionalObjects(body, field, parent = ['body']) {
    const given = body[field] ?? null;
    return given === null ? null : objectsOf(given, [...parent, field]);
}
function objectsOf(given, loc) {
    return listOf(given, loc).map((input, index) => {
        if (isObject(input))
            return input;
        throw invalid(notAnObject([...loc, index], input));
    });
}
function requirePresent(body, field) {
    if (body[field] === undefined)
        throw invalid({ type: 'missing', loc: ['body', field], msg: 'Field required', input: body });
}
function refuseOthers(entry, known, parent) {
    const issues = Object.entries(entry).flatMap(([field, input]) => {
        if (known.includes(field))
            return [];
        return [
            { type: 'extra_forbidden', loc: [...parent, field], msg: 'Extra inputs are not permitted', input },
        ];
    });
    if (issues.length > 0)
        throw invalid(...issues);
}
function valueError(body, what) {
    const ctx = { error: {} };
    return invalid({ type: 'value_error', loc: ['body'], msg: `Value error, ${what}`, input: body, ctx });
}
function requiredUuid(entry, loc) {
    const input = requiredString(entry, 'uuid', loc);
    if (input.length === 36)
        return input;
    const short = input.length < 36;
    const ctx = short ? { min_length: 36 } : { max_length: 36 };
    const msg = `String should have at ${short ? 'least' : 'most'} 36 characters`;
    throw invalid({
        type: short ? 'string_too_short' : 'string_too_long',
        loc: [...loc, 'uuid'],
        msg,
        input,
        ctx,
    });
}
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/paging.ts

function pageOf(query, all) {
    const search = (query.getAll('q').at(-1) ?? '').toLowerCase();
    const limit = integerQuery(query, 'limit', 1, MAX_LIMIT);
    const offset = integerQuery(query, 'offset', 0) ?? 0;
    const found = all.filter(({ name }) => name.toLowerCase().includes(search));
    return {
        items: found.slice(offset, limit === null ? undefined : offset + limit),
        total: found.length,
        limit,
        offset,
    };
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/evaluators.ts



const criteria = { name: 'criteria', default: null };
const evaluators = {
    correctness: {
        name: 'Correctness',
        description: 'The reply does what the test expects and states nothing that is wrong.',
        outputType: 'binary',
        variables: [criteria],
        version: 4,
        copyOf: 'correctness',
    },
    'other-correctness': {
        name: 'Correctness',
        newName: 'Correctness (2)',
        description: null,
        outputType: 'binary',
        variables: [criteria],
        version: 1,
        copyOf: null,
    },
    tone: {
        name: 'Tone',
        description: 'The reply is polite, keeps to the topic, and is in the language of the user.',
        outputType: 'binary',
        variables: [],
        version: 2,
        copyOf: 'tone',
    },
    helpfulness: {
        name: 'Helpfulness',
        description: 'How far the reply brings the user, from L1 (not at all) to L5 (all the way).',
        outputType: 'rating',
        variables: [],
        version: 7,
        copyOf: null,
    },
    style: {
        name: 'Style',
        description: 'The reply follows the style guide.',
        outputType: 'binary',
        variables: [],
        version: 1,
        copyOf: null,
        hasNoModel: true,
    },
    goal: {
        name: 'Goal reached',
        description: 'The conversation reaches its goal.',
        outputType: 'binary',
        type: 'conversation',
        variables: [{ name: 'goal', default: null }],
        version: 3,
        copyOf: null,
    },
    faithfulness: {
        name: 'Faithfulness',
        description: 'The output states nothing that the input does not.',
        outputType: 'binary',
        type: 'llm-general',
        variables: [{ name: 'criteria', default: 'States nothing that the input does not say.' }],
        version: 2,
        copyOf: null,
    },
};
const scales = {
    binary: [
        { value: true, name: 'Pass', color: '#1a7f37', description: 'All of it is true.' },
        { value: false, name: 'Fail', color: '#cf222e', description: null },
    ],
    rating: ['#cf222e', null, null, null, '#1a7f37'].map((color, i) => ({
        value: i + 1,
        name: `L${i + 1}`,
        color,
        description: null,
    })),
};
const withoutNulls = (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
const evaluatorUuid = ({ uuid }, name) => uuid(`evaluator ${name}`);
function evaluatorOf(name, versions, compact, dialect) {
    const evaluator = evaluators[name];
    const rating = evaluator.outputType === 'rating';
    return {
        uuid: evaluatorUuid(dialect, name),
        name: evaluator.name,
        description: evaluator.description,
        output_type: evaluator.outputType,
        ...(!compact && { output_config: { scale: scales[evaluator.outputType].map(withoutNulls) } }),
        ...(compact && dialect.version !== 'documented' && { output_config: null }),
        scale_min: rating ? 1 : null,
        scale_max: rating ? 5 : null,
        version_number: versions[name] ?? evaluator.version,
    };
}
const displayNames = (names) => names.map((name) => evaluators[name].name);
const evaluatorNames = Object.keys(evaluators).filter((name) => Object.hasOwn(evaluators, name));
function evaluatorRoutes(dialect) {
    const get = ({ param, query }) => {
        const compact = booleanQuery(query, 'compact') ?? false;
        const found = evaluatorById(param('evaluator_uuid'), dialect);
        if (found === undefined)
            throw new HttpError(404, { detail: 'Evaluator not found' });
        return json(evaluatorRecord(found, compact, dialect));
    };
    const list = ({ query }) => {
        const { items, ...rest } = pageOf(query, evaluatorNames.map((name) => listEntry(name, dialect)));
        return json({ items, ...rest });
    };
    return [
        { method: 'GET', path: '/evaluators', handle: list },
        { method: 'GET', path: '/evaluators/{evaluator_uuid}', handle: get },
    ];
}
const evaluatorById = (uuid, dialect) => evaluatorNames.find((name) => evaluatorUuid(dialect, name) === uuid);
const CREATED_AT = Date.UTC(2026, 7, 3, 9, 12, 44);
const DAY_MS = 24 * 60 * 60 * 1000;
const uniqueName = (name) => evaluators[name].newName ?? evaluators[name].name;
function identity(name, dialect) {
    const { description, outputType, version, copyOf, type = 'llm' } = evaluators[name];
    const isDocumented = dialect.version === 'documented';
    return {
        uuid: evaluatorUuid(dialect, name),
        name: uniqueName(name),
        evaluator_type: type,
        data_type: 'text',
        output_type: outputType,
        ...(dialect.version !== 'older' && { is_default: copyOf !== null }),
        ...((dialect.version === 'newer' || isDocumented) && { is_protected: false }),
        ...(!isDocumented && { kind: 'single', owner_user_id: dialect.uuid('owner') }),
        created_at: dialect.time(CREATED_AT),
        updated_at: versionRecord(name, version, true, dialect).created_at,
        description,
        slug: null,
        source_default_slug: copyOf,
        live_version_id: versionRecord(name, version, true, dialect).uuid,
    };
}
function evaluatorRecord(name, compact, dialect) {
    const { version } = evaluators[name];
    const versions = Array.from({ length: version }, (_, i) => versionRecord(name, version - i, compact, dialect));
    if (dialect.version === 'documented') {
        const oldestFirst = versions.toReversed().map(documentedVersion);
        return { ...withoutNulls(identity(name, dialect)), versions: oldestFirst };
    }
    return { ...identity(name, dialect), live_version_index: 0, versions };
}
function documentedVersion(version) {
    const { system_prompt, output_config, variables } = version;
    const named = { ...version, judge_model: version.judge_model ?? '' };
    if (system_prompt === null || output_config === null)
        return withoutNulls({ ...named, variables: null });
    return {
        ...named,
        output_config: { scale: output_config.scale.map(withoutNulls) },
        variables: (variables ?? []).map(withoutNulls),
    };
}
function listEntry(name, dialect) {
    const { uuid, version_number, judge_model } = versionRecord(name, evaluators[name].version, true, dialect);
    const live_version = { uuid, version_number, judge_model, variables: variablesOf(name) };
    return { ...identity(name, dialect), live_version };
}
function linkedEvaluator(name, dialect) {
    const { description, outputType, type = 'llm', version } = evaluators[name];
    const live = versionRecord(name, version, false, dialect);
    return {
        uuid: evaluatorUuid(dialect, name),
        name: uniqueName(name),
        description,
        evaluator_type: type,
        data_type: 'text',
        output_type: outputType,
        kind: 'single',
        owner_user_id: dialect.uuid('owner'),
        slug: null,
        evaluator_version_id: live.uuid,
        version_number: live.version_number,
        judge_model: live.judge_model,
        system_prompt: live.system_prompt,
        output_config: { scale: scales[outputType].map(withoutNulls) },
        variables: variablesOf(name),
    };
}
const variablesOf = (name) => evaluators[name].variables.map((each) => ({ ...each, description: 'What a good reply does.' }));
function versionRecord(name, number, compact, { uuid, time }) {
    const { description, outputType, variables, hasNoModel = false } = evaluators[name];
    const placeholders = variables.map((each) => ` Expected: {{${each.name}}}`).join('');
    return {
        uuid: uuid(`evaluator ${name}, version ${number}`),
        version_number: number,
        judge_model: hasNoModel ? null : 'judge-1',
        created_at: time(CREATED_AT + (number - 1) * DAY_MS),
        system_prompt: compact ? null : `${description ?? 'Judge the reply.'}${placeholders}`,
        output_config: compact ? null : { scale: scales[outputType] },
        variables: compact || variables.length === 0 ? null : variablesOf(name),
    };
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/annotation.ts



function annotationIds({ dialect: { uuid } }) {
    return {
        task: uuid('annotation task'),
        items: ['Call 1', 'Call 2', 'Call 3'].map((name) => uuid(`item ${name}`)),
        annotators: ['Ada', 'Ben'].map((name) => uuid(`annotator ${name}`)),
        elsewhere: uuid('another workspace'),
    };
}
function annotationRoutes({ dialect, now }) {
    const ids = annotationIds({ dialect });
    const items = new Map(ids.items.map((uuid, i) => [uuid, `Call ${i + 1}`]));
    const annotators = new Map(ids.annotators.map((uuid, i) => [uuid, i === 0 ? 'Ada' : 'Ben']));
    const createdAt = now();
    const assigned = [];
    const ofTask = (handle) => ({ param, body }) => {
        if (param('task_uuid') !== ids.task)
            throw refused(404, 'Annotation task not found');
        return json(handle(body));
    };
    return [
        {
            method: 'PUT',
            path: '/annotation-tasks/{task_uuid}/items',
            handle: ofTask((body) => updateItems(items, body)),
        },
        {
            method: 'POST',
            path: '/annotation-tasks/{task_uuid}/jobs',
            handle: ofTask((body) => {
                const created = newJobs(items, annotators, linkedEvaluators(dialect), body).map((job) => {
                    const number = assigned.push(job.annotator_id);
                    return {
                        uuid: dialect.uuid(`job ${number}`),
                        public_token: dialect.uuid(`token ${number}`),
                        ...job,
                    };
                });
                return { jobs: created, count: created.length };
            }),
        },
        {
            method: 'PUT',
            path: '/annotators/{annotator_uuid}',
            handle: ({ param, body }) => {
                const uuid = param('annotator_uuid');
                const name = rename(annotators, uuid, body);
                const times = { created_at: dialect.time(createdAt), updated_at: dialect.time(now()) };
                const jobs_count = assigned.filter((each) => each === uuid).length;
                return json({
                    uuid,
                    name,
                    ...times,
                    ...(dialect.version === 'documented' ? { jobs_count, ...agreement } : uncounted),
                });
            },
        },
    ];
}
const uncounted = { jobs_count: null, current_agreement: null, pair_count: null };
const agreement = { current_agreement: 0.75, pair_count: 12 };
const linkedEvaluators = (dialect) => evaluatorNames.map((name) => evaluatorUuid(dialect, name));
function updateItems(items, body) {
    const updates = requiredObjects(objectBody(body), 'updates');
    if (updates.length === 0)
        throw refused(400, 'updates must be non-empty');
    const given = updates.map((each, i) => {
        const payload = optionalObject(each, 'payload', ['body', 'updates', i]);
        return [requiredUuid(each, ['body', 'updates', i]), payload?.['name']];
    });
    const nameless = given.flatMap(([, name], i) => (typeof name === 'string' && name !== '' ? [] : i));
    if (nameless.length > 0)
        throw refused(400, `\`payload.name\` is required for llm task items. Missing on updates at index(es): [${nameless}]`);
    const changed = given.flatMap(([uuid, name]) => (items.has(uuid) ? [[uuid, String(name)]] : []));
    refuseRepeated(changed, 'ITEM_NAME_DUPLICATE_IN_REQUEST', 'Duplicate `payload.name` value(s) within request');
    const names = new Map([...items, ...changed]);
    refuseRepeated(names, 'ITEM_NAME_CONFLICT', '`payload.name` already exists in this task');
    for (const [uuid, name] of names)
        items.set(uuid, name);
    return { updated_count: changed.length };
}
function refuseRepeated(named, code, what) {
    const conflicting_names = repeated([...new Map(named).values()]);
    if (conflicting_names.length === 0)
        return;
    const message = `${what}: ${JSON.stringify(conflicting_names)}`;
    throw new HttpError(409, { detail: { code, message, conflicting_names } });
}
function newJobs(items, annotators, linked, body) {
    const given = objectBody(body);
    choice(given, 'reasoning_mode', ['optional', 'required', 'hidden']);
    optionalBoolean(given, 'comments_enabled');
    const annotatorIds = requiredStrings(given, 'annotator_ids');
    if (annotatorIds.length === 0)
        throw refused(400, 'annotator_ids must be non-empty');
    const evaluator_ids = optionalStrings(given, 'evaluator_ids') ?? linked;
    if (evaluator_ids.length === 0)
        throw refused(400, 'evaluator_ids must be non-empty when provided (omit it to include every linked evaluator)');
    refuse(evaluator_ids.filter((uuid) => !linked.includes(uuid)), 'evaluator_ids not linked to this task');
    const part = optionalString(given, 'q') ?? '';
    const item_ids = optionalBoolean(given, 'select_all')
        ? withName(items, part)
        : (optionalStrings(given, 'item_ids') ?? []);
    if (item_ids.length === 0)
        throw refused(400, 'no items selected (provide item_ids, or select_all=true with a filter that matches at least one item)');
    refuse(repeated(item_ids), 'Duplicate item_ids in request');
    refuse(item_ids.filter((uuid) => !items.has(uuid)), 'item_ids not in this task');
    return annotatorIds.map((annotator_id) => {
        const annotator_name = annotators.get(annotator_id);
        if (annotator_name === undefined)
            throw refused(404, `Annotator not found: ${annotator_id}`);
        return {
            annotator_id,
            annotator_name,
            item_ids,
            item_count: item_ids.length,
            evaluator_ids,
            status: 'pending',
        };
    });
}
function refuse(ids, what) {
    if (ids.length > 0)
        throw refused(400, `${what}: ${JSON.stringify(ids)}`);
}
function withName(items, part) {
    const matches = (name) => name.toLowerCase().includes(part.toLowerCase());
    return [...items].flatMap(([uuid, name]) => (matches(name) ? uuid : []));
}
function rename(annotators, uuid, body) {
    if (!annotators.has(uuid))
        throw refused(404, 'Annotator not found');
    const given = objectBody(body);
    const name = optionalString(given, 'name');
    if (name === null)
        throw refused(400, 'No fields to update');
    if (name.trim() === '')
        throw refused(400, 'annotator name must not be empty');
    if ([...annotators].some(([other, taken]) => other !== uuid && taken === name))
        throw refused(409, 'Annotator name already exists');
    annotators.set(uuid, name);
    return name;
}
const refused = (status, detail) => new HttpError(status, { detail });
function repeated(names) {
    return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
}

// EXTERNAL MODULE: ./simulator/src/evaluation/scenarios.ts
var scenarios = __nccwpck_require__(742);
;// CONCATENATED MODULE: ./simulator/src/evaluation/default-agents.ts

const names = Object.keys(scenarios/* scenarios */.qQ).filter((name) => Object.hasOwn(scenarios/* scenarios */.qQ, name));
const copy = (scenario) => ({
    name: `Booking assistant (${scenario})`,
    scenario,
});
const listedApart = ['prompted', 'connected', 'hangs'];
const defaultAgents = [
    { name: 'Support bot', scenario: 'prompted' },
    { name: 'Support bot (preview)', scenario: 'prompted' },
    ...names.filter((name) => !listedApart.includes(name)).map(copy),
    { name: 'Shop bot', scenario: 'connected' },
    { name: 'Shop bot (preview)', scenario: 'connected' },
    copy('hangs'),
];

;// CONCATENATED MODULE: ./simulator/src/openapi.json
const openapi_namespaceObject = /*#__PURE__*/JSON.parse('{"openapi":"3.1.0","info":{"title":"Evaluation service","version":"0.1.0","description":"Agents under evaluation, their test runs, evaluators, annotation tasks, labelling jobs and annotators. Every operation except the one that serves this description needs the header X-API-Key."},"servers":[{"url":"/"}],"security":[{"apiKey":[]}],"tags":[{"name":"Description"},{"name":"Agents"},{"name":"Tests"},{"name":"Agent tests"},{"name":"Evaluators"},{"name":"Annotation"}],"paths":{"/public-api/openapi.json":{"get":{"operationId":"getApiDescription","tags":["Description"],"summary":"This description","security":[],"responses":{"200":{"description":"The description of the interface, in OpenAPI 3.1.","content":{"application/json":{"schema":{"type":"object","required":["openapi","info","paths"],"properties":{"openapi":{"type":"string","pattern":"^3\\\\.1\\\\."},"info":{"type":"object"},"paths":{"type":"object"}}}}}}}}},"/agents":{"get":{"operationId":"listAgents","tags":["Agents"],"summary":"List every agent of the key\'s workspace, newest first","parameters":[{"name":"q","in":"query","description":"Only agents whose name contains this.","schema":{"type":"string"}},{"$ref":"#/components/parameters/Limit"},{"$ref":"#/components/parameters/Offset"}],"responses":{"200":{"description":"The agents; a plain list from older servers, a page from newer ones.","content":{"application/json":{"schema":{"oneOf":[{"type":"array","items":{"$ref":"#/components/schemas/AgentListEntry"}},{"type":"object","required":["items","total","limit","offset"],"properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/AgentListEntry"}},"total":{"$ref":"#/components/schemas/Count"},"limit":{"type":["integer","null"]},"offset":{"type":"integer"}}}]}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/agents/{agent_uuid}":{"parameters":[{"$ref":"#/components/parameters/AgentUuid"}],"get":{"operationId":"getAgent","tags":["Agents"],"summary":"Get one agent","responses":{"200":{"description":"The agent.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Agent"}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"422":{"$ref":"#/components/responses/NotValid"}}},"put":{"operationId":"updateAgent","tags":["Agents"],"summary":"Rename an agent, or replace its configuration","requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"name":{"type":"string"},"config":{"type":"object","description":"Replaces the stored configuration; the agent\'s connection is no longer verified then."}}}}}},"responses":{"200":{"description":"The agent, read after the write.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Agent"}}}},"400":{"$ref":"#/components/responses/Refused"},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"409":{"$ref":"#/components/responses/Conflict"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/agents/{agent_uuid}/verify-connection":{"parameters":[{"$ref":"#/components/parameters/AgentUuid"}],"post":{"operationId":"verifyConnection","tags":["Agents"],"summary":"Send a message to an agent with an agent_url, and read its answer","requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object"}}}},"responses":{"200":{"description":"Whether the agent answered in the expected form. A failure changes nothing.","content":{"application/json":{"schema":{"type":"object","required":["success","error","sample_response"],"properties":{"success":{"type":"boolean"},"error":{"type":["string","null"]},"sample_response":{"type":["object","null"]}}}}}},"400":{"$ref":"#/components/responses/Refused"},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/agents/resolve":{"post":{"operationId":"resolveAgents","tags":["Agents"],"summary":"Resolve agent names to IDs","requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","required":["names"],"properties":{"names":{"type":"array","items":{"type":"string"}}}}}}},"responses":{"200":{"description":"The IDs of the names that were found, and the names that were not.","content":{"application/json":{"schema":{"type":"object","required":["resolved","not_found"],"properties":{"resolved":{"type":"object","additionalProperties":{"$ref":"#/components/schemas/Uuid"}},"not_found":{"type":"array","uniqueItems":true,"items":{"type":"string"}}}}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/tests":{"get":{"operationId":"tests.list","tags":["Tests"],"summary":"List the workspace\'s tests, newest first","parameters":[{"name":"q","in":"query","description":"Only those whose name contains this.","schema":{"type":"string"}},{"$ref":"#/components/parameters/Limit"},{"$ref":"#/components/parameters/Offset"}],"responses":{"200":{"description":"The tests, without their content.","content":{"application/json":{"schema":{"type":"object","required":["items","total","limit","offset"],"properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/TestListEntry"}},"total":{"$ref":"#/components/schemas/Count"},"limit":{"type":["integer","null"]},"offset":{"type":"integer"}}}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"422":{"$ref":"#/components/responses/NotValid"}}},"post":{"operationId":"tests.create","tags":["Tests"],"summary":"Create a test","requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","required":["name","type"],"properties":{"name":{"type":"string"},"type":{"type":"string","enum":["response","tool_call","conversation","general"]},"config":{"type":["object","null"]},"evaluators":{"type":"array","items":{"type":"object","required":["evaluator_uuid"],"additionalProperties":false,"properties":{"evaluator_uuid":{"type":"string"},"variable_values":{"type":["object","null"]}}}}}}}}},"responses":{"200":{"description":"The test was created. Its evaluators are written after it.","content":{"application/json":{"schema":{"type":"object","required":["uuid","message"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"message":{"type":"string"}}}}}},"400":{"$ref":"#/components/responses/Refused"},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"409":{"$ref":"#/components/responses/Conflict"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/tests/bulk":{"post":{"operationId":"tests.createMany","tags":["Tests"],"summary":"Create up to 500 tests of one type, all or none","requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","required":["type","tests"],"properties":{"type":{"type":"string","enum":["response","tool_call","conversation","general"]},"tests":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"conversation_history":{"type":"array","items":{"type":"object"}},"input":{"type":"string"},"evaluators":{"type":"array","items":{"type":"object","required":["evaluator_uuid"],"additionalProperties":false,"properties":{"evaluator_uuid":{"type":"string"},"variable_values":{"type":["object","null"]}}}},"tool_calls":{"type":"array","items":{"type":"object"}},"inputs":{"type":"object"}}}},"agent_uuids":{"type":"array","description":"Agents to link them to.","items":{"type":"string"}},"language":{"type":"string"}}}}}},"responses":{"200":{"description":"The tests were created. Their evaluators are written after them.","content":{"application/json":{"schema":{"type":"object","required":["uuids","count","message","warnings"],"properties":{"uuids":{"type":"array","items":{"$ref":"#/components/schemas/Uuid"}},"count":{"$ref":"#/components/schemas/Count"},"message":{"type":"string"},"warnings":{}}}}}},"400":{"$ref":"#/components/responses/Refused"},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/tests/{test_uuid}":{"parameters":[{"name":"test_uuid","in":"path","required":true,"schema":{"type":"string"}}],"get":{"operationId":"tests.get","tags":["Tests"],"summary":"Get one test with its content","responses":{"200":{"description":"The test.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Test"}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"}}},"put":{"operationId":"tests.update","tags":["Tests"],"summary":"Replace name, configuration or evaluators of a test","requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"name":{"type":["string","null"]},"config":{"type":["object","null"]},"evaluators":{"type":"array","items":{"type":"object","required":["evaluator_uuid"],"additionalProperties":false,"properties":{"evaluator_uuid":{"type":"string"},"variable_values":{"type":["object","null"]}}}}}}}}},"responses":{"200":{"description":"The test.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Test"}}}},"400":{"$ref":"#/components/responses/Refused"},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"409":{"$ref":"#/components/responses/Conflict"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/agent-tests/agent/{agent_uuid}/tests":{"parameters":[{"$ref":"#/components/parameters/AgentUuid"}],"get":{"operationId":"listAgentTests","tags":["Agent tests"],"summary":"List the tests that are linked to an agent, the most recently linked first","parameters":[{"name":"q","in":"query","description":"Only tests whose name contains this.","schema":{"type":"string"}},{"$ref":"#/components/parameters/Limit"},{"$ref":"#/components/parameters/Offset"}],"responses":{"200":{"description":"The tests; all of them without a limit.","content":{"application/json":{"schema":{"type":"object","required":["items","total","limit","offset"],"properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/AgentTest"}},"total":{"$ref":"#/components/schemas/Count"},"limit":{"type":["integer","null"]},"offset":{"type":"integer"}}}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/agent-tests/agent/{agent_uuid}/run":{"parameters":[{"$ref":"#/components/parameters/AgentUuid"}],"post":{"operationId":"runAgentTests","tags":["Agent tests"],"summary":"Run tests for one agent","requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"test_uuids":{"type":"array","description":"Restricts the run; every test linked to the agent where it is left out or empty.","items":{"type":"string"}}}}}}},"responses":{"200":{"description":"The run was accepted.","content":{"application/json":{"schema":{"type":"object","required":["task_id","status"],"properties":{"task_id":{"$ref":"#/components/schemas/Uuid"},"status":{"type":"string","enum":["queued","in_progress"]},"dataset_id":{"type":"null"},"dataset_name":{"type":"null"}}}}}},"400":{"$ref":"#/components/responses/Refused"},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/agent-tests/agent/{agent_uuid}/runs":{"parameters":[{"$ref":"#/components/parameters/AgentUuid"}],"get":{"operationId":"listRuns","tags":["Agent tests"],"summary":"List an agent\'s runs, newest first","parameters":[{"name":"type","in":"query","schema":{"type":"string","enum":["llm-unit-test","llm-benchmark"]}},{"name":"status","in":"query","schema":{"$ref":"#/components/schemas/TaskStatus"}},{"name":"has_failures","in":"query","schema":{"type":"boolean"}},{"$ref":"#/components/parameters/Limit"},{"$ref":"#/components/parameters/Offset"}],"responses":{"200":{"description":"A page of the agent\'s run history.","content":{"application/json":{"schema":{"type":"object","required":["items","total","limit","offset"],"properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/EarlierRun"}},"total":{"$ref":"#/components/schemas/Count"},"limit":{"type":["integer","null"]},"offset":{"type":"integer"}}}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/agent-tests/run":{"post":{"operationId":"runBatch","tags":["Agent tests"],"summary":"Run tests for every agent or a selected set","requestBody":{"required":false,"content":{"application/json":{"schema":{"type":"object","properties":{"agent_names":{"type":"array","description":"Empty or left out: every agent of the workspace.","items":{"type":"string"}}}}}}},"responses":{"200":{"description":"The runs that were started, and the agents that were skipped.","content":{"application/json":{"schema":{"type":"object","required":["runs","skipped"],"properties":{"runs":{"type":"array","items":{"type":"object","required":["agent_name","agent_uuid","task_id","status"],"properties":{"agent_name":{"type":"string"},"agent_uuid":{"$ref":"#/components/schemas/Uuid"},"task_id":{"$ref":"#/components/schemas/Uuid"},"status":{"type":"string","enum":["queued","in_progress"]}}}},"skipped":{"type":"array","items":{"type":"object","required":["agent_name","agent_uuid","reason"],"properties":{"agent_name":{"type":"string"},"agent_uuid":{"$ref":"#/components/schemas/Uuid"},"reason":{"type":"string"}}}}}}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"description":"Names that no agent has; nothing was started.","content":{"application/json":{"schema":{"type":"object","required":["detail"],"properties":{"detail":{"type":"object","required":["message","not_found"],"properties":{"message":{"type":"string"},"not_found":{"type":"array","items":{"type":"string"}}}}}}}}},"422":{"$ref":"#/components/responses/NotValid"}}}},"/agent-tests/run/{task_id}":{"parameters":[{"name":"task_id","in":"path","required":true,"schema":{"type":"string"}}],"get":{"operationId":"getRun","tags":["Agent tests"],"summary":"Poll a run for status and results","parameters":[{"name":"only_failed","in":"query","description":"Only failing cases.","schema":{"type":"boolean","default":false}},{"name":"compact","in":"query","description":"Without the output, test case, judge results and reasoning of each case, and the rubric of each evaluator.","schema":{"type":"boolean","default":false}}],"responses":{"200":{"description":"The run as it stands.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/TestRunStatusResponse"}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/evaluators":{"get":{"operationId":"listEvaluators","tags":["Evaluators"],"summary":"List the workspace\'s evaluators","parameters":[{"name":"q","in":"query","description":"Only those whose name contains this.","schema":{"type":"string"}},{"$ref":"#/components/parameters/Limit"},{"$ref":"#/components/parameters/Offset"}],"responses":{"200":{"description":"The evaluators, each with its live version.","content":{"application/json":{"schema":{"type":"object","required":["items","total","limit","offset"],"properties":{"items":{"type":"array","items":{"$ref":"#/components/schemas/EvaluatorListEntry"}},"total":{"$ref":"#/components/schemas/Count"},"limit":{"type":["integer","null"]},"offset":{"type":"integer"}}}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/evaluators/{evaluator_uuid}":{"parameters":[{"name":"evaluator_uuid","in":"path","required":true,"schema":{"$ref":"#/components/schemas/Uuid"}}],"get":{"operationId":"getEvaluator","tags":["Evaluators"],"summary":"Get one evaluator with its full version history","parameters":[{"name":"compact","in":"query","description":"Versions without system_prompt, output_config and variables.","schema":{"type":"boolean","default":false}}],"responses":{"200":{"description":"The evaluator.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Evaluator"}}}},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/annotation-tasks/{task_uuid}/items":{"parameters":[{"$ref":"#/components/parameters/TaskUuid"}],"put":{"operationId":"updateAnnotationItems","tags":["Annotation"],"summary":"Bulk-update item payloads","description":"Entries that are not in this task or name deleted items are skipped.","requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","required":["updates"],"properties":{"updates":{"type":"array","items":{"type":"object","properties":{"uuid":{"type":"string"},"payload":{"type":"object"},"metadata":{"type":"array","items":{"type":"object","required":["key","value"],"properties":{"key":{"type":"string"},"value":{"type":"string"}}}}}}}}}}}},"responses":{"200":{"description":"How many items were changed.","content":{"application/json":{"schema":{"type":"object","required":["updated_count"],"properties":{"updated_count":{"$ref":"#/components/schemas/Count"}}}}}},"400":{"$ref":"#/components/responses/Refused"},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"409":{"$ref":"#/components/responses/Conflict"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/annotation-tasks/{task_uuid}/jobs":{"parameters":[{"$ref":"#/components/parameters/TaskUuid"}],"post":{"operationId":"createLabellingJobs","tags":["Annotation"],"summary":"Assign items to annotators, one labelling job for each annotator","requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","required":["annotator_ids"],"properties":{"annotator_ids":{"type":"array","items":{"type":"string"}},"item_ids":{"type":"array","description":"Required when select_all is false; ignored when it is true.","items":{"type":"string"}},"select_all":{"type":"boolean"},"q":{"type":"string","description":"Substring of payload.name; with select_all only."},"evaluator_ids":{"type":"array","description":"A subset of the task\'s evaluators; an empty list is refused.","items":{"type":"string"}},"comments_enabled":{"type":"boolean","default":true},"reasoning_mode":{"type":"string","enum":["optional","required","hidden"],"default":"optional"}}}}}},"responses":{"200":{"description":"The jobs.","content":{"application/json":{"schema":{"type":"object","required":["jobs","count"],"properties":{"jobs":{"type":"array","items":{"$ref":"#/components/schemas/LabellingJob"}},"count":{"$ref":"#/components/schemas/Count"}}}}}},"400":{"$ref":"#/components/responses/Refused"},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"422":{"$ref":"#/components/responses/NotValid"}}}},"/annotators/{annotator_uuid}":{"parameters":[{"name":"annotator_uuid","in":"path","required":true,"schema":{"$ref":"#/components/schemas/Uuid"}}],"put":{"operationId":"updateAnnotator","tags":["Annotation"],"summary":"Update an annotator","requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"name":{"type":"string","description":"Unique within the workspace; unchanged where it is left out."}}}}}},"responses":{"200":{"description":"The annotator.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Annotator"}}}},"400":{"$ref":"#/components/responses/Refused"},"401":{"$ref":"#/components/responses/KeyRefused"},"403":{"$ref":"#/components/responses/Forbidden"},"404":{"$ref":"#/components/responses/NotFound"},"409":{"$ref":"#/components/responses/Conflict"},"422":{"$ref":"#/components/responses/NotValid"}}}}},"components":{"securitySchemes":{"apiKey":{"type":"apiKey","in":"header","name":"X-API-Key"}},"parameters":{"AgentUuid":{"name":"agent_uuid","in":"path","required":true,"schema":{"type":"string"}},"TaskUuid":{"name":"task_uuid","in":"path","required":true,"schema":{"type":"string"}},"Limit":{"name":"limit","in":"query","description":"Entries on a page.","schema":{"type":"integer","minimum":1}},"Offset":{"name":"offset","in":"query","description":"Entries to leave out.","schema":{"type":"integer","minimum":0}}},"responses":{"Refused":{"description":"The request cannot be carried out; the body says why.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}},"KeyRefused":{"description":"The key is invalid or revoked.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}},"Forbidden":{"description":"No key was sent, or the thing belongs to another workspace.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}},"NotFound":{"description":"No such thing.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}},"Conflict":{"description":"A name is taken.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}},"NotValid":{"description":"The request does not validate.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/HTTPValidationError"}}}}},"schemas":{"Uuid":{"type":"string","minLength":36,"maxLength":36},"Count":{"type":"integer","minimum":0},"Timestamp":{"type":"string","description":"ISO 8601, UTC; often with a space and without a zone.","pattern":"^\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d[T ]\\\\d\\\\d:\\\\d\\\\d:\\\\d\\\\d(\\\\.\\\\d+)?(Z|[+-]\\\\d\\\\d:\\\\d\\\\d)?$"},"TaskStatus":{"type":"string","enum":["queued","in_progress","done","failed","cancelled"]},"Error":{"type":"object","required":["detail"],"properties":{"detail":{"description":"The reason, in words or as an object that holds them.","type":["string","object"]}}},"HTTPValidationError":{"type":"object","required":["detail"],"properties":{"detail":{"type":"array","items":{"type":"object","required":["loc","msg","type"],"properties":{"loc":{"type":"array","items":{"type":["string","integer"]}},"msg":{"type":"string"},"type":{"type":"string"}}}}}},"AgentType":{"type":"string","enum":["agent","connection"]},"InteractionType":{"type":"string","enum":["conversation","general"]},"AgentListEntry":{"type":"object","required":["uuid","name"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"name":{"type":"string"},"type":{"$ref":"#/components/schemas/AgentType"},"interaction_type":{"$ref":"#/components/schemas/InteractionType"},"created_at":{"$ref":"#/components/schemas/Timestamp"},"updated_at":{"$ref":"#/components/schemas/Timestamp"},"connection_verified":{"type":["boolean","null"]},"has_default_inputs":{"type":"boolean"}}},"Agent":{"type":"object","required":["uuid","name","type","created_at","updated_at"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"name":{"type":"string"},"type":{"$ref":"#/components/schemas/AgentType"},"interaction_type":{"$ref":"#/components/schemas/InteractionType"},"created_at":{"$ref":"#/components/schemas/Timestamp"},"updated_at":{"$ref":"#/components/schemas/Timestamp"},"config":{"type":["object","null"]}}},"AgentTest":{"type":"object","required":["uuid","name","type","config","created_at","updated_at"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"name":{"type":"string"},"type":{"type":"string","enum":["response","tool_call","conversation","general"]},"config":{"type":["object","null"],"description":"Null if the test is not configured."},"created_at":{"$ref":"#/components/schemas/Timestamp"},"updated_at":{"$ref":"#/components/schemas/Timestamp"}}},"Percentiles":{"type":["object","null"],"properties":{"p50":{"type":"number"},"p95":{"type":"number"},"p99":{"type":"number"},"count":{"$ref":"#/components/schemas/Count"}}},"Spread":{"type":["object","null"],"properties":{"mean":{"type":"number"},"min":{"type":"number"},"max":{"type":"number"},"count":{"$ref":"#/components/schemas/Count"}}},"RunMeasures":{"type":"object","properties":{"total_tests":{"type":["integer","null"],"minimum":0},"passed":{"type":["integer","null"],"minimum":0},"failed":{"type":["integer","null"],"minimum":0},"latency_ms":{"$ref":"#/components/schemas/Percentiles"},"cost":{"$ref":"#/components/schemas/Spread"},"total_tokens":{"$ref":"#/components/schemas/Spread"},"error":{"type":"boolean","default":false},"is_public":{"type":"boolean","default":false},"share_token":{"type":["string","null"]},"aborted":{"type":"boolean"},"unanswered_tests":{"type":["integer","null"]}}},"TestRunStatusResponse":{"type":"object","allOf":[{"$ref":"#/components/schemas/RunMeasures"}],"required":["task_id","status"],"properties":{"task_id":{"$ref":"#/components/schemas/Uuid"},"status":{"$ref":"#/components/schemas/TaskStatus"},"test_uuids":{"type":["array","null"],"items":{"type":"string"}},"evaluators":{"type":["array","null"],"items":{"$ref":"#/components/schemas/TestRunEvaluator"}},"results":{"type":["array","null"],"items":{"$ref":"#/components/schemas/TestCaseResult"}}}},"EarlierRun":{"type":"object","allOf":[{"$ref":"#/components/schemas/RunMeasures"}],"required":["uuid","status","type","created_at","updated_at"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"name":{"type":["string","null"]},"status":{"$ref":"#/components/schemas/TaskStatus"},"type":{"type":"string","enum":["llm-unit-test","llm-benchmark"]},"created_at":{"$ref":"#/components/schemas/Timestamp"},"updated_at":{"$ref":"#/components/schemas/Timestamp"},"evaluators":{"type":["array","null"],"description":"Their names.","items":{"type":"string"}},"model_results":{},"results":{"type":["array","null"],"items":{"type":"object","properties":{"name":{"type":["string","null"]},"passed":{"type":["boolean","null"]}}}}}},"TestRunEvaluator":{"type":"object","properties":{"uuid":{"type":["string","null"]},"name":{"type":["string","null"]},"description":{"type":["string","null"]},"output_type":{"enum":["binary","rating",null]},"output_config":{"type":["object","null"],"properties":{"scale":{"type":"array","items":{"type":"object","required":["value"],"properties":{"value":{},"name":{"type":"string"},"color":{"type":"string"}}}}}},"scale_min":{"type":["number","null"]},"scale_max":{"type":["number","null"]},"version_number":{"type":["integer","null"]}}},"TestCaseResult":{"type":"object","properties":{"test_case_id":{"type":["string","null"]},"name":{"type":["string","null"]},"passed":{"type":["boolean","null"]},"reasoning":{"type":["string","null"]},"output":{"type":["object","null"],"properties":{"response":{"type":["string","null"]},"tool_calls":{"type":["array","null"],"items":{"type":"object","required":["tool"],"properties":{"tool":{"type":"string"},"arguments":{"type":["object","null"]},"output":{}}}}}},"test_case":{"type":["object","null"]},"inputs":{"type":["object","null"]},"judge_results":{"type":["array","null"],"items":{"type":"object","properties":{"evaluator_uuid":{"type":["string","null"],"minLength":36,"maxLength":36},"reasoning":{"type":["string","null"]},"match":{"type":["boolean","null"]},"score":{"type":["number","null"]},"value_name":{"type":["string","null"]},"variable_values":{"type":["object","null"]}}}},"latency_ms":{"type":["number","null"]},"cost":{"type":["number","null"]},"test_uuid":{"type":["string","null"]},"test_type":{"type":["string","null"]},"unanswered":{"type":"boolean"},"not_run":{"type":"boolean"}}},"Evaluator":{"type":"object","required":["uuid","name","evaluator_type","data_type","output_type","created_at","updated_at","versions"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"name":{"type":"string"},"evaluator_type":{"type":"string","enum":["tts","stt","llm","llm-general","conversation","tool-call"]},"data_type":{"type":"string","enum":["text","audio"]},"output_type":{"type":"string","enum":["binary","rating"]},"is_default":{"type":"boolean"},"is_protected":{"type":"boolean"},"created_at":{"$ref":"#/components/schemas/Timestamp"},"updated_at":{"$ref":"#/components/schemas/Timestamp"},"versions":{"type":"array","description":"Newest first; the specification says oldest first.","items":{"$ref":"#/components/schemas/EvaluatorVersion"}},"description":{"type":["string","null"]},"slug":{"type":["string","null"]},"source_default_slug":{"type":["string","null"]},"live_version_id":{"type":["string","null"],"minLength":36,"maxLength":36}}},"EvaluatorVersion":{"type":"object","required":["uuid","version_number","judge_model","created_at"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"version_number":{"type":"integer"},"judge_model":{"type":["string","null"]},"created_at":{"$ref":"#/components/schemas/Timestamp"},"system_prompt":{"type":["string","null"]},"output_config":{"type":["object","null"],"properties":{"scale":{"type":"array","items":{"type":"object","required":["value"],"properties":{"value":{},"name":{"type":"string"},"description":{"type":["string","null"]},"color":{"type":["string","null"]}}}}}},"variables":{"type":["array","null"],"items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"description":{"type":"string"},"default":{"type":["string","null"]}}}}}},"LabellingJob":{"type":"object","required":["uuid","public_token","annotator_id","annotator_name","item_ids","item_count","evaluator_ids","status"],"properties":{"uuid":{"type":"string"},"public_token":{"type":"string"},"annotator_id":{"type":"string"},"annotator_name":{"type":"string"},"item_ids":{"type":"array","items":{"type":"string"}},"item_count":{"$ref":"#/components/schemas/Count"},"evaluator_ids":{"type":"array","items":{"type":"string"}},"status":{"type":"string","enum":["pending","in_progress","completed"]}}},"Annotator":{"type":"object","required":["uuid","name","created_at","updated_at"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"name":{"type":"string"},"created_at":{"$ref":"#/components/schemas/Timestamp"},"updated_at":{"$ref":"#/components/schemas/Timestamp"},"jobs_count":{"type":["integer","null"]},"current_agreement":{"type":["number","null"],"minimum":0,"maximum":1},"pair_count":{"type":["integer","null"]}}},"EvaluatorListEntry":{"type":"object","required":["uuid","name","evaluator_type","data_type","output_type","created_at","updated_at","live_version"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"name":{"type":"string"},"evaluator_type":{"type":"string","enum":["tts","stt","llm","llm-general","conversation","tool-call"]},"data_type":{"type":"string","enum":["text","audio"]},"output_type":{"type":"string","enum":["binary","rating"]},"is_default":{"type":"boolean"},"is_protected":{"type":"boolean"},"created_at":{"$ref":"#/components/schemas/Timestamp"},"updated_at":{"$ref":"#/components/schemas/Timestamp"},"description":{"type":["string","null"]},"slug":{"type":["string","null"]},"source_default_slug":{"type":["string","null"]},"live_version_id":{"type":["string","null"],"minLength":36,"maxLength":36},"live_version":{"type":"object","required":["uuid","version_number","variables"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"version_number":{"type":"integer"},"judge_model":{"type":["string","null"]},"variables":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"description":{"type":["string","null"]},"default":{"type":["string","null"]}}}}}}}},"TestListEntry":{"type":"object","required":["uuid","name","type","config","created_at","updated_at"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"name":{"type":"string"},"type":{"type":"string","enum":["response","tool_call","conversation","general"]},"config":{"type":["object","null"]},"created_at":{"$ref":"#/components/schemas/Timestamp"},"updated_at":{"$ref":"#/components/schemas/Timestamp"}}},"Test":{"type":"object","allOf":[{"$ref":"#/components/schemas/TestListEntry"}],"required":["evaluators"],"properties":{"evaluators":{"type":"array","items":{"type":"object","required":["uuid","name","evaluator_type","variable_values","version_number"],"properties":{"uuid":{"$ref":"#/components/schemas/Uuid"},"name":{"type":"string"},"evaluator_type":{"type":"string"},"variable_values":{"type":["object","null"]},"version_number":{"type":"integer"},"variables":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"description":{"type":["string","null"]},"default":{"type":["string","null"]}}}}}}}}}}}}');
// EXTERNAL MODULE: ./simulator/src/evaluation/agent-config.ts
var agent_config = __nccwpck_require__(415);
// EXTERNAL MODULE: ./simulator/src/ids.ts
var ids = __nccwpck_require__(876);
;// CONCATENATED MODULE: ./simulator/src/evaluation/verification.ts



function createVerifier(now, sleep) {
    let verifications = 0;
    return {
        sleep,
        uniqueTime: () => (0,ids/* preciseTimestamp */.C7)(now(), ++verifications % 1000),
        store(agent, config) {
            agent.config = config;
            agent.updatedAt = now();
        },
    };
}
async function verify(agent, verifier) {
    const url = String(agent.config?.['agent_url'] || '');
    const [next = { agent: 'works' }, ...later] = agent.verifications;
    if (later.length > 0)
        agent.verifications = later;
    if (hasMalformedHost(url))
        return crash();
    const refusal = addressError(url) ?? (next.agent === 'unresolved' ? UNRESOLVED : null);
    if (refusal !== null)
        throw new HttpError(400, { detail: refusal });
    await pause(verifier, next.afterMs ?? usualMs(next.agent));
    if (next.agent === 'list')
        return crash();
    const error = errorOf(next.agent, url);
    if (error === null) {
        verifier.store(agent, { ...agent.config, ...(0,agent_config/* verified */.zr)(verifier.uniqueTime()) });
    }
    return json({ success: error === null, error, sample_response: sampleOf(next.agent) });
}
async function pause({ sleep }, ms) {
    if (ms > 0)
        await sleep(ms);
}
const UNRESOLVED = 'agent_url hostname could not be resolved';
function addressError(url) {
    if (url === '')
        return 'This agent does not have an agent_url configured. Add agent_url to use connection mode.';
    if (!/^https?:/i.test(url))
        return 'agent_url must use http or https';
    if (!URL.canParse(url))
        return 'agent_url must include a hostname';
    const { hostname } = new URL(url);
    if (hostname === 'localhost')
        return 'agent_url must not point to localhost';
    if (/^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|^\[(?:::1|f[cde].*)\]$/.test(hostname))
        return 'agent_url must not point to a private network address';
    if (hostname.endsWith('.internal'))
        return 'agent_url must not resolve to a private or reserved network address';
    return hostname.endsWith('.invalid') ? UNRESOLVED : null;
}
function hasMalformedHost(url) {
    if (!URL.canParse(url))
        return false;
    return new URL(url).hostname.split('.').some((label) => label === '' || label.length > 63);
}
const RETRIED_STATUSES = [429, 502, 503, 504];
const isRetried = (agent) => agent === 'refuses' || RETRIED_STATUSES.some((status) => status === agent);
function usualMs(agent) {
    if (agent === 'hangs')
        return 127_000;
    return isRetried(agent) ? 7000 : 0;
}
const WORDS = '{"error": "The agent says why."}';
function errorOf(agent, url) {
    const attempts = '(after 4 attempts)';
    switch (agent) {
        case 'works':
        case 'list':
        case 'unresolved':
            return null;
        case 'hangs':
            return `Agent request timed out (30s): ${url} ${attempts}`;
        case 'refuses':
            return `Could not connect to agent at ${url}: connection refused ${attempts}`;
        case 'drops':
            return 'Unexpected error during request: the server disconnected';
        case 'not-json':
            return 'Response is not valid JSON';
        case 'wrong-shape':
            return 'Response JSON must contain "response" and/or "tool_calls"';
        default:
            return isRetried(agent)
                ? `Agent returned HTTP ${agent}: ${WORDS} ${attempts}`
                : `Endpoint returned HTTP ${agent}: ${WORDS}`;
    }
}
function sampleOf(agent) {
    if (agent === 'works')
        return { response: 'The agent says hello.', tool_calls: [] };
    return agent === 'wrong-shape' ? { reply: 'The agent says hello.' } : null;
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/agent-record.ts




const agentPath = '/agents/{agent_uuid}';
function agentRecordRoutes(workspace) {
    const { dialect } = workspace;
    const find = (request) => findAgent(workspace, request);
    const get = { method: 'GET', path: agentPath, handle: (request) => record(find(request)) };
    if (dialect.version === 'older')
        return [get];
    return [
        get,
        { method: 'PUT', path: agentPath, handle: put },
        { method: 'POST', path: `${agentPath}/verify-connection`, handle: verifyConnection },
        { method: 'DELETE', path: agentPath, handle: agent_record_refuse },
        { method: 'POST', path: `${agentPath}/duplicate`, handle: agent_record_refuse },
    ];
    function put(request) {
        const agent = find(request);
        const body = objectBody(request.body);
        const name = optionalString(body, 'name');
        const config = optionalObject(body, 'config');
        if (name === null && config === null)
            throw new HttpError(400, { detail: 'No fields to update' });
        if (name !== null && (workspace.agentByName(name) ?? agent) !== agent)
            throw new HttpError(409, { detail: 'Agent name already exists' });
        agent.name = name ?? agent.name;
        workspace.store(agent, config === null ? agent.config : (0,agent_config/* withoutFlags */.Kx)(config));
        return record(agent);
    }
    function record(agent) {
        if (hasHalfSurrogate(agent.config))
            return crash();
        return json({
            ...agent_record_identity(agent, dialect),
            config: agent.config ?? (dialect.version === 'documented' ? {} : null),
        });
    }
    function verifyConnection(request) {
        const agent = find(request);
        objectBody(request.body);
        return verify(agent, workspace);
    }
}
function agent_record_refuse() {
    throw new HttpError(403, { detail: 'Not authenticated' });
}
function findAgent(workspace, { param }) {
    const agent = workspace.agentById(param('agent_uuid'));
    if (agent === undefined)
        throw new HttpError(404, { detail: 'Agent not found' });
    if (agent.scenario.refusal === 'other-workspace')
        throw differentWorkspace;
    return agent;
}
const differentWorkspace = new HttpError(403, {
    detail: 'This resource belongs to a different workspace',
});
function hasHalfSurrogate(value) {
    if (typeof value === 'string')
        return !value.isWellFormed();
    return isObject(value)
        ? Object.entries(value).some((entry) => entry.some(hasHalfSurrogate))
        : Array.isArray(value) && value.some(hasHalfSurrogate);
}
function agent_record_identity({ uuid, name, type, createdAt, updatedAt, interactionType }, dialect) {
    const { time, version } = dialect;
    const identity = { uuid, name, type, created_at: time(createdAt), updated_at: time(updatedAt) };
    return version === 'older' ? identity : { ...identity, interaction_type: interactionType };
}

// EXTERNAL MODULE: ./simulator/src/evaluation/suite.ts
var evaluation_suite = __nccwpck_require__(841);
;// CONCATENATED MODULE: ./simulator/src/evaluation/agents.ts





function agentRoutes(workspace, listShape) {
    const { dialect } = workspace;
    const routes = [
        { method: 'GET', path: '/agents', handle: list },
        { method: 'POST', path: '/agents/resolve', handle: resolve },
    ];
    const testsRoute = { method: 'GET', path: '/agent-tests/agent/{agent_uuid}/tests', handle: listTests };
    return dialect.version === 'older' ? routes : [...routes, testsRoute];
    function list({ query }) {
        const { items, ...rest } = pageOf(query, workspace.agents);
        const entries = items.map((agent) => agents_listEntry(agent, dialect));
        return json(listShape === 'array' ? entries : { items: entries, ...rest });
    }
    function resolve({ body }) {
        const names = [...new Set(requiredStrings(objectBody(body), 'names'))];
        const found = names.map((name) => [name, workspace.agentByName(name)?.uuid]);
        return json({
            resolved: Object.fromEntries(found.filter(([, uuid]) => uuid !== undefined)),
            not_found: found.filter(([, uuid]) => uuid === undefined).map(([name]) => name),
        });
    }
    function listTests(request) {
        const agent = findAgent(workspace, request);
        const times = { created_at: dialect.time(agent.createdAt), updated_at: dialect.time(agent.createdAt) };
        const tests = workspace.tests.linked(agent).reverse();
        const { items, ...rest } = pageOf(request.query, tests.map(({ test }) => test));
        const entries = items.map((test) => {
            const type = agent.interactionType === 'general' && test.written === null ? 'general' : (0,evaluation_suite/* typeOf */.QP)(test);
            return { uuid: test.id, name: test.name, type, config: { description: null }, ...times };
        });
        return json({ items: entries, ...rest });
    }
}
function agents_listEntry(agent, dialect) {
    const { version } = dialect;
    if (version === 'older' || version === 'documented')
        return { uuid: agent.uuid, name: agent.name };
    return {
        ...agent_record_identity(agent, dialect),
        connection_verified: agent.config?.['connection_verified'] ?? null,
        has_default_inputs: Object.keys(agent.config?.['default_inputs'] ?? {}).length > 0,
    };
}

// EXTERNAL MODULE: ./simulator/src/evaluation/errors.ts
var evaluation_errors = __nccwpck_require__(226);
;// CONCATENATED MODULE: ./simulator/src/evaluation/run.ts

function createRun(planned, tests, version) {
    let running = 0;
    const requested = tests.map(({ test, outcome }) => {
        const position = outcome === 'unconfigured' ? Number.POSITIVE_INFINITY : running++;
        return { test, outcome, position };
    });
    const configured = requested.filter(({ outcome }) => outcome !== 'unconfigured');
    return { ...planned, requested, tests: configured, ending: endingOf(planned.scenario, configured, version) };
}
function endingOf({ ending }, tests, version) {
    const errors = tests.filter(({ outcome }) => (0,evaluation_errors/* isErrorKind */.rs)(outcome)).length;
    if (ending !== 'done' || errors === 0 || version === 'newer')
        return ending;
    if (version === 'older')
        return 'failed';
    const stopped = tests.some(({ outcome }) => outcome === 'not-run');
    return stopped || errors === tests.length ? 'erred' : 'done';
}
function durationMs(scenario) {
    switch (scenario.ending) {
        case 'hangs':
            return Number.POSITIVE_INFINITY;
        case 'not-started':
            return 0;
        case 'done':
        case 'failed':
        case 'cancelled':
        case 'vanishes':
            return scenario.durationMs;
        default:
            return scenario.ending;
    }
}
function createRunQueue(concurrency, startDelayMs = 0) {
    const slotFreeAt = [];
    return {
        add(now, durationMs) {
            const soon = now + startDelayMs;
            if (concurrency === Number.POSITIVE_INFINITY)
                return { startsAt: soon, endsAt: soon + durationMs };
            const slot = slotFreeAt.length < concurrency ? slotFreeAt.length : slotFreeAt.indexOf(Math.min(...slotFreeAt));
            const startsAt = Math.max(soon, slotFreeAt[slot] ?? soon);
            const endsAt = startsAt + durationMs;
            slotFreeAt[slot] = endsAt;
            return { startsAt, endsAt };
        },
    };
}
const TESTING = 0.9;
function stateOf(run, now) {
    const { ending, startsAt, endsAt, scenario } = run;
    if (now < startsAt)
        return { status: 'queued', completed: 0, final: false, error: false };
    const size = run.tests.length;
    const reached = ending === 'done' || ending === 'erred' ? size : Math.ceil(size / 2);
    if (now < endsAt) {
        const progress = Math.min(1, (now - startsAt) / Math.max(1, TESTING * scenario.durationMs));
        return { status: 'in_progress', completed: Math.floor(progress * reached), final: false, error: false };
    }
    switch (ending) {
        case 'done':
            return { status: 'done', completed: size, final: true, error: false };
        case 'failed':
        case 'erred':
            return { status: 'failed', completed: reached, final: true, error: true };
        case 'cancelled':
            return { status: 'cancelled', completed: reached, final: true, error: false };
        case 'not-started':
            return { status: 'done', completed: 0, final: true, error: true };
        case 'vanishes':
            return null;
        case 'hangs':
            return { status: 'in_progress', completed: reached, final: false, error: false };
        default:
            return ending;
    }
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/judging.ts

function evaluatorsOf(names, { case: testCase, written }) {
    if (testCase.kind === 'tool-call')
        return [];
    if (written !== null)
        return written.evaluators;
    const { expectation, alsoExpected } = testCase;
    return names.flatMap((name) => {
        const [variable] = evaluators[name].variables;
        const values = variable === undefined ? null : { [variable.name]: `The reply ${expectation}.` };
        if (name !== 'correctness' || alsoExpected === undefined)
            return [{ name, values }];
        return [
            { name, values },
            { name: 'other-correctness', values: { criteria: `The reply ${alsoExpected}.` } },
        ];
    });
}
function criteriaOf(names, test, dialect) {
    const uses = evaluatorsOf(names, test);
    if (dialect.version === 'older') {
        const texts = uses.flatMap(({ values }) => values?.['criteria'] ?? []);
        return texts.length === 1 ? texts[0] : texts;
    }
    return uses.map(({ name, values }) => {
        const isTwin = name === 'other-correctness';
        const label = evaluators[name].name + (isTwin ? `-${evaluatorUuid(dialect, name).slice(0, 8)}` : '');
        const shown = test.written === null ? label : uniqueName(name);
        return { name: shown, ...(values !== null && { arguments: values }) };
    });
}
function judgeResults(uses, testCase, failing, index, dialect) {
    const strict = uses.filter(({ name }) => name === 'correctness' || name === 'helpfulness');
    const failed = failing ? (strict.length > 0 ? strict : uses.slice(0, 1)) : [];
    return uses.map((use) => {
        const { name, values } = use;
        const { value, reasoning } = verdict(name, testCase, failed.includes(use), index);
        return {
            evaluator_uuid: evaluatorUuid(dialect, name),
            reasoning,
            match: typeof value === 'boolean' ? value : null,
            score: typeof value === 'number' ? value : null,
            value_name: scales[evaluators[name].outputType].find((step) => step.value === value)?.name ?? null,
            variable_values: values,
        };
    });
}
const praise = [
    'Clear and complete: the user can act on it at once.',
    'Answers the question first and names the next step.',
    'Friendly, short, and nothing is left open.',
];
function verdict(name, testCase, failing, index) {
    const kind = praise[index % praise.length] ?? '';
    if (failing && name !== 'helpfulness')
        return { value: false, reasoning: testCase.failureReason };
    switch (name) {
        case 'correctness':
        case 'goal':
        case 'faithfulness':
            return { value: true, reasoning: `The reply ${testCase.expectation}.` };
        case 'other-correctness':
            return { value: true, reasoning: `The reply ${testCase.alsoExpected ?? testCase.expectation}.` };
        case 'style':
        case 'tone':
            return { value: true, reasoning: 'Polite, on topic, and in the language of the user.' };
        case 'helpfulness':
            return failing
                ? { value: 3, reasoning: `${kind} A little more detail would make it perfect.` }
                : { value: 5, reasoning: kind };
        default:
            return name;
    }
}

;// CONCATENATED MODULE: external "node:util"
const external_node_util_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");
;// CONCATENATED MODULE: ./simulator/src/evaluation/tool-calls.ts

function rightCallOf({ expectedCall, rightCall }) {
    return rightCall ?? { tool: expectedCall.tool, arguments: expectedCall.arguments ?? {} };
}
function verdictOn(testCase, actual) {
    const { expectedCall } = testCase;
    if (actual === null)
        return 'No tool calls were generated by the LLM';
    if (actual.tool !== expectedCall.tool)
        return `Tool call mismatch - expected tool call: ${expectedCall.tool} but got: ${actual.tool}`;
    const lines = compare(expectedCall.arguments ?? {}, actual.arguments, rightCallOf(testCase).arguments, '');
    const wrong = lines.filter((line) => line.startsWith(WRONG));
    if (wrong.length === 0)
        return "The agent's tools calls matches the expected ones";
    const right = lines.filter((line) => !line.startsWith(WRONG));
    return ['Tool call arguments mismatch:', ...wrong, ...right].join('\n');
}
const WRONG = '  ❌';
function compare(expected, actual, right, prefix) {
    return Object.entries(expected).flatMap(([name, wanted]) => {
        const path = prefix + name;
        const [given, accepted] = [actual[name], right[name]];
        const line = (isRight, whatIsWrong) => isRight ? `  ✅ ${path}: value matches the expected value` : `${WRONG} ${path}: ${whatIsWrong}`;
        const exact = (value) => line((0,external_node_util_namespaceObject.isDeepStrictEqual)(given, value), mismatch(value, given));
        if (!tool_calls_isObject(wanted))
            return exact(wanted);
        switch (wanted['match_type']) {
            case 'any':
                return [];
            case 'exact':
                return exact(wanted['value']);
            case 'llm_judge':
                return line((0,external_node_util_namespaceObject.isDeepStrictEqual)(given, accepted), `does not meet the criteria '${wanted['criteria']}'`);
            default:
                return compare(wanted, objectOf(given), objectOf(accepted), `${path}.`);
        }
    });
}
function mismatch(expected, given) {
    return given === undefined
        ? `missing in actual output (expected ${quoted(expected)})`
        : `value mismatch — expected ${quoted(expected)}, got ${quoted(given)}`;
}
const quoted = (value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
const objectOf = (value) => (tool_calls_isObject(value) ? value : {});
function tool_calls_isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// EXTERNAL MODULE: ./simulator/src/evaluation/fixtures/index.ts + 2 modules
var fixtures = __nccwpck_require__(918);
;// CONCATENATED MODULE: ./simulator/src/evaluation/written-test.ts



function runnable(written) {
    const { uuid: id, name, index } = written;
    const plainName = name.replace(/ · [0-9a-f]{16}$/, '');
    return { id, name, plainName, index, case: caseOf(written, plainName), written };
}
function writtenDefinition(written, criteria) {
    const { type, config } = written;
    const { input, inputs, settings } = config ?? {};
    const tool_calls = toolCallsOf(written).map(({ tool, arguments: given = null, accept_any_arguments: any }) => ({
        tool,
        arguments: any ? null : given,
    }));
    return {
        ...(config?.['history'] !== undefined && { history: shownHistory(config['history']) }),
        ...(input !== undefined && { input }),
        evaluation: type === 'tool_call' ? { type, tool_calls } : { type, criteria },
        ...(inputs !== undefined && { inputs }),
        ...(settings !== undefined && { settings }),
    };
}
const shownHistory = (history) => Array.isArray(history) ? history.map((turn) => (isObject(turn) ? written_test_withoutNulls(turn) : turn)) : history;
const written_test_withoutNulls = (turn) => Object.fromEntries(Object.entries(turn).filter(([, value]) => value !== null));
const isGeneral = ({ type, config }) => type === 'general' || (type === 'tool_call' && config?.['input'] !== undefined);
function toolCallsOf({ config }) {
    const calls = Object(config?.['evaluation']).tool_calls;
    return Array.isArray(calls) ? calls.filter(isObject) : [];
}
function turnsOf({ config }) {
    const turns = config?.['history'];
    return Array.isArray(turns) ? turns.filter(isObject) : [];
}
function caseOf(written, name) {
    const message = String(turnsOf(written).at(-1)?.['content'] ?? written.config?.['input'] ?? '');
    const known = fixtures/* fixtureCases */.z.find((each) => each.name === name);
    if (written.type === 'tool_call') {
        const [{ tool = 'none', arguments: given = null } = {}] = toolCallsOf(written);
        const expectedCall = { tool: String(tool), arguments: isObject(given) ? given : null };
        const rightCall = {
            tool: expectedCall.tool,
            arguments: Object(fittingValue(expectedCall.arguments ?? {})),
        };
        const wrongCall = known?.kind === 'tool-call' ? known.wrongCall : null;
        return { kind: 'tool-call', name, message, expectedCall, rightCall, wrongCall };
    }
    const expectations = written.evaluators
        .flatMap(({ name: evaluator, values }) => evaluators[evaluator].variables.map((each) => values?.[each.name] ?? each.default ?? ''))
        .map((value) => String(value).replace(/\.$/, ''));
    const promptWords = /"([^"]+)"/.exec(expectations.join('\n'))?.[1];
    const expected = expectations[0] || 'what the evaluators ask for';
    const generic = {
        expectation: `meets this: ${expected}`,
        reply: 'Certainly. This is the reply that the test expects.',
        wrongReply: 'I am not sure about that.',
        failureReason: `The reply does not meet this: ${expected}.`,
        ...(promptWords !== undefined && { promptWords }),
    };
    return { ...(known?.kind === 'reply' ? known : generic), kind: 'reply', name, message };
}
function fittingValue(expected) {
    if (!isObject(expected))
        return expected;
    switch (expected['match_type']) {
        case 'exact':
            return expected['value'];
        case 'llm_judge':
            return String(expected['criteria']);
        case 'any':
            return 'anything';
        default:
            return Object.fromEntries(Object.entries(expected).map(([key, each]) => [key, fittingValue(each)]));
    }
}
function defectOf({ type, config, evaluators: uses, }) {
    if (config === null || Object.keys(config).length === 0)
        return 'unconfigured';
    if ('history' in config && !Array.isArray(config['history']))
        return 'no-history';
    return type !== 'tool_call' && uses.length === 0 ? 'no-evaluators' : null;
}
function isReadable({ config }) {
    const { evaluation = {} } = config ?? {};
    return isObject(evaluation);
}
function isRunnable({ config }) {
    const { inputs = null } = config ?? {};
    return inputs === null || isObject(inputs);
}
const evaluatorTypeOf = (type) => type === 'conversation' ? 'conversation' : type === 'general' ? 'llm-general' : 'llm';

;// CONCATENATED MODULE: ./simulator/src/evaluation/results.ts






function resultsOf(run, state, options, dialect) {
    const rows = state.final && run.ending !== 'not-started' ? run.tests : run.requested;
    return rows.flatMap(({ test, outcome, position }) => {
        const complete = position < state.completed;
        const passed = complete ? (0,evaluation_errors/* passedField */.lv)(outcome, dialect.version, position) : null;
        if (options.onlyFailed && passed !== false)
            return [];
        const row = complete ? completeRow(run, test, outcome, options, dialect) : waitingFields;
        return {
            ...(options.compact && dialect.version === 'documented' ? withoutCompacted(row) : row),
            name: test.name,
            passed,
            ...(dialect.version === 'newer' && {
                test_uuid: test.id,
                test_type: (0,evaluation_suite/* typeOf */.QP)(test),
                unanswered: complete && (0,evaluation_errors/* isUnanswered */.Ni)(outcome),
                not_run: complete ? outcome === 'not-run' : state.status === 'cancelled',
            }),
        };
    });
}
function withoutCompacted(row) {
    const compacted = ['output', 'test_case', 'judge_results', 'reasoning'];
    return Object.fromEntries(Object.entries(row).filter(([field]) => !compacted.includes(field)));
}
const withoutDetails = { reasoning: null, output: null, judge_results: null };
const waitingFields = {
    test_case_id: null,
    test_case: null,
    inputs: null,
    ...withoutDetails,
    latency_ms: null,
    cost: null,
};
function completeRow(run, test, outcome, options, dialect) {
    const overrides = test.written ? test.written.config?.['inputs'] : test.case.inputs;
    const defaults = run.config['default_inputs'];
    return {
        test_case_id: dialect.version === 'older' ? `case-${test.index + 1}` : test.id,
        test_case: options.compact ? null : definitionOf(run, test, dialect),
        inputs: defaults || overrides ? { ...Object(defaults), ...Object(overrides) } : null,
        ...fieldsByOutcome(run, test, outcome, options, dialect),
    };
}
function definitionOf({ agent, scenario }, test, dialect) {
    const { id, name, case: testCase } = test;
    const criteria = criteriaOf(scenario.evaluators, test, dialect);
    if (test.written !== null)
        return { id, name, ...writtenDefinition(test.written, criteria) };
    const { inputs, language } = testCase;
    const turns = [...(testCase.earlierTurns ?? []), { role: 'user', content: testCase.message }];
    const isToolCall = testCase.kind === 'tool-call';
    const isGeneral = agent.interactionType === 'general';
    return {
        id,
        name,
        ...(isGeneral && { input: testCase.message }),
        ...((!isGeneral || isToolCall) && { [dialect.version === 'older' ? 'messages' : 'history']: turns }),
        evaluation: isToolCall
            ? { type: 'tool_call', tool_calls: [testCase.expectedCall] }
            : { type: isGeneral ? 'general' : (0,evaluation_suite/* typeOf */.QP)(test), criteria },
        ...(inputs && { inputs }),
        ...(language && { settings: { language } }),
    };
}
function fieldsByOutcome(run, test, outcome, { compact }, dialect) {
    if (outcome !== 'passed' && outcome !== 'failed') {
        const hasReason = (0,evaluation_errors/* isErrorKind */.rs)(outcome) && dialect.version !== 'older' && !compact;
        const row = hasReason ? errorRow(outcome, run) : withoutDetails;
        return { ...row, latency_ms: null, cost: null };
    }
    const details = compact ? withoutDetails : detailsOf(run, test, outcome === 'failed', dialect);
    return { ...details, ...measureFields(run, test) };
}
function measureFields(run, test) {
    switch (run.scenario.measures) {
        case 'usual': {
            const { latencyMs, cost } = measuresOf(run, test);
            return { latency_ms: latencyMs, cost };
        }
        case 'odd':
            return oddMeasures(test.index);
        case 'none':
            return { latency_ms: null, cost: null };
        default:
            return run.scenario.measures;
    }
}
function errorRow(kind, { config }) {
    return {
        reasoning: (0,evaluation_errors/* reasonOf */.A3)(kind, String(config['agent_url'])),
        output: { response: null, tool_calls: [] },
        judge_results: null,
    };
}
function detailsOf(run, test, failed, dialect) {
    const { case: testCase, index } = test;
    if (testCase.kind === 'tool-call') {
        const call = failed ? testCase.wrongCall : rightCallOf(testCase);
        const said = failed ? testCase.wrongReply : undefined;
        return {
            reasoning: verdictOn(testCase, call),
            output: {
                response: said ?? (dialect.version === 'older' ? null : ''),
                tool_calls: call === null ? [] : [{ ...call, output: null }],
            },
            judge_results: null,
        };
    }
    const uses = evaluatorsOf(run.scenario.evaluators, test);
    const judged = judgeResults(uses, testCase, failed, index, dialect);
    return {
        reasoning: failed ? (judged[0]?.reasoning ?? null) : 'All evaluators passed.',
        output: { response: failed ? testCase.wrongReply : testCase.reply, tool_calls: [] },
        judge_results: judged,
    };
}
function measuresOf({ agent }, { name }) {
    const slowness = (0,ids/* chance */.Dz)(`${agent.name}/${name}`);
    const tokens = Math.round(380 + 1500 * (0,ids/* chance */.Dz)(`${agent.name}/${name}/tokens`));
    return {
        latencyMs: Math.round(620 + 2400 * slowness ** 2 + (slowness > 0.96 ? 3100 : 0)),
        cost: Number((tokens * 2.4e-6).toFixed(6)),
        tokens,
    };
}
function oddMeasures(index) {
    const latencies = ['812 ms', { total: 812, unit: 'ms' }, [812], true];
    const costs = ['0.0012', { usd: 0.0012 }, -1, ''];
    return { latency_ms: latencies[index % latencies.length], cost: costs[index % costs.length] };
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/run-status.ts





function runStatus(run, state, options, dialect) {
    const evaluators = evaluatorsUsed(run).map((name) => evaluatorOf(name, run.versions, options.compact, dialect));
    return {
        task_id: run.taskId,
        status: state.status,
        test_uuids: run.requested.map(({ test }) => test.id),
        ...totals(run, state, dialect.version),
        evaluators: evaluators.length > 0 ? evaluators : null,
        results: run.type === 'llm-benchmark' ? null : resultsOf(run, state, options, dialect),
        ...(dialect.version === 'newer' && {
            name: run.name,
            stopped_early: hasCounts(run, state) && run.tests.some(({ outcome }) => outcome === 'not-run'),
        }),
    };
}
function historyItem(run, state, now, { version, time }) {
    return {
        uuid: run.taskId,
        name: run.name,
        status: state.status,
        type: run.type,
        created_at: time(run.launchedAt),
        updated_at: time(updatedAt(run, now)),
        ...totals(run, state, version),
        results: hasRows(run, state) ? historyRows(run, state, version) : null,
        evaluators: displayNames(evaluatorsUsed(run)),
        model_results: run.type === 'llm-benchmark' ? modelResults : null,
    };
}
const hasRows = ({ type, tests }, { final }) => type !== 'llm-benchmark' && !(final && tests.length === 0);
const modelResults = ['openai/gpt-4.1', 'anthropic/claude-sonnet-4.5'].map((model) => ({
    model,
    message: 'Waiting',
    ...{ success: null, total_tests: null, passed: null, failed: null },
}));
function historyRows(run, state, version) {
    return run.tests.map(({ test: { name }, outcome, position }) => ({
        name,
        passed: position < state.completed ? (0,evaluation_errors/* passedField */.lv)(outcome, version, position) : null,
    }));
}
function failedCount(run, state, version) {
    return hasCounts(run, state) ? countFailed(run, version) : null;
}
function evaluatorsUsed({ tests, scenario }) {
    const used = new Set(tests.flatMap(({ test }) => evaluatorsOf(scenario.evaluators, test).map(({ name }) => name)));
    return evaluatorNames.filter((name) => used.has(name));
}
function totals(run, state, version) {
    const counted = hasCounts(run, state);
    const isShared = run.scenario.shared && state.final;
    const { measures } = run.scenario;
    const measured = run.tests.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
    return {
        ...counts(run, state, version),
        ...(measures === 'odd' && counted
            ? oddAggregates
            : aggregate(measures === 'usual' && counted ? measured.map(({ test }) => measuresOf(run, test)) : [])),
        error: state.error,
        is_public: isShared,
        share_token: isShared ? (0,ids/* stableUuid */.tm)(`share ${run.taskId}`) : null,
        ...(version === 'newer' && {
            unanswered_tests: counted ? run.tests.filter(({ outcome }) => (0,evaluation_errors/* isUnanswered */.Ni)(outcome)).length : null,
            aborted: state.status === 'cancelled',
        }),
    };
}
function counts(run, state, version) {
    if (run.type === 'llm-benchmark')
        return { total_tests: null, passed: null, failed: null };
    if (!hasCounts(run, state)) {
        const known = state.final ? run.tests : run.requested;
        return { total_tests: state.completed === 0 ? null : known.length, passed: null, failed: null };
    }
    const passed = run.tests.filter(({ outcome }) => outcome === 'passed').length;
    return { total_tests: run.tests.length, passed, failed: countFailed(run, version) };
}
const countFailed = (run, version) => run.tests.filter(({ outcome }) => (0,evaluation_errors/* countsAsFailed */.yc)(outcome, version)).length;
const hasCounts = ({ ending, tests, type }, { final, completed }) => type === 'llm-unit-test' &&
    (ending === 'done' || ending === 'erred') &&
    (final || (completed > 0 && completed === tests.length));
function updatedAt(run, now) {
    if (now >= run.endsAt)
        return run.endsAt;
    return now >= run.startsAt ? now : run.launchedAt;
}
const oddAggregates = {
    latency_ms: '1.2 s',
    cost: { mean: '0.0021', currency: 'USD', count: '8' },
    total_tokens: [4711, 'estimated'],
};
function aggregate(measures) {
    if (measures.length === 0)
        return { latency_ms: null, cost: null, total_tokens: null };
    return {
        latency_ms: percentiles(measures.map(({ latencyMs }) => latencyMs)),
        cost: range(measures.map(({ cost }) => cost), 6),
        total_tokens: range(measures.map(({ tokens }) => tokens), 0),
    };
}
function percentiles(values) {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (percent) => sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null;
    return { p50: at(50), p95: at(95), p99: at(99), count: sorted.length };
}
function range(values, decimals) {
    let sum = 0;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const value of values) {
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }
    return { mean: Number((sum / values.length).toFixed(decimals)), min, max, count: values.length };
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/runs.ts







const notVerified = 'Agent connection not verified. Call POST /agents/{agent_uuid}/verify-connection first.';
const noTests = 'No tests linked to this agent. Link tests first or provide test_uuids.';
function runRoutes(workspace) {
    const { now, dialect } = workspace;
    const endedRuns = new WeakMap();
    const routes = [
        { method: 'POST', path: '/agent-tests/run', handle: ({ body }) => launchBatch(workspace, body) },
        { method: 'GET', path: '/agent-tests/run/{task_id}', handle: poll },
        { method: 'POST', path: '/agent-tests/agent/{agent_uuid}/run', handle: launch },
    ];
    const historyRoute = { method: 'GET', path: '/agent-tests/agent/{agent_uuid}/runs', handle: history };
    return dialect.version === 'older' ? routes : [...routes, historyRoute];
    function launch(request) {
        const agent = findAgent(workspace, request);
        const ids = optionalStrings(objectBody(request.body), 'test_uuids') ?? [];
        if (!(0,agent_config/* isVerified */.p4)(agent))
            throw new HttpError(400, { detail: notVerified });
        const { llm = {} } = agent.config ?? {};
        if (!isObject(llm))
            return crash();
        const tests = ids.length === 0 ? workspace.tests.linked(agent) : findTests(workspace, agent, ids);
        if (tests.length === 0)
            throw new HttpError(400, { detail: noTests });
        if (tests.some(({ owner, test }) => owner === null && !isReadable(test.written)))
            return crash();
        const hasDataset = dialect.version === 'older' || dialect.version === 'documented';
        const dataset = hasDataset && { dataset_id: null, dataset_name: null };
        return json({ ...launched(workspace.launch(agent, tests), dialect), ...dataset });
    }
    function poll({ param, query }) {
        const onlyFailed = booleanQuery(query, 'only_failed') ?? false;
        const compact = booleanQuery(query, 'compact') ?? false;
        const run = workspace.run(param('task_id'));
        const state = run === undefined ? null : stateOf(run, now());
        if (run?.agent.scenario.refusal === 'other-workspace')
            throw differentWorkspace;
        if (run === undefined || state === null)
            throw new HttpError(404, { detail: 'Task not found' });
        if (run.scenario.pollsCrash && state.completed > 0)
            return crash();
        const cached = endedRuns.get(run) ?? new Map();
        const key = `${onlyFailed} ${compact}`;
        const response = cached.get(key) ?? json(runStatus(run, state, { onlyFailed, compact }, dialect));
        if (state.final)
            endedRuns.set(run, cached.set(key, response));
        return response;
    }
    function history(request) {
        const runs = workspace.runsOf(findAgent(workspace, request));
        return json(historyPage(runs, request.query, workspace));
    }
}
function launched({ taskId, startsAt, launchedAt, ending }, { version }) {
    const waits = version === 'documented' || startsAt > launchedAt || ending === 'not-started';
    return { task_id: taskId, status: waits ? 'queued' : 'in_progress' };
}
function historyPage(runs, query, { now, dialect }) {
    const at = now();
    const type = choiceQuery(query, 'type', ['llm-unit-test', 'llm-benchmark'], 'literal_error');
    const status = choiceQuery(query, 'status', ['queued', 'in_progress', 'cancelled', 'done', 'failed']);
    const hasFailures = booleanQuery(query, 'has_failures');
    const around = query.get('around');
    if (around !== null && !runs.some(({ taskId }) => taskId === around))
        throw new HttpError(404, { detail: `${around} not found in the current results` });
    const limit = integerQuery(query, 'limit', 1, MAX_LIMIT);
    const offset = integerQuery(query, 'offset', 0) ?? 0;
    const matching = runs.flatMap((run) => {
        const state = stateOf(run, at);
        if (state === null)
            return [];
        const matches = (type === null || run.type === type) &&
            (status === null || state.status === status) &&
            (hasFailures === null || (failedCount(run, state, dialect.version) ?? 0) > 0 === hasFailures);
        return matches ? { run, state } : [];
    });
    const items = matching
        .slice(offset, limit === null ? undefined : offset + limit)
        .map(({ run, state }) => historyItem(run, state, at, dialect));
    return { items, total: matching.length, limit, offset };
}
function findTests(workspace, agent, ids) {
    const tests = ids.map((id) => {
        const found = workspace.tests.find(id, agent);
        if (found === undefined)
            throw new HttpError(404, { detail: `Test ${id} not found` });
        return found;
    });
    const others = tests.filter(({ owner, test }) => {
        const general = owner === null ? isGeneral(test.written) : owner.interactionType === 'general';
        return general !== (agent.interactionType === 'general');
    });
    if (others.length === 0)
        return tests;
    const error = `Agent has interaction_type='${agent.interactionType}' and cannot run these tests`;
    throw new HttpError(400, { detail: { error, test_uuids: others.map(({ test }) => test.id) } });
}
function launchBatch(workspace, body) {
    const names = (body.kind === 'none' ? null : optionalStrings(objectBody(body), 'agent_names')) ?? [];
    const agents = names.length === 0 ? workspace.agents : findAgentsByName(workspace, names);
    const runs = [];
    const skipped = [];
    for (const agent of agents) {
        const ids = { agent_name: agent.name, agent_uuid: agent.uuid };
        if (agent.scenario.refusal === 'other-workspace')
            continue;
        if (!(0,agent_config/* isVerified */.p4)(agent))
            skipped.push({ ...ids, reason: 'connection_not_verified' });
        else if (workspace.tests.linked(agent).length === 0)
            skipped.push({ ...ids, reason: 'no_linked_tests' });
        else
            runs.push({ ...ids, ...launched(workspace.launch(agent), workspace.dialect) });
    }
    return json({ runs, skipped });
}
function findAgentsByName(workspace, names) {
    const found = [...new Set(names)].map((name) => ({ name, agent: workspace.agentByName(name) }));
    const missing = found.filter(({ agent }) => agent === undefined).map(({ name }) => name);
    if (missing.length > 0) {
        const message = 'Unknown agent name(s)';
        throw new HttpError(404, { detail: { message, not_found: missing } });
    }
    return found.flatMap(({ agent }) => agent ?? []);
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/test.ts
const testTypes = ['response', 'tool_call', 'conversation', 'general'];

;// CONCATENATED MODULE: ./simulator/src/evaluation/tests.ts






const MAX_TESTS = 500;
function testRoutes(workspace) {
    const { dialect, tests } = workspace;
    if (dialect.version === 'older')
        return [];
    return [
        { method: 'GET', path: '/tests', handle: list },
        { method: 'POST', path: '/tests', handle: create },
        { method: 'POST', path: '/tests/bulk', handle: createMany },
        { method: 'GET', path: '/tests/{test_uuid}', handle: (request) => json(record(find(request), dialect)) },
        {
            method: 'PUT',
            path: '/tests/{test_uuid}',
            handle: (request) => update(workspace, find(request), objectBody(request.body)),
        },
        { method: 'DELETE', path: '/tests/{test_uuid}', handle: tests_refuse },
    ];
    function find({ param }) {
        const test = tests.byId(param('test_uuid'));
        if (test === undefined)
            throw tests_refused(404, 'Test not found');
        return test;
    }
    function list({ query }) {
        const { items, ...rest } = pageOf(query, tests.all());
        return json({ items: items.map((test) => tests_listEntry(test, dialect)), ...rest });
    }
    async function create({ body: given }) {
        const body = objectBody(given);
        const name = requiredString(body, 'name');
        const type = typeIn(body);
        const uses = usesIn(body, type, dialect);
        if (type === 'conversation' && !uses?.length)
            throw tests_refused(400, 'Conversation tests require at least one evaluator.');
        const draft = { name, type, config: optionalObject(body, 'config'), evaluators: uses ?? [] };
        const written = await write(workspace, [draft], [], () => tests_refused(409, 'Test name already exists'));
        return written === null ? dropped : json({ uuid: written[0], message: 'Test created successfully' });
    }
    async function createMany({ body: given }) {
        const body = objectBody(given);
        const drafts = draftsIn(body, typeIn(body), dialect);
        const agents = (optionalStrings(body, 'agent_uuids') ?? []).map((uuid) => {
            const agent = workspace.agentById(uuid);
            if (agent === undefined)
                throw tests_refused(404, `Agent ${uuid} not found`);
            return agent;
        });
        const uuids = await write(workspace, drafts, agents, (names) => tests_refused(400, `Test names already exist: ${names.join(', ')}`));
        if (uuids === null)
            return dropped;
        return json({ uuids, count: uuids.length, message: `Created ${uuids.length} tests`, warnings: null });
    }
}
function update({ tests, dialect }, test, body) {
    const { type = test.type } = body;
    if (type !== test.type)
        throw tests_refused(400, `Test type is immutable; cannot change from '${test.type}' to '${type}'. Create a new test instead.`);
    const name = (body['name'] ?? null) === null ? test.name : requiredString(body, 'name');
    const config = optionalObject(body, 'config');
    const uses = usesIn(body, test.type, dialect);
    if (uses?.length === 0 && test.type === 'conversation')
        throw tests_refused(400, 'Conversation tests require at least one evaluator; cannot remove all.');
    if (name !== test.name && tests.all().some((each) => each.name === name))
        throw tests_refused(409, 'Test name already exists');
    const isEmpty = (body['name'] ?? config ?? uses ?? null) === null;
    const changes = { name, ...(config && { config }), ...(uses && { evaluators: uses }) };
    return json(record(isEmpty ? test : tests.change(test, changes), dialect));
}
function tests_refuse() {
    throw tests_refused(403, 'Not authenticated');
}
async function write(workspace, drafts, agents, conflict) {
    const { tests } = workspace;
    if (tests.happens('others-first'))
        void writeEvaluators(workspace, addTests(workspace, drafts, []), drafts);
    const taken = new Set(tests.all().map(({ name }) => name));
    const names = drafts.map(({ name }) => name).filter((name) => taken.has(name));
    if (names.length > 0)
        throw conflict(names);
    const written = addTests(workspace, drafts, agents);
    if (tests.happens('interrupted'))
        return null;
    await writeEvaluators(workspace, written, drafts);
    return written.map(({ uuid }) => uuid);
}
function addTests({ tests }, drafts, agents) {
    const withoutEvaluators = drafts.map((draft) => ({ ...draft, evaluators: [] }));
    return tests.add(withoutEvaluators, agents);
}
async function writeEvaluators({ tests, sleep, evaluatorsAfterMs }, written, drafts) {
    if (evaluatorsAfterMs > 0)
        await sleep(evaluatorsAfterMs);
    for (const [i, test] of written.entries())
        tests.change(test, { evaluators: drafts[i]?.evaluators ?? [] });
}
function typeIn(body) {
    requirePresent(body, 'type');
    return choice(body, 'type', testTypes);
}
function draftsIn(body, type, dialect) {
    const language = body['language'];
    const given = requiredObjects(body, 'tests');
    if (given.length === 0)
        throw valueError(body, 'tests list must not be empty');
    if (given.length > MAX_TESTS)
        throw valueError(body, `tests list must not exceed ${MAX_TESTS} tests`);
    const names = given.map((test, i) => requiredString(test, 'name', ['body', 'tests', i]));
    const twice = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
    if (twice.length > 0)
        throw valueError(body, `Duplicate test names in request: ${twice.join(', ')}`);
    return given.map((test, i) => {
        const { conversation_history: history = null, input = null, tool_calls = null, inputs } = test;
        const name = names[i] ?? '';
        const refuse = (what) => valueError(body, `Test '${name}' must have ${what} for ${type} type`);
        if (type === 'tool_call' && (history === null) === (input === null))
            throw refuse("exactly one of 'input' or 'conversation_history'");
        const uses = usesIn(test, type, dialect, ['body', 'tests', i]) ?? [];
        if (type !== 'tool_call' && uses.length === 0)
            throw refuse('at least one evaluator');
        const config = {
            ...(history !== null && { history }),
            ...(input !== null && { input }),
            evaluation: { type, ...(tool_calls !== null && { tool_calls }) },
            ...(isObject(inputs) && { inputs }),
            ...(typeof language === 'string' && { settings: { language } }),
        };
        return { name, type, config, evaluators: uses };
    });
}
function usesIn(body, type, dialect, parent = ['body']) {
    const given = optionalObjects(body, 'evaluators', parent);
    if (given === null)
        return null;
    const uses = given.map((entry, i) => {
        const loc = [...parent, 'evaluators', i];
        refuseOthers(entry, ['evaluator_uuid', 'variable_values'], loc);
        const uuid = requiredString(entry, 'evaluator_uuid', loc);
        const name = evaluatorById(uuid, dialect);
        if (name === undefined)
            throw tests_refused(404, `Evaluator ${uuid} not found`);
        const [wanted, actual] = [evaluatorTypeOf(type), evaluators[name].type ?? 'llm'];
        if (wanted !== actual)
            throw tests_refused(400, `Evaluator ${uuid} has evaluator_type='${actual}'. Tests of type '${type}' only accept '${wanted}' evaluators.`);
        return [uuid, { name, values: optionalObject(entry, 'variable_values', loc) }];
    });
    return [...new Map(uses).values()];
}
const tests_refused = (status, detail) => new HttpError(status, { detail });
function tests_listEntry({ uuid, name, type, config, createdAt, updatedAt }, { time }) {
    const description = config && { description: config['description'] ?? null };
    return { uuid, name, type, config: description, created_at: time(createdAt), updated_at: time(updatedAt) };
}
function record(test, dialect) {
    const linked = test.evaluators.map(({ name, values }) => ({
        ...linkedEvaluator(name, dialect),
        uuid: evaluatorUuid(dialect, name),
        variable_values: values,
    }));
    return { ...tests_listEntry(test, dialect), config: test.config, evaluators: linked };
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/service.ts








const refusedKey = (detail) => new HttpError(401, { detail }, { 'www-authenticate': 'Bearer' });
const keyErrors = (version) => ({
    wrong: refusedKey('Invalid or revoked API key'),
    'wrong-bearer': refusedKey('Invalid or expired token'),
    missing: version === 'documented'
        ? refusedKey('Not authenticated')
        : new HttpError(403, { detail: 'Not authenticated' }),
});
function createEvaluationService(workspace, listShape) {
    const getDescription = {
        method: 'GET',
        path: '/public-api/openapi.json',
        handle: () => json(openapi_namespaceObject),
        open: true,
    };
    const routes = [
        getDescription,
        ...agentRoutes(workspace, listShape),
        ...agentRecordRoutes(workspace),
        ...runRoutes(workspace),
        ...evaluatorRoutes(workspace.dialect),
        ...testRoutes(workspace),
        ...annotationRoutes(workspace),
    ];
    const { elsewhere } = annotationIds(workspace);
    return createRouter(routes.map((route) => refusing(elsewhere, route)), keyErrors(workspace.dialect.version));
}
function refusing(elsewhere, route) {
    const names = [...route.path.matchAll(/\{((?!test_)\w+)\}/g)].map(([, name = '']) => name);
    const handle = (request) => {
        if (names.some((name) => request.param(name) === elsewhere))
            throw differentWorkspace;
        return route.handle(request);
    };
    return { ...route, handle };
}

// EXTERNAL MODULE: ./simulator/src/evaluation/agent.ts
var agent = __nccwpck_require__(476);
// EXTERNAL MODULE: ./simulator/src/evaluation/flakiness.ts
var evaluation_flakiness = __nccwpck_require__(575);
;// CONCATENATED MODULE: ./simulator/src/evaluation/outages.ts

function outages_errorOf(outages, test, number, started) {
    const hit = outages.findLast(({ test: only = test.plainName, runs: [first, last] = everything, seconds: [from, to] = everything, kind, }) => only === test.plainName &&
        number >= first &&
        number <= last &&
        started >= from &&
        started < to &&
        (kind !== 'half-down' || (test.index + number) % 2 === 0));
    return hit?.kind === 'half-down' ? 'agent-down' : (hit?.kind ?? null);
}
const everything = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
function stopAfterErrors(tests) {
    let inARow = 0;
    return tests.map((planned) => {
        if (planned.outcome === 'unconfigured')
            return planned;
        if (inARow >= evaluation_errors/* ERRORS_IN_A_ROW */.nu)
            return { ...planned, outcome: 'not-run' };
        inARow = (0,evaluation_errors/* isErrorKind */.rs)(planned.outcome) ? inARow + 1 : 0;
        return planned;
    });
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/planner.ts






const outagesOf = ({ outage: kind }, { outages }) => kind === null ? outages : [{ kind }, ...outages];
function asOfRun({ rewrites, edits }, test, number) {
    if (!(test instanceof evaluation_suite/* SuiteTest */.Lk))
        return test;
    const isBefore = ({ test: only = test.name, from }) => only === test.name && number < from;
    if (rewrites.some(isBefore))
        return test.firstVersion;
    return edits.some(isBefore) ? test.beforeEdit : test;
}
function followsPrompt({ config }, { case: testCase }) {
    const words = testCase.kind === 'reply' ? testCase.promptWords : undefined;
    if (words === undefined)
        return true;
    const { agent_url: address, system_prompt: prompt } = config ?? {};
    return address ? !String(address).includes('broken') : String(prompt ?? '').includes(words);
}
const draw = ({ flakiness }, test, number, factor) => (0,evaluation_flakiness/* failsInRun */.OP)(flakiness, test, number, factor) ? 'failed' : 'passed';
function usualOutcome(agent, test, number, factor) {
    if (agent.scenario.flaky)
        return draw(agent, test, number, factor);
    return agent.scenario.follows !== null && !followsPrompt(agent, test) ? 'failed' : fixed(agent, test);
}
function fixed(agent, { plainName }) {
    const own = agent.suite.testByName(plainName);
    return (own && agent.outcomes()[own.index]) ?? 'passed';
}
function defect({ owner, test }) {
    if (owner === null)
        return defectOf(test.written);
    const outcome = owner.scenario.flaky ? 'passed' : fixed(owner, test);
    return (0,evaluation_errors/* isOfTest */.g9)(outcome) ? outcome : null;
}
function createPlanner(startedAt, badDay) {
    const runsByTest = new Map();
    function nextNumber(agent, test) {
        const key = `${agent.uuid} ${test.name}`;
        const number = (runsByTest.get(key) ?? 0) + 1;
        runsByTest.set(key, number);
        return number;
    }
    return {
        launched(agent, tests, startsAt) {
            const started = (startsAt - startedAt) / 1000;
            const factor = badDay();
            const planned = tests.map((owned) => {
                const { test } = owned;
                const number = nextNumber(agent, test);
                const byTest = defect(owned);
                if (byTest !== null)
                    return { test, outcome: byTest };
                const error = outages_errorOf(outagesOf(agent.scenario, agent), test, number, started);
                const usual = usualOutcome(agent, test, number, factor);
                const outcome = error ?? ((0,evaluation_errors/* isOfTest */.g9)(usual) ? 'passed' : usual);
                return { test: asOfRun(agent, test, number), outcome };
            });
            return stopAfterErrors(planned);
        },
        earlier(agent, run) {
            const { errors = {} } = run;
            const scenario = (0,scenarios/* scenarioOf */.CF)(run.scenario, { tests: agent.scenario.tests, ...run.parameters });
            const suite = (0,evaluation_suite/* createSuite */.Lq)(agent.testsUuid, run.fixture ?? agent.fixture, scenario.tests);
            const outcomes = (0,evaluation_suite/* outcomesOf */.RK)(scenario, suite);
            const tests = run.tests === undefined ? suite.tests : (0,evaluation_flakiness/* findTests */.fk)(agent.name, suite, run.tests);
            const failing = new Set((0,evaluation_flakiness/* findTests */.fk)(agent.name, suite, run.failing ?? []));
            (0,evaluation_flakiness/* findTests */.fk)(agent.name, suite, Object.keys(errors));
            const outages = outagesOf(scenario, agent);
            const planned = tests.map((test) => {
                const number = nextNumber(agent, test);
                const usual = scenario.flaky ? draw(agent, test, number, 1) : outcomes[test.index];
                const error = errors[test.name] ?? outages_errorOf(outages, test, number, Number.NEGATIVE_INFINITY);
                const outcome = error ?? (failing.has(test) ? 'failed' : (usual ?? 'passed'));
                return { test: asOfRun(agent, test, number), outcome };
            });
            return { scenario, tests: stopAfterErrors(planned) };
        },
    };
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/run-book.ts



function run_book_endingOf({ config, scenario }, tests) {
    const llm = config?.['llm'];
    const hasModel = !isObject(llm) || llm['model'] !== null;
    if (tests.some(({ owner, test }) => owner === null && !isRunnable(test.written)))
        return 'not-started';
    const areDistinct = new Set(tests.map(({ test }) => test.id)).size === tests.length;
    return hasModel && areDistinct ? scenario.ending : 'failed';
}
function createRunBook({ concurrency, startDelayMs, planner, dialect, now }) {
    const queue = createRunQueue(concurrency, startDelayMs);
    const runs = new Map();
    function add(planned, tests) {
        const taskId = dialect.uuid(`run ${runs.size + 1}`);
        const run = createRun({ ...planned, taskId }, tests, dialect.version);
        runs.set(taskId, run);
        return run;
    }
    return {
        launch(agent, tests) {
            const scenario = { ...agent.scenario, ending: run_book_endingOf(agent, tests) };
            const launchedAt = now();
            const span = queue.add(launchedAt, durationMs(scenario));
            const name = `Run ${runs.size + 1}`;
            const planned = {
                name,
                type: 'llm-unit-test',
                agent,
                config: agent.config ?? {},
                scenario,
                versions: {},
                launchedAt,
                ...span,
            };
            return add(planned, planner.launched(agent, tests, span.startsAt));
        },
        addEarlier(agent, earlier) {
            const { type = 'llm-unit-test', versions = {}, launchedAt = now() } = earlier;
            const { scenario, tests } = planner.earlier(agent, earlier);
            const span = { startsAt: launchedAt, endsAt: launchedAt + durationMs(scenario) };
            const config = agent.config ?? {};
            return add({ name: 'Earlier run', type, agent, config, scenario, versions, launchedAt, ...span }, tests);
        },
        byId: (taskId) => runs.get(taskId),
        ofAgent: (agent) => [...runs.values()]
            .filter((run) => run.agent === agent)
            .reverse()
            .sort((a, b) => b.launchedAt - a.launchedAt),
    };
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/test-book.ts



class TestBook {
    #options;
    #written = new Map();
    #linkedTo = new Map();
    #due;
    #made = 0;
    constructor(options) {
        this.#options = options;
        this.#due = options.testEvent;
    }
    all() {
        const ofSuites = this.#options.agents.flatMap((agent) => agent.suite.tests.map((test) => [test.id, { agent, test }]));
        const distinct = new Map(ofSuites);
        const suites = [...distinct].map(([id, { agent, test }]) => this.#written.get(id) ?? recordOf(agent, test));
        return [...[...this.#written.values()].filter(({ uuid }) => !distinct.has(uuid)).reverse(), ...suites];
    }
    byId(uuid) {
        const written = this.#written.get(uuid);
        const owned = written === undefined ? this.#inSuite(uuid, this.#options.agents) : undefined;
        return owned ? recordOf(owned.owner, owned.test) : written;
    }
    add(drafts, linkTo) {
        const { dialect, now } = this.#options;
        const added = drafts.map((draft) => {
            this.#made += 1;
            const uuid = dialect.uuid(`written test ${this.#made}`);
            return { ...draft, uuid, index: this.#made, createdAt: now(), updatedAt: now() };
        });
        for (const test of added)
            this.#written.set(test.uuid, test);
        for (const agent of linkTo)
            this.#linkedTo.set(agent, [...(this.#linkedTo.get(agent) ?? []), ...added.map(({ uuid }) => uuid)]);
        return added;
    }
    change(test, changes) {
        const changed = { ...(this.byId(test.uuid) ?? test), ...changes, updatedAt: this.#options.now() };
        this.#written.set(test.uuid, changed);
        return changed;
    }
    find(uuid, agent) {
        const written = this.#written.get(uuid);
        if (written !== undefined)
            return { owner: null, test: runnable(written) };
        return this.#inSuite(uuid, [agent, ...this.#options.agents]);
    }
    linked(agent) {
        const own = agent.suite.tests.map(({ id }) => id);
        return [...own, ...(this.#linkedTo.get(agent) ?? [])].flatMap((uuid) => this.find(uuid, agent) ?? []);
    }
    happens(event) {
        if (this.#due === 'edited-always')
            return event === 'edited';
        if (this.#due !== event)
            return false;
        this.#due = null;
        return true;
    }
    launched(agent, tests) {
        const written = tests.flatMap(({ test }) => test.written ?? [])[0];
        if (written && this.happens('edited'))
            this.change(written, edited(written));
        return tests.map((each) => this.find(each.test.id, agent) ?? each);
    }
    #inSuite(uuid, agents) {
        for (const owner of agents) {
            const test = owner.suite.testById(uuid);
            if (test !== undefined)
                return { owner, test };
        }
        return undefined;
    }
}
function edited(test) {
    const turns = turnsOf(test);
    const last = { ...turns.at(-1), content: `${turns.at(-1)?.['content'] ?? ''} Please.` };
    const { input } = test.config ?? {};
    const asked = input === undefined ? { history: [...turns.slice(0, -1), last] } : { input: `${input} Please.` };
    return { config: { ...test.config, ...asked } };
}
function recordOf(agent, test) {
    const { case: testCase, id: uuid, name } = test;
    const type = agent.interactionType === 'general' ? 'general' : (0,evaluation_suite/* typeOf */.QP)(test);
    const turns = [...(testCase.earlierTurns ?? []), { role: 'user', content: testCase.message }];
    const { inputs, language } = testCase;
    const outcome = agent.scenario.flaky ? 'passed' : agent.outcomes()[test.index];
    const config = {
        ...(type === 'general' ? { input: testCase.message } : { history: turns }),
        evaluation: { type, ...(testCase.kind === 'tool-call' && { tool_calls: [testCase.expectedCall] }) },
        ...(inputs && { inputs }),
        ...(language && { settings: { language } }),
    };
    return {
        uuid,
        name,
        type,
        config: outcome === 'unconfigured' ? null : config,
        evaluators: outcome === 'no-evaluators' ? [] : evaluatorsOf(agent.scenario.evaluators, test),
        index: test.index,
        createdAt: agent.createdAt,
        updatedAt: agent.createdAt,
    };
}

;// CONCATENATED MODULE: ./simulator/src/evaluation/workspace.ts






const workspace_DAY_MS = 24 * 60 * 60 * 1000;
function createWorkspace(options) {
    const { agents: described, version, seed, badDay, now, sleep } = options;
    const startedAt = now();
    const dialect = {
        version,
        uuid: (text) => (0,ids/* stableUuid */.tm)(`${seed} ${text}`),
        time: version === 'documented' ? ids/* isoTimestamp */.yh : ids/* timestamp */.vE,
    };
    const agents = described.map((each, position) => (0,agent/* createAgent */.S)(each, startedAt - (position + 30) * workspace_DAY_MS, dialect.uuid));
    uniqueBy(agents, 'name', 'name');
    const byUuid = uniqueBy(agents, 'uuid', 'id');
    const runs = createRunBook({ ...options, planner: createPlanner(startedAt, badDay), dialect });
    const tests = new TestBook({ agents, dialect, now, testEvent: options.testEvent });
    for (const [position, agent] of agents.entries()) {
        if (agent.scenario.benchmarked)
            runs.addEarlier(agent, { scenario: 'hangs', type: 'llm-benchmark', launchedAt: startedAt - workspace_DAY_MS / 2 });
        const history = described[position]?.history ?? [];
        for (const [age, run] of [...history.entries()].reverse())
            runs.addEarlier(agent, { launchedAt: startedAt - (age + 1) * workspace_DAY_MS, ...run });
    }
    return {
        ...createVerifier(now, sleep),
        now,
        dialect,
        agents,
        agentById: (uuid) => byUuid.get(uuid),
        agentByName: (name) => agents.find((agent) => agent.name === name),
        tests,
        launch: (agent, launched = tests.linked(agent)) => runs.launch(agent, tests.launched(agent, launched)),
        evaluatorsAfterMs: options.evaluatorsAfterMs,
        addRun: runs.addEarlier,
        run: runs.byId,
        runsOf: runs.ofAgent,
    };
}
function uniqueBy(agents, field, label) {
    const found = new Map();
    for (const agent of agents) {
        if (found.has(agent[field]))
            throw new Error(`two agents have the same ${label}: "${agent[field]}"`);
        found.set(agent[field], agent);
    }
    return found;
}

;// CONCATENATED MODULE: external "node:http"
const external_node_http_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");
;// CONCATENATED MODULE: external "node:stream/consumers"
const consumers_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream/consumers");
;// CONCATENATED MODULE: ./simulator/src/journal.ts
function journalEntry({ method, path, query, key, body }, headers, response, timeMs) {
    return {
        method,
        path,
        query: Object.fromEntries(query),
        key,
        headers: withoutCredentials(headers),
        body: body.kind === 'none' ? null : body.value,
        status: response.status,
        timeMs,
    };
}
const credentials = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie'];
function withoutCredentials(headers) {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [
        name,
        credentials.includes(name) ? '(not kept)' : [value ?? ''].flat().join(', '),
    ]));
}

;// CONCATENATED MODULE: ./simulator/src/server.ts






async function serve(options) {
    const startedAt = options.now();
    const journal = [];
    const load = { peakInFlight: 0, connections: 0 };
    const thread = createThread();
    let inFlight = 0;
    const server = (0,external_node_http_namespaceObject.createServer)((request, response) => {
        if (options.crossOrigin)
            allowOtherOrigins(response);
        if (options.crossOrigin && request.method === 'OPTIONS') {
            response.writeHead(204).end();
            return;
        }
        inFlight += 1;
        load.peakInFlight = Math.max(load.peakInFlight, inFlight);
        let open = true;
        const leave = () => {
            if (open)
                inFlight -= 1;
            open = false;
        };
        response.once('close', leave);
        const timeMs = options.now() - startedAt;
        const handle = async (body) => {
            const received = readRequest(request, body, options);
            await thread.turn(received.key === 'missing' ? 0 : options.requestMs);
            const answer = await options.respond(received);
            journal.push(journalEntry(received, request.headers, answer, timeMs));
            if (answer === dropped) {
                response.destroy();
                return;
            }
            response.setHeader('date', new Date(options.now()).toUTCString());
            send(response, answer, options.latencyMs, leave);
        };
        (0,consumers_namespaceObject.text)(request).then(handle, () => response.destroy());
    });
    server.keepAliveTimeout = 120_000;
    server.on('connection', () => {
        load.connections += 1;
    });
    await new Promise((resolve, reject) => {
        server.once('error', reject).listen(options.port, options.host, resolve);
    });
    return {
        url: addressOf(server.address()),
        journal,
        load,
        close: () => new Promise((resolve) => {
            thread.stop();
            server.close(() => resolve());
            server.closeAllConnections();
        }),
    };
}
function createThread() {
    const stopped = new AbortController();
    let idleAt = 0;
    let last = Promise.resolve();
    return {
        turn(workMs) {
            idleAt = Math.max(performance.now(), idleAt) + workMs;
            const doneAt = idleAt;
            const done = last.then(async () => {
                const restMs = doneAt - performance.now();
                if (restMs > 0)
                    await (0,promises_namespaceObject.setTimeout)(restMs, undefined, { signal: stopped.signal }).catch(() => undefined);
            });
            last = done;
            return done;
        },
        stop: () => stopped.abort(),
    };
}
function allowOtherOrigins(response) {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type');
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH');
}
function readRequest(request, body, options) {
    const { pathname, searchParams } = new URL(`http://simulator${request.url ?? '/'}`);
    return {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        key: keyStateOf(request.headers, options),
        body: readBody(body, request.headers['content-type']),
    };
}
function keyStateOf(headers, { apiKey, hasKeyHeader }) {
    const bearer = /^bearer\s+(.+)$/i.exec(headers.authorization ?? '')?.[1];
    const header = hasKeyHeader ? headers['x-api-key'] : undefined;
    const key = header ?? bearer ?? '';
    if (key === '')
        return 'missing';
    if (key === apiKey)
        return 'right';
    return header === undefined ? 'wrong-bearer' : 'wrong';
}
function send(response, answer, latencyMs, beforeEnd) {
    const end = () => {
        beforeEnd();
        response.writeHead(answer.status, {
            'content-type': answer.contentType,
            'content-length': answer.body.byteLength,
            ...answer.headers,
        });
        response.end(answer.body);
    };
    if (latencyMs === 0) {
        end();
        return;
    }
    const timer = setTimeout(end, latencyMs);
    response.once('close', () => clearTimeout(timer));
}
function addressOf(address) {
    if (address === null || typeof address === 'string')
        throw new Error('the simulator has no port');
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${host}:${address.port}`;
}

;// CONCATENATED MODULE: ./simulator/src/index.ts










const defaultApiKey = 'simulator-key-5b1f0c6e9a72';
async function startSimulator(options = {}) {
    const { agents = defaultAgents, concurrency = 1, now = Date.now, badDay = 1 } = options;
    const { serverVersion: version = 'current' } = options;
    if (!(concurrency >= 1))
        throw new RangeError(`concurrency must be 1 or more, not ${concurrency}`);
    const workspace = createWorkspace({
        agents,
        concurrency,
        startDelayMs: options.startDelayMs,
        version,
        seed: options.seed ?? (0,external_node_crypto_.randomUUID)(),
        badDay: typeof badDay === 'number' ? () => badDay : badDay,
        now,
        evaluatorsAfterMs: options.evaluatorsAfterMs ?? 0,
        testEvent: options.testEvent ?? null,
        sleep: options.sleep ?? ((ms) => (0,promises_namespaceObject.setTimeout)(ms, undefined, { ref: false })),
    });
    const listsArray = version === 'older' || version === 'documented';
    const listShape = options.listShape ?? (listsArray ? 'array' : 'items');
    const service = await startService(options, {
        respond: createEvaluationService(workspace, listShape),
        hasKeyHeader: true,
        crossOrigin: false,
    });
    const find = (name) => {
        const agent = workspace.agentByName(name);
        if (agent === undefined)
            throw new Error(`there is no agent "${name}"`);
        return agent;
    };
    return Object.assign(service, {
        annotation: annotationIds(workspace),
        agents: workspace.agents.map(({ name, uuid, scenarioName }) => ({ name, uuid, scenario: scenarioName })),
        addRun: (agentName, run) => workspace.addRun(find(agentName), run).taskId,
    });
}
async function startVoiceFormSimulator(options = {}) {
    const { agents, respond } = createVoiceFormService(options.agents ?? defaultVoiceAgents, options.now ?? Date.now);
    const service = await startService(options, {
        respond,
        hasKeyHeader: false,
        crossOrigin: true,
    });
    return Object.assign(service, { agents });
}
async function startService(options, kind) {
    const { apiKey = defaultApiKey, host = '127.0.0.1', port = 0, latencyMs = 0, requestMs = 0 } = options;
    const { now = Date.now } = options;
    const server = await serve({ ...kind, apiKey, host, port, latencyMs, requestMs, now });
    return {
        url: server.url,
        apiKey,
        journal: server.journal,
        get peakInFlight() {
            return server.load.peakInFlight;
        },
        get connections() {
            return server.load.connections;
        },
        close: server.close,
    };
}


/***/ }),

/***/ 190:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   HM: () => (/* binding */ portOf),
/* harmony export */   LF: () => (/* binding */ read),
/* harmony export */   RO: () => (/* binding */ concurrencyOf),
/* harmony export */   h5: () => (/* binding */ startError)
/* harmony export */ });
/* unused harmony exports numberFrom, apiKeyOf, messageOf */
function numberFrom(least, most, decimal) {
    const pattern = decimal ? /^\d+(\.\d+)?$/ : /^\d+$/;
    return (text) => {
        const number = pattern.test(text) ? Number(text) : Number.NaN;
        if (number >= least && number <= most)
            return number;
        throw new Error(`Expected a ${decimal ? '' : 'whole '}number from ${least} to ${most}.`);
    };
}
const portOf = numberFrom(0, 65_535);
function concurrencyOf(text) {
    if (text === 'unlimited')
        return Number.POSITIVE_INFINITY;
    if (/^[1-9]\d*$/.test(text))
        return Number(text);
    throw new Error('Expected a whole number of at least 1, or "unlimited".');
}
function apiKeyOf(text) {
    if (/^[\x21-\x7e]{8,1024}$/.test(text))
        return text;
    throw new Error('Expected 8 to 1,024 characters, visible ASCII ones without spaces.');
}
function read(name, text, reader) {
    try {
        return reader(text);
    }
    catch (error) {
        throw new Error(`${name}: ${messageOf(error)}`);
    }
}
function messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}
function startError(error, port) {
    return Object(error).code === 'EADDRINUSE'
        ? `${port}: ${messageOf(error)}. Choose another one; 0 means any free one.`
        : messageOf(error);
}


/***/ }),

/***/ 47:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   R5: () => (/* binding */ readInput)
/* harmony export */ });
/* unused harmony exports givenInputs, readEnvironment */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(24);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);

function readInput(env, name) {
    return (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
}
function givenInputs(env) {
    return Object.keys(env).flatMap((name) => /^INPUT_(.+)/.exec(name)?.[1]?.toLowerCase() ?? []);
}
const GITHUB = 'https://github.com';
function readEnvironment(env) {
    const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
    const runId = env['GITHUB_RUN_ID'] ?? '';
    const server = env['GITHUB_SERVER_URL'] || GITHUB;
    const actionRepository = env['GITHUB_ACTION_REPOSITORY'] ?? '';
    const actionFiles = `${GITHUB}/${actionRepository}/blob/${env['GITHUB_ACTION_REF'] || 'HEAD'}`;
    return {
        eventName: env['GITHUB_EVENT_NAME'] ?? '',
        payload: readPayload(env['GITHUB_EVENT_PATH']),
        apiUrl: env['GITHUB_API_URL'] || 'https://api.github.com',
        owner,
        repo,
        workflowRef: env['GITHUB_WORKFLOW_REF'] ?? '',
        workspace: env['GITHUB_WORKSPACE'] || '.',
        job: env['GITHUB_JOB'] ?? '',
        action: env['GITHUB_ACTION'] ?? '',
        runId: Number(runId) || 0,
        runAttempt: Number(env['GITHUB_RUN_ATTEMPT']) || 1,
        sha: env['GITHUB_SHA'] || null,
        tempFolder: env['RUNNER_TEMP'] || null,
        workflowRunUrl: owner && repo && runId ? `${server}/${owner}/${repo}/actions/runs/${runId}` : null,
        wordsUrl: actionRepository && server === GITHUB ? `${actionFiles}/docs/reports.md#what-the-words-mean` : null,
    };
}
function readPayload(path) {
    if (path === undefined || path === '')
        return null;
    try {
        return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
    }
    catch {
        return null;
    }
}


/***/ }),

/***/ 520:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ errorCommand)
/* harmony export */ });
/* unused harmony export maskCommand */
function errorCommand(title, message, { file, line } = {}) {
    const properties = Object.entries({ title, file, line }).flatMap(([name, value]) => value == null ? [] : `${name}=${escapeData(`${value}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}`);
    return `::error ${properties.join(',')}::${escapeData(message)}`;
}
function maskCommand(secret) {
    return `::add-mask::${escapeData(secret)}`;
}
function escapeData(text) {
    return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}


/***/ }),

/***/ 421:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:child_process");

/***/ }),

/***/ 598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 24:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 161:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");

/***/ }),

/***/ 760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

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
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
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
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(178);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
