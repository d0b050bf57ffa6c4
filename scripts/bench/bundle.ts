// The bundle as the runner starts it, and what its process used.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stepEnvironment } from '../../test/support/runner/environment.ts'
import { createStepFiles, readOutputs } from '../../test/support/runner/files.ts'
import { inputVariables, readMetadata } from '../../test/support/runner/metadata.ts'

export interface Subject {
  /** Path of the bundle's entry. */
  readonly bundle: string
  /** For Node itself, such as `--cpu-prof`. */
  readonly nodeOptions: readonly string[]
}

export interface BundleRun {
  /** The results file, as text. */
  readonly results: string
  /** From the start of the process to its end. */
  readonly wallMs: number
  /** Most memory resident at once. */
  readonly peakBytes: number
  readonly outputs: Readonly<Record<string, string>>
}

const reportPeak = new URL('report-peak.js', import.meta.url)

/** @param inputs the workflow's `with:` */
export async function runBundle(
  { bundle, nodeOptions }: Subject,
  inputs: Readonly<Record<string, string>>,
): Promise<BundleRun> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-bench-'))
  const files = createStepFiles(folder, {})
  const peak = join(folder, 'peak')
  const env = {
    ...stepEnvironment({ eventName: 'push', workspace: folder }, files),
    ...inputVariables(readMetadata(), inputs, { github: { token: 'none' }, matrix: null }),
    BENCH_PEAK: peak,
    // As on a runner; the tests use it to start faster, for 15 MB.
    NODE_DISABLE_COMPILE_CACHE: '1',
  }
  try {
    const startedAt = performance.now()
    const args = [...nodeOptions, '--import', reportPeak.href, bundle]
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    // Read, as the runner does, or the process would wait with a full pipe.
    child.stdout.resume()
    await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    const wallMs = performance.now() - startedAt
    const outputs = readOutputs(files.output)
    const results = readFileSync(outputs['results-file'] ?? '', 'utf8')
    return { results, wallMs, peakBytes: Number(readFileSync(peak, 'utf8')), outputs }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
