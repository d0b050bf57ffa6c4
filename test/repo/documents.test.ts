// Checks the documents against files, npm scripts, scenarios and inputs.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import { readTests } from '../../src/test-files/files.ts'
import { homepage, isPublished, publisher, readMetadata, root } from '../support/runner/metadata.ts'

const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const documents = globSync(['*.md', 'docs/*.md', 'docs/internals/*.md', 'examples/*.md', '.github/*.md'], {
  cwd: root,
})
const { scripts, engines }: { scripts: Record<string, string>; engines: { node: string } } = JSON.parse(
  read('package.json'),
)

describe.each(documents)('%s', (path) => {
  const text = read(path)

  it('links to existing files', () => {
    const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)|\b(?:src|srcset)="([^":]+)"/g)]
    const targets = links.map(([, link, image]) => link ?? image ?? '')
    expect(targets.filter((target) => !existsSync(new URL(target, new URL(path, root))))).toEqual([])
  })

  it('names existing npm scripts', () => {
    const named = [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  it('asks for the Node that package.json asks for', () => {
    const named = [...text.matchAll(/Node\.js\s+([\d.]+)\s+(?:or|and)\s+newer/g)].map(([, name]) => name)
    expect(named.filter((version) => engines.node !== `>=${version}.0`)).toEqual([])
  })
})

describe.skipIf(isPublished)('the account that publishes the action', () => {
  const uses = new RegExp(`(?<!${homepage.host}/)${publisher}`)
  const pages = [...documents, ...globSync('examples/*.yml', { cwd: root })]

  it.each(pages)('is explained beside its first use in %s', (path) => {
    const [before, after] = read(path).split(uses)
    if (before === undefined || after === undefined) return
    const line = after.split(/\.\s|\n *\w+:|\n\n/)[0] ?? ''
    expect(line.replace(/\s+/g, ' ')).toMatch(/["`]org["`] stands for the account that publishes the action/)
  })

  it('is nowhere part of an address, nor of a team', () => {
    const pattern = String.raw`[a-z]\.(com|io)/[a-z/]*org/|--repo org|@org/`
    const found = spawnSync('git', ['grep', '-nIE', pattern, '--', ':!test', ':!package-lock.json'], {
      cwd: root,
    })
    expect(String(found.stdout)).toBe('')
  })
})

it('examples/README.md has a row for each example', () => {
  const files = globSync(['examples/*.*', 'examples/ci/*', 'examples/agent-tests/*/*'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/').slice('examples/'.length))
    .filter((name) => name !== 'README.md')
  const rows = [...read('examples/README.md').matchAll(/^\| \[`(.+?)`\]/gm)].map(([, name]) => name)
  expect(rows.sort()).toEqual(files.sort())
})

describe('files of tests', () => {
  const inDocuments = documents.flatMap((path) =>
    [...read(path).matchAll(/^```yaml\n(- name: .*?)^```$/gms)].map(([, text = '']) => ({ path, text })),
  )
  const inExamples = globSync('examples/agent-tests/*/*', { cwd: root }).map((path) => ({
    path,
    text: read(path),
  }))

  it('are there', () => {
    expect({ documents: inDocuments.length, examples: inExamples.length }).toEqual({
      documents: 1,
      examples: 1,
    })
  })

  it.each([...inDocuments, ...inExamples])('can be run: $path', ({ path, text }) => {
    const found = readTests(path, ['Support bot'], {
      readFile: () => ({ value: text }),
      find: () => [{ path, file: path }],
    })
    expect(found).toMatchObject({ ok: true })
  })
})

it('README.md and docs/modes.md recommend the same for the first day', () => {
  const said = ['README.md', 'docs/modes.md'].map((path) => {
    const [found = expect.fail(path)] = /^On the first day, .*?(?=\n\n)/ms.exec(read(path)) ?? []
    return found.replaceAll(/\((?:docs\/)?([^)]+)\)/g, '($1)').replaceAll(/\s+/g, ' ')
  })
  expect(said[0]).toBe(said[1])
})

describe('docs/simulator.md', () => {
  const rows = [...read('docs/simulator.md').matchAll(/^\| `(.+?)` \| (.+?) \|/gm)].map(
    ([, name = '', second = '']) => [name, second] as const,
  )
  const documented = new Map(rows)

  it('shows agents that the simulator accepts', () => {
    const shown = [...read('docs/simulator.md').matchAll(/--agent '(.+?)'|`(Support bot: .+?)`/g)]
    expect(shown.length).toBeGreaterThan(4)
    for (const [, flag, code = ''] of shown) expect(readAgentLine(flag ?? code).name).toMatch(/^Support bot/)
  })

  it("lists the action's inputs and outputs, with the defaults", () => {
    const { inputs, outputs } = readMetadata(new URL('simulator/', root))
    for (const [name, input] of Object.entries(inputs))
      expect([name, documented.get(name)]).toEqual([
        name,
        input.default === '' ? expect.not.stringContaining('`') : `\`${input.default}\``,
      ])
    for (const name of Object.keys(outputs)) expect(documented.has(name)).toBe(true)
  })
})
