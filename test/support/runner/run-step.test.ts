// Tests of the runner emulator: what a step receives and what becomes of its output, with a small action per test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type RunningStep, type StepOptions, startStep } from './run-step.ts'

const metadata = `
name: Small
inputs:
  api-key:
    required: true
  mode:
    default: gate
  token:
    default: \${{ github.token }}
  matrix:
    default: \${{ toJSON(matrix) }}
runs: { using: node24, main: main.js, post: main.js }
`

/** Starts an action that consists of this script. */
function start(script: string, options: Partial<StepOptions> = {}, actionYml = metadata): RunningStep {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-action-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'action.yml'), actionYml)
  writeFileSync(join(folder, 'main.js'), `const { appendFileSync } = require('node:fs')\n${script}`)
  return startStep({ with: {}, ...options, action: pathToFileURL(`${folder}/`) })
}

describe('inputs', () => {
  const print =
    'for (const name of ["API-KEY", "MODE", "TOKEN", "MATRIX"]) console.log(process.env["INPUT_" + name])'

  it('have the values of the workflow, else evaluated defaults', async () => {
    const { raw } = await start(print, {
      with: { 'api-key': 'k' },
      githubToken: 't',
      matrix: { model: 'small' },
    }).result
    expect(raw).toBe('k\ngate\nt\n{\n  "model": "small"\n}\n')
  })

  it('are empty if required but missing; matrix is null outside a matrix', async () => {
    const { raw } = await start(print, { githubToken: 't' }).result
    expect(raw).toBe('\ngate\nt\nnull\n')
  })

  it('cannot use the secrets context in a default', async () => {
    const withSecret = metadata.replace('github.token', 'secrets.KEY')
    expect(() => start(print, {}, withSecret)).toThrow('secrets')
  })
})

it("does not inherit this machine's environment", async () => {
  process.env['AGENT_TESTS_LEAK'] = 'leaked'
  onTestFinished(() => {
    delete process.env['AGENT_TESTS_LEAK']
  })
  const { raw } = await start('console.log(Object.values(process.env).join("\\n"))').result
  expect(raw).not.toContain('leaked')
})

describe('the results of a step', () => {
  it('are read from its files, and masked where displayed', async () => {
    const script = `
      appendFileSync(process.env.GITHUB_OUTPUT, 'verdict<<END\\npassed\\nEND\\n')
      appendFileSync(process.env.GITHUB_STATE, 'pid=7\\n')
      appendFileSync(process.env.GITHUB_ENV, 'COLOUR=red\\n')
      appendFileSync(process.env.GITHUB_STEP_SUMMARY, 'the token is ' + process.env.INPUT_TOKEN)
      console.log('the token is ' + process.env.INPUT_TOKEN)`
    const step = await start(script, { githubToken: 'tok-0815' }).result
    expect(step.outputs).toEqual({ verdict: 'passed' })
    expect(step.state).toEqual({ pid: '7' })
    expect(step.env).toEqual({ COLOUR: 'red' })
    expect(step.summary).toBe('the token is ***')
    expect(step.log).toBe('the token is ***')
    expect(step.raw).toContain('tok-0815')
    expect(step.files.join('\n')).toContain('tok-0815')
  })

  it('reach its post step as state', async () => {
    const step = await start('console.log("ends " + process.env.STATE_pid)', { state: { pid: '7' } }).result
    expect(step.log).toBe('ends 7')
  })
})

describe('the two streams', () => {
  it('are both searched for commands, line by line, even if chunks interleave', async () => {
    const script = `
      process.stdout.write('::err')
      process.stderr.write('::warn')
      setTimeout(() => {
        process.stdout.write('or::on stdout\\n')
        process.stderr.write('ing::on stderr')
      }, 50)`
    const { annotations } = await start(script).result
    expect(annotations.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'on stdout'],
      ['warning', 'on stderr'],
    ])
  })

  it('may split a character across chunks', async () => {
    const script = `
      const bytes = Buffer.from('é')
      process.stdout.write(bytes.subarray(0, 1))
      setTimeout(() => process.stdout.write(bytes.subarray(1)), 50)`
    expect((await start(script).result).log).toBe('é')
  })
})

describe('the conclusion', () => {
  it.each([
    ['process.exitCode = 0', 'success'],
    ['process.exitCode = 2', 'failure'],
    ['throw new Error()', 'failure'],
    ['console.log("::error::only an annotation")', 'success'],
    ['console.log("::set-env name=A::refused")', 'failure'],
  ])('%s: %s', async (script, conclusion) => {
    expect((await start(script).result).conclusion).toBe(conclusion)
  })
})

describe('waiting for the log', () => {
  it('fails if the step ends without it', async () => {
    const step = start('console.log("something else")')
    await expect(step.logged(/ready/)).rejects.toThrow('ended before it logged /ready/')
    await step.result
  })
})

describe.skipIf(process.platform === 'win32')('cancelling (Windows has no signals to catch)', () => {
  const stubborn = `
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log(signal))
    setInterval(() => {}, 1000)
    console.log('ready')`

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
  })

  it('sends SIGINT, 7.5 s later SIGTERM, and kills 2.5 s after that', async () => {
    const step = start(stubborn)
    await step.logged(/ready/)
    step.cancel()
    await step.logged(/SIGINT/)
    vi.advanceTimersByTime(7499)
    expect(vi.getTimerCount()).toBe(2)
    vi.advanceTimersByTime(1)
    await step.logged(/SIGTERM/)
    vi.advanceTimersByTime(2499)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    const { exitCode, lines } = await step.result
    expect(lines).toEqual(['ready', 'SIGINT', 'SIGTERM'])
    expect(exitCode).toBeNull()
  })

  it('sends nothing more once the step has ended', async () => {
    const step = start(stubborn.replace("['SIGINT', 'SIGTERM']", "['SIGTERM']"))
    await step.logged(/ready/)
    step.cancel()
    expect((await step.result).lines).toEqual(['ready'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
