// The evaluators as they are by now: somebody edits or deletes one between two launches.

import type { Outcome } from './errors.ts'
import type { EvaluatorUse } from './evaluators.ts'
import {
  type EvaluatorName,
  type EvaluatorVersions,
  evaluatorNames,
  evaluators,
  evaluatorUuid,
} from './evaluators.ts'
import { failingUses } from './judging.ts'
import type { Dialect } from './server-version.ts'

/** What an evaluator makes of replies since its last edit: as they are, all pass, or none does. */
export type Strictness = 'usual' | 'lenient' | 'strict'

export class EvaluatorBook {
  readonly #dialect: Dialect
  readonly #edited = new Map<EvaluatorName, { readonly version: number; readonly strictness: Strictness }>()
  readonly #deleted = new Set<EvaluatorName>()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** Gives it a new version, which is live at once. */
  edit(name: EvaluatorName, strictness: Strictness): void {
    this.#edited.set(name, { version: this.versionOf(name) + 1, strictness })
  }

  delete(name: EvaluatorName): void {
    this.#deleted.add(name)
  }

  versionOf(name: EvaluatorName): number {
    return this.#edited.get(name)?.version ?? evaluators[name].version
  }

  /** As a run that is launched now keeps them. */
  versions(): EvaluatorVersions {
    return Object.fromEntries(evaluatorNames.map((name) => [name, this.versionOf(name)]))
  }

  /** Those that were not deleted. */
  names(of: readonly EvaluatorName[] = evaluatorNames): EvaluatorName[] {
    return of.filter((name) => !this.#deleted.has(name))
  }

  byId(uuid: string): EvaluatorName | undefined {
    return this.names().find((name) => evaluatorUuid(this.#dialect, name) === uuid)
  }

  /** What becomes of a reply. @param uses the evaluators of its test */
  judged(outcome: 'passed' | 'failed', uses: readonly EvaluatorUse[]): Outcome {
    if (uses.length === 0) return 'no-evaluators'
    const failing = outcome === 'failed' ? failingUses(uses) : []
    const isFailed = uses.some((use) => {
      const { strictness = 'usual' } = this.#edited.get(use.name) ?? {}
      return strictness === 'strict' || (strictness === 'usual' && failing.includes(use))
    })
    return isFailed ? 'failed' : 'passed'
  }
}
