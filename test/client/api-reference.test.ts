import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { root } from './installed-package.ts'

it('the API reference builds without warnings', async () => {
  const out = mkdtempSync(join(tmpdir(), 'agent-tests-api-'))
  onTestFinished(() => rmSync(out, { recursive: true, force: true }))
  const typedoc = join(root, 'node_modules/typedoc/bin/typedoc')
  const options = ['--tsconfig', 'tsconfig.client.json', '--out', out, '--logLevel', 'Warn']
  const { stderr } = await promisify(execFile)(process.execPath, [typedoc, ...options], { cwd: root })
  expect(stderr).toBe('')
  expect(readdirSync(out)).toContain('README.md')
}, 60_000)
