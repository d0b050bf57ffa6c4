// `npm run package [folder]`: builds the npm package, by default in build/, to be packed or published from there.
import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildPage } from './build-page.ts'
import { withAbsoluteLinks } from './links.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = resolve(process.argv[2] ?? join(root, 'build'))

rmSync(folder, { recursive: true, force: true })
buildClient()
await buildCommandLine()
writeManifest()
writeFileSync(join(folder, 'README.md'), ['docs/cli.md', 'docs/client.md'].map(document).join('\n'))
writeFileSync(join(folder, 'CHANGELOG.md'), document('CHANGELOG.md'))
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))

function document(path: string): string {
  return withAbsoluteLinks(readFileSync(join(root, path), 'utf8'), path, packageJson)
}

function buildClient(): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['-p', 'tsconfig.client.json', '--outDir', join(folder, 'client')]
  execFileSync(process.execPath, [tsc, ...options], { cwd: root, stdio: 'inherit' })
  // Programs without the DOM library and @types/node lack these. To an interface that exists, an empty one adds nothing.
  const names = ['AbortSignal', 'Headers', 'RequestInit', 'Response', 'URL']
  const interfaces = names.map((name) => `  interface ${name} {}\n`).join('')
  appendFileSync(join(folder, 'client/index.d.ts'), `declare global {\n${interfaces}}\n`)
}

/** One file, and the page that it fills in. What a command needs is evaluated when it runs, not before. */
async function buildCommandLine(): Promise<void> {
  const { metafile } = await build({
    entryPoints: [join(root, 'src/cli.ts')],
    outfile: join(folder, 'cli.js'),
    bundle: true,
    minify: true,
    // Names of functions and classes are in error messages.
    keepNames: true,
    platform: 'node',
    target: 'node22.13',
    format: 'esm',
    // CommonJS packages in the bundle use `require` for the modules of Node.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    legalComments: 'none',
    metafile: true,
  })
  writeFileSync(join(folder, 'licenses.txt'), licensesOf(Object.keys(metafile.inputs)))
  writeFileSync(join(folder, 'report-page.html'), await buildPage())
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

function writeManifest(): void {
  const {
    scripts: _,
    devDependencies: __,
    overrides: ___,
    allowScripts: ____,
    private: _____,
    ...manifest
  } = packageJson
  const text = JSON.stringify(manifest, null, 2).replaceAll('./build/', './')
  writeFileSync(join(folder, 'package.json'), `${text}\n`)
}
