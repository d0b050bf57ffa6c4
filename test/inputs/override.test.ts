// The input `override`: what it may say, and that no message quotes a value of it.
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { workspaceReader } from '../../src/inputs/override.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import { errorsOf, inputsOf } from './parsed-inputs.ts'

const agents = 'Support bot (preview)'
const of = (patch: string) => `${agents}: { ${patch} }`
const messagesOf = (override: string, more = {}) =>
  errorsOf({ agents, override, ...more }).map(({ message }) => message)

test('gives the changes of each copy, its original, and the keys with their files', () => {
  const override = `
Support bot (preview):
  system_prompt: { file: prompt.md }
  llm: { model: openai/gpt-4.1 }
Sales (beta) (preview):
  agent_url: https://preview.acme.test/chat
  agent_headers: { X-Old: null, Authorization: 'Bearer 12' }
  default_inputs: { a: [1, true, null, 1.5, { file: prompt.md }], d: { file: other.md }, __proto__: {b: 1} }
`
  const inputs = inputsOf({ agents: 'Support bot (preview), Sales (beta) (preview)', override })
  expect(inputs.override).toEqual([
    {
      copy: 'Support bot (preview)',
      original: 'Support bot',
      patch: { system_prompt: 'Be polite.', llm: { model: 'openai/gpt-4.1' } },
      keys: [
        { key: 'system_prompt', file: 'prompt.md' },
        { key: 'llm.model', file: null },
      ],
      files: ['prompt.md'],
    },
    {
      copy: 'Sales (beta) (preview)',
      original: 'Sales (beta)',
      patch: {
        agent_url: 'https://preview.acme.test/chat',
        agent_headers: { 'X-Old': null, Authorization: 'Bearer 12' },
        default_inputs: JSON.parse(
          '{"a":[1,true,null,1.5,"Be polite."],"d":"Be short.","__proto__":{"b":1}}',
        ),
      },
      keys: [
        { key: 'agent_url', file: null },
        { key: 'agent_headers', file: null },
        { key: 'default_inputs', file: 'prompt.md' },
      ],
      files: ['prompt.md', 'other.md'],
    },
  ])
  expect(inputsOf({}).override).toEqual([])
})

describe('refuses', () => {
  test.each<[string, string, RegExp]>([
    ['a text', 'prompt', /expected a mapping of copies.*Write it like this:\nSupport bot \(preview\):\n/s],
    [
      'a path as the prompt',
      of('system_prompt: prompts/bot.md'),
      /names a file\. Write { file: prompts\/bot\.md }/,
    ],
    [
      'a path under "path"',
      of('system_prompt: { path: prompts/bot.txt }'),
      /Write { file: prompts\/bot\.txt }/,
    ],
    ['a list', '[a]', /expected a mapping of copies/],
    ['nothing but a comment', '# none', /expected a mapping of copies/],
    ['an agent without changes', `${agents}: {}`, /line 1: this value is empty/],
    ['an agent with a text', `${agents}: hidden`, /expected a mapping of what to override/],
    ['invalid YAML', `${agents}: [hidden`, /line 1: not valid YAML \(BAD_INDENT|FLOW/],
    ['a key twice', of('agent_url: a, agent_url: hidden'), /line 1: this key is there twice/],
    ['a copy twice', `${of('agent_url: a')}\n${of('agent_url: hidden')}`, /line 2: this key is there twice/],
    ['two documents', `${of('agent_url: a')}\n---\nhidden`, /line 2: not valid YAML/],
    ['an anchor', of('system_prompt: &a hidden'), /line 1: anchors, aliases and tags/],
    ['an alias', of('system_prompt: &a hidden, agent_url: *a'), /anchors, aliases and tags/],
    ['a tag', of('system_prompt: !!str hidden'), /anchors, aliases and tags/],
    ['a key that is a number', of('default_inputs: { 1: hidden }'), /a key is not a text/],
    ['a key that is a list', of('default_inputs: { [hidden]: 1 }'), /a key is not a text/],
    [
      'a misspelt key',
      of('systemprompt: hidden'),
      /"systemprompt" cannot be overridden\. Did you mean "system_prompt"\?/,
    ],
    ['a key that every object has', of('constructor: hidden'), /"constructor" cannot be overridden/],
    [
      'a key that no run reads',
      of('stt: { provider: hidden }'),
      /"stt" cannot be overridden\. Expected system_prompt, llm/,
    ],
    [
      'another key of llm',
      of('llm: { model: hidden, provider: b }'),
      /expected a mapping with nothing but "model"/,
    ],
    ['llm as a text', of('llm: hidden'), /expected a mapping with nothing but "model"/],
    ['llm as null', of('llm: null'), /expected a mapping with nothing but "model"/],
    ['a prompt that is a number', of('system_prompt: 5'), /expected a text for system_prompt/],
    ['no address', of('agent_url: null'), /expected a text for agent_url/],
    ['a header that is a number', of('agent_headers: { X-Hidden: 5 }'), /put numbers in quotes/],
    ['inputs that are a list', of('default_inputs: [hidden]'), /expected a mapping for default_inputs/],
    ['a value that is missing', `${agents}:\n  agent_url:`, /line 2: this value is empty/],
    ['a value that is blank', of('agent_url: " "'), /this value is empty/],
    ['a null that is no word', of('system_prompt: ~'), /this value is empty/],
    ['a key without a value', of('agent_url'), /this value is empty/],
    ['an empty inner value', of('agent_headers: { X-Token: "" }'), /this value is empty/],
    ['half a surrogate pair', of('system_prompt: "\\ud800 hidden"'), /half of a surrogate pair/],
    [
      'half a surrogate pair in a key',
      of('default_inputs: { "\\udc00": hidden }'),
      /half of a surrogate pair/,
    ],
    ['a large integer', of('default_inputs: { a: 9007199254740993 }'), /cannot be written exactly/],
    ['no number', of('default_inputs: { a: .nan }'), /cannot be written exactly/],
    ['a file that is missing', of('system_prompt: { file: none.md }'), /file "none.md" cannot be read/],
    ['a file that is none', of('system_prompt: { file: [hidden] }'), /expected a text for system_prompt/],
  ])('%s', (_, override, message) => {
    const [first] = messagesOf(override)
    expect(first).toMatch(message)
    expect(first).toMatch(/^Input "override": /)
    expect(first).not.toMatch(/hidden/)
  })

  test.each([
    ['[a]', 'system_prompt: { file: prompts/support-bot.md }'],
    [`${agents}: [hidden`, 'system_prompt: { file: prompts/support-bot.md }'],
    [of('systemprompt: hidden'), 'system_prompt: { file: prompts/support-bot.md }'],
    [of('llm: hidden'), 'llm: { model: openai/gpt-4.1 }'],
    [of('agent_url'), 'agent_url: https://preview.acme.test/chat'],
    [of('agent_url: a, agent_headers: { X-Hidden: 5 }'), 'agent_headers: { X-Version: "2" }'],
    [of('agent_headers: { X-Hidden: "" }'), 'agent_headers: { X-Version: "2" }'],
    [of('default_inputs: { 1: hidden }'), 'default_inputs: { plan: premium }'],
    [of('agent_url: { file: none.md }'), 'agent_url: https://preview.acme.test/chat'],
  ])('%s, and shows the two lines that are right', (override, line) => {
    const [, ...example] = messagesOf(override)[0]?.split('\n') ?? []
    expect(example).toEqual(['Support bot (preview):', `  ${line}`])
    expect(
      inputsOf({ agents, override: example.join('\n').replace(/prompts\/.*md/, 'prompt.md') }),
    ).toBeDefined()
  })

  test('all that is wrong at once', () => {
    const [message] = messagesOf(`
Support bot (preview): { system_prompt: { file: none.md }, voice: a }
Sales: { llm: { model: 5 } }
`)
    expect(message?.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(/^Input "override": "Support bot \(preview\)": file "none.md" cannot/),
      expect.stringMatching(/^"Support bot \(preview\)": "voice" cannot be overridden/),
      expect.stringMatching(/^"Sales": expected the name of a copy/),
      expect.stringMatching(/^"Sales": expected .* for llm\. Write it like this:$/),
    ])
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
    ['is listed, not tested with all', { agents: '' }, '"Support bot (preview)" is not in "agents"'],
    ['has a control', compared, 'needs "control", with "Support bot" for'],
    ['has its original as control', { ...compared, control: 'Sales' }, 'is not "Support bot"'],
    [
      'is no control',
      { ...compared, agents: `${agents}, Sales`, control: `Support bot, ${agents}` },
      '"Support bot (preview)" is a control or an original',
    ],
    [
      'is no original',
      {
        agents: `${agents}, ${agents} (2)`,
        override: `${override}\n${agents} (2): { agent_url: a }`,
      },
      '"Support bot (preview)" is a control or an original',
    ],
  ])('a copy %s', (_, given, message) => {
    const messages = messagesOf(override, given)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain(message)
  })

  test('a copy may be tested beside others', () => {
    const given = { agents: `Sales, ${agents}`, control: 'Sales (old), Support bot', ...compared }
    expect(inputsOf(given).override).toHaveLength(1)
  })

  test('the API key is refused in it', () => {
    expect(messagesOf(of('agent_headers: { X-Key: sk-0123456789 }'))[0]).toContain('contains the API key')
  })
})

describe('files of the workspace', () => {
  test.skipIf(process.platform === 'win32')('are read up to 1 MiB, and not from outside', () => {
    const texts = ['.git/config', 'vendor/.GIT/config', '.github/prompt.md', '.gitignore']
    const workspace = join(createFolder({ secret: 'secret' }), 'workspace')
    writeFiles(workspace, {
      ...Object.fromEntries(texts.map((path) => [path, 'text'])),
      'prompts/a.md': '\uFEFFBe polité.\n',
      'empty.md': ' \n',
      'most.md': 'a'.repeat(1024 * 1024),
      'more.md': 'a'.repeat(1024 * 1024 + 1),
      '..name': 'inside',
    })
    writeFileSync(join(workspace, 'latin.md'), Uint8Array.of(0xe9))
    symlinkSync('../secret', join(workspace, 'link'))
    symlinkSync('../..', join(workspace, 'prompts/out'))
    symlinkSync('prompts/a.md', join(workspace, 'inner'))
    symlinkSync('loop', join(workspace, 'loop'))
    symlinkSync('../.git', join(workspace, 'prompts/folder'))
    symlinkSync('.git/config', join(workspace, 'config.md'))
    const read = workspaceReader(workspace)
    expect(read('prompts/a.md')).toEqual({ value: 'Be polité.\n' })
    expect(read('inner')).toEqual({ value: 'Be polité.\n' })
    expect(read(join(workspace, 'inner'))).toEqual({ value: 'Be polité.\n' })
    expect(read('..name')).toEqual({ value: 'inside' })
    expect(read('most.md')).toHaveProperty('value.length', 1024 * 1024)
    for (const path of ['../secret', 'link', 'prompts/out/secret', '/etc/passwd', '..'])
      expect(read(path), path).toEqual({ error: 'is outside of the workspace.' })
    for (const path of ['.git/config', 'vendor/.GIT/config', 'prompts/folder/config', 'config.md'])
      expect(read(path)).toEqual({ error: expect.stringMatching(/^is under \.git, where a checkout/) })
    for (const path of ['.github/prompt.md', '.gitignore']) expect(read(path)).toEqual({ value: 'text' })
    expect(read('more.md')).toEqual({ error: 'is larger than 1 MiB.' })
    expect(read('latin.md')).toEqual({ error: 'is not UTF-8 text.' })
    expect(read('empty.md')).toEqual({ error: 'is empty.' })
    expect(read('prompts')).toEqual({ error: 'is not a file.' })
    for (const path of ['none.md', 'loop', 'a\0b'])
      expect(read(path)).toHaveProperty('error', expect.stringContaining('cannot be read'))
  })
})
