// The packages as a stranger gets them: packed, installed in a folder of its own, no network. Vitest does it once for all tests
// that need it, before they start: `inject('installed')`.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

const run = promisify(execFile)
export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface InstalledPackage {
  /** Holds `node_modules` and the programs. */
  readonly folder: string
  readonly tarballs: { readonly 'agent-tests': string; readonly 'agent-tests-client': string }
  /** The packed dependency. */
  readonly zod: string
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly installed: InstalledPackage
  }
}

export default async function setup({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-client-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // Not in build/, which other tests may be building. Zod is packed from where it is installed, so that nothing has to come over the network.
  const build = join(folder, 'build')
  await run(process.execPath, [join(root, 'scripts/package.ts'), build])
  const [commandLine, client, zod] = await Promise.all([
    pack(join(build, 'agent-tests'), folder),
    pack(join(build, 'agent-tests-client'), folder),
    pack(join(root, 'node_modules/zod'), folder, '--ignore-scripts'),
  ])
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', commandLine, client, zod)
  mkdirSync(join(folder, 'node_modules/@types'))
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), 'junction')
  const tarballs = { 'agent-tests': commandLine, 'agent-tests-client': client }
  provide('installed', { folder, tarballs, zod })
}

async function pack(source: string, folder: string, ...options: readonly string[]): Promise<string> {
  const said = await npm(source, 'pack', '--silent', '--pack-destination', folder, ...options)
  return join(folder, said.trim().split('\n').at(-1) ?? '')
}

async function npm(cwd: string, ...options: readonly string[]): Promise<string> {
  return (await run('npm', options, { cwd, shell: process.platform === 'win32' })).stdout
}

/** The examples of docs/client.md, in order. */
export function documentedPrograms(): string[] {
  const text = readFileSync(join(root, 'docs/client.md'), 'utf8')
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, program = '']) => program)
}

/** Compiles programs against the installed package, its own declarations included; throws what the compiler says. */
export function compile(
  folder: string,
  programs: Readonly<Record<string, string>>,
  {
    compiler = 'typescript',
    ...others
  }: { readonly compiler?: string } & Readonly<Record<string, unknown>> = {},
): void {
  for (const [name, program] of Object.entries(programs)) writeFileSync(join(folder, `${name}.ts`), program)
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    skipLibCheck: false,
    types: ['node'],
    ...others,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    throw new Error(String(Object(error).stdout), { cause: error })
  }
}
