// Runs the commands of the documents exactly as they are printed: with `sh`, in a fresh copy, on Node 22.
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, type TestContext } from 'vitest'
import { root } from '../client/installed-package.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import { gitIn, publishThisRepository } from './repositories.ts'
import { openShell } from './shell.ts'

/** Lines that are not run. */
const EXCEPTIONS: readonly [line: RegExp, reason: string][] = [
  [/^gh /, 'needs an account on GitHub'],
  [/^npm run bench/, 'takes minutes'],
]

const documents = globSync(['*.md', 'docs/*.md', 'docs/internals/*.md', 'examples/*.md'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({ path, blocks: blocksOf(path, 'sh').map(withoutExceptions).filter(isNotEmpty) }))
  .filter(({ blocks }) => blocks.length > 0)

const installed = inject('installed')
const tools = mkdtempSync(join(tmpdir(), 'agent-tests-npm-'))
let origin = ''
beforeAll(() => {
  installNpmWithoutNetwork()
  const published = publishThisRepository()
  origin = mkdtempSync(join(tmpdir(), 'agent-tests-bare-'))
  gitIn(origin)('clone', '--quiet', '--bare', published, '.')
  rmSync(published, { recursive: true, force: true })
})
afterAll(() => {
  for (const folder of [tools, origin]) rmSync(folder, { recursive: true, force: true })
})

// `sh` is not part of Windows.
describe.skipIf(process.platform === 'win32').concurrent('the commands of', { timeout: 600_000 }, () => {
  const inClone = documents.filter(({ path }) => !/^docs\/(cli|client)\.md$/.test(path))
  it.for(inClone)('$path', async ({ blocks }, test) => {
    const shell = await openShell(test, freshCopy(test), tools)
    await shell.run('npm ci')
    for (const block of blocks) {
      const { printed, isServer } = await shell.run(block)
      if (!isServer) continue
      await runPrintedCommand(shell, block, printed)
    }
  })

  it('docs/coding-agents.md', async (test) => {
    const work = freshCopy(test)
    const folder = createFolder({ 'shop/prompts/support-bot.md': 'Be polite.' }, test)
    const simulator = await openShell(test, root, tools)
    const { printed } = await simulator.run(
      "npm run simulator -- --agent 'Support bot: prompted duration-ms=0'",
    )
    const address = /http:\S+/.exec(printed)?.[0] ?? ''
    const [block = ''] = blocksOf('docs/coding-agents.md', 'text')
    expect(block.split(/\s+/).length).toBeLessThan(92)
    const commands = block
      .split('\n')
      .filter((line) => /^(\(cd|git|node) /.test(line))
      .join('\n')
      .replace(/(?<=git clone )(?:<your fork>|https:\S+)/, work)
      .replaceAll('<API address>', address)
      .replace('<agent>', 'Support bot')
    const shell = await openShell(test, join(folder, 'shop'), tools)
    const done = await shell.run(`export AGENT_TESTS_API_KEY=simulator-key-5b1f0c6e9a72\n${commands}`)
    expect(done.printed).toContain('Support bot')
    expect(globSync('agent-tests/*/*.yml', { cwd: join(folder, 'shop') }).length).toBe(1)
  })

  it('docs/cli.md, in an empty project', async (test) => {
    const project = projectWithPackage(test, 'agent-tests')
    const shell = await openShell(test, project, tools)
    await shell.run('npm init -y')
    let address = ''
    for (const block of blocksOf('docs/cli.md', 'sh')) {
      const { printed, isServer } = await shell.run(
        `export AGENT_TESTS_API_KEY=simulator-key-5b1f0c6e9a72\n${block.replace(/https:[^ ]*\.acme\.test/g, address)}`,
      )
      if (!isServer) continue
      address = /http:\S+/.exec(printed)?.[0] ?? ''
      await runPrintedCommand(shell, block, printed)
    }
    expect(address).not.toBe('')
  })

  it('docs/client.md, in an empty project', async (test) => {
    const project = projectWithPackage(test, 'agent-tests-client')
    const simulator = await openShell(test, root, tools)
    const { printed } = await simulator.run(
      "npm run simulator -- --agent 'Support bot: two-fail duration-ms=0'",
    )
    const address = /http:\S+/.exec(printed)?.[0] ?? ''
    const [program = ''] = blocksOf('docs/client.md', 'ts')
    writeFileSync(join(project, 'start.mjs'), program.replace('https://evaluation.acme.test', address))

    const shell = await openShell(test, project, tools)
    const outputs: string[] = []
    for (const block of blocksOf('docs/client.md', 'sh')) outputs.push((await shell.run(block)).printed)
    expect(outputs.at(-1)).toMatch(/^2 of \d+ tests failed\n(- .+: .+\n){2}$/)
  })
})

/** An empty folder but for the packed package. */
function projectWithPackage(test: TestContext, name: keyof typeof installed.tarballs): string {
  const project = createFolder({}, test)
  cpSync(installed.tarballs[name], join(project, basename(installed.tarballs[name])))
  return project
}

/** As docs/simulator.md says to change the command. */
function withOverride(command: string): string {
  const file = blocksOf('docs/simulator.md', 'yaml').find((each) => each.includes('agent_url')) ?? ''
  const text = readFileSync(join(root, 'docs/simulator.md'), 'utf8')
  const [options = ''] = /--override override\.yml/.exec(text) ?? []
  return `cat > override.yml <<'END'\n${file}\nEND\n${command.replace(/--agents '.*?'/, options)}`
}

/** What the simulator prints to copy. The gate fails: some agents have failing tests, or do not answer at all. */
async function runPrintedCommand(
  shell: Awaited<ReturnType<typeof openShell>>,
  block: string,
  printed: string,
) {
  const command = /from another terminal[^\n]*\n\n(.+?)\n\n/s.exec(`${printed}\n`)?.[1] ?? ''
  const gates = command.includes(' run --base-url ')
  const [headline, exitCode] = block.includes('agent-down') ? ['Inconclusive: ', 3] : ['Failed: ', 1]
  const changed = block.includes(': connected') ? withOverride(command) : command
  const { printed: output } = await shell.run(changed, gates ? exitCode : 0)
  if (gates) expect(output).toContain(headline)
}

function blocksOf(path: string, language: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  )
}

function withoutExceptions(block: string): string {
  const lines = block.split('\n').filter((line) => !EXCEPTIONS.some(([exception]) => exception.test(line)))
  return lines.join('\n')
}

function isNotEmpty(block: string): boolean {
  return block.trim() !== ''
}

/** A clone of it, to which nobody has done anything. */
function freshCopy(test: TestContext): string {
  const folder = createFolder({}, test)
  // It has a remote of its own, to which a release is pushed.
  gitIn(folder)('clone', '--quiet', '--bare', origin, 'origin.git')
  gitIn(folder)('clone', '--quiet', 'origin.git', 'work')
  const work = join(folder, 'work')
  for (const [name, value] of Object.entries({ name: 'Dana', email: 'dana@acme.test' }))
    gitIn(work)('config', `user.${name}`, value)
  return work
}

/** Without a network: `npm ci` links the modules of this repository, `npm install` finds zod in a file. */
function installNpmWithoutNetwork(): void {
  const directories = (process.env['PATH'] ?? '').split(delimiter)
  const npm = directories.map((directory) => join(directory, 'npm')).find(existsSync)
  const script = `#!/bin/sh
case "$1" in
  ci) exec ln -sfn '${join(root, 'node_modules')}' node_modules ;;
  install) exec '${npm}' "$@" --offline --no-audit --no-fund '${installed.zod}' ;;
esac
exec '${npm}' "$@"
`
  writeFiles(tools, { npm: script })
}
