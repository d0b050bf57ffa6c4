// Reads workflow files: jobs, steps and matrix legs.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

type Texts = Readonly<Record<string, unknown>>

export interface Step {
  readonly id?: string
  readonly if?: string | boolean
  readonly uses?: string
  readonly run?: string
  readonly shell?: string
  readonly with?: Texts
  readonly env?: Texts
  readonly 'continue-on-error'?: boolean | string
}

export interface Job {
  readonly needs?: string | readonly string[]
  readonly if?: string | boolean
  readonly permissions?: Texts | string
  readonly 'runs-on'?: string
  readonly 'timeout-minutes'?: number
  readonly strategy?: { readonly matrix?: Texts }
  readonly environment?: string
  readonly env?: Texts
  readonly outputs?: Texts
  readonly steps?: readonly Step[]
  readonly uses?: string
}

export interface Workflow {
  readonly on: unknown
  readonly permissions?: Texts | string
  readonly env?: Texts
  readonly jobs: Readonly<Record<string, Job>>
}

export function readWorkflow(file: URL): Workflow {
  return parse(readFileSync(file, 'utf8')) as Workflow
}

export function jobOf(workflow: Workflow, name: string): Job {
  const job = workflow.jobs[name]
  if (job === undefined) throw new Error(`The workflow has no job "${name}".`)
  return job
}

/** All combinations of a job's matrix, or what it includes; [null] without a matrix. */
export function matrixLegs({ strategy }: Job): (Readonly<Record<string, unknown>> | null)[] {
  if (strategy?.matrix === undefined) return [null]
  const { include, ...lists } = strategy.matrix
  if (Array.isArray(include) && Object.keys(lists).length === 0) return include
  return Object.entries(strategy.matrix).reduce<Record<string, unknown>[]>(
    (legs, [name, values]) => {
      if (!Array.isArray(values) || name === 'include' || name === 'exclude')
        throw new Error(`Not supported in a matrix: ${name}`)
      return legs.flatMap((leg) => values.map((value: unknown) => ({ ...leg, [name]: value })))
    },
    [{}],
  )
}
