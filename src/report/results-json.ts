// The results as JSON for machines, as schema.ts describes: everything known, nothing cut.
import type { Results } from '../schema.ts'

/** What is written or compressed at once: all agents may be longer than a string can be, and small pieces compress badly. */
const PIECE_LENGTH = 250_000

/** In pieces; each test is on a line of its own. */
export function* resultsJson(results: Results): Iterable<string> {
  let piece = ''
  for (const part of partsOf(results)) {
    piece += part
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece
}

function* partsOf({ agents, ...job }: Results): Iterable<string> {
  yield `${opened(job)}"agents":[`
  for (const [index, { run, ...agent }] of agents.entries()) {
    yield `${index === 0 ? '' : ','}\n${opened(agent)}"run":`
    if (run === null) {
      yield 'null}'
      continue
    }
    const { tests, ...ofRun } = run
    yield `${opened(ofRun)}"tests":[`
    for (const [at, test] of tests.entries()) yield `${at === 0 ? '' : ','}\n${json(test)}`
    yield ']}}'
  }
  yield '\n]}\n'
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
