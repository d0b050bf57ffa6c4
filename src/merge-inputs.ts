// The inputs of merge/action.yml, read as those of the action itself are (inputs.ts).
import { type Checked, expectedParts, filePaths, matrixLeg, oneOf, trueOrFalse } from './input-values.ts'

/** Every input of merge/action.yml, with its default there; empty inputs use it too. */
export const MERGE_INPUT_DEFAULTS = {
  path: '',
  expect: '',
  mode: 'gate',
  comment: 'true',
  'github-token': '',
  matrix: '',
} as const

type MergeInputName = keyof typeof MERGE_INPUT_DEFAULTS

export interface MergeInputs {
  /** Files, globs, and folders, which stand for the JSON files in them; at least one. */
  readonly paths: readonly string[]
  /** The names of the parts, or how many there must be. */
  readonly expected: readonly string[] | number
  readonly mode: 'gate' | 'report'
  readonly comment: boolean
  readonly githubToken: string
  readonly matrix: Readonly<Record<string, unknown>> | null
}

export type ParsedMergeInputs =
  | { readonly ok: true; readonly inputs: MergeInputs }
  | { readonly ok: false; readonly messages: readonly string[] }

/** @param read the raw value of an input, an empty string if it is not set */
export function parseMergeInputs(read: (name: MergeInputName) => string): ParsedMergeInputs {
  const messages: string[] = []
  const check = <T>(name: MergeInputName, parse: (text: string) => Checked<T>, fallback: T): T => {
    const checked = parse(read(name).trim() || MERGE_INPUT_DEFAULTS[name])
    if ('value' in checked) return checked.value
    messages.push(`Input "${name}": ${checked.error}`)
    return fallback
  }
  const inputs: MergeInputs = {
    paths: check('path', requiredPaths, []),
    expected: check('expect', expectedParts, 0),
    mode: check('mode', oneOf(['gate', 'report']), 'gate'),
    comment: check('comment', trueOrFalse, true),
    githubToken: read('github-token').trim(),
    matrix: matrixLeg(read('matrix')),
  }
  return messages.length === 0 ? { ok: true, inputs } : { ok: false, messages }
}

function requiredPaths(text: string): Checked<readonly string[]> {
  if (text === '') return { error: 'it is empty. Enter files, folders or globs of results files.' }
  return filePaths(text)
}
