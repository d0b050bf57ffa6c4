// Everything that a step wrote anywhere, for tests that search it for a secret.
import { resultsInPage } from '../support/page-results.ts'
import type { StepResult } from '../support/runner/run-step.ts'
import type { Harness } from './harness.ts'

/**
 * Log, files and comments, both as written and as displayed (entities decoded, invisible characters removed).
 * Leaves out the `add-mask` command, which has to contain the key.
 */
export function everythingWritten(step: StepResult, harness: Pick<Harness, 'comments'>): string {
  const raw = step.raw.replace(/^::add-mask::.*$/gm, '')
  const pages = step.files.filter((file) => file.startsWith('<!doctype html>'))
  const inPages = pages.map((page) => JSON.stringify(resultsInPage(page)))
  const written = [raw, ...step.files, ...inPages, ...harness.comments()].join('\n')
  return `${written}\n${asSeen(written)}`
}

function asSeen(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}
