// Reads action.yml as the runner does: scripts, and inputs with evaluated defaults.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type Contexts, interpolate } from './expressions.ts'

export interface ActionMetadata {
  readonly name: string
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly required?: boolean; readonly default?: string }>
  >
  readonly outputs: Readonly<Record<string, { readonly description: string }>>
  readonly runs: { readonly using: string; readonly main: string }
  readonly description: string
}

export const root = new URL('../../../', import.meta.url)

/** Where this action is published, and what its downloads start with; `org` and an address that no host has until it is. */
export const homepage = new URL(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).homepage)
export const publisher = homepage.pathname.slice(1)
export const isPublished = !homepage.host.endsWith('.example')

/** @param folder of the action, ending in a slash */
export function readMetadata(folder: URL = root): ActionMetadata {
  return parse(readFileSync(new URL('action.yml', folder), 'utf8')) as ActionMetadata
}

/**
 * The INPUT_ variables: values from the workflow, else defaults.
 *
 * @throws if a default uses a context that is not available to defaults
 */
export function inputVariables(
  metadata: ActionMetadata,
  given: Readonly<Record<string, string>>,
  { github, job, matrix, runner, strategy }: Contexts,
): Record<string, string> {
  const names = new Set([...Object.keys(metadata.inputs ?? {}), ...Object.keys(given)])
  const contexts = { github, job, matrix, runner, strategy }
  return Object.fromEntries(
    [...names].map((name) => {
      const value = given[name] ?? interpolate(String(metadata.inputs[name]?.default ?? ''), contexts)
      return [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]
    }),
  )
}
