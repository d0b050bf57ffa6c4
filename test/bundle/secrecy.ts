// All that a step has written anywhere, for tests that look for what must not be there.
import type { StepResult } from '../runner/run-step.ts'
import type { World } from './world.ts'

/** Log, files and comments as they were written, but for the one command that tells the runner what to mask. */
export function everythingWritten(step: StepResult, world: World): string {
  const raw = step.raw.replace(/^::add-mask::.*$/gm, '')
  return [raw, ...step.files, ...world.comments()].join('\n')
}
