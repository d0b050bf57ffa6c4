// The results as JSON for machines, as schema/results.v2.json describes: everything known, nothing cut.
import type { GateOutcome } from '../gate/results.ts'
import type { ReportContext } from './context.ts'
import { agentRecords, jobRecord, testRecord } from './results-records.ts'

/** In pieces, one per test, so that 100,000 tests need not fit into one string. */
export function* resultsJson(outcome: GateOutcome, context: ReportContext): Iterable<string> {
  const agentRecord = agentRecords(outcome, context)
  yield `${opened(jobRecord(outcome, context))}"agents": [`
  let separator = '\n'
  for (const result of outcome.results) {
    const { run, ...agent } = agentRecord(result)
    yield `${separator}${opened(agent)}"run": `
    if (result.run === null || run === null) yield 'null}'
    else {
      yield `${opened(run)}"tests": [`
      let comma = ''
      for (const test of result.run.tests) {
        yield `${comma}\n${json(testRecord(test, agent.appUrl))}`
        comma = ','
      }
      yield ']}}'
    }
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** The object without its end, ready for one more key. */
export function opened(fields: object): string {
  return `{${Object.entries(fields)
    .map(([name, value]) => `${json(name)}: ${json(value)}, `)
    .join('')}`
}

/** JSON of any value, of well-formed text. */
export function json(value: unknown): string {
  const text = JSON.stringify(value)
  // Lone surrogates come as escapes, which strict parsers reject.
  return /\\ud[89a-f]/.test(text) ? JSON.stringify(value, wellFormed) : text
}

function wellFormed(_key: string, field: unknown): unknown {
  return typeof field === 'string' ? field.toWellFormed() : field
}
