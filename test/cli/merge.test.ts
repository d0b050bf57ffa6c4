// `agent-tests merge` of the results files of several runs.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { type CommandLine, commandLine, createCommandLine, quick } from './harness.ts'

/** Runs each agent on its own, and returns the command line in the folder of the files `<agent>.json`. */
async function runParts(test: TestContext, ...failing: readonly string[]): Promise<CommandLine> {
  const names = ['Alpha', 'Beta']
  const agents = names.map((name) => quick(name, failing.includes(name) ? 'one-fails' : 'all-pass'))
  const line = await createCommandLine(test, commandLine, agents)
  await Promise.all(names.map((name) => line.run(['--agents', name, '--json', `parts/${name}.json`])))
  return line
}

const merge = ({ command }: CommandLine, ...args: readonly string[]) => command(['merge', ...args]).result

describe.concurrent('merge', () => {
  it('fails if a part fails, and writes one report', async (test) => {
    const line = await runParts(test, 'Beta')
    const result = await merge(line, 'parts', '--expect', 'Alpha, Beta', '--json', 'all.json')
    expect(result).toMatchObject({ exitCode: 1, stderr: '' })
    expect(result.stdout).toMatch(/^❌ .*\nWritten: all\.json\n$/s)
    const merged = JSON.parse(readFileSync(join(line.folder, 'all.json'), 'utf8'))
    const agents = [{ name: 'Alpha' }, { name: 'Beta' }]
    expect(merged).toMatchObject({ verdict: 'failed', totals: { total: 6 }, agents })
  })

  it('is inconclusive if a part is missing or unreadable, and names it', async (test) => {
    const line = await runParts(test)
    writeFileSync(join(line.folder, 'parts/Beta.json'), '{')
    const result = await merge(line, 'parts/*.json', '--expect', 'Alpha,Beta,Gamma')
    expect(result.exitCode).toBe(3)
    expect(result.stdout).toMatch(/Part "Beta" is unreadable/)
    expect(result.stdout).toMatch(/Part "Gamma" is missing/)
    expect((await merge(line, 'parts', '--expect', '3', '--mode', 'report')).exitCode).toBe(0)
    const unexpected = await merge(line, 'parts', '--expect', 'Beta')
    expect(unexpected.stdout).toMatch(/Part "Alpha" is not listed\. Add it to the expected parts/)
  })

  it('reads a file with a comma in its name', async (test) => {
    const line = await createCommandLine(test, commandLine, [quick('Alpha')])
    await line.run(['--json', 'Alpha, all.json'])
    expect((await merge(line, 'Alpha, all.json', '--expect', '1')).exitCode).toBe(0)
    expect(
      (await merge(line, 'Alpha, all.json', '--expect', '1', '--json', 'Alpha, all.json')).stderr,
    ).toMatch(/this command reads it/)
  })

  it('says in its help which option is required', async (test) => {
    const { stdout } = await merge(await createCommandLine(test, commandLine, []), '--help')
    expect(stdout).toMatch(/--expect <parts>[^-]*\(required\)/)
  })

  it.for([
    ['without --expect', ['parts'], /required option '--expect <parts>'/],
    ['without files', ['--expect', '2'], /missing required argument 'paths'/],
    ['with a wrong mode', ['parts', '--expect', '2', '--mode', 'strict'], /error: Option --mode: "strict"/],
    ['with a wrong number', ['parts', '--expect', '0'], /error: Option --expect: /],
  ] as const)('is refused %s', async ([, args, message], test) => {
    const line = await createCommandLine(test, commandLine, [])
    const { exitCode, stderr } = await merge(line, ...args)
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(message)
  })
})
