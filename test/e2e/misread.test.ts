// Names that look alike, on the command line.
import { describe, expect, it } from 'vitest'
import { commandLine, createCommandLine, quick } from '../cli/harness.ts'
import { writeFiles } from '../support/folders.ts'

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
