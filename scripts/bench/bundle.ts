// The bundle as the runner starts it, and what its process used.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stepEnvironment } from '../../test/support/runner/environment.ts'
import { createStepFiles, readOutputs } from '../../test/support/runner/files.ts'
import { inputVariables, readMetadata } from '../../test/support/runner/metadata.ts'

export interface BundlePlan {
  /** Path of the bundle's entry. */
  readonly bundle: string
  /** Folder of the action, ending in a slash. Default: this repository. */
  readonly action?: URL
  /** The workflow's `with:`. */
  readonly inputs: Readonly<Record<string, string>>
  /** For Node itself, such as `--cpu-prof`. */
  readonly nodeOptions: readonly string[]
}

export interface ResourcesUsed {
  /** Of all threads, in the system too. */
  readonly cpuMs: number
  /** Most memory resident at once. */
  readonly peakBytes: number
}

export interface BundleRun extends ResourcesUsed {
  /** The results file, as text. */
  readonly results: string
  /** From the start of the process to its end. */
  readonly wallMs: number
  readonly exitCode: number | null
  readonly outputs: Readonly<Record<string, string>>
}

const reportResources = new URL('report-resources.js', import.meta.url)

export async function runBundle({ bundle, action, inputs, nodeOptions }: BundlePlan): Promise<BundleRun> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-bench-'))
  const files = createStepFiles(folder, {})
  const resources = join(folder, 'resources.json')
  const env = {
    ...stepEnvironment({ eventName: 'push', workspace: folder }, files),
    ...inputVariables(readMetadata(action), inputs, { github: { token: 'none' }, matrix: null }),
    BENCH_RESOURCES: resources,
    // As on a runner; the tests use it to start faster, for 15 MB.
    NODE_DISABLE_COMPILE_CACHE: '1',
  }
  try {
    const startedAt = performance.now()
    const args = [...nodeOptions, '--import', reportResources.href, bundle]
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    // Read, as the runner does, or the process would wait with a full pipe.
    child.stdout.resume()
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve)
    })
    const wallMs = performance.now() - startedAt
    const used: ResourcesUsed = JSON.parse(readFileSync(resources, 'utf8'))
    const outputs = readOutputs(files.output)
    const results = readFileSync(outputs['results-file'] ?? '', 'utf8')
    return { ...used, wallMs, exitCode, outputs, results }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
