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
      'UTF-16 of another alphabet',
      Buffer.from('Ты бот.\n', 'utf16le'),
      /contains NUL characters.* Save it as UTF-8/,
    ],
    ['Windows-1252', Buffer.from('Grüße', 'latin1'), /is not UTF-8 text\. Save it as UTF-8\./],
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
    ['a link without its end', 'base', /contains nothing but a path\. .* Write { file: prompts\/base }\./],
  ])('as a prompt %s', async ([, content, message], test) => {
    const workspace = createFolder({ 'prompts/base': text, 'shared/base.md': text }, test)
    writeFileSync(join(workspace, 'prompts/bot.md'), content)
    const override = `${AGENT}:\n  system_prompt: { file: prompts/bot.md }`
    const step = await runStep({ workspace, with: inputs({ agents: AGENT, override }) })
    expect(step.exitCode).toBe(1)
    expect(step.annotations.map((each) => each.message).join()).toMatch(message)
  })

  it.for<[string, string, RegExp]>([
    [
      'a block with a path',
      '|\n    prompts/bot.md',
      /is the path "prompts\/bot\.md", not a text\. Write { file: prompts\/bot\.md }\./,
    ],
    ['a path from the root', '/prompts/bot.md', /Write { file: prompts\/bot\.md }\./],
    ['a key in quotes', '"file: prompts/bot.md"', /Write { file: prompts\/bot\.md }\./],
    [
      'a key of a block, with a path that is wrong',
      '|\n    file: prompts/bott.md',
      /not a text\. There is no such file in the workspace\. Correct the path, and write it as { file: … }\./,
    ],
    ['a path with a space', '"file://prompts/my bot.md"', /Write { file: prompts\/my bot\.md }\./],
  ])('in place of a prompt %s', async ([, prompt, message], test) => {
    const workspace = createFolder({ 'prompts/bot.md': text, 'prompts/my bot.md': text }, test)
    const override = `${AGENT}:\n  system_prompt: ${prompt}`
    const step = await runStep({ workspace, with: inputs({ agents: AGENT, override }) })
    expect(step.annotations.map((each) => each.message).join()).toMatch(message)
  })

  it('numbers, spaces and names of override that nobody can see', async (test) => {
    for (const [override, message] of [
      [
        `${AGENT}:\n  default_inputs:\n    code: 007`,
        /line 3: the value of "code" is read as a number .* put it in quotes/,
      ],
      [
        `${AGENT}:\n  default_inputs: { limit: 1_000, price: 9.90 }`,
        /line 2: the value of "price" is read as a number .* put it in quotes/,
      ],
      [
        `${AGENT}:\n\u3000 agent_url: https://a.test`,
        /line 2: there is the invisible character U\+3000 in the indentation/,
      ],
      [
        `${AGENT}:\n  agent_url:\u202fhttps://a.test`,
        /line 2: there is the invisible character U\+202F after a colon/,
      ],
      [
        'Support bot\u2007(preview): { agent_url: https://a.test }',
        /Yours has U\+2007 instead of a space after "Support bot"/,
      ],
      [
        `${AGENT}: { agent_url: https://a.test }\n---\n${AGENT}: {}`,
        /line 2: .* a second YAML document begins here/,
      ],
    ] as const) {
      const step = await runStep({
        workspace: createFolder({}, test),
        with: inputs({ agents: AGENT, override }),
      })
      expect(step.annotations.map((each) => each.message).join()).toMatch(message)
    }
  })
})

describe.concurrent('the command line', () => {
  const judged = (values = '{}', name = 'Correctness') =>
    `  history: [{ role: user, content: hi }]\n  evaluators: [{ name: ${name}, variable_values: ${values} }]\n`

  it('tells all mistakes of files of tests at their lines', async (test) => {
    const { folder, command } = await createCommandLine(test, commandLine, [])
    writeFiles(folder, {
      't/numbers.yml': `- name: A\n${judged('{ code: 0049, price: 9.90 }')}- name: B\n${judged()}  inputs:\n    iban: 00123456789012345678\n    order: 12e10\n`,
      't/dots.yml': `- name: A\n${judged()}...\n---\n- name: B\n${judged()}`,
      't/spaces.yml': `- name: A\n\u3000\u3000language: de\n${judged()}`,
      't/colon.yml': `- name:\u2009A\n${judged()}`,
      't/windows.yml': `- name: A\r\n${judged('{ code: "0049" }').replaceAll('\n', '\r\n')}`,
    })
    const { exitCode, stderr } = await command(['tests', 'check', 't/*.yml']).result
    expect(exitCode).toBe(1)
    const told = stderr
      .split('\n')
      .filter((line) => line.startsWith('error: '))
      .sort()
    expect(told).toEqual([
      'error: t/colon.yml:1: there is the invisible character U+2009 after a colon, which YAML does not read as a space. Replace it by a space.',
      'error: t/dots.yml:5: not valid YAML: a second YAML document begins here. Remove this line, since only one is read.',
      'error: t/numbers.yml:3: 0049 is read as the number 49. For the text, put it in quotes; for the number, write 49.',
      'error: t/numbers.yml:3: 9.90 is read as the number 9.9. For the text, put it in quotes; for the number, write 9.9.',
      'error: t/numbers.yml:8: 00123456789012345678 is read as the number 123456789012345680. For the text, put it in quotes; for the number, write 123456789012345680.',
      'error: t/numbers.yml:9: 12e10 is read as the number 120000000000. For the text, put it in quotes; for the number, write 120000000000.',
      expect.stringMatching(
        /^error: t\/spaces\.yml:2: .*there is the invisible character U\+3000 in the indentation/,
      ),
    ])
  })

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
    writeFiles(folder, { 't/a.yml': `- name: A\n${judged('{ criteria: a }', 'C\u043errectness')}` })
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
