// All reports of a job, from one story of it. Each is written when it is asked for, so that one that fails leaves the others.

import type { Wording } from '../results/sentence.ts'
import { storyOf } from '../results/story.ts'
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
  const story = storyOf(results)
  return {
    headline: () => plainHeadline(story),
    json: () => resultsJson(results),
    junit: () => junitXml(story),
    page: (template: string) => htmlPage(story, template),
    summary: (limit: Parameters<typeof renderSummary>[1]) => renderSummary(story, limit),
    comment: (limit: Parameters<typeof renderComment>[1]) => renderComment(story, limit),
    issue: (branch: string, links: Links) => issueReport(story, branch, links),
    annotations: () => annotationsOf(story),
    log: (wording?: Wording) => resultsLines(story, wording),
    lastLines: () => lastLines(story),
  }
}
