// The reference in docs/api is generated: this says when it is not what the sources give.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { root } from './installed-package.ts'

const committed = join(root, 'docs/api')

it('the API reference is what the sources give; if not, run "npm run docs:api"', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'agent-tests-api-'))
  onTestFinished(() => rmSync(fresh, { recursive: true, force: true }))
  const typedoc = join(root, 'node_modules/typedoc/bin/typedoc')
  await promisify(execFile)(
    process.execPath,
    [typedoc, '--tsconfig', 'tsconfig.client.json', '--out', fresh, '--logLevel', 'Warn'],
    { cwd: root },
  )
  expect(readdirSync(committed)).toEqual(readdirSync(fresh))
  for (const name of readdirSync(fresh))
    expect(readFileSync(join(committed, name), 'utf8')).toBe(readFileSync(join(fresh, name), 'utf8'))
}, 60_000)
