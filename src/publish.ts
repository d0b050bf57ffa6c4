// Publishes results: outputs, files, log, summary, comment. Each is attempted even if another fails.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as core from '@actions/core'
import { writePieces } from './files.ts'
import { type PullRequest, pullRequestOf } from './github/event.ts'
import { explainCommentError } from './github/github-error.ts'
import { commentKeyOf } from './github/marker.ts'
import { StickyComment } from './github/sticky-comment.ts'
import type { Inputs } from './inputs.ts'
import { readPageTemplate } from './page-template.ts'
import { annotationsOf } from './report/annotations.ts'
import { progressNotice, renderComment, renderSummary } from './report/comment.ts'
import { htmlPage } from './report/html-page.ts'
import { junitXml } from './report/junit.ts'
import { resultsLines } from './report/log.ts'
import { resultsJson } from './report/results-json.ts'
import type { Results } from './results/schema.ts'
import { percent } from './results/units.ts'
import type { Environment } from './runner/environment.ts'
import { createProxiedFetch } from './runner/fetch.ts'

const SUMMARY_MAX_BYTES = 1024 * 1024

export interface PublishContext {
  readonly inputs: Pick<Inputs, 'githubToken' | 'comment' | 'matrix'>
  readonly environment: Environment
  /** Of this call; null on events without a pull request, and if the inputs say so. */
  readonly comment: StickyComment | null
  /** Aborted when a cancelled job has no time left; a comment request in flight is then dropped. */
  readonly cancelled: AbortSignal
}

export async function publish(results: Results, context: PublishContext): Promise<void> {
  const { inputs, environment } = context
  const pullRequest = pullRequestOf(environment.eventName, environment.payload)
  await attempt('The outputs', () => writeOutputs(results))
  await attempt('The result files', () => writeFiles(results, environment))
  await attempt('The log', () => writeLog(results))
  await attempt('The job summary', () => writeSummary(results))
  if (pullRequest === null)
    core.info('No comment was written, because this event does not belong to a pull request.')
  else if (!inputs.comment) core.info('No comment was written, because the input "comment" is "false".')
  else await writeComment(results, context, pullRequest)
}

/** A report that cannot be written is a warning and does not change the verdict. */
async function attempt(what: string, write: () => void | Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    core.warning(
      `${what} could not be written: ${cause}. Check that the runner's disk is not full and its folders are writable.`,
    )
  }
}

function writeLog(results: Results): void {
  core.info(resultsLines(results).join('\n'))
  for (const { level, title, message } of annotationsOf(results)) {
    const annotate = level === 'error' ? core.error : core.warning
    annotate(message, { title })
  }
}

function writeOutputs({ totals, comparison, executedTests, costUsd, verdict }: Results): void {
  core.setOutput('total', totals.total)
  core.setOutput('passed', totals.passed)
  core.setOutput('failed', totals.failed)
  core.setOutput('flaky', totals.flaky)
  core.setOutput('broken', comparison === null ? '' : comparison.classes.broken)
  core.setOutput('executed-tests', executedTests)
  core.setOutput('cost', costUsd === null ? '' : Number(costUsd.toFixed(6)))
  core.setOutput('verdict', verdict)
  core.setOutput('pass-rate', comparison === null ? '' : percent(comparison.now))
  core.setOutput('previous-pass-rate', comparison === null ? '' : percent(comparison.before))
}

async function writeFiles(results: Results, { tempFolder }: Environment) {
  // A folder per step, so that two steps of a job do not overwrite each other's files.
  const folder = mkdtempSync(join(tempFolder ?? tmpdir(), 'agent-tests-'))
  const write = (output: string, name: string, pieces: () => Iterable<string>) =>
    attempt(`The file ${name}`, () => {
      const path = join(folder, name)
      writePieces(path, pieces())
      core.setOutput(output, path)
    })
  await write('results-file', 'results.json', () => resultsJson(results))
  await write('junit-file', 'junit.xml', () => junitXml(results))
  await write('report-file', 'report.html', () => htmlPage(results, { template: readPageTemplate() }))
}

async function writeSummary(results: Results): Promise<void> {
  await core.summary.addRaw(renderSummary(results, { maxBytes: SUMMARY_MAX_BYTES })).write()
}

async function writeComment(
  results: Results,
  { inputs, comment, cancelled }: PublishContext,
  pullRequest: PullRequest,
): Promise<void> {
  if (comment === null) return
  try {
    const body = renderComment(results, { maxCharacters: comment.maxCharacters })
    const { kind, url } = await comment.write(body, cancelled)
    core.info(`Comment ${kind}: ${url}`)
  } catch (error) {
    core.warning(explainCommentError(error, { ...pullRequest, token: inputs.githubToken }), {
      title: 'No comment on the pull request',
    })
  }
}

/** Says in an existing comment that results for the new commit are on their way: an edit sends no mail. Never rejects. */
export async function announce({ environment, comment }: PublishContext, signal: AbortSignal): Promise<void> {
  const headSha = pullRequestOf(environment.eventName, environment.payload)?.headSha ?? null
  const notice = progressNotice({ headSha, workflowRunUrl: environment.workflowRunUrl })
  // The comment at the end reports errors.
  await comment?.announce(notice, signal).catch(() => undefined)
}

/** The comment of this call; null on events without a pull request, and if the inputs say so. */
export function commentOf(
  inputs: Pick<Inputs, 'agents' | 'mode' | 'githubToken' | 'comment' | 'matrix'>,
  environment: Environment,
): StickyComment | null {
  const pullRequest = pullRequestOf(environment.eventName, environment.payload)
  if (pullRequest === null || !inputs.comment) return null
  const { agents, mode, githubToken } = inputs
  const { apiUrl } = environment
  const matrix = JSON.stringify(inputs.matrix)
  return new StickyComment(
    { token: githubToken, apiUrl, fetch: createProxiedFetch(process.env) },
    {
      ...environment,
      issueNumber: pullRequest.number,
      key: commentKeyOf({ ...environment, matrix, title: 'Agent tests', agents, mode }),
    },
  )
}
