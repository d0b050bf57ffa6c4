// A test: as it was written through the interface, and as runs have it.
import type { EvaluatorUse } from './evaluators.ts'
import type { TestCase } from './fixtures/test-case.ts'

export const testTypes = ['response', 'tool_call', 'conversation', 'general'] as const
export type TestType = (typeof testTypes)[number]

/** Replaced as a whole, never changed in place: runs keep the one they were launched with. */
export interface WrittenTest {
  readonly uuid: string
  readonly name: string
  readonly type: TestType
  readonly config: Readonly<Record<string, unknown>> | null
  readonly evaluators: readonly EvaluatorUse[]
  /** Its position among the tests that were written, or in its suite. */
  readonly index: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** A test as runs have it. */
export interface Test {
  readonly id: string
  readonly name: string
  /** By which outcomes are chosen: without the hash behind the name of a test that was made from a file. */
  readonly plainName: string
  readonly index: number
  /** How agents behave in it. */
  readonly case: TestCase
  /** What it asks, and how it is judged, if it was written through the interface; else its case says so. */
  readonly written: WrittenTest | null
}
