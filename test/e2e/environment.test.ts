// What the runner or the workflow's env may get wrong: certificate checks off, an odd event file, a log that cannot be written.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { createHarness, pullRequestEvent } from './harness.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

function fileOf(context: TestContext, name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-environment-'))
  context.onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe.concurrent('the environment', () => {
  it.for(['gate', 'report'])(
    'without certificate checks is refused before any request (%s)',
    async (mode, context) => {
      const harness = await createHarness({ agents }, context.onTestFinished)
      const step = await harness.run({ with: { mode }, env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })
      expect(step.exitCode).toBe(1)
      expect(step.annotations.map(({ message }) => message)).toEqual([
        expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of TLS certificates'),
      ])
      expect(harness.requests()).toEqual([])
    },
  )

  it('can have an event file with a byte-order mark', async (context) => {
    const path = fileOf(context, 'event.json', `\uFEFF${JSON.stringify(pullRequestEvent)}`)
    const harness = await createHarness({ agents }, context.onTestFinished)
    await harness.run({ env: { GITHUB_EVENT_PATH: path } })
    expect(harness.comments()).toHaveLength(1)
  })
})

// A shell would drop environment variables with a hyphen in their names.
const wrapper = (stdout: string, afterStart: string) => `#!${process.execPath}
const { spawn } = require('node:child_process')
const { openSync } = require('node:fs')
const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', ${stdout}, 'ignore'] })
${afterStart}
child.on('exit', (code) => process.exit(code ?? 1))
`

const describeOnLinux = describe.skipIf(process.platform !== 'linux')

describeOnLinux.concurrent('summary, outputs and comment are written although stdout', () => {
  it.for([
    ['is closed', wrapper("'pipe'", 'child.stdout.destroy()')],
    ['is full', wrapper("openSync('/dev/full', 'w')", '')],
  ] as const)('%s', async ([, program], context) => {
    const node = fileOf(context, 'node.cjs', program)
    chmodSync(node, 0o755)
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ node })
    expect(step.exitCode).toBe(0)
    expect(step.raw).toBe('')
    expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
    expect(step.summary).toContain('Alpha')
    expect(harness.comments()).toHaveLength(1)
  })
})
