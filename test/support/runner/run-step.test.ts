// Tests of the runner emulator: what a step receives and what becomes of its output, with a small action per test.
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFolder } from '../folders.ts'
import { readPairs } from './files.ts'
import { type RunningStep, type StepOptions, startStep } from './run-step.ts'

const metadata = `
name: Small
inputs: { token: { default: "\${{ github.token }}" } }
runs: { using: node24, main: main.js }
`

/** Starts an action that consists of this script. */
function start(script: string, options: Partial<StepOptions> = {}): RunningStep {
  const folder = createFolder({
    'action.yml': metadata,
    'main.js': `const { appendFileSync } = require('node:fs')\n${script}`,
  })
  return startStep({ with: {}, ...options, action: pathToFileURL(`${folder}/`) })
}

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
})

describe('the files of a step', () => {
  it.each([
    ['a=1\n\nb=x=y<<z\n', { a: '1', b: 'x=y<<z' }],
    ['a<<END\nfirst\n\nb=2\nEND\n', { a: 'first\n\nb=2' }],
  ])('%j sets outputs', (text, expected) => {
    expect(readPairs(text)).toEqual(expected)
  })

  it.each(['no assignment', 'a<<END\nnever ended', '<<END\nx\nEND'])('%j is rejected', (text) => {
    expect(() => readPairs(text)).toThrow()
  })

  it.each([
    [2 ** 19, 0],
    [2 ** 19 + 1, 1],
  ])('may have a summary of 1 MiB: %d characters of two bytes', async (length, errors) => {
    const write = `appendFileSync(process.env.GITHUB_STEP_SUMMARY, 'é'.repeat(${length}))`
    const { summary, annotations } = await start(write).result
    expect([summary.length, annotations.length]).toEqual([errors === 0 ? length : 0, errors])
  })
})

it('searches both streams for commands, line by line, even if chunks interleave', async () => {
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
