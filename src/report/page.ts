// The page that people read, as comment and as job summary: the same parts, in as much detail as there is room for.
import type { GateOutcome } from '../gate/results.ts'
import { agentTable } from './agent-table.ts'
import type { ReportContext } from './context.ts'
import { type Detail, type Limit, richestWithin } from './detail.ts'
import { failingTests } from './failing-tests.ts'
import { headline } from './headline.ts'
import { type PageModel, pageModel } from './page-model.ts'
import { whatChanged } from './what-changed.ts'
import { withoutResult } from './without-result.ts'

/** Where not even the barest page fits, its headline alone is returned. */
export function renderPage(outcome: GateOutcome, context: ReportContext, limit: Limit): string {
  const model = pageModel(outcome, context)
  const compares = model.comparison !== null
  return richestWithin((detail) => pageParts(model, detail), limit, { compares }) ?? headline(model)
}

function* pageParts(model: PageModel, detail: Detail): Iterable<string> {
  yield headline(model)
  const unclear = model.outcome.verdict.status === 'inconclusive'
  if (unclear) yield* withoutResult(model, detail)
  yield* whatChanged(model, detail)
  yield* agentTable(model, detail)
  if (!unclear) yield* withoutResult(model, detail)
  yield* failingTests(model, detail)
}
