// The rows of docs/troubleshooting.md that come from the tables of words.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EarlyEnd } from '../../src/gate/model.ts'
import { problemWords, remedyFor } from '../../src/results/problems.ts'
import { asSentence, plain, type Sentence } from '../../src/results/sentence.ts'
import type { Problem } from '../../src/schema.ts'
import { root } from '../support/runner/metadata.ts'

const error = (status: number, reason: string) =>
  ({ kind: 'http', message: '…', reason, status, code: null }) as const
const failed = error(500, '…')
const timedOut = { kind: 'timed-out', timeoutSeconds: 1800, lastError: null } as const

const problems: readonly Problem[] = [
  { kind: 'cannot-run', error: error(400, 'Agent connection not verified. …') },
  { kind: 'cannot-run', error: error(400, 'No tests linked to this agent. …') },
  { kind: 'not-launched', error: failed },
  { kind: 'maybe-launched', error: failed },
  { kind: 'max-tests', maxTests: 100 },
  { ...timedOut, state: 'not-started' },
  { ...timedOut, state: 'queued' },
  { ...timedOut, state: 'running' },
  { ...timedOut, state: 'unread', lastError: failed },
  ...(['failed', 'stopped'] as const).map((how) => ({ kind: 'run-ended', how }) as const),
  { kind: 'contradictory', unknownStatus: null },
  { kind: 'contradictory', unknownStatus: '…' },
  { kind: 'tests-not-run', notRun: 0, total: 0 },
  { kind: 'tests-not-run', notRun: 2, total: 8 },
  { kind: 'unfinished-tests', tests: 5, whose: null },
  { kind: 'unreadable', error: failed, attempts: 10 },
  { kind: 'unreadable', error: error(404, '…'), attempts: 1 },
  { kind: 'aborted', by: 'signal', state: 'running' },
  ...(['unsupported', 'shared', 502] as const).map((why) => ({ kind: 'override', why }) as const),
  { kind: 'internal-error', said: '…' },
  { kind: 'wrong-control' },
]

const ends: readonly EarlyEnd[] = [
  { kind: 'key', status: null, reason: null, withheld: false },
  { kind: 'key', status: null, reason: null, withheld: true },
  { kind: 'key', status: 401, reason: '…', withheld: false },
  {
    ...{ kind: 'names', same: [] },
    unknown: [{ name: '…', nearest: null }],
  },
  { kind: 'names', unknown: [], same: ['…', '…'] },
  {
    kind: 'wrong-override',
    issues: (['key', 'type', 'address', 'number'] as const).map((why) => ({ agent: '…', why, key: '…' })),
  },
  { kind: 'wrong-tests', issues: [{ file: '….yml', line: 5, message: '…' }] },
  { kind: 'tests-not-made', name: null, error: error(403, '…') },
  { kind: 'tests-not-made', name: '…', error: null },
  { kind: 'no-agents' },
  { kind: 'unreachable', error: failed },
  { kind: 'cancelled', hasStarted: false },
]

const message = 'no run in the run history can be read'
const histories = [error(404, '…'), { ...failed, kind: 'history', message } as const, error(403, '…')]

/** A message, which names agents with dots, and its remedy. */
const row = (...sentences: [Sentence, Sentence]) =>
  sentences.map((sentence) => plain(sentence).replaceAll('|', '\\|'))

const blocks: Readonly<Record<string, readonly string[][]>> = {
  ends: ends.flatMap((reason) => {
    const { short, sentences } = problemWords(reason)
    return sentences.map((sentence, index) =>
      row([index === 0 ? `**${short}**: ` : '', ...sentence], asSentence(remedyFor(reason))),
    )
  }),
  problems: problems.map((problem) => {
    const { sentence } = problemWords(problem)
    return row(['… ', ...sentence], asSentence(remedyFor(problem)))
  }),
  histories: histories.map((error) => {
    const problem = { kind: 'no-history', error } as const
    return row(['… ', ...problemWords(problem).sentence], asSentence(remedyFor(problem)))
  }),
}

/** A row for each remedy, with all its messages. */
function table(rows: readonly string[][] = []): string {
  const same = Map.groupBy(rows, ([, remedy]) => remedy)
  const lines = [...same].map(([remedy, of]) => `| ${of.map(([said]) => said).join('<br>')} | ${remedy} |`)
  return ['| Message | What to do |', '|---|---|', ...lines].join('\n')
}

test('docs/troubleshooting.md has the words of the reports', async () => {
  const file = new URL('docs/troubleshooting.md', root)
  const written = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const generated = written.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(?=<!-- end -->)/g,
    (_, start: string, name: string) => `${start}\n${table(blocks[name])}\n\n`,
  )
  await expect(generated).toMatchFileSnapshot('../../docs/troubleshooting.md')
  for (const name of Object.keys(blocks)) expect(generated).toContain(`<!-- generated: ${name} -->`)
})
