// Tests of the runner emulator: what a step receives and what becomes of its output, with a small action per test.
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFolder } from '../folders.ts'
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

describe('the files of a step', () => {
  it.each([
    [2 ** 19, 0],
    [2 ** 19 + 1, 1],
  ])('may have a summary of 1 MiB: %d characters of two bytes', async (length, errors) => {
    const write = `appendFileSync(process.env.GITHUB_STEP_SUMMARY, 'é'.repeat(${length}))`
    const { summary, annotations } = await start(write).result
    expect(annotations).toHaveLength(errors)
    expect(summary).toHaveLength(errors === 0 ? length : 0)
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
