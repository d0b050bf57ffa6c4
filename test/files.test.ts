import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readResultsFile } from '../src/files.ts'
import { resultsJson } from '../src/report/results-json.ts'
import { toResults } from '../src/run.ts'
import { allDetails } from './fixtures/all-details.ts'
import { context } from './fixtures/samples.ts'
import { createFolder, writeFiles } from './support/folders.ts'

const folder = createFolder({}, { onTestFinished: afterAll })

function write(path: string, content: string): string {
  writeFiles(folder, { [path]: content })
  return join(folder, path)
}

const results = [
  ...resultsJson(toResults(allDetails, { ...context, mode: 'gate-if-worse' }, 'failing')),
].join('')

describe('readResultsFile', () => {
  it('reads what a later release added to', async () => {
    const path = write('added/results.json', JSON.stringify({ ...JSON.parse(results), added: 1 }))
    expect(await readResultsFile(path)).toMatchObject({ ok: true, results: { version: 5 } })
  })

  it.each(['utf8', 'utf16le'] as const)('reads %s with a mark, as PowerShell writes it', async (encoding) => {
    const path = write('marked/results.json', '')
    writeFileSync(path, `\ufeff${results}`, encoding)
    expect(await readResultsFile(path)).toMatchObject({ ok: true, results: { version: 5 } })
  })

  it.each([
    [
      'v1.json',
      '{"version":1}',
      /^".*v1.json" is a results file of version 1; this release reads version 5\./,
    ],
    ['v6.json', '{"version":6}', /v6.json" is a results file of version 6/],
    [
      'other.json',
      '{"hello":"world"}',
      /other.json" is not a results file of agent-tests \(it has no `version`\)\. Give a results file: one that --json wrote/,
    ],
    [
      'list.json',
      '[]',
      /list.json" is not a results file of agent-tests \(content: expected object, got list\)/,
    ],
    ['text.json', 'hello', /text.json" cannot be read \(not JSON\)/],
    [
      'count.json',
      results.replace('"total":23', '"total":-1'),
      /count.json" is not a results file of agent-tests \(totals.total: /,
    ],
  ])('says what is wrong with %s', async (name, content, message) => {
    const read = await readResultsFile(write(`bad/${name}`, content))
    expect(read).toMatchObject({ ok: false, message: expect.stringMatching(message) })
  })
})
