// `npm run package [folder]`: builds the two npm packages, by default in build/, to be packed or published from there.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildPage } from './build-page.ts'
import { withAbsoluteLinks } from './links.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = resolve(process.argv[2] ?? join(root, 'build'))

/** What the manifests have in common, the version above all. */
const { version, license, type, repository, homepage, bugs, engines } = manifest
const common = { version, license, type, repository, homepage, bugs, engines }

const TESTS_SCHEMA = 'schema/tests.v1.json'

/** What old versions of Node.js can parse and run: the commands themselves end there with an error that nobody understands. */
const [major, minor] = engines.node.match(/\d+/g)
const entry = `#!/usr/bin/env node
var version = process.versions.node.split('.').map(Number)
if (version[0] > ${major} || (version[0] === ${major} && version[1] >= ${minor})) import('./commands.js')
else {
  console.error('error: agent-tests needs Node.js ${major}.${minor} or newer, and this is ' + process.versions.node + '.')
  process.exitCode = 2
}
`

rmSync(folder, { recursive: true, force: true })
await buildCommandLine(newPackage('agent-tests', 'docs/cli.md'))
buildClient(newPackage('agent-tests-client', 'docs/client.md'))

/** @returns its folder, with what every package has */
function newPackage(name: string, readme: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  writeFileSync(
    join(path, 'README.md'),
    withAbsoluteLinks(readFileSync(join(root, readme), 'utf8'), readme, manifest),
  )
  copyFileSync(join(root, 'LICENSE'), join(path, 'LICENSE'))
  return path
}

function writeManifest(path: string, own: object): void {
  writeFileSync(join(path, 'package.json'), `${JSON.stringify({ ...own, ...common }, null, 2)}\n`)
}

/** One file behind the entry, and the page that it fills in. What a command needs is evaluated when it runs, not before. */
async function buildCommandLine(path: string): Promise<void> {
  const { metafile } = await build({
    bundle: true,
    minify: true,
    // Names of functions and classes are in error messages.
    keepNames: true,
    format: 'esm',
    legalComments: 'none',
    entryPoints: [join(root, 'src/cli.ts')],
    outfile: join(path, 'commands.js'),
    platform: 'node',
    target: 'node22.13',
    // CommonJS packages in the bundle use `require` for the modules of Node.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    metafile: true,
  })
  writeFileSync(join(path, 'cli.js'), entry)
  writeFileSync(join(path, 'licenses.txt'), licensesOf(Object.keys(metafile.inputs)))
  writeFileSync(join(path, 'report-page.html'), await buildPage())
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  writeFileSync(join(path, 'CHANGELOG.md'), withAbsoluteLinks(changelog, 'CHANGELOG.md', manifest))
  // Files of tests name it, so that editors complete and check them.
  mkdirSync(join(path, 'schema'))
  copyFileSync(join(root, TESTS_SCHEMA), join(path, TESTS_SCHEMA))
  const { name, description, keywords } = manifest
  const files = ['cli.js', 'commands.js', 'licenses.txt', 'report-page.html', 'CHANGELOG.md', TESTS_SCHEMA]
  const exports = { './package.json': './package.json', [`./${TESTS_SCHEMA}`]: `./${TESTS_SCHEMA}` }
  writeManifest(path, { name, description, keywords, bin: { 'agent-tests': './cli.js' }, exports, files })
}

/** @param files of the bundle */
function licensesOf(files: readonly string[]): string {
  // A package may be inside the folder of another one.
  const folders = files.map((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  const packages = [...new Set(folders)].filter((folder) => folder !== undefined).sort()
  return packages
    .map((folder) => {
      const [file = 'LICENSE'] = globSync('{LICENSE,license}{,.txt,.md}', { cwd: join(root, folder) })
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `${name}\n\n${readFileSync(join(root, folder, file), 'utf8')}`
    })
    .join('\n')
}

/** A file for each module, so that bundlers keep what a program uses alone. Not minified: errors show lines of it. */
function buildClient(path: string): void {
  for (const options of [['--declaration', 'false', '--removeComments'], ['--emitDeclarationOnly']]) {
    const command = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.client.json', ...options]
    execFileSync(process.execPath, [...command, '--outDir', join(path, 'lib')], {
      cwd: root,
      stdio: 'inherit',
    })
  }
  // Programs without the DOM library and @types/node lack these. To an interface that exists, an empty one adds nothing.
  const names = ['AbortSignal', 'Headers', 'RequestInit', 'Response', 'URL']
  const interfaces = names.map((name) => `  interface ${name} {}\n`).join('')
  appendFileSync(join(path, 'lib/index.d.ts'), `declare global {\n${interfaces}}\n`)
  const entry = { types: './lib/index.d.ts', default: './lib/index.js' }
  writeManifest(path, {
    name: 'agent-tests-client',
    description: 'Typed client of an evaluation service for AI agents and of a voice-form service.',
    keywords: ['ai-agents', 'evaluation', 'llm', 'voice-agents', 'api-client'],
    main: entry.default,
    types: entry.types,
    exports: { '.': entry, './package.json': './package.json' },
    files: ['lib'],
    sideEffects: false,
    dependencies: manifest.dependencies,
  })
}
