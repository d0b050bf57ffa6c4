// The input `tests`: what files may say, and what each mistake is told.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTests, testFiles } from '../../src/test-files/files.ts'
import { filesMatching, preparedPattern } from '../../src/test-files/patterns.ts'
import { createFolder } from '../support/folders.ts'

function read(files: Readonly<Record<string, string>>, input = 't/*.yml', agents = ['Support bot']) {
  return readTests(input, agents, testFiles(createFolder(files)))
}

/** Each as `file:line: message`. */
function errorsOf(...given: Parameters<typeof read>): string[] {
  const result = read(...given)
  return result.ok ? [] : result.errors.map(({ file, line, message }) => `${file}:${line}: ${message}`)
}

const named = (name: string) =>
  `- { name: ${name}, history: [{ role: user, content: Hi }], evaluators: [{ name: Tone }] }\n`

const refunds = `# yaml-language-server: $schema=tests.v1.json
- name: Refuses a refund after 30 days
  history:
    - { role: user, content: "I bought it 40 days ago. Can I return it?" }
  evaluators:
    - name: Correctness
      variable_values:
        criteria: Refuses, and says that the limit is 30 days.
- name: Books the room
  type: tool_call
  history:
    - { role: user, content: Room 101 for tomorrow }
    - role: assistant
      content: null
      tool_calls: [{ id: "1", type: function, function: { name: find, arguments: "{}" } }]
    - { role: tool, tool_call_id: "1", content: free }
  tool_calls:
    - tool: book_room
      arguments: { room: { match_type: exact, value: "101" }, guests: 2, note: null }
  language: en
- { name: Sums up, type: general, input: A call., evaluators: [{ name: Faithfulness }], inputs: { 'a b': [null, 1.5] } }
- { name: Ends well, type: conversation, history: [{ role: user, content: Hi }], evaluators: [{ name: Goal }] }
`

describe('reads', () => {
  test('all types of tests, with their places', () => {
    const result = read({ 't/refunds.yml': refunds })
    expect(result).toMatchObject({ ok: true, agents: [{ agent: 'Support bot' }] })
    const tests = result.ok ? result.agents.flatMap((each) => each.tests) : []
    expect(tests.map(({ file, line }) => `${file}:${line}`)).toEqual([
      't/refunds.yml:2',
      't/refunds.yml:9',
      't/refunds.yml:21',
      't/refunds.yml:22',
    ])
    expect(tests.map((each) => each.test)).toMatchObject([
      {
        name: 'Refuses a refund after 30 days',
        evaluators: [{ variable_values: { criteria: 'Refuses, and says that the limit is 30 days.' } }],
      },
      { type: 'tool_call', tool_calls: [{ arguments: { guests: 2, note: null } }], language: 'en' },
      { type: 'general', inputs: { 'a b': [null, 1.5] } },
      { type: 'conversation' },
    ])
  })

  const files = { 'a/1.yml': named('A'), 'a/2.yml': named('B'), 'b/[1].yml': named('C') }
  const namesOf = (input: string, agents?: string[]) => {
    const result = read(files, input, agents)
    if (!result.ok) return result.errors
    return result.agents.map(({ agent, tests }) => [agent, ...tests.map((each) => each.test.name)])
  }

  test.each([
    ['a pattern', 'a/*.yml', ['A', 'B']],
    ['patterns by line, and each file once', 'a/2.yml\n ./a/*.yml\n', ['B', 'A']],
    ['braces, which are a mapping in part', '{a,b}/*.yml', ['A', 'B', 'C']],
    ['a star, which is no YAML', '*/1.yml', ['A']],
    ['a file with the characters of a pattern', 'b/[1].yml', ['C']],
    ['a path with other slashes', 'a\\1.yml', ['A']],
  ])('%s', (_, input, names) => {
    expect(namesOf(input)).toEqual([['Support bot', ...names]])
  })

  test('the same of every version of YAML', () => {
    const text = `%YAML 1.1\n---\n- { name: yes, type: general, input: 2026-11-20, evaluators: [{ name: 010 }] }\n`
    expect(errorsOf({ 't/a.yml': text })).toEqual([
      't/a.yml:3: "name" has to be a text, not a number. Put it in quotes.',
    ])
  })

  test('a mapping of agents to patterns, with one or several', () => {
    const input = 'Support bot: a/1.yml\n"Sales: bot": [a/*.yml, b/*.yml]\nThird: |\n  a/1.yml\n  a/2.yml'
    expect(namesOf(input, ['Third', 'Support bot', 'Sales: bot'])).toEqual([
      ['Support bot', 'A'],
      ['Sales: bot', 'A', 'B', 'C'],
      ['Third', 'A', 'B'],
    ])
    expect(namesOf('Any agent: a/1.yml', [])).toEqual([['Any agent', 'A']])
  })
})

describe('the input', () => {
  test.each<[string, string, string[], RegExp, hasForm?: boolean]>([
    ['patterns for two agents', 't/*.yml', ['A', 'B'], /with more than one agent, it has to name them/],
    ['patterns for all agents', 't/*.yml', [], /Expected a mapping of names to patterns/],
    [
      'an agent that is not tested',
      'Suport bot: t/*.yml',
      ['Support bot'],
      /is none of the tested agents\. Did you mean "Support bot"/,
      false,
    ],
    [
      'the original of a tested copy',
      'Support bot: t/*.yml',
      ['Support bot (preview)'],
      /is none of the tested agents\. Expected one of them, such as "Support bot \(preview\)", or/,
      false,
    ],
    ['no pattern', 'Support bot: []', ['Support bot'], /"Support bot" has no pattern/],
    ['an agent twice', 'A: t/a.yml\nA: t/a.yml', ['A'], /"A" is there twice/, false],
    ['a star behind a name', 'A: *.yml', ['A'], /a pattern that begins with \* or \{ needs quotes/],
    ['a brace behind a name', 'A: {t,u}/*.yml', ['A'], /a pattern that begins with \* or \{ needs quotes/],
    ['a number', 'Support bot: [7]', ['Support bot'], /"Support bot" has no pattern/],
    ['a pattern without a match', 't/*.yml\nx/*.yaml', ['A'], /"x\/\*\.yaml" matches no file/, false],
  ])('refuses %s', (_, input, agents, message, hasForm = true) => {
    const result = read({ 't/a.yml': named('A') }, input, agents)
    expect(result.ok ? [] : result.errors).toEqual([
      {
        file: null,
        line: null,
        message: expect.stringMatching(message),
        lines: [],
        // Only where the form is wrong.
        example: hasForm ? [expect.any(String), expect.any(String)] : [],
      },
    ])
  })
})

const invisible = 'there is the invisible character U+00A0'

describe('a file that', () => {
  const other = 'this line, or what is above it, has another form.'

  test.each<[what: string, text: string, error: string]>([
    ['has a colon too many', '- name: A\n  history: a: b', `2: ${other}`],
    ['has a quote without an end', '- name: "A\n  history: b', `2: ${other}`],
    ['is indented with a tab', '- name: A\n\thistory: []', `2: ${other}`],
    ['has two documents', `${named('A')}---\n${named('B')}`, `2: ${other}`],
    ['has ... between tests', `${named('A')}...\n${named('B')}`, `3: ${other}`],
    ['ends with ---', `---\n${named('A')}---\n`, `3: ${other}`],
    ['has two documents, one of them ended', `${named('A')}...\n---\n${named('B')}`, `3: ${other}`],
    ['has a bracket without an end', '- name: [A', `1: ${other}`],
    ['lacks a comma', '- { name: "A" type: general }', `1: ${other}`],
    ['has a backslash in quotes', '- name: "C:\\Users"', `1: ${other}`],
    ['has an @ without quotes', '- name: @A', `1: ${other}`],
    ['has a line without a colon', '- name: A\n  type\n  input: B', `2: ${other}`],
    ['is nested too deeply', '['.repeat(200_000), `1: ${other}`],
  ])('%s is no YAML', (_, text, error) => {
    expect(errorsOf({ 't/a.yml': text })[0]).toContain(`t/a.yml:${error.replace(': ', ': not valid YAML: ')}`)
  })

  const large =
    '{ name: A, inputs: { a: 9007199254740993 }, type: general, input: a, evaluators: [{ name: b }] }'

  test.each<[string, string, string]>([
    ['is a mapping', '# My tests\nname: A', '2: expected a list of tests'],
    ['has no test', '[]', '1: expected a list of tests'],
    [
      'has an unresolved conflict',
      '- name: A\n<<<<<<< HEAD\n  input: B\n=======\n  input: C\n>>>>>>> change\n',
      'null: the file has the conflict markers of a merge (<<<<<<<, =======, >>>>>>>).',
    ],
    ['is empty', ' \n', 'null: the file is empty. Write its text, or remove it.'],
    [
      'is too large',
      `# ${'x'.repeat(1024 * 1024)}`,
      'null: the file is larger than 1 MiB. Shorten or split it.',
    ],
    ['is indented in another way', '- name: A\n   type: general\n  input: B', ''],
    [
      'has no-break spaces as indentation',
      '- name: A\n\u00a0\u00a0type: b\n',
      `2: ${invisible}, which YAML does not read as a space`,
    ],
    ['has a no-break space behind the dash', '-\u00a0name: A\n', `1: ${invisible}, which YAML`],
    ['has a no-break space after a colon', '- name:\u00a0A\n', `1: ${invisible}, which YAML`],
    ['has an ideographic space after a colon', '- name: A\n  input:\u3000B\n  type: general\n', '2: '],
    ['was put together of two files', `${named('A')}\ufeff${named('B')}`, '2: '],
    ['has a test that is a text', '- A', '1: a test has to be a mapping, not a text.'],
    ['has an anchor', '- &a { name: A }', '1: anchors, aliases and tags are not supported'],
    ['has a tag', '- { name: !!str A }', '1: anchors, aliases and tags are not supported'],
    ['has a key twice', '- name: A\n  name: B', '2: "name" is there twice.'],
    ['has a key that is no text', '- { 1: A }', '1: a key has to be a text'],
    ['has the key __proto__', '- { __proto__: A }', '1: a key has to be a text'],
    ['has half a surrogate pair', '- name: "\\ud800"', '1: this text has half of a surrogate pair'],
    ['has a large number', `- ${large}`, '1: the value of '],
  ])('%s', (_, text, error) => {
    expect(errorsOf({ 't/a.yml': text })[0]).toContain(`t/a.yml:${error}`)
  })
})

describe('a test that', () => {
  const start = '- name: A\n'
  const history = '  history: [{ role: user, content: Hi }]\n'
  const judged = '  evaluators: [{ name: Tone }]\n'
  const matchers = [
    'a: { match_type: exactly }',
    'b: { c: { match_type: exact } }',
    'd: { match_type: llm_judge }',
  ]
    .map((each) => `        ${each}\n`)
    .join('')

  const noSuch = (key: string, type: string) =>
    `a test of the type ${type} has no "${key}". Remove it, or correct "type".`

  /** @param lines below the name */
  test.each<[what: string, lines: string, ...errors: string[]]>([
    ['has nothing else', '', '1: "history" is missing.', '1: "evaluators" is missing.'],
    ['has no evaluators', `${history}  evaluators: []\n`, '3: "evaluators" is empty. Write at least one.'],
    [
      'has an unknown type',
      '  type: chat\n',
      '2: "type" has to be response, tool_call, conversation or general, not "chat".',
    ],
    [
      'has a misspelt key, which is one mistake',
      `${history}  evaluator: []\n`,
      '3: "evaluator" is unknown here. Did you mean "evaluators"?',
    ],
    [
      'has a misspelt type, on which its other keys depend',
      '  typ: tool_call\n  input: Book.\n  tool_calls: []\n',
      '2: "typ" is unknown here. Did you mean "type"?',
    ],
    [
      'has a number as history, which quotes do not help',
      `  history: 1\n${judged}`,
      '2: "history" has to be a list, not a number.',
    ],
    [
      'has an empty list and a word of another route',
      `  conversation_history: []\n  history:\n${judged}`,
      '2: "conversation_history" is unknown here. Did you mean "history"?',
      '3: "history" has to be a list, but it is empty.',
    ],
    ['has a field of another type', `${history}${judged}  input: Hi\n`, `4: ${noSuch('input', 'response')}`],
    [
      'is general and has a history',
      `  type: general\n  input: Hi\n${history}${judged}`,
      `4: ${noSuch('history', 'general')}`,
    ],
    [
      'is a tool test with evaluators',
      `  type: tool_call\n${history}${judged}  tool_calls: []\n`,
      `4: ${noSuch('evaluators', 'tool_call')}`,
    ],
    [
      'is a tool test with neither',
      '  type: tool_call\n  tool_calls: []\n',
      '1: a test of the type tool_call needs either "history" or "input".',
    ],
    [
      'has a role that is unknown',
      `  history:\n    - role: bot\n      content: Hi\n${judged}`,
      '3: "role" has to be user, assistant or tool, not "bot".',
    ],
    [
      'has a message without text',
      `  history:\n    - role: user\n${judged}`,
      '3: a message needs "content".',
    ],
    [
      'has a message with a misspelt key',
      `  history:\n    - role: user\n      contents: Hi\n${judged}`,
      '3: a message needs "content".',
      '4: "contents" is unknown here. Did you mean "content"?',
    ],
    ['has a text as history', `  history: Hi\n${judged}`, '2: "history" has to be a list, not a text.'],
    [
      'has a comma in a value inside braces',
      `${history}  evaluators:\n    - name: C\n      variable_values: { criteria: Refuses, and says so }\n`,
      '5: "and says so" has to be a text, but it is empty.',
    ],
    [
      'has a comma in a message inside braces',
      `  history:\n    - { role: user, content: Tomorrow, please }\n${judged}`,
      '3: "please" is unknown here. Expected role, content, name, tool_call_id, tool_calls.',
    ],
    [
      'has a list as a value',
      `${history}  evaluators:\n    - name: C\n      variable_values: { a: [b] }\n`,
      '5: "a" has to be a text, not a list.',
    ],
    [
      'has an evaluator twice',
      `${history}  evaluators:\n    - name: Tone\n    - name: Style\n    - name: Tone\n`,
      '6: the evaluator "Tone" is there twice. The service would keep the last one. Remove one.',
    ],
    [
      'has odd matchers',
      `  type: tool_call\n  input: Hi\n  tool_calls:\n    - tool: book\n      arguments:\n${matchers}`,
      '7: a matcher has to be { match_type: exact, value }, { match_type: llm_judge, criteria } with a text, or { match_type: any }.',
      '8: a matcher has to be { match_type: exact, value }, { match_type: llm_judge, criteria } with a text, or { match_type: any }.',
      '9: a matcher has to be { match_type: exact, value }, { match_type: llm_judge, criteria } with a text, or { match_type: any }.',
    ],
  ])('%s', (_, lines, ...errors) => {
    expect(errorsOf({ 't/a.yml': start + lines })).toEqual(errors.map((each) => `t/a.yml:${each}`))
  })

  test.each([
    ['none', '', '"name" is missing.'],
    ['an empty text', 'name: " ", ', '"name" has to be a text that is not empty, not " ".'],
    ['a number', 'name: 7, ', '"name" has to be a text, not a number. Put it in quotes.'],
  ])('has %s as its name', (_, name, error) => {
    const test = `- { ${name}type: general, input: Hi, evaluators: [{ name: Tone }] }`
    expect(errorsOf({ 't/a.yml': test })).toEqual([`t/a.yml:1: ${error}`])
  })

  test('is wrong shows its line, the one before it, and two that are right', () => {
    const result = read({ 't/a.yml': `${start}${history}  evaluators: Tone\n` })
    expect(result).toMatchObject({
      errors: [
        {
          file: 't/a.yml',
          line: 3,
          lines: ['  history: [{ role: user, content: Hi }]', '  evaluators: Tone'],
          example: ['  evaluators:', '    - name: Correctness'],
        },
      ],
    })
  })

  test('has the name of another one of its agent is refused with both places', () => {
    const files = { 't/a.yml': named('A'), 't/b.yml': named('B') + named('A') }
    expect(errorsOf(files)).toEqual([
      't/b.yml:2: "A" is the name of another test of "Support bot", too: t/a.yml:1. Rename one of them.',
    ])
    expect(errorsOf(files, 'One: t/a.yml\nTwo: t/b.yml', ['One', 'Two'])).toEqual([])
    // Its other errors hide nothing.
    const wrong = errorsOf({ 't/a.yml': named('A'), 't/b.yml': '- name: A\n  type: general' })
    expect(wrong).toContainEqual(expect.stringMatching(/^t\/b\.yml:1: "A" is the name of another test/))
    expect(wrong.length).toBeGreaterThan(1)
  })
})

test('all errors of all files are found at once', () => {
  const files = { 't/a.yml': '- name: A\n- name: 7', 't/b.yml': 'A: [', 't/c.yml': named('C') + named('C') }
  const places = errorsOf(files, 't/*.yml\nnone/*').map((each) => each.split(': ')[0])
  expect(new Set(places)).toEqual(new Set(['null:null', 't/a.yml:1', 't/a.yml:2', 't/b.yml:1', 't/c.yml:2']))
})

// A call cannot have so many arguments as a small file can have mistakes.
test.each([
  ['tests', '-\n'.repeat(200_000)],
  ['keys', `${named('A')}- name: B\n${Array.from({ length: 5000 }, (_, i) => `  k${i}: 1\n`).join('')}`],
  ['repeated keys', `- name: B\n${'  name: B\n'.repeat(5000)}`],
  ['repeated names', named('A').repeat(200)],
])('of very many wrong %s, the first 50 are told', (_, text) => {
  expect(errorsOf({ 't/a.yml': text })).toHaveLength(50)
})

test('of very many wrong files, so many errors are told that a job summary can hold them', () => {
  const files = Array.from({ length: 20 }, (_, nth) => [`t/${nth}.yml`, '-\n'.repeat(50)] as const)
  expect(errorsOf(Object.fromEntries(files))).toHaveLength(500)
})

test('a pattern may be longer than a path, and name a link to itself', () => {
  const workspace = createFolder({ 'a.yml': named('A') })
  symlinkSync('loop.yml', join(workspace, 'loop.yml'))
  const find = (pattern: string) => filesMatching(preparedPattern(pattern), workspace)
  expect(find(`{${'b'.repeat(300)},a}.yml`)).toEqual(['a.yml'])
  expect(find('loop.yml')).toEqual([])
})

test('an agent has 5,000 tests at most', () => {
  const tests = Array.from({ length: 5001 }, (_, i) => named(`T${i}`))
  const files = { 't/a.yml': tests.slice(0, 2500).join(''), 't/b.yml': tests.slice(2500).join('') }
  expect(errorsOf(files)).toEqual([
    'null:null: "Support bot" has 5001 tests. An agent can have 5000 at most.',
  ])
})

test.skipIf(process.platform === 'win32')(
  'no path and no link leads out of the workspace or into .git',
  () => {
    const outside = createFolder({ 'a.yml': named('A') })
    const workspace = createFolder({ '.git/config': named('A'), 't/a.yml': named('A') })
    symlinkSync(join(outside, 'a.yml'), join(workspace, 't/link.yml'))
    symlinkSync(join(workspace, '.git/config'), join(workspace, 't/token.yml'))
    symlinkSync(outside, join(workspace, 'folder'))
    const errors = (input: string) => {
      const result = readTests(input, ['A'], testFiles(workspace))
      return result.ok ? [] : result.errors.map(({ file, message }) => `${file}: ${message}`)
    }
    expect(errors('t/*.yml')).toEqual([
      'null: t/link.yml is behind the link t/link.yml, which leads out of the workspace. Name files that are in it.',
    ])
    expect(errors('folder/*.yml')).toEqual([expect.stringMatching(/behind the link folder, which leads out/)])
    expect(errors('.git/config')).toEqual([expect.stringMatching(/is under \.git/)])
    expect(errors(join(outside, 'a.yml'))).not.toEqual([])
    expect(errors(`../${outside.split('/').at(-1)}/*.yml`)).toEqual([
      expect.stringMatching(/is outside of the workspace/),
    ])
    expect(errors('folder/*.yml')).not.toEqual([])
  },
)
