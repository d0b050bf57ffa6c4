// The documents against what they tell of: files, scripts, scenarios, inputs.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scenarios } from '../../simulator/src/index.ts'
import { readMetadata, root } from '../support/runner/metadata.ts'

const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const documents = globSync(['*.md', 'docs/*.md', 'examples/*.md', '.github/*.md'], { cwd: root })
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))

describe.each(documents)('%s', (path) => {
  const text = read(path)

  it('links to files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)|\b(?:src|srcset)="([^":]+)"/g)]
    const targets = links.map(([, link, image]) => link ?? image ?? '')
    expect(targets.filter((target) => !existsSync(new URL(target, new URL(path, root))))).toEqual([])
  })

  it('names npm scripts that are there', () => {
    const named = [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })
})

it('examples/README.md has a row for each example', () => {
  const files = readdirSync(new URL('examples', root)).filter((name) => name !== 'README.md')
  const rows = [...read('examples/README.md').matchAll(/^\| \[`(.+?)`\]/gm)].map(([, name]) => name)
  expect(rows.sort()).toEqual(files.sort())
})

describe('docs/simulator.md', () => {
  const rows = [...read('docs/simulator.md').matchAll(/^\| `(.+?)` \| (.+?) \|/gm)].map(
    ([, name = '', second = '']) => [name, second] as const,
  )
  const told = new Map(rows)

  it('tells of every scenario what the code says of it', () => {
    for (const [name, { description }] of Object.entries(scenarios))
      expect([name, told.get(name)?.toLowerCase()]).toEqual([name, description.toLowerCase()])
  })

  it("tells of the action's inputs and outputs, with the defaults", () => {
    const { inputs, outputs } = readMetadata(new URL('simulator/', root))
    for (const [name, input] of Object.entries(inputs))
      expect([name, told.get(name)]).toEqual([
        name,
        input.default === '' ? expect.not.stringContaining('`') : `\`${input.default}\``,
      ])
    for (const name of Object.keys(outputs)) expect(told.has(name)).toBe(true)
  })
})
