// What YAML, checkouts and readers of names make of what people write: on the bundle and the command line.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandLine, createCommandLine, quick } from '../cli/harness.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import { runStep } from '../support/runner/run-step.ts'

const AGENT = 'Support bot (preview)'
const text = 'You are a bot.\nRefunds within 30 days.\n'
const oid = '4d7a2146'.repeat(8)

describe.concurrent('the bundle refuses, before any request,', () => {
  it.for<[string, string | Buffer, RegExp]>([
    [
      'UTF-16 of big-endian systems',
      Buffer.from(text, 'utf16le').swap16(),
      /file "prompts\/bot\.md" contains NUL characters.* Save it as UTF-8/,
    ],
    [
      'a Git LFS pointer with CRLF',
      `version https://git-lfs.github.com/spec/v1\r\noid sha256:${oid}\r\nsize 12\r\n`,
      /is a Git LFS pointer.*`lfs: true` for actions\/checkout/,
    ],
    [
      'a link as a text',
      '../shared/base.md',
      /contains nothing but a path\. .*core\.symlinks=false.* Write { file: shared\/base\.md }\./,
    ],
  ])('as a prompt %s', async ([, content, message], test) => {
    const workspace = createFolder({ 'shared/base.md': text }, test)
    writeFiles(workspace, { 'prompts/bot.md': '' })
    writeFileSync(join(workspace, 'prompts/bot.md'), content)
    const override = `${AGENT}:\n  system_prompt: { file: prompts/bot.md }`
    const step = await runStep({ workspace, with: inputs({ agents: AGENT, override }) })
    expect(step.exitCode).toBe(1)
    expect(step.annotations.map((each) => each.message).join()).toMatch(message)
  })

  it.for<[string, string, RegExp]>([
    [
      'a path in place of a prompt',
      `${AGENT}:\n  system_prompt: |\n    prompts/bot.md`,
      /is the path "prompts\/bot\.md", not a text\. Write { file: prompts\/bot\.md }\./,
    ],
    [
      'a number that is written in another way',
      `${AGENT}:\n  default_inputs:\n    code: 007`,
      /line 3: the value of "code" is read as a number .* put it in quotes/,
    ],
    [
      'an invisible space',
      `${AGENT}:\n\u3000 agent_url: https://a.test`,
      /line 2: there is the invisible character U\+3000 in the indentation/,
    ],
  ])('%s', async ([, override, message], test) => {
    const workspace = createFolder({ 'prompts/bot.md': text }, test)
    const step = await runStep({ workspace, with: inputs({ agents: AGENT, override }) })
    expect(step.annotations.map((each) => each.message).join()).toMatch(message)
  })
})

describe.concurrent('the command line', () => {
  it('says how names differ that look alike, of agents, controls and evaluators', async (test) => {
    const agents = ['Ru\u0308ckgabe', 'Support bot', "Dana's bot"].map((name) => quick(name))
    const { folder, run, command, simulator } = await createCommandLine(test, commandLine, agents)
    const names = 'R\u00fcckgabe, Support\u2003bot'
    const control = 'Dana\u2019s bot, Support bot'
    const { exitCode, stdout, stderr } = await run([
      '--agents',
      names,
      '--control',
      control,
      '--mode',
      'gate-if-worse',
    ])
    expect(exitCode).toBe(2)
    for (const difference of [
      'U+00FC instead of U+0075 U+0308 after "R"',
      'U+2003 instead of a space after "Support"',
      'U+2019 instead of "\'" after "Dana"',
    ])
      expect(stdout + stderr).toContain(`Yours has ${difference}`)
    const evaluators = '[{ name: C\u043errectness, variable_values: { criteria: a } }]'
    writeFiles(folder, {
      't/a.yml': `- { name: A, history: [{ role: user, content: hi }], evaluators: ${evaluators} }`,
    })
    const service = { AGENT_TESTS_API_KEY: simulator.apiKey, AGENT_TESTS_BASE_URL: simulator.url }
    const checked = await command(['tests', 'check', 't/*.yml'], service).result
    expect(checked.stderr).toContain('Did you mean "Correctness"? Yours has U+043E instead of "o" after "C".')
  })
})

/** Nothing listens there. */
function inputs(given: Readonly<Record<string, string>>) {
  const url = 'http://127.0.0.1:9'
  return { 'api-key': 'key-0123456789', 'base-url': url, 'app-url': url, ...given }
}
