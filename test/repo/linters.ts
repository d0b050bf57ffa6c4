// The workflow linter of GitHub's editors, offline.
import { registerHooks } from 'node:module'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'
import { publisher } from '../support/runner/metadata.ts'
import { actionFiles, type TextFile } from './workflow-files.ts'

// The language service imports JSON as bundlers do; Node wants the import attribute.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
  },
})
const { validate } = await import('@actions/languageservice')

/** Offline, only the actions of this repository can be resolved. */
const UNRESOLVED_ACTION = 'Unable to resolve action `'
const isUnresolved = (finding: string) =>
  finding.includes(UNRESOLVED_ACTION) && !finding.includes(`${UNRESOLVED_ACTION}${publisher}`)

/** The findings of GitHub's language service in a workflow or an action.yml, as `line: message`. */
export async function findingsOfGitHub({ path, text }: TextFile): Promise<string[]> {
  // It resolves no local paths, only published names.
  const published = text.replace(
    /\buses: \.(\/[\w./-]*)$/gm,
    (_, folder) => `uses: ${publisher}${folder.replace(/\/$/, '')}@v1`,
  )
  // It caches documents by URI.
  const document = TextDocument.create(`file:///${encodeURI(path)}`, 'yaml', 1, published)
  const findings = await validate(document, { actionsMetadataProvider: { fetchActionMetadata } })
  return findings
    .map(({ range, message }) => `${range.start.line + 1}: ${message}`)
    .filter((finding) => !isUnresolved(finding))
}

interface ActionReference {
  readonly owner: string
  readonly name: string
  readonly path?: string
}

async function fetchActionMetadata({ owner, name, path }: ActionReference) {
  if (`${owner}/${name}` !== publisher) return undefined
  const file = path === undefined ? 'action.yml' : `${path}/action.yml`
  const text = actionFiles.find((each) => each.path === file)?.text
  return text === undefined ? undefined : parse(text)
}
