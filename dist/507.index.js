export const id = 507;
export const ids = [507];
export const modules = {

/***/ 59507:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  readTestsInput: () => (/* binding */ readTestsInput)
});

// EXTERNAL MODULE: ./src/change/files.ts
var change_files = __webpack_require__(98107);
// EXTERNAL MODULE: ./src/test-files/definition.ts
var definition = __webpack_require__(58993);
// EXTERNAL MODULE: ./src/inputs/names.ts + 1 modules
var inputs_names = __webpack_require__(64048);
// EXTERNAL MODULE: ./src/inputs/values.ts
var inputs_values = __webpack_require__(18463);
;// CONCATENATED MODULE: ./src/test-files/errors.ts


const examples = {
    agents: ['Support bot: agent-tests/support-bot/*.yml', 'Sales bot: agent-tests/sales-bot/*.yml'],
    patterns: ['agent-tests/support-bot/*.yml', 'agent-tests/all-bots/*.yml'],
    yaml: [
        '- name: Refuses a refund after 30 days',
        '  history:',
        '    - { role: user, content: "Can I return it?" }',
        '  evaluators:',
        '    - name: Correctness',
    ],
    name: ['- name: Refuses a refund after 30 days', '- name: Refuses a refund of a used item'],
    type: ['- name: Books the room', '  type: tool_call'],
    history: ['  history:', '    - { role: user, content: "Can I return it?" }'],
    input: ['  type: general', '  input: Sum up this call.'],
    tool_calls: ['  tool_calls:', '    - { tool: book_room, arguments: { room: "101" } }'],
    evaluators: ['  evaluators:', '    - name: Correctness'],
    variable_values: [
        '      variable_values:',
        '        criteria: "Refuses, and says that the limit is 30 days."',
    ],
    language: ['- name: Books the room', '  language: en'],
    inputs: ['  inputs:', '    locale: de'],
    number: ['        phone: "+4915112345678"', '        price: 12.5'],
};
function testIssue({ file, line, message, lines, example }) {
    const place = file === null ? '' : line === null ? `${(0,inputs_values/* visible */.RK)(file)}: ` : `${(0,inputs_values/* visible */.RK)(file)}:${line}: `;
    const first = (line ?? 0) - lines.length + 1;
    const found = lines.map((each, i) => `  ${(0,inputs_values/* sourceLine */._J)(each, first + i)}`);
    return {
        input: 'tests',
        file,
        line,
        message: `${place}${message}`,
        lines: [...found, ...(0,inputs_values/* formLines */._B)(example)],
    };
}
function schemaErrors(issues, test) {
    const unknown = issues.flatMap((issue) => {
        if (issue.code !== 'unrecognized_keys')
            return [];
        return issue.keys.map((key) => unknownKey(key, issue.path, test));
    });
    const [misspeltType] = unknown.filter(({ meant }) => meant === 'type');
    if (misspeltType !== undefined)
        return [misspeltType];
    const misspelt = new Set(unknown.map(({ meant }) => meant));
    const others = issues
        .filter(({ code }) => code !== 'unrecognized_keys')
        .filter(({ path }) => valueAt(test, path) !== undefined || !misspelt.has(path.join('\n')))
        .map((issue) => ({
        message: issueMessage(issue, test),
        path: issue.path,
        example: issue.code === 'custom' && issue.params?.['isOfForm'] === false ? [] : exampleOf(issue.path),
    }));
    return [...others, ...unknown];
}
function exampleOf(path) {
    const [field] = path;
    if (path.includes('variable_values'))
        return examples.variable_values;
    return Object.entries(examples).find(([name]) => name === field)?.[1] ?? examples.yaml;
}
const fields = {
    test: ['name', 'type', 'history', 'input', 'tool_calls', 'evaluators', 'language', 'inputs'],
    history: ['role', 'content', 'name', 'tool_call_id', 'tool_calls'],
    tool_calls: ['tool', 'arguments', 'accept_any_arguments'],
    evaluators: ['name', 'variable_values'],
};
function unknownKey(key, parent, test) {
    const { type = 'response' } = Object(test);
    const path = [...parent, key];
    const [within = 'test'] = parent;
    if (within === 'test' && fields.test.includes(key)) {
        const message = `a test of the type ${type} has no ${(0,inputs_values/* quoted */.TL)(key)}. Remove it, or correct "type".`;
        return { message, path, example: examples.yaml };
    }
    const known = Object.entries(fields).find(([name]) => name === within)?.[1] ?? [];
    const isOfService = within === 'test' && /^(conversation_history|messages)$/.test(key);
    const close = isOfService ? 'history' : (0,inputs_names/* closestName */.Nf)(key, known);
    if (close === null) {
        const expected = known.length > 0 ? ` Expected ${known.join(', ')}.` : '';
        return { message: `${(0,inputs_values/* quoted */.TL)(key)} is unknown here.${expected}`, path, example: exampleOf(parent) };
    }
    const meant = [...parent, close];
    const message = `${(0,inputs_values/* quoted */.TL)(key)} is unknown here. ${(0,inputs_names/* didYouMean */.au)(key, close)}`;
    return { message, path, example: exampleOf(meant), meant: meant.join('\n') };
}
const valueAt = (test, path) => path.reduce((inner, key) => Reflect.get(Object(inner), key), test);
function issueMessage(issue, test) {
    if (issue.code === 'custom')
        return `${issue.message}.`;
    const value = valueAt(test, issue.path);
    const name = issue.path.findLast((part) => typeof part === 'string');
    const field = name === undefined ? 'a test' : (0,inputs_values/* quoted */.TL)(String(name));
    const what = name !== undefined && typeof issue.path.at(-1) === 'number' ? `an element of ${field}` : field;
    if (value === undefined)
        return `${what} is missing.`;
    if (Array.isArray(value) && issue.code === 'too_small')
        return `${what} is empty. Write at least one.`;
    const expected = expectedBy(issue);
    const isPlain = typeof value === 'number' || typeof value === 'boolean';
    const remedy = isPlain && expected.startsWith('a text') ? ' Put it in quotes.' : '';
    return `${what} has to be ${expected}, ${foundAs(value, issue)}.${remedy}`;
}
function foundAs(value, { code }) {
    if (value === null)
        return 'but it is empty';
    if (typeof value === 'boolean')
        return `not ${value}`;
    if (typeof value === 'string' && code !== 'invalid_type')
        return `not ${(0,inputs_values/* quoted */.TL)(value)}`;
    return `not ${kinds[Array.isArray(value) ? 'array' : typeof value]}`;
}
const kinds = {
    string: 'a text',
    number: 'a number',
    array: 'a list',
    object: 'a mapping',
    record: 'a mapping',
    boolean: 'true or false',
};
function expectedBy(issue) {
    switch (issue.code) {
        case 'invalid_type':
            return kinds[issue.expected] ?? issue.expected;
        case 'invalid_value':
            return issue.values.join(', ').replace(/, (?=[^,]*$)/, ' or ');
        case 'invalid_union':
            return issue.path.at(-1) === 'type' ? 'response, tool_call, conversation or general' : 'a text';
        default:
            return 'a text that is not empty';
    }
}

;// CONCATENATED MODULE: ./src/test-files/evaluators.ts




function onService({ agents, errorAt }, evaluators) {
    const errors = [];
    const made = new Map();
    const make = (each) => {
        const known = made.get(each);
        if (known !== undefined)
            return known;
        const content = contentWith(each.test, evaluators, (...problem) => errors.push(errorAt(each, ...problem)));
        const test = { ...each, content, serviceName: (0,definition/* serviceName */.fe)(each.test) };
        made.set(each, test);
        return test;
    };
    const all = agents.map(({ agent, tests }) => ({ agent, tests: tests.map(make) }));
    return errors.length > 0 ? { ok: false, errors } : { ok: true, agents: all };
}
function contentWith(test, all, addProblem) {
    if (test.type === 'tool_call')
        return (0,definition/* contentOf */.$E)(test);
    const { type = 'response', evaluators } = test;
    const found = evaluators.map(({ name, variable_values: values = {} }, i) => {
        const evaluator = evaluatorNamed(name, type, all, (message) => addProblem(['evaluators', i, 'name'], message, []));
        if (evaluator !== null)
            checkVariables(evaluator, values, ['evaluators', i], addProblem);
        return { evaluator_uuid: evaluator?.uuid ?? '', variable_values: values };
    });
    return (0,definition/* contentOf */.$E)({ ...test, evaluators: found });
}
const judged = {
    response: 'llm',
    conversation: 'conversation',
    general: 'llm-general',
};
const MAX_NAMES = 10;
function evaluatorNamed(name, type, all, addProblem) {
    const named = all.filter((each) => each.name === name);
    const fits = ({ evaluator_type: own }) => (own ?? judged[type]) === judged[type];
    const fitting = named.filter(fits);
    const [only = null, second] = fitting;
    if (second !== undefined)
        addProblem(`two evaluators of the service are called ${(0,inputs_values/* quoted */.TL)(name)}. Rename one of them there.`);
    else if (named.length === 0) {
        const own = all.filter(fits);
        const names = own.slice(0, MAX_NAMES).map((each) => (0,inputs_values/* quoted */.TL)(each.name));
        const others = own.length > MAX_NAMES ? ' and others' : '';
        const hint = (0,inputs_names/* suggestion */.h)(name, all.map((each) => each.name), `For tests of this type, it has ${names.join(', ') || 'none'}${others}.`);
        addProblem(`the service has no evaluator ${(0,inputs_values/* quoted */.TL)(name)}. ${hint}`);
    }
    else if (only === null)
        addProblem(`${(0,inputs_values/* quoted */.TL)(name)} is an evaluator of the type ${named[0]?.evaluator_type}. A test of the type ${type} needs one of the type ${judged[type]}. Choose another one, or correct "type".`);
    return second === undefined ? only : null;
}
function checkVariables({ name, live_version }, values, path, addProblem) {
    const variables = live_version?.variables;
    if (variables === null || variables === undefined)
        return;
    const names = variables.map((each) => each.name);
    const unknown = Object.keys(values).filter((each) => !names.includes(each));
    for (const key of unknown.slice(0, MAX_NAMES)) {
        const hint = (0,inputs_names/* suggestion */.h)(key, names, `It has ${names.map(inputs_values/* quoted */.TL).join(', ') || 'none'}.`);
        const message = `the evaluator ${(0,inputs_values/* quoted */.TL)(name)} has no variable ${(0,inputs_values/* quoted */.TL)(key)}. ${hint}`;
        addProblem([...path, 'variable_values', key], message, []);
    }
    for (const variable of variables) {
        const value = Object.hasOwn(values, variable.name) ? values[variable.name] : variable.default;
        if (String(value ?? '').trim() !== '')
            continue;
        const message = `the evaluator ${(0,inputs_values/* quoted */.TL)(name)} needs a value for ${(0,inputs_values/* quoted */.TL)(variable.name)}. Without one, it judges by an empty text.`;
        addProblem([...path, 'name'], message, examples.variable_values);
    }
}

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(38815);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/parse.js + 1 modules
var parse = __webpack_require__(23945);
// EXTERNAL MODULE: ./src/inputs/workspace.ts
var inputs_workspace = __webpack_require__(74532);
// EXTERNAL MODULE: ./src/inputs/yaml.ts
var yaml = __webpack_require__(88950);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: ./node_modules/picomatch/index.js
var picomatch = __webpack_require__(14006);
var picomatch_default = /*#__PURE__*/__webpack_require__.n(picomatch);
;// CONCATENATED MODULE: ./src/test-files/patterns.ts





const depthOf = (path) => (path === '.' ? 0 : path.split('/').length);
const OPTIONS = { posix: true, nonegate: true };
const SPECIAL = /[*?[{]/;
function preparedPattern(text) {
    const path = external_node_path_.posix.normalize(text.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '');
    const glob = path.replace(/[()|]/g, '\\$&');
    const isMatch = picomatch_default()(glob, OPTIONS);
    const start = path.search(SPECIAL);
    return {
        text,
        path,
        glob,
        root: start === -1 ? path : external_node_path_.posix.dirname(`${path.slice(0, start)}x`),
        matches: (file) => file === path || isMatch(file),
    };
}
function canMatchIn({ glob, root }, folder) {
    const isWithin = (inner, outer) => outer === '.' || inner === outer || inner.startsWith(`${outer}/`);
    if (isWithin(root, folder))
        return true;
    if (!isWithin(folder, root))
        return false;
    const parts = folder.split('/');
    const ofPattern = glob.split('/');
    const deep = ofPattern.findIndex((part) => /\*\*|[{[]/.test(part));
    const fixed = ofPattern.slice(0, deep === -1 ? ofPattern.length - 1 : deep);
    if (deep === -1 && parts.length > fixed.length)
        return false;
    return fixed.slice(0, parts.length).every((part, i) => picomatch_default().isMatch(parts[i] ?? '', part, OPTIONS));
}
function filesMatching({ path, root, matches }, workspace) {
    if ((0,external_node_path_.isAbsolute)(path))
        return [];
    const isAnyDepth = /\*\*|\{/.test(path);
    const levels = isAnyDepth ? Number.POSITIVE_INFINITY : depthOf(path) - depthOf(root);
    const whole = typeAt((0,external_node_path_.join)(workspace, path)) === 'file' ? [path] : [];
    const below = filesBelow(root, workspace, levels).filter(matches);
    return [...new Set([...whole, ...below])].sort();
}
function filesBelow(folder, workspace, levels, way = []) {
    const entries = entriesOf((0,external_node_path_.join)(workspace, folder));
    if (entries.length === 0)
        return [];
    const real = external_node_fs_.realpathSync.native((0,external_node_path_.join)(workspace, folder));
    if (way.includes(real))
        return [];
    return entries.flatMap((entry) => {
        const inner = external_node_path_.posix.join(folder, entry.name);
        const type = entry.isSymbolicLink() ? typeAt((0,external_node_path_.join)(workspace, inner)) : typeOf(entry);
        if (type === 'file')
            return [inner];
        if (type !== 'folder' || levels <= 1 || entry.name === '.git')
            return [];
        return filesBelow(inner, workspace, levels - 1, [...way, real]);
    });
}
function entriesOf(path) {
    try {
        return (0,external_node_fs_.readdirSync)(path, { withFileTypes: true });
    }
    catch {
        return [];
    }
}
function typeAt(path) {
    try {
        return typeOf((0,external_node_fs_.statSync)(path));
    }
    catch {
        return null;
    }
}
function typeOf(entry) {
    if (entry.isFile())
        return 'file';
    return entry.isDirectory() ? 'folder' : null;
}
function detourTo(file, { path: pattern }, workspace) {
    if (!(0,external_node_fs_.existsSync)((0,external_node_path_.join)(workspace, file)))
        return `${(0,inputs_values/* visible */.RK)(file)} has a name that is not UTF-8. Rename it.`;
    const root = external_node_fs_.realpathSync.native(workspace);
    const real = (0,external_node_path_.relative)(root, external_node_fs_.realpathSync.native((0,external_node_path_.join)(workspace, file))).replaceAll('\\', '/');
    if (real === file || file.startsWith('../'))
        return null;
    const parts = file.split('/');
    const link = parts
        .map((_, i) => parts.slice(0, i + 1).join('/'))
        .find((each) => (0,external_node_fs_.lstatSync)((0,external_node_path_.join)(workspace, each)).isSymbolicLink());
    if (link === undefined)
        return `${(0,inputs_values/* visible */.RK)(file)} is spelled ${(0,inputs_values/* visible */.RK)(real)} in the workspace. Write it so.`;
    const start = `${(0,inputs_values/* visible */.RK)(file)} is behind the link ${(0,inputs_values/* visible */.RK)(link)}`;
    if ((0,external_node_path_.isAbsolute)(real) || real.startsWith('../'))
        return `${start}, which leads out of the workspace. Name files that are in it.`;
    const named = link === file ? real : external_node_path_.posix.join(external_node_path_.posix.dirname(real), external_node_path_.posix.basename(pattern));
    return `${start}. Name ${(0,inputs_values/* visible */.RK)(named)}.`;
}
const FILES_SHOWN = 3;
const FOLDERS_NEAR = 4;
const NOT_A_PATTERN = /^(?:[-#![/@"'`“„‘«]|[a-z]+:)|[,;]|\s#|["'`”“’»]$|\(.*\|/i;
function unmatchedPattern({ text, path, root }, workspace, { folder, hasCheckout }) {
    const start = `${(0,inputs_values/* quoted */.TL)(text)} matches no file.`;
    if (isFolder((0,external_node_path_.join)(workspace, path)))
        return { message: `${start} For all in this folder, write ${(0,inputs_values/* visible */.RK)(path)}/**/*.yml.`, example: [] };
    if (NOT_A_PATTERN.test(text))
        return {
            message: `${start} Write one pattern per line, relative to ${folder}, without quotes, brackets, commas, dashes, "!" and comments.`,
            example: examples.patterns,
        };
    const near = filesNear(root, workspace);
    const shown = near.slice(0, FILES_SHOWN).map(inputs_values/* visible */.RK).join(', ');
    const more = near.length > FILES_SHOWN ? ` and ${near.length - FILES_SHOWN} more` : '';
    if (near.length > 0)
        return { message: `${start} Nearby in ${folder}: ${shown}${more}.`, example: [] };
    const nothing = hasCheckout
        ? missingFiles(workspace)
        : `There are no such files in ${folder}, to which patterns are relative.`;
    return { message: `${start} ${nothing}`, example: [] };
}
function missingFiles(workspace) {
    return (0,external_node_fs_.existsSync)((0,external_node_path_.join)(workspace, '.git'))
        ? 'The repository has no such files. If a change removes the last one, remove the pattern, too.'
        : 'The workspace has no such files. Check out the repository first (actions/checkout); patterns are relative to the workspace.';
}
const isFolder = (path) => typeAt(path) === 'folder';
function filesNear(root, workspace) {
    const parts = root.split('/');
    const folders = parts.map((_, i) => parts.slice(0, parts.length - i).join('/'));
    const near = folders.find((folder) => isFolder((0,external_node_path_.join)(workspace, folder)));
    if (root.startsWith('..') || (0,external_node_path_.isAbsolute)(root))
        return [];
    const yaml = filesBelow(near ?? '.', workspace, FOLDERS_NEAR).filter((file) => /\.ya?ml$/.test(file));
    return yaml.filter((file) => !/(^|\/)(node_modules\/|\.)/.test(file)).sort();
}

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js
var schemas = __webpack_require__(94343);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js + 1 modules
var api = __webpack_require__(73305);
;// CONCATENATED MODULE: ./src/test-files/schema.ts



const nonBlank = schemas/* string */.YjP().check(api/* _regex */.Fk(/\S/));
const optionalText = schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* string */.YjP()));
const mapping = schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J());
const message = schemas/* strictObject */.rej({
    role: schemas/* enum */.k5n(['user', 'assistant', 'tool']),
    content: optionalText,
    name: optionalText,
    tool_call_id: optionalText,
    tool_calls: schemas/* optional */.lqM(schemas/* nullable */.mee(schemas/* array */.YOg(schemas/* strictObject */.rej({
        id: schemas/* string */.YjP(),
        type: schemas/* literal */.euz('function'),
        function: schemas/* strictObject */.rej({ name: schemas/* string */.YjP(), arguments: schemas/* string */.YjP() }),
    })))),
})
    .check(schemas/* refine */.YPB(({ content, tool_calls }) => content || tool_calls?.length, {
    message: 'a message needs "content"',
}));
const fileHistory = schemas/* array */.YOg(message)
    .check(api/* _minLength */.m9(1), schemas/* describe */.q0y('The conversation that the agent continues.'));
const expectedCallSchema = schemas/* strictObject */.rej({
    tool: nonBlank.check(schemas/* describe */.q0y('The name of the tool.')),
    arguments: schemas/* optional */.lqM(schemas/* nullable */.mee(mapping.check(refuseOddMatchers)))
        .check(schemas/* describe */.q0y('Plain values, or { match_type: exact, value }, { match_type: llm_judge, criteria } and { match_type: any }. Without it, any arguments are right.')),
    accept_any_arguments: schemas/* optional */.lqM(schemas/* boolean */.zMY()),
});
const evaluators = schemas/* array */.YOg(schemas/* strictObject */.rej({
    name: nonBlank.check(schemas/* describe */.q0y('The name of the evaluator on the service.')),
    variable_values: schemas/* optional */.lqM(schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* number */.aig(), schemas/* boolean */.zMY()])))
        .check(schemas/* describe */.q0y('A value for each variable in the prompt of the evaluator.')),
}))
    .check(api/* _minLength */.m9(1), refuseTwice, schemas/* describe */.q0y('Who judges the reply. Each has to pass.'));
const common = {
    name: nonBlank.check(schemas/* describe */.q0y('Unique among the tests of an agent.')),
    language: schemas/* optional */.lqM(schemas/* nullable */.mee(nonBlank)),
    inputs: schemas/* optional */.lqM(schemas/* nullable */.mee(mapping))
        .check(schemas/* describe */.q0y("Request fields that replace the agent's default inputs.")),
};
const fileToolCall = schemas/* strictObject */.rej({
    type: schemas/* literal */.euz('tool_call'),
    ...common,
    history: schemas/* optional */.lqM(fileHistory),
    input: schemas/* optional */.lqM(nonBlank),
    tool_calls: schemas/* array */.YOg(expectedCallSchema).check(schemas/* describe */.q0y('The calls that the agent has to make.')),
})
    .check(schemas/* refine */.YPB((test) => (test.history === undefined) !== (test.input === undefined), {
    message: 'a test of the type tool_call needs either "history" or "input"',
}));
const fileTestSchema = schemas/* discriminatedUnion */.gMt('type', [
    schemas/* strictObject */.rej({ type: schemas/* optional */.lqM(schemas/* literal */.euz('response')), ...common, history: fileHistory, evaluators }),
    fileToolCall,
    schemas/* strictObject */.rej({ type: schemas/* literal */.euz('conversation'), ...common, history: fileHistory, evaluators }),
    schemas/* strictObject */.rej({ type: schemas/* literal */.euz('general'), ...common, input: nonBlank, evaluators }),
]);
const testFileSchema = schemas/* array */.YOg(fileTestSchema).check(api/* _minLength */.m9(1));
function refuseTwice({ value, issues }) {
    const names = value.map(({ name }) => name);
    for (const [i, name] of names.entries())
        if (names.indexOf(name) < i) {
            const message = `the evaluator ${(0,inputs_values/* quoted */.TL)(name)} is there twice. The service would keep the last one. Remove one`;
            issues.push({ code: 'custom', message, path: [i], input: value, params: { isOfForm: false } });
        }
}
function refuseOddMatchers({ value, issues }) {
    const visit = (input, path) => {
        if (!(0,inputs_names/* isMapping */.pi)(input))
            return;
        const type = input['match_type'];
        if (type === undefined)
            for (const [key, each] of Object.entries(input))
                visit(each, [...path, key]);
        else if (!isMatcher(input))
            issues.push({ code: 'custom', message: MATCHERS, path, input });
    };
    visit(value, []);
}
const MATCHERS = 'a matcher has to be { match_type: exact, value }, { match_type: llm_judge, criteria } with a text, or { match_type: any }';
function isMatcher(matcher) {
    const { match_type: type, criteria } = matcher;
    if (type === 'exact')
        return Object.hasOwn(matcher, 'value');
    return type === 'any' || (type === 'llm_judge' && typeof criteria === 'string' && criteria.trim() !== '');
}

;// CONCATENATED MODULE: ./src/test-files/files.ts










const MAX_TESTS = 5000;
const MAX_ERRORS = 50;
const MAX_ERRORS_IN_ALL = 500;
function testFiles(workspace, words = {}) {
    const { terms = inputs_workspace/* termsOfJobs */.tA } = words;
    return {
        ...words,
        readFile: (0,inputs_workspace/* workspaceReader */.Xx)(workspace, terms),
        find(pattern) {
            const paths = filesMatching(pattern, workspace);
            if (paths.length === 0)
                return unmatchedPattern(pattern, workspace, terms);
            const [detour] = paths.flatMap((path) => detourTo(path, pattern, workspace) ?? []);
            if (detour !== undefined)
                return { message: detour, example: [] };
            return paths.map((path) => ({ path, file: (0,change_files/* placeOf */.$t)(path, workspace).path }));
        },
    };
}
function readTests(text, agents, workspace) {
    const errors = [];
    const addError = (message, example = examples.agents) => errors.push({ file: null, line: null, message, lines: [], example });
    const files = new Map();
    const read = ({ path, file }) => {
        const known = files.get(path);
        if (known !== undefined)
            return known;
        const found = readTestFile({ path, file }, workspace);
        files.set(path, found);
        errors.push(...found.errors.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)));
        return found;
    };
    const found = patternsOf(text, agents, addError, workspace.terms ?? inputs_workspace/* termsOfJobs */.tA).map(({ agent, patterns: texts }) => {
        const patterns = texts.map(preparedPattern);
        const all = patterns.flatMap((pattern) => {
            const matching = workspace.find(pattern);
            if (!('message' in matching))
                return matching;
            if (pattern.text.includes(': '))
                addError(`${(0,inputs_values/* quoted */.TL)(pattern.text)} matches no file. ${IN_QUOTES}`);
            else
                addError(matching.message, matching.example);
            return [];
        });
        return { agent, patterns, files: [...new Set(all.map(read))] };
    });
    for (const each of found) {
        const { length } = each.files.flatMap(({ tests }) => tests);
        if (length > MAX_TESTS)
            addError(`${(0,inputs_values/* quoted */.TL)(each.agent)} has ${length} tests. An agent can have ${MAX_TESTS} at most.`, []);
        errors.push(...repeatedNames(each.agent, each.files).slice(0, MAX_ERRORS));
    }
    if (errors.length > 0)
        return { ok: false, errors: errors.slice(0, MAX_ERRORS_IN_ALL) };
    return {
        ok: true,
        agents: found.map(({ files: of, ...agent }) => ({ ...agent, tests: of.flatMap(({ tests }) => tests) })),
        errorAt(test, path, message, example) {
            const { errorAt, lineOf } = read(test);
            return errorAt(lineOf(test, path), message, example);
        },
    };
}
const IN_QUOTES = 'In a mapping, a pattern that begins with * or { needs quotes.';
function repeatedNames(agent, files) {
    const first = new Map();
    return files.flatMap(({ names, errorAt }) => names.flatMap((each) => {
        const { name } = each;
        const other = first.get(name);
        if (other === undefined)
            first.set(name, each);
        if (other === undefined)
            return [];
        const message = `${(0,inputs_values/* quoted */.TL)(name)} is the name of another test of ${(0,inputs_values/* quoted */.TL)(agent)}, too: ${other.file}:${other.line}. Rename one of them.`;
        return [errorAt(each.line, message, [])];
    }));
}
function patternsOf(text, agents, addError, { input }) {
    const mapping = mappingIn(text);
    if (mapping === null) {
        const [agent, ...others] = agents;
        if (agent !== undefined && others.length === 0)
            return [{ agent, patterns: (0,inputs_values/* linesOf */.Dx)(text) }];
        addError('with more than one agent, it has to name them. Expected a mapping of names to patterns.');
        return [];
    }
    const names = mapping.items.map(({ key }) => String((0,dist/* isScalar */.jn)(key) ? (key.source ?? key.value) : key));
    return mapping.items.flatMap(({ value }, i) => {
        const agent = names[i] ?? '';
        if (names.indexOf(agent) < i)
            addError(`${(0,inputs_values/* quoted */.TL)(agent)} is there twice. Write its patterns in one place.`, []);
        if (agents.length > 0 && !agents.includes(agent))
            addError(`${(0,inputs_values/* quoted */.TL)(agent)} is none of the tested agents. ${(0,inputs_names/* suggestion */.h)(agent, agents, `Expected one of them, such as ${(0,inputs_values/* quoted */.TL)(agents[0] ?? '')}, or add it to ${input('agents')}.`)}`, []);
        const given = (0,dist/* isCollection */.P3)(value) || (0,dist/* isScalar */.jn)(value) ? value.toJSON() : value;
        const listed = Array.isArray(given) ? given : [given];
        const patterns = listed.flatMap((each) => (typeof each === 'string' ? (0,inputs_values/* linesOf */.Dx)(each) : []));
        if (patterns.length === 0 || listed.some((each) => typeof each !== 'string'))
            addError(`${(0,inputs_values/* quoted */.TL)(agent)} has no pattern. Expected one, or a list of them. ${IN_QUOTES}`);
        return [{ agent, patterns }];
    });
}
const namesAgents = (text) => mappingIn(text) !== null;
function mappingIn(text) {
    const { errors, contents } = (0,dist/* parseDocument */.Tp)(text, { prettyErrors: false, uniqueKeys: false });
    return errors.length === 0 && (0,dist/* isMap */.jh)(contents) ? contents : null;
}
function readTestFile({ path, file }, { readFile, hidesTexts = false }) {
    const read = readFile(path);
    const text = 'value' in read ? read.value : '';
    const split = lazy(() => text.split('\n'));
    const parsedAgain = lazy(() => (0,yaml/* readYaml */.gM)(text));
    const of = {
        errorAt(line, message, example) {
            const lines = line === null || hidesTexts ? [] : split().slice(Math.max(0, line - 2), line);
            const found = (0,yaml/* lookalikeSpace */.m2)(line === null ? '' : (split()[line - 1] ?? '')) ?? message;
            return { file, line, message: found, lines, example };
        },
        lineOf({ line }, path) {
            const { contents, lineOf } = parsedAgain();
            const item = (0,dist/* isSeq */.oP)(contents) && contents.items.find((each) => (0,dist/* isMap */.jh)(each) && lineOf(each) === line);
            return (0,dist/* isMap */.jh)(item) ? lineOf(nodeAt(item, path)) : line;
        },
    };
    if ('error' in read)
        return {
            ...of,
            tests: [],
            names: [],
            errors: [of.errorAt(null, `the file ${read.error}`, [])],
        };
    const errors = [];
    const add = (line, message, example = examples.yaml) => {
        if (errors.length < MAX_ERRORS)
            errors.push(of.errorAt(line, message, example));
    };
    const { contents, syntaxError, lineOf } = (0,yaml/* readYaml */.gM)(text);
    const items = (0,dist/* isSeq */.oP)(contents) ? contents.items : [];
    if (syntaxError !== null)
        add(syntaxError.line, syntaxError.message);
    else if (items.length === 0)
        add(lineOf(contents), 'expected a list of tests, each with "- " before its first line.');
    const source = {
        text,
        lineOf,
        addError: (message, node, example) => add(lineOf(node), message, example),
    };
    const tests = [];
    const names = [];
    for (const item of errors.length > 0 ? [] : items) {
        const test = errors.length < MAX_ERRORS ? testOf(item, source) : null;
        if (test !== null)
            tests.push({ ...test, path, file });
        const name = (0,dist/* isMap */.jh)(item) ? item.get('name') : null;
        if ((0,dist/* isMap */.jh)(item) && typeof name === 'string')
            names.push({ name, file, line: lineOf(item) });
    }
    return { ...of, tests, names, errors };
}
function testsIn(text) {
    return readTestFile({ path: '', file: '' }, { readFile: () => ({ value: text }) }).tests;
}
function lazy(make) {
    let made;
    return () => {
        made ??= { value: make() };
        return made.value;
    };
}
function testOf(item, source) {
    if (!(0,dist/* isNode */.Ll)(item))
        return null;
    const problems = (0,yaml/* problemsIn */._n)(item);
    for (const { node, message } of problems)
        source.addError(message, node, []);
    if (problems.length > 0 || (0,dist/* isAlias */.Vj)(item))
        return null;
    const value = item.toJSON();
    const result = parse/* safeParse */.xL(fileTestSchema, value);
    const errors = result.success ? [] : schemaErrors(result.error.issues, value);
    for (const { message, path, example } of errors)
        source.addError(message, nodeAt(item, path), example);
    const values = (0,yaml/* otherValues */.TE)(item, source.text).filter(({ path }) => isFreeForm(path));
    for (const { node, path } of values)
        source.addError((0,yaml/* otherValueMessage */.rR)((0,yaml/* keyName */.xT)(path.filter(dist/* isPair */.tO).at(-1))), node, examples.number);
    if (!result.success || values.length > 0)
        return null;
    return { test: result.data, line: source.lineOf(item) };
}
function isFreeForm(path) {
    const [field, ...others] = path.filter(dist/* isPair */.tO).map(yaml/* keyName */.xT);
    return field === 'inputs' || (field !== 'history' && others.some((key) => FREE.has(key)));
}
const FREE = new Set(['arguments', 'variable_values']);
function nodeAt(node, path) {
    const [part, ...rest] = path;
    if ((0,dist/* isSeq */.oP)(node) && typeof part === 'number') {
        const item = node.items[part];
        return (0,dist/* isCollection */.P3)(item) || (0,dist/* isScalar */.jn)(item) ? nodeAt(item, rest) : node;
    }
    const pair = (0,dist/* isMap */.jh)(node) ? node.items.find(({ key }) => (0,dist/* isScalar */.jn)(key) && key.value === part) : undefined;
    if (pair === undefined)
        return node;
    const key = (0,dist/* isScalar */.jn)(pair.key) ? pair.key : node;
    return rest.length > 0 && (0,dist/* isCollection */.P3)(pair.value) ? nodeAt(pair.value, rest) : key;
}

;// CONCATENATED MODULE: ./src/change/plan.ts




function changesBetween(before, now) {
    const known = new Set(before.map(({ test }) => nameAndForm(test)));
    const older = Map.groupBy(before, ({ test }) => test.name);
    const newer = Map.groupBy(now, ({ test }) => test.name);
    const gone = before.filter(({ test }) => !newer.has(test.name));
    const goneByForm = Map.groupBy(gone, ({ test }) => (0,definition/* formOf */.QU)(test));
    const changes = [...newer.values()].flatMap((same) => {
        const own = same.find(({ test }) => !known.has(nameAndForm(test)));
        if (own === undefined)
            return [];
        const [edited] = older.get(own.test.name) ?? [];
        if (edited !== undefined)
            return [{ what: 'edited', before: edited, now: own }];
        const [earlier] = goneByForm.get((0,definition/* formOf */.QU)(own.test)) ?? [];
        if (earlier !== undefined)
            return [{ what: 'renamed', before: earlier, now: own }];
        return [{ what: 'added', before: null, now: own }];
    });
    const renamed = new Set(changes.flatMap(({ what, now: own }) => (what === 'renamed' ? (0,definition/* formOf */.QU)(own.test) : [])));
    const removed = [...Map.groupBy(gone, ({ test }) => test.name).values()].flatMap((same) => {
        const [first] = same;
        const isRenamed = same.some(({ test }) => renamed.has((0,definition/* formOf */.QU)(test)));
        return first === undefined || isRenamed ? [] : [{ what: 'removed', before: first, now: null }];
    });
    return [...changes, ...removed];
}
function changesOf({ agent, patterns, tests }, repositories) {
    return repositories.flatMap(({ folder, base, commit, touched, committed }) => {
        const matching = touched.filter(({ path }) => patterns.some(({ matches }) => matches(folder + path)));
        const paths = new Set(matching.map(({ path }) => path));
        const inUse = tests.filter(({ path, file }) => path === folder + file);
        const same = inUse.filter(({ file }) => !paths.has(file) && committed.has(file));
        const before = matching.flatMap(({ path, before: text }) => testsIn(text ?? '').map((each) => ({ ...each, file: path })));
        const now = inUse.filter(({ file }) => paths.has(file));
        const changes = changesBetween([...same, ...before], [...same, ...now]);
        return changes.map((each) => publishedChange(each, agent, each.now === null ? base : commit));
    });
}
function publishedChange({ what, before, now }, agent, commit) {
    const { test, file, line } = now ?? before;
    return {
        agent,
        name: test.name,
        serviceName: (0,definition/* serviceName */.fe)(test),
        what,
        before: what === 'renamed' ? before.test.name : null,
        file,
        line,
        commit,
        edits: what === 'edited' ? publishedEdits(before.test, now.test) : [],
    };
}
function withMoves(changes) {
    const byTest = Map.groupBy(changes, (change) => change.serviceName);
    return changes.flatMap((change) => {
        const same = byTest.get(change.serviceName) ?? [];
        const from = same.find(({ what }) => what === 'removed');
        const isMoved = from !== undefined && same.some(({ what }) => what === 'added');
        if (isMoved && change.what === 'removed')
            return [];
        return isMoved && change.what === 'added' ? { ...change, what: 'moved', before: from.agent } : change;
    });
}
function publishedEdits(before, now) {
    const asked = (test) => (0,definition/* definitionOf */.Fg)((0,definition/* shownOf */.Rp)((0,definition/* contentOfFile */.x)(test)));
    const edits = (0,definition/* editsBetween */.yx)(asked(before), asked(now), { absent: 'empty', evaluators: 'by ID' }) ?? [];
    return edits.filter((edit) => edit.before !== edit.now);
}
function nameAndForm(test) {
    return `${JSON.stringify(test.name)} ${(0,definition/* formOf */.QU)(test)}`;
}
function planOf(read, { known, reason, isHidden, repositories, commits }) {
    const changes = read.agents.map((agent) => changesOf(agent, repositories));
    const own = changes.map((of) => new Map(of.flatMap(({ what, name }) => (what === 'removed' ? [] : [[name, what]]))));
    const folderOf = ({ path, file }) => path.slice(0, path.length - file.length);
    const isMade = (test) => repositories.some(({ folder, committed }) => folderOf(test) === folder && !committed.has(test.file));
    const placeAtHead = (each) => {
        const repository = repositories.find(({ folder }) => folder === folderOf(each));
        const inHead = testsIn(repository?.atHead.get(each.file) ?? '');
        const same = inHead.find(({ test }) => nameAndForm(test) === nameAndForm(each.test));
        return same && repository ? { line: same.line, commit: repository.head } : null;
    };
    return {
        agentNames: read.agents.map(({ agent }) => agent),
        changes: { known, reason, tests: withMoves(changes.flat()) },
        isHidden,
        withMadeTests: read.agents.filter(({ tests }) => tests.some(isMade)).map(({ agent }) => agent),
        wantedTests(evaluators) {
            const found = onService(read, evaluators);
            if (!found.ok) {
                return { kind: 'wrong-inputs', issues: found.errors.map(testIssue) };
            }
            const wanted = found.agents.map(({ agent, tests }, i) => {
                const all = tests.map((each) => {
                    const { test, file, line, content, serviceName } = each;
                    const what = own[i]?.get(test.name) ?? null;
                    const committed = !isMade(each);
                    const commit = committed ? (commits.get(folderOf(each)) ?? null) : null;
                    const source = {
                        file,
                        ...((committed && placeAtHead(each)) || { line, commit }),
                        change: what,
                        committed,
                    };
                    return { name: test.name, content, serviceName, source };
                });
                return [agent, all];
            });
            return new Map(wanted);
        },
    };
}

;// CONCATENATED MODULE: ./src/test-files/input.ts





function readTestsInput(text, agents, workspace, words) {
    const read = readTests(text, agents, testFiles(workspace, words));
    if (!read.ok) {
        return { ok: false, errors: read.errors.map(testIssue) };
    }
    const files = [...new Set(read.agents.flatMap(({ tests }) => tests.map(({ path }) => path)))];
    const byFolder = Map.groupBy(files, (file) => (0,change_files/* placeOf */.$t)(file, workspace).folder);
    const patterns = read.agents.flatMap((each) => each.patterns);
    return {
        ok: true,
        files,
        repositoryIn: (folder) => ({
            folder,
            root: commonRoot(patterns, folder),
            files: (byFolder.get(folder) ?? []).map((file) => file.slice(folder.length)),
            canMatchIn: (path) => patterns.some((pattern) => canMatchIn(pattern, folder + path)),
            matches: (path) => patterns.some(({ matches }) => matches(folder + path)),
        }),
        planWith: (changes) => planOf(read, changes),
    };
}
function commonRoot(patterns, folder) {
    const inFolder = patterns.filter((each) => folder === '' || canMatchIn(each, folder.slice(0, -1)));
    const [first = [], ...others] = inFolder.map(({ root }) => root.split('/').filter((part) => part !== '.'));
    const length = first.findIndex((part, i) => others.some((other) => other[i] !== part));
    const common = (length === -1 ? first : first.slice(0, length)).join('/');
    return common.startsWith(folder) ? common.slice(folder.length) : '';
}


/***/ })

};
