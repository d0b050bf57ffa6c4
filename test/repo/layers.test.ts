// Which part of the sources may import which, as docs/internals/design.md says.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { describe, expect, it, test } from 'vitest'

const decides = ['schema.ts', 'client', 'inputs', 'test-files', 'change/plan.ts', 'gate/*.ts']
const runs = [
  ...['schema.ts', 'client', 'inputs', 'test-files', 'gate', 'runner', 'results/links.ts'],
  'change/files.ts',
]
const reports = [...runs, 'results', 'report', 'files.ts', 'run.ts', 'outcome-warnings.ts']

/**
 * By parts of src: files, and folders with what is below them. A file belongs to the longest part that it is in, and may import
 * that part, too. `*` is one name.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'schema.ts': [],
  client: [],
  'client/core': [],
  'client/evaluation': ['client/core'],
  'client/voice-form': ['client/core'],
  inputs: ['inputs/inputs.ts'],
  'inputs/inputs.ts': ['schema.ts', 'inputs'],
  runner: ['@actions/artifact'],
  github: ['client/core', '@actions/github'],
  'test-files': ['schema.ts', 'client', 'inputs', 'change/files.ts', 'change/plan.ts'],
  change: ['schema.ts', 'inputs', 'github', 'test-files'],
  // Commands read files, too, and ask GitHub nothing.
  'change/files.ts': [],
  'change/plan.ts': ['schema.ts', 'client', 'test-files'],
  'gate/*.ts': [
    'schema.ts',
    'client',
    'inputs/names.ts',
    'inputs/override.ts',
    'inputs/values.ts',
    'test-files',
    'change/plan.ts',
    'gate',
  ],
  'gate/select': decides,
  'gate/runs': [...decides, 'gate/select'],
  'gate/history': [...decides, 'gate/select', 'gate/runs'],
  'gate/control': [...decides, 'gate/select', 'gate/runs'],
  results: ['schema.ts', 'inputs/names.ts'],
  // Secrets are looked for in texts as reports show them: both know what a terminal does not show.
  report: ['schema.ts', 'results', 'gate/events.ts', 'client/core/redactor.ts'],
  page: ['schema.ts', 'results'],
  'run.ts': [...runs, 'evaluation-service.ts'],
  'evaluation-service.ts': runs,
  'outcome-warnings.ts': runs,
  'files.ts': ['schema.ts', 'client', 'inputs'],
  '*.ts': [...reports, 'github', 'action.ts', 'change', 'publish.ts', '@actions/core'],
  'cli.ts': ['cli', ...reports, '../simulator/src'],
  cli: ['evaluation-service.ts', ...reports],
  '../simulator/src': [],
}

const paths = globSync(['src/**/*.{ts,tsx}', 'simulator/src/**/*.ts'])
const sources = paths.map((path) => inSrc(join('..', path.replaceAll('\\', '/'))))

describe('no file imports what its part may not:', () => {
  it.each(sources)('%s', (path) => {
    const text = readFileSync(join('src', path), 'utf8')
    const imported = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => to)
    expect(imported.filter((to) => !isAllowed(path, to))).toEqual([])
  })

  test.each([
    ['client/index.ts', '../schema.ts'],
    ['client/voice-form/client.ts', '../evaluation/types.ts'],
    ['inputs/values.ts', '../schema.ts'],
    ['gate/gate.ts', '../inputs/inputs.ts'],
    ['gate/select/agents.ts', '../runs/launch.ts'],
    ['gate/runs/poll.ts', '../history/rule.ts'],
    ['gate/history/judge.ts', '../control/rule.ts'],
    ['gate/control/judge.ts', '../../results/format.ts'],
    ['results/lines.ts', '../report/comment.ts'],
    ['report/comment.ts', '../gate/gate.ts'],
    ['page/list.tsx', '../report/comment.ts'],
    ['run.ts', './report/reports.ts'],
    ['action.ts', './cli/exit.ts'],
    ['action.ts', '../test/support/nodes.ts'],
    ['cli/run-command.ts', '../github/event.ts'],
    ['cli/run-command.ts', '@actions/core'],
    ['../simulator/src/server.ts', '../../src/client/index.ts'],
  ])('%s may not import %s', (path, to) => {
    expect(isAllowed(path, to)).toBe(false)
  })
})

test.each(Object.keys(mayImport))('%s is a part that has files', (part) => {
  expect(sources.some((path) => partOf(path) === part)).toBe(true)
})

/** @param path relative to src */
function inSrc(path: string): string {
  return path.replace(/^\.\.\/src\//, '')
}

function isAllowed(path: string, to: string): boolean {
  if (!/^\.|^@actions\//.test(to)) return true
  const part = partOf(path)
  const imported = to.startsWith('.') ? inSrc(join(path, '..', to)) : to
  return [part, ...(mayImport[part] ?? [])].some((each) => isIn(imported, each))
}

function partOf(path: string): string {
  const parts = Object.keys(mayImport).filter((part) => isIn(path, part))
  return parts.toSorted((a, b) => b.length - a.length)[0] ?? ''
}

function isIn(path: string, part: string): boolean {
  return new RegExp(`^${part.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}(/|$)`).test(path)
}
