// All reports of a job, from one overview. Each is written when it is asked for, so that one that fails leaves the others.
import { overviewOf } from '../results/overview.ts'
import type { Wording } from '../results/sentence.ts'
import type { Results } from '../schema.ts'
import { annotationsOf } from './annotations.ts'
import { type Links, renderComment, renderSummary } from './comment.ts'
import { htmlPage } from './html-page.ts'
import { issueReport } from './issue.ts'
import { junitXml } from './junit.ts'
import { lastLines, plainHeadline, resultsLines } from './log.ts'
import { resultsJson } from './results-json.ts'

export type Reports = ReturnType<typeof reportsOf>

export function reportsOf(results: Results) {
  const overview = overviewOf(results)
  return {
    headline: () => plainHeadline(overview),
    json: () => resultsJson(results),
    junit: () => junitXml(overview),
    page: (template: string) => htmlPage(overview, template),
    summary: (limit: Parameters<typeof renderSummary>[1]) => renderSummary(overview, limit),
    comment: (limit: Parameters<typeof renderComment>[1]) => renderComment(overview, limit),
    issue: (branch: string, links: Links) => issueReport(overview, branch, links),
    annotations: () => annotationsOf(overview),
    log: (wording?: Wording) => resultsLines(overview, wording),
    lastLines: () => lastLines(overview),
  }
}
