// The results as JSON for machines, as schema.ts describes: everything known, nothing cut.
import type { Results, ResultsRun } from '../schema.ts'

/** Agent by agent, because all of them may be longer than a string can be; each test is on a line of its own. */
export function* resultsJson({ agents, ...job }: Results): Iterable<string> {
  yield `${opened(job)}"agents":[`
  for (const [index, { run, ...agent }] of agents.entries())
    yield `${index === 0 ? '' : ','}\n${opened(agent)}"run":${run === null ? 'null' : runJson(run)}}`
  yield '\n]}\n'
}

function runJson({ tests, ...run }: ResultsRun): string {
  return `${opened(run)}"tests":[${tests.map((test) => `\n${json(test)}`).join(',')}]}`
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
