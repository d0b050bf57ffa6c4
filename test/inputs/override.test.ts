// The input `override`: what it may say, and that no message quotes a value of it.
import { describe, expect, test } from 'vitest'
import { readOverrides } from '../../src/inputs/override.ts'
import { type ReadFile, workspaceReader } from '../../src/inputs/workspace.ts'
import { createFolder } from '../support/folders.ts'
import { errorsOf, type Given, inputsOf, parse, valid } from './parsed-inputs.ts'

const agents = 'Support bot (preview)'
const of = (patch: string) => `${agents}: { ${patch} }`
const texts: Readonly<Record<string, string>> = { 'prompt.md': 'Be polite.', 'other.md': 'Be short.' }
const inTexts: ReadFile = (path) => {
  const value = texts[path]
  return value === undefined ? { error: 'cannot be read.', isMissing: true } : { value }
}
const read = (given: Given, readFile = inTexts) =>
  readOverrides(inputsOf(given).override, { readFile, inRepository: (file) => file })
/** What is wrong with the inputs; if nothing is, with the files. */
const messagesOf = (override: string, more = {}) => {
  const given = { agents, override, ...more }
  const messages = errorsOf(given).map(({ message }) => message)
  if (messages.length > 0) return messages
  const files = read(given)
  return 'error' in files ? files.error.split('\n') : []
}

test('gives the changes of each copy, its original, and the keys with their files', () => {
  const override = `
Support bot (preview):
  system_prompt: { file: prompt.md }
  llm: { model: openai/gpt-4.1 }
Sales (beta) (preview):
  agent_url: https://preview.acme.test/chat
  agent_headers: { X-Old: null, Authorization: 'Bearer 12' }
  default_inputs: { a: [1, true, null, 1.5, { file: prompt.md }], d: { file: other.md } }
`
  const given = { agents: 'Support bot (preview), Sales (beta) (preview)', override }
  const value = [
    {
      copy: 'Support bot (preview)',
      original: 'Support bot',
      patch: { system_prompt: 'Be polite.', llm: { model: 'openai/gpt-4.1' } },
      keys: [
        { key: 'system_prompt', file: 'prompt.md', sources: ['prompt.md'] },
        { key: 'llm.model', file: null, sources: [null] },
      ],
      files: ['prompt.md'],
    },
    {
      copy: 'Sales (beta) (preview)',
      original: 'Sales (beta)',
      patch: {
        agent_url: 'https://preview.acme.test/chat',
        agent_headers: { 'X-Old': null, Authorization: 'Bearer 12' },
        default_inputs: { a: [1, true, null, 1.5, 'Be polite.'], d: 'Be short.' },
      },
      keys: [
        { key: 'agent_url', file: null, sources: [null] },
        { key: 'agent_headers', file: null, sources: [null, null] },
        {
          key: 'default_inputs',
          file: 'prompt.md',
          sources: [null, null, null, null, 'prompt.md', 'other.md'],
        },
      ],
      files: ['prompt.md', 'other.md'],
    },
  ]
  expect(read(given)).toEqual({ value })
  expect(read({})).toEqual({ value: [] })
})

describe('refuses', () => {
  test.each<[override: string, message: RegExp]>([
    ['prompt', /expected a mapping of copies.*Write it like this:\n {2}Support bot \(preview\):\n/s],
    [
      of('system_prompt: prompts/bot.md'),
      /system_prompt is nothing but the path of a file\. Write the text itself, or/,
    ],
    [
      of('system_prompt: { path: other.md }'),
      /expected a text, such as { file: prompts\/support-bot\.md } for system_prompt/,
    ],
    ['[a]', /expected a mapping of copies/],
    ['# none', /expected a mapping of copies/],
    [`${agents}: {}`, /line 1: this value is empty/],
    [`${agents}: hidden`, /expected a mapping of what to override/],
    [`${agents}: [hidden`, /line 1: not valid YAML: .* Close each quote and bracket\./],
    [of('agent_url: a, agent_url: hidden'), /line 1: "agent_url" is there twice/],
    [`${of('agent_url: a')}\n${of('agent_url: hidden')}`, /line 2: "Support bot \(preview\)" is there twice/],
    [
      `${agents}:\nsystem_prompt: hidden\nllm: { model: hidden }`,
      /^line 2: expected a mapping of what to override\. Below the name of the copy, indent its keys\.$/,
    ],
    [
      'system_prompt: { file: prompt.md }',
      /"system_prompt": expected the name of a copy.*Write it like this:/s,
    ],
    [of('system_prompt: &a hidden'), /line 1: anchors, aliases and tags/],
    [of('system_prompt: &a hidden, agent_url: *a'), /anchors, aliases and tags/],
    [of('default_inputs: { 1: hidden }'), /a key has to be a text/],
    [of('systemprompt: hidden'), /"systemprompt" cannot be overridden\. Did you mean "system_prompt"\?/],
    [of('constructor: hidden'), /"constructor" cannot be overridden/],
    // No run reads it.
    [of('stt: { provider: hidden }'), /"stt" cannot be overridden\. Expected system_prompt, llm/],
    [of('llm: { model: hidden, provider: b }'), /expected a mapping with nothing but "model"/],
    [of('llm: hidden'), /expected a mapping with nothing but "model"/],
    [of('llm: null'), /expected a mapping with nothing but "model"/],
    [of('system_prompt: 5'), /expected a text, .* for system_prompt/],
    [of('agent_url: null'), /expected a text, .* for agent_url/],
    [of('agent_headers: { X-Hidden: 5 }'), /with numbers in quotes/],
    [of('default_inputs: [hidden]'), /expected a mapping, .* for default_inputs/],
    [`${agents}:\n  agent_url:`, /line 2: this value is empty/],
    [of('agent_url: " "'), /this value is empty/],
    [of('system_prompt: ~'), /this value is empty/],
    [of('agent_url'), /this value is empty/],
    [of('agent_headers: { X-Token: "" }'), /this value is empty/],
    [of('system_prompt: "\\ud800 hidden"'), /half of a surrogate pair/],
    [of('default_inputs: { "\\udc00": hidden }'), /half of a surrogate pair/],
    [of('default_inputs: { __proto__: hidden }'), /a key .* cannot be __proto__/],
    [of('system_prompt: { file: none.md }'), /file "none.md" cannot be read/],
    [of('system_prompt: { file: [hidden] }'), /expected a text, .* for system_prompt/],
  ])('%s', (override, message) => {
    const [first] = messagesOf(override)
    expect(first).toMatch(message)
    expect(first).not.toMatch(/hidden/)
  })

  test.each([
    ['[a]', 'system_prompt: { file: prompt.md }'],
    [`${agents}: [hidden`, 'system_prompt: { file: prompt.md }'],
    ['Sales: { agent_url: a }', 'system_prompt: { file: prompt.md }'],
    [of('system_prompt: 5'), 'system_prompt: { file: prompt.md }'],
    [of('llm: hidden'), 'llm: { model: openai/gpt-4.1 }'],
    [of('agent_url: null'), 'agent_url: https://preview.acme.test/chat'],
    [of('agent_headers: { X-Hidden: 5 }'), 'agent_headers: { X-Version: "2" }'],
    [of('default_inputs: [hidden]'), 'default_inputs: { plan: premium }'],
  ])('%s, and shows a right form', (override, line) => {
    const [, form] = line.split(/: (.*)/)
    expect(messagesOf(override)[0]?.replace('prompts/support-bot.md', 'prompt.md')).toContain(form)
    expect(messagesOf(of(line))).toEqual([])
  })

  test('all that is wrong at once', () => {
    const sales = 'Sales (preview)'
    const override = `
Support bot (preview): { system_prompt: { file: none.md }, voice: a }
${sales}: { llm: { model: 5 } }
`
    expect(messagesOf(override, { agents: `${agents}, ${sales}` })).toEqual([
      expect.stringMatching(/^"Support bot \(preview\)": file "none.md" cannot/),
      expect.stringMatching(/^"Support bot \(preview\)": "voice" cannot be overridden/),
      expect.stringMatching(/^"Sales \(preview\)": expected .* for llm\.$/),
    ])
    const [name, other] = messagesOf('Support bot: { agent_url: a }\nSales: { voice: a }')
    expect(name).toMatch(/^"Support bot": expected the name of a copy/)
    expect(other).toMatch(/^"Sales": expected the name of a copy/)
  })

  test.each(['Support bot', 'Support bot ()', '(preview)', 'Support bot (preview) 2', 'Support bot (a(b))'])(
    'the name %j',
    (name) => {
      const messages = messagesOf(`${JSON.stringify(name)}: { agent_url: a }`, { agents: name })
      expect(messages[0]).toContain('expected the name of a copy')
    },
  )
})

describe('with other inputs', () => {
  const override = of('agent_url: a')
  const compared = { mode: 'gate-if-worse', override }

  test.each<[string, Record<string, string>, string]>([
    ['is listed', { agents: 'Support bot' }, '"Support bot (preview)" is not in "agents"'],
    [
      'has its original as control',
      compared,
      'the control of "Support bot (preview)" has to be its original, "Support bot". If only copies are tested, remove "agents" and "control".',
    ],
    ['has agents beside its control', { ...compared, agents: '', control: 'Support bot' }, '1 here, 0 there'],
    ['is not its own control', { ...compared, control: agents }, 'has to be its original, "Support bot"'],
    ['has as many controls', { ...compared, control: 'A, B' }, '2 here, 1 there'],
    [
      'is no original',
      {
        agents: `${agents}, ${agents} (2)`,
        override: `${override}\n${agents} (2): { agent_url: a }`,
      },
      '"Support bot (preview)" is an original',
    ],
  ])('a copy %s', (_, given, message) => {
    const messages = messagesOf(override, given)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain(message)
  })

  test('controls in another order are an error of theirs', () => {
    const copies = `${override}\nSales (preview): { agent_url: a }`
    const given = { ...compared, override: copies, agents: `${agents}, Sales (preview)` }
    expect(errorsOf({ ...given, control: 'Sales, Support bot' })).toEqual([
      {
        input: 'control',
        message: expect.stringContaining(`of "${agents}" has to be its original, "Support bot".`),
      },
      {
        input: 'control',
        message: expect.stringContaining('of "Sales (preview)" has to be its original, "Sales".'),
      },
    ])
  })

  describe('and without agents and control', () => {
    const two = `${override}\nSales, EU (2): { agent_url: a }`
    const copies = ['Support bot (preview)', 'Sales, EU (2)']
    const given = (mode: string, more = {}) => parse({ ...valid, override: two, mode, ...more })

    test.each([
      ['gate-if-worse', ['Support bot', 'Sales, EU']],
      ['gate', []],
      ['report', []],
    ])('in the mode "%s", the copies are tested', (mode, control) => {
      expect(given(mode)).toMatchObject({ ok: true, inputs: { agents: copies, control }, ignored: [] })
    })

    test('the modes differ by one word, and the log says what has no effect', () => {
      const inReport = 'it has no effect in the mode "report".'
      const more = { retries: '3', 'skip-unchanged': 'true' }
      expect(given('gate-if-worse', more)).toMatchObject({
        inputs: { retries: 2, skipUnchanged: true },
        ignored: [
          { input: 'retries', message: 'it has no effect with the control that "override" implies.' },
        ],
      })
      expect(given('report', { ...more, control: 'Sales' })).toMatchObject({
        inputs: { agents: copies, control: [], retries: 3, skipUnchanged: false },
        ignored: [
          { input: 'control', message: inReport },
          { input: 'skip-unchanged', message: inReport },
        ],
      })
    })

    test('a copy of a copy is refused', () => {
      const ofCopy = `${override}\n${agents} (2): { agent_url: a }`
      expect(errorsOf({ mode: 'gate-if-worse', override: ofCopy })).toEqual([
        { input: 'override', message: expect.stringContaining('is an original') },
      ])
    })
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['a copy', { override: `Sales: { agent_url: a }` }, ['override']],
    ['the mode', { mode: 'gate-if-wrose' }, ['mode']],
    ['the agents', { agents: ',' }, ['agents']],
    ['the controls', { control: ',' }, ['control']],
    ['nothing but that a gate compares nothing', { mode: 'gate', control: '' }, ['skip-unchanged']],
  ])('if %s is wrong, that is the only error', (_, wrong, inputs) => {
    const given = { ...compared, agents, control: 'Support bot', 'skip-unchanged': 'true', ...wrong }
    expect(errorsOf(given).map(({ input }) => input)).toEqual(inputs)
  })

  test('a copy may be tested beside others', () => {
    const given = { agents: `Sales, ${agents}`, control: 'Sales (old), Support bot', ...compared }
    expect(inputsOf(given).override).toHaveLength(1)
  })

  test('the API key is refused in it', () => {
    expect(messagesOf(of('agent_headers: { X-Key: sk-0123456789 }'))[0]).toContain('contains the API key')
  })
})

describe('in default_inputs, a value that JSON writes in another way is refused without being shown:', () => {
  test.each(['+4915112345678', '.nan', '9007199254740993', 'True'])('%s', (number) => {
    const [message] = messagesOf(`Support bot (preview):\n  default_inputs:\n    callers: [101, ${number}]`)
    expect(message).toMatch(
      /^line 3: the value of "callers" is not read as it is written. For the text, put it in quotes/,
    )
    expect(message).not.toContain(number)
    expect(messagesOf(`Support bot (preview):\n  default_inputs: { callers: ["${number}"] }`)).toEqual([])
  })
})

describe('a text that is the path of a file', () => {
  const files = {
    'prompts/bot.md': 'Be polite.',
    'prompts/my bot.md': 'Be kind.',
    'prompts/link': 'base.md',
    'links/up.md': '../prompts/base.md\n',
    'links/root.md': 'prompts/bot.md',
    'links/word.md': 'prompts',
    PROMPT: 'Be quick.',
    'utf16.md': '\u0000a',
  }
  const promptOf = (text: string) => {
    const override = `${agents}: { system_prompt: ${text} }`
    const found = read({ agents, override }, workspaceReader(createFolder(files)))
    return 'value' in found ? found.value[0]?.patch['system_prompt'] : found.error
  }
  const IS_PATH =
    ' is nothing but the path of a file. Write the text itself, or { file: … } with a file that has it.'

  test.each([
    'prompts/bot.md',
    './prompts/bot.md',
    'prompts/bto.md',
    '"@prompts/bot.md"',
    'file://prompts/bot.md',
    '"file: prompts/bot.md"',
    '"file://prompts/my bot.md"',
    'FILE:///prompts/bot.md',
    'prompts\\bot.md',
    '" prompts/bot.md\\n"',
    'prompts/my bot.md',
    'PROMPT',
    'utf16.md',
  ])('%s is refused', (text) => {
    expect(promptOf(text)).toBe(`"Support bot (preview)": system_prompt${IS_PATH}`)
  })

  test.each(['links/up.md', 'links/root.md', 'prompts/link'])(
    '%s, as a checkout without links leaves it',
    (file) => {
      expect(promptOf(`{ file: ${file} }`)).toBe(`"Support bot (preview)": file "${file}"${IS_PATH}`)
    },
  )

  test('and one that only looks a bit like it is a text', () => {
    for (const text of ['Hello', 'prompts', 'You are prompts/bot.md', 'https://acme.test/a'])
      expect(promptOf(JSON.stringify(text))).toBe(text)
    expect(promptOf('{ file: links/word.md }')).toBe('prompts')
  })
})

describe('an expression that nobody evaluated', () => {
  const files = { 'prompts/bot.md': 'Be polite.', 'made.md': `\${{ steps.prompt.outputs.text }}\n` }
  const errorOf = (patch: object) => {
    const override = JSON.stringify({ [agents]: patch })
    const found = read({ agents, override }, workspaceReader(createFolder(files)))
    return 'error' in found ? found : null
  }
  const messageOf = (patch: object) => errorOf(patch)?.error ?? null

  test.each([
    '$(cat prompts/bot.md)',
    '"$(cat \'prompts/bot.md\')"',
    '$(<prompts/bot.md)',
    '$(< "prompts/bot.md")\n',
    '$(Get-Content -Raw prompts/bot.md)',
    `\${{ hashFiles('prompts/bot.md') }}`,
    `\${{ steps.prompt.outputs.text }}`,
    `\${PROMPT}`,
    `\${PROMPT:-$OTHER}`,
    '$PROMPT',
    "'$CI_COMMIT_MESSAGE'",
    '$env:PROMPT',
    '$(prompt)',
    '$(node scripts/prompt.ts $(pwd))',
    '$(cat prompts/gone.md)',
    "$[ variables['prompt'] ]",
    '$[[ inputs.prompt ]]',
  ])('%s asks for the text', (text) => {
    expect(messageOf({ system_prompt: text })).toBe(
      '"Support bot (preview)": system_prompt is nothing but an expression that nobody evaluated. Write the text itself, or { file: … } with a file that has it.',
    )
  })

  test('is the whole text of a file, where the annotation stands', () => {
    expect(errorOf({ system_prompt: { file: 'made.md' } })?.file).toBe('made.md')
    expect(errorOf({ system_prompt: { file: 'gone.md' } })?.file).toBeNull()
    expect(messageOf({ system_prompt: { file: 'made.md' } })).toContain(
      'file "made.md" is nothing but an expression that nobody evaluated.',
    )
  })

  test('is the value of another key, and is not shown', () => {
    expect(messageOf({ agent_url: '$PREVIEW_URL' })).toContain('agent_url is nothing but an expression')
    expect(messageOf({ llm: { model: `\${MODEL}` } })).toContain('llm.model is nothing but an expression')
    const message = messageOf({ agent_headers: { 'X-A': '1', 'X-B': '$(echo hidden)' } })
    expect(message).toContain('a value of agent_headers is nothing but an expression that nobody evaluated')
    expect(message).not.toContain('hidden')
  })

  test.each([
    `You are {{ name }}. Prices are like $(5) or \${{ price }}.`,
    '{{ prompt }}',
    '$5',
    `\${name}, you are a bot that writes {json}`,
    '$(a) and (b)',
    '`Be polite.`',
    '100%',
    'Begin with <<PROMPT>>',
    'Reply with $PROMPT',
    '%PROMPT%',
    '`cat prompts/bot.md`',
    `$PROMPT\n\${{ env.EXAMPLES }}`,
  ])('%s is a prompt', (text) => {
    expect(messageOf({ system_prompt: text })).toBeNull()
  })

  test('what agents are given as it is may look like one', () => {
    expect(messageOf({ default_inputs: { currency: '$USD' } })).toBeNull()
  })
})

test('a prompt with an unresolved conflict of a merge is no prompt, in a file or in the workflow', () => {
  const text = '<<<<<<< HEAD\nhidden\n=======\nBe brief.\n>>>>>>> change\n'
  for (const system_prompt of [text, { file: 'prompt.md' }]) {
    const override = JSON.stringify({ [agents]: { system_prompt } })
    const found = read({ agents, override }, workspaceReader(createFolder({ 'prompt.md': text })))
    const message = expect.stringMatching(/has the conflict markers of a merge .* Resolve the conflict/)
    expect(found).toEqual({ error: message, file: typeof system_prompt === 'string' ? null : 'prompt.md' })
    expect(JSON.stringify(found)).not.toContain('hidden')
  }
})

test('a space that YAML does not read as one is named first', () => {
  for (const [override, where] of [
    [`${agents}:\n\u00a0\u00a0system_prompt: { file: prompt.md }`, 'line 2: .* U\\+00A0, which'],
    [`${agents}:\n  agent_url: \u3000hidden`, 'line 2: .* U\\+3000, which'],
  ] as const) {
    const [first] = messagesOf(override)
    expect(first).toMatch(new RegExp(`^${where}`))
    expect(first).not.toMatch(/hidden/)
  }
})

test('a name that nobody can tell from the one in "agents" is told', () => {
  const override = 'Support\u00a0bot (preview): { agent_url: a }'
  expect(messagesOf(override)[0]).toContain(
    'is not in "agents". Did you mean "Support bot (preview)"? They differ in spaces, or in characters that look alike: copy the name.',
  )
})
