// The rows of docs/troubleshooting.md that come from the tables of words.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AbortReason, InconclusiveReason, RunResult } from '../../src/gate/model.ts'
import { abortProblem, historyProblem, problemOf, problemWords } from '../../src/results/problems.ts'
import { asSentence, plain, type Sentence } from '../../src/results/sentence.ts'
import { root } from '../support/runner/metadata.ts'

const error = (status: number, reason: string) =>
  ({ kind: 'http', message: '…', reason, status, code: null }) as const
const failed = error(500, '…')
const timedOut = { kind: 'timed-out', timeoutSeconds: 1800, lastError: null } as const
const run = (status: string) => ({ taskId: '1', status, tests: [] as const }) as unknown as RunResult

const reasons: readonly (readonly [InconclusiveReason, RunResult | null])[] = [
  [{ kind: 'cannot-run', error: error(400, 'Agent connection not verified. …') }, null],
  [{ kind: 'cannot-run', error: error(400, 'No tests linked to this agent. …') }, null],
  [{ kind: 'not-launched', error: failed }, null],
  [{ kind: 'maybe-launched', error: failed }, null],
  [{ kind: 'max-tests', maxTests: 100 }, null],
  [timedOut, null],
  [timedOut, run('queued')],
  [timedOut, run('in_progress')],
  [{ ...timedOut, lastError: failed }, run('in_progress')],
  ...(['failed', 'stopped'] as const).map((how) => [{ kind: 'run-ended', how }, run('failed')] as const),
  [{ kind: 'contradictory', unknownStatus: null }, run('done')],
  [{ kind: 'contradictory', unknownStatus: '…' }, run('done')],
  [{ kind: 'tests-not-run', notRun: 0, total: 0 }, run('done')],
  [{ kind: 'tests-not-run', notRun: 2, total: 8 }, run('done')],
  [{ kind: 'unfinished-tests', tests: 5 }, run('done')],
  [{ kind: 'unreadable', error: failed, attempts: 10 }, run('in_progress')],
  [{ kind: 'unreadable', error: error(404, '…'), attempts: 1 }, run('in_progress')],
  [{ kind: 'aborted', by: 'signal' }, run('in_progress')],
  ...(['unsupported', 'shared', 502] as const).map((why) => [{ kind: 'override', why }, null] as const),
  [{ kind: 'internal-error', said: '…' }, null],
]

const ends: readonly AbortReason[] = [
  { kind: 'key', status: null, reason: null },
  { kind: 'key', status: 401, reason: '…' },
  {
    ...{ kind: 'names', same: [] },
    unknown: [{ name: '…', nearest: null }],
  },
  { kind: 'names', unknown: [], same: ['…', '…'] },
  {
    kind: 'wrong-override',
    issues: (['key', 'type', 'address', 'number'] as const).map((why) => ({ agent: '…', why, key: '…' })),
  },
  { kind: 'no-agents' },
  { kind: 'unreachable', error: failed },
  { kind: 'cancelled' },
]

const message = 'no run in the run history can be read'
const histories = [error(404, '…'), { ...failed, kind: 'history', message } as const, error(403, '…')]

/** A message, which names agents with dots, and its remedy. */
const row = (...sentences: [Sentence, Sentence]) =>
  sentences.map((sentence) => plain(sentence).replaceAll('|', '\\|'))

const blocks: Readonly<Record<string, readonly string[][]>> = {
  ends: ends.flatMap((reason) => {
    const { short, sentences, remedy } = problemWords(abortProblem(reason, false))
    return sentences.map((sentence, index) =>
      row([index === 0 ? `**${short}**: ` : '', ...sentence], asSentence(remedy)),
    )
  }),
  problems: [
    ...reasons.map(([reason, of]) => problemOf(reason, of, 'https://app.acme.test')),
    { kind: 'wrong-control', url: null, next: 'correct-control' } as const,
  ].map((problem) => {
    const { sentence, remedy } = problemWords(problem)
    return row(['… ', ...sentence], asSentence(remedy))
  }),
  histories: histories.map((error) => {
    const { sentence, remedy } = problemWords(historyProblem(error))
    return row(['… ', ...sentence], asSentence(remedy))
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
