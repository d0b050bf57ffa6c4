import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, importsOf, readSources, root } from './source-files.ts'

const sources = readSources('src/**/*.ts')
const imports = sources.flatMap(importsOf)
const ours = imports.filter((each) => each.ours)

/** Where a file belongs: its folder; at the top of src stand the entries, the inputs, and what composes the action. */
function roomOf(path: string): string {
  const [, first = '', ...rest] = path.split('/')
  const name = first.replace(/\.ts$/, '')
  if (/^(demo|preview)/.test(name)) return 'demo'
  const isRoom = rest.length > 0 || ['index', 'inputs', 'simulator-action'].includes(name)
  return isRoom ? name : 'action'
}

/** What each room may import; from the ones in brackets types alone. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  index: ['action', 'inputs', 'runner'],
  action: ['inputs', 'gate', 'report', 'github', 'client', 'runner'],
  report: ['(gate)'],
  gate: ['(client)'],
  client: [],
  inputs: [],
  github: [],
  runner: [],
  simulator: ['client'],
  'simulator-action': ['simulator', 'runner'],
  demo: ['inputs', 'gate', 'report', 'github', 'client', 'simulator'],
}

const rooms = [...new Set(sources.map(({ path }) => roomOf(path)))]
const words = ({ from, to, typeOnly }: Import) => `${from} → ${to}${typeOnly ? ' (types)' : ''}`

test('every import of ours names a file that is there', () => {
  expect(ours.filter(({ to }) => !existsSync(join(root, to))).map(words)).toEqual([])
})

describe.each(rooms)('%s', (room) => {
  test('imports only what its arrows allow', () => {
    const allowed = ARROWS[room] ?? []
    const crossing = ours.filter(({ from, to }) => roomOf(from) === room && roomOf(to) !== room)
    const forbidden = crossing.filter(({ to, typeOnly }) => {
      const target = roomOf(to)
      return !allowed.includes(target) && !(typeOnly && allowed.includes(`(${target})`))
    })
    expect(forbidden.map(words)).toEqual([])
  })
})

test('the simulator takes the schemas of the client, and nothing else of it', () => {
  const taken = ours.filter(({ from, to }) => roomOf(from) === 'simulator' && roomOf(to) === 'client')
  expect(taken.filter(({ to }) => !/-schemas\.ts$/.test(to)).map(words)).toEqual([])
})

test('the bundle holds neither simulator nor demo', () => {
  const bundled = reachableFrom(
    'src/index.ts',
    ours.filter(({ typeOnly }) => !typeOnly),
  )
  expect(bundled.map(roomOf)).toContain('client')
  expect(bundled.filter((path) => /^(simulator|demo)/.test(roomOf(path)))).toEqual([])
})

test('no file imports itself by way of others', () => {
  const cyclic = sources.filter(({ path }) => reachableFrom(path, ours).includes(path))
  expect(cyclic.map(({ path }) => path)).toEqual([])
})

test.each([
  ['gate', /^$/],
  ['inputs', /^$/],
  ['client', /^(zod\/mini|node:.*)$/],
])('%s needs no package but %s', (room, packages) => {
  const needed = imports.filter(({ from, ours }) => !ours && roomOf(from) === room)
  expect(needed.filter(({ to }) => !packages.test(to)).map(words)).toEqual([])
})

/** The files that an import leads to, directly or by way of others; `start` itself only where it is on such a way. */
function reachableFrom(start: string, edges: readonly Import[]): string[] {
  const reached = new Set<string>()
  const open = [start]
  for (let path = open.pop(); path !== undefined; path = open.pop())
    for (const { from, to } of edges)
      if (from === path && !reached.has(to)) {
        reached.add(to)
        open.push(to)
      }
  return [...reached]
}
