import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  baselineFile,
  findFiles,
  readBaselineFiles,
  readResultsFile,
  readResultsFiles,
} from '../src/files.ts'
import { type GateOutcome, nothingRan } from '../src/gate/gate.ts'
import { resultsJson } from '../src/report/results-json.ts'
import { toResults } from '../src/run.ts'
import type { ResultsAgent } from '../src/schema.ts'
import { allDetails } from './fixtures/all-details.ts'
import { attempts } from './fixtures/baselines.ts'
import { agentOf, context, run, test, uuid } from './fixtures/samples.ts'
import { createFolder, writeFiles } from './support/folders.ts'

const folder = createFolder({}, { onTestFinished: afterAll })

function write(path: string, content: string): string {
  writeFiles(folder, { [path]: content })
  return join(folder, path)
}

function resultsOf(outcome: GateOutcome, startedAt: string | null = '2026-11-20T08:00:00.000Z'): string {
  return [
    ...resultsJson(toResults({ ...outcome, startedAt }, { ...context, mode: 'gate-if-worse' }, 'failing')),
  ].join('')
}

const older = write(
  'main/1/results.json',
  resultsOf(allDetails, '2026-11-01T08:00:00.000Z').replaceAll(uuid('run of Billing helper'), 'run-earlier'),
)
const newer = write('main/2/results.json', resultsOf(allDetails))

async function messagesOf(...patterns: string[]): Promise<readonly string[]> {
  const read = await readBaselineFiles(patterns)
  return read.ok ? [] : read.errors.map(({ message }) => message)
}

describe('readResultsFiles', () => {
  it.each([
    ['a path', 'main/1/results.json', [older]],
    ['a glob of folders', 'main/*/results.json', [older, newer]],
    ['a glob of names', 'main/2/res?lts.*', [newer]],
    ['a glob of any depth', '**/*.json', [older, newer]],
    ['a folder', 'main', [older, newer]],
    ['a glob of whole folders', 'main/*', [older, newer]],
    ['a pattern without files', 'other/*', []],
  ])('reads %s', async (_what, pattern, expected) => {
    const { files, unmatched } = await readResultsFiles([join(folder, pattern)])
    expect(files.map(({ path }) => path)).toEqual(expected)
    expect(unmatched).toHaveLength(expected.length === 0 ? 1 : 0)
  })

  it('reads a file once that two patterns name', async () => {
    const { files } = await readResultsFiles([newer, join(folder, 'main/**/results.json')])
    expect(files.map(({ path }) => path)).toEqual([newer, older])
  })

  it('follows no link out of the working folder in a glob', async () => {
    const inside = basename(mkdtempSync('links-'))
    onTestFinished(() => rmSync(inside, { recursive: true }))
    symlinkSync(join(folder, 'main'), join(inside, 'elsewhere'), 'junction')
    cpSync(newer, join(inside, 'own/results.json'))
    for (const pattern of ['*/1/*.json', '*/**/*.json', 'elsewhere/*/*.json', '**'])
      expect(findFiles(`${inside}/${pattern}`).filter((path) => !path.includes('own'))).toEqual([])
    expect(findFiles(`${inside}/*/*.json`)).toEqual([`${inside}/own/results.json`])
  })

  it('finds a file whose name looks like a glob', async () => {
    const odd = write('odd/[a]*.json', resultsOf(allDetails))
    expect((await readResultsFiles([odd])).files).toMatchObject([{ ok: true, path: odd }])
  })

  it('reads what a later release added to', async () => {
    const path = write(
      'added/results.json',
      JSON.stringify({ ...JSON.parse(resultsOf(allDetails)), added: 1 }),
    )
    expect(await readResultsFile(path)).toMatchObject({ ok: true, results: { version: 4 } })
  })

  it.each(['utf8', 'utf16le'] as const)('reads %s with a mark, as PowerShell writes it', async (encoding) => {
    const path = write('marked/results.json', '')
    writeFileSync(path, `\ufeff${resultsOf(allDetails)}`, encoding)
    expect(await readResultsFile(path)).toMatchObject({ ok: true, results: { version: 4 } })
  })
})

describe('readBaselineFiles', () => {
  it('names the input and the file, and reports all errors together', async () => {
    const files = {
      'v1.json': '{"version":1}',
      'v5.json': '{"version":5}',
      'other.json': '{"hello":"world"}',
      'list.json': '[]',
      'text.json': 'hello',
      'count.json': resultsOf(allDetails).replace('"total":23', '"total":-1'),
    }
    const paths = Object.entries(files).map(([name, content]) => write(`bad/${name}`, content))
    const missing = join(folder, 'nothing-*.json')
    expect(await messagesOf(missing, ...paths, older)).toEqual([
      `${JSON.stringify(missing)} matches no file. Paths are relative to the working folder, which is the workspace of a job. If no job has stored a file yet, run that job once.`,
      expect.stringMatching(/^".*v1.json" is a results file of version 1; this release reads version 4\./),
      expect.stringMatching(/v5.json" is a results file of version 5/),
      expect.stringMatching(
        /other.json" is not a results file of agent-tests \(it has no `version`\)\. Give a results file: one that --json wrote/,
      ),
      expect.stringMatching(
        /list.json" is not a results file of agent-tests \(content: expected object, got list\)/,
      ),
      expect.stringMatching(/text.json" cannot be read \(not JSON\)/),
      expect.stringMatching(/count.json" is not a results file of agent-tests \(totals.total: /),
    ])
  })

  it('rejects files of which none has a run to compare with', async () => {
    const cancelled = nothingRan('gate', { kind: 'cancelled', hasStarted: false }, 0, 0)
    const path = write('cancelled/results.json', resultsOf(cancelled))
    expect(await messagesOf(path)).toEqual([
      expect.stringMatching(/^none of the files has results to compare with\. /),
    ])
    expect(await messagesOf(path, older)).toEqual([])
  })
})

describe('baselineFile', () => {
  const fileOf = (...agents: ResultsAgent[]) => baselineFile(JSON.parse(resultsOf({ ...allDetails, agents })))
  it('counts first attempts, and knows which tests have no result', () => {
    const tests = [
      test('A', { outcome: 'passed' }),
      test('B', { outcome: 'flaky', attempts: attempts(test('B'), 'failed', 'passed') }),
      test('C'),
      test('D', { outcome: 'unanswered' }),
      test('A'),
    ]
    const [read] = fileOf(agentOf('Ada', null, run('r', { tests })))
    expect([...(read?.passed ?? [])]).toEqual([
      ['1 A', true],
      ['1 B', false],
      ['1 C', false],
      ['1 D', null],
      ['2 A', false],
    ])
  })

  it('does not count a run that ended with an error, but one that merely lacks tests', () => {
    const whole = run('r', { tests: [test('A', { outcome: 'passed' })] })
    const runs = fileOf(
      agentOf('A', { kind: 'run-ended', how: 'error' }, whole),
      agentOf('B', { kind: 'run-ended', how: 'failed' }, null),
      agentOf('C', { kind: 'unfinished-tests', tests: 1, whose: null }, whole),
    )
    expect(runs.map(({ name }) => name)).toEqual(['C'])
  })

  it('has no links, and no dates where the files have none', () => {
    const [read] = baselineFile(JSON.parse(resultsOf(allDetails, null)))
    expect(read?.run).toMatchObject({ taskId: null, url: null, createdAt: null })
  })
})
