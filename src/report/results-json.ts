// The results as JSON for machines, as schema.ts describes: everything known, nothing cut.
import type { Results, ResultsRun } from '../schema.ts'

/** So many tests need little memory at once, and few writes. */
const TESTS_IN_PIECE = 50

/** In pieces, because all agents may be longer than a string can be; each test is on a line of its own. */
export function* resultsJson({ agents, ...job }: Results): Iterable<string> {
  yield `${opened(job)}"agents":[`
  for (const [index, { run, ...agent }] of agents.entries()) {
    const start = `${index === 0 ? '' : ','}\n${opened(agent)}"run":`
    if (run === null) yield `${start}null}`
    else yield* runJson(start, run)
  }
  yield '\n]}\n'
}

function* runJson(start: string, { tests, ...run }: ResultsRun): Iterable<string> {
  let piece = `${start}${opened(run)}"tests":[`
  for (const [index, test] of tests.entries()) {
    piece += `${index === 0 ? '' : ','}\n${json(test)}`
    if (index % TESTS_IN_PIECE < TESTS_IN_PIECE - 1) continue
    yield piece
    piece = ''
  }
  yield `${piece}]}}`
}

/** The object without its end, ready for one more key. */
function opened(fields: object): string {
  return `${json(fields).slice(0, -1)},`
}

/** Strict parsers reject lone surrogates. */
function json(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'string' ? field.toWellFormed() : field,
  )
}
