// Everything that a step has written, for tests that search it for secrets.
import type { StepResult } from '../support/runner/run-step.ts'
import type { World } from './world.ts'

/**
 * Log, files and comments as they were written and as a reader sees them (entities decoded, without what is
 * invisible); but for the one command that tells the runner what to mask.
 */
export function everythingWritten(step: StepResult, world: Pick<World, 'comments'>): string {
  const raw = step.raw.replace(/^::add-mask::.*$/gm, '')
  const written = [raw, ...step.files, ...world.comments()].join('\n')
  return `${written}\n${asSeen(written)}`
}

function asSeen(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}
