// Whose the tested values of `override` are, in words: nothing is called the pull request's that is not proven to be.
import type { OverriddenKey, Results, ResultsAgent } from '../schema.ts'
import { grouped } from './format.ts'
import { documentLink } from './links.ts'
import { code, joined, type Piece, plain, type Sentence, say } from './sentence.ts'
import { testedChange } from './test-changes.ts'
import { agentName, said } from './untrusted.ts'

type Origin = Pick<OverriddenKey, 'origin' | 'of'>

/** `this pull request's prompt`, `the prompt that a step of this job made` */
function whose(what: Sentence, { origin, of }: Origin, results: Results): Sentence {
  switch (origin) {
    case 'change':
      return say`${testedChange(results).replace('merge ', '')}'s ${what}`
    case 'base':
      return say`${baseName(of)}'s ${what}`
    case 'commit':
      return say`the ${what} of ${of === null ? 'this commit' : code(of.slice(0, 7))}`
    case 'repository':
      return say`the ${what} of ${of === null ? 'another repository' : said(of)}`
    case 'step':
      return say`the ${what} that a step of this job made`
    case 'workflow':
      return say`the ${what} of this workflow`
    case 'default-branch':
      return say`the ${what} of the default branch's workflow`
    case 'unknown':
      return say`the changed ${what}`
    default:
      return origin satisfies never
  }
}

const baseName = (branch: string | null): Piece => (branch === null ? 'the base branch' : said(branch))

/** Whether the change leaves all values of a copy as they are. */
export function isUnchanged({ override }: Pick<ResultsAgent, 'override'>): boolean {
  return override?.keys.every(({ origin }) => origin === 'base') === true
}

/** What may be newer in the repository than on the service, or on the original than on its copy: no service says which is. */
export function newerText(results: Results): readonly Sentence[] {
  const url = documentLink(results, 'docs/recipes.md#publish-a-prompt')
  const recipe =
    url === null ? [] : say`: ${{ kind: 'link', text: 'publish it, or bring it to the repository', url }}`
  return results.agents.flatMap((agent) => {
    const { override, run } = agent
    if (override === null || run === null) return []
    const original = agentName(override.original.name)
    const { branch = null, newer = [] } = override.base ?? {}
    const files = newer.map(
      (file) => say`${baseName(branch)}'s ${said(file)} differs from ${original}'s${recipe}.`,
    )
    const isOnCopy = isUnchanged(agent) || (agent.control?.uuid === agent.uuid && override.base !== null)
    if (!isOnCopy || !run.tests.some(({ cause }) => cause === 'older')) return files
    const copy = say`If the failing tests pass on ${original}, duplicate it again: its tools or evaluators may be newer.`
    return [...files, copy]
  })
}

/** `this pull request's `system_prompt` (prompts/bot.md of `3f1c9a7`) and the `llm.model` of this workflow` */
export function testedValues(keys: readonly OverriddenKey[], results: Results): Sentence {
  return joined(
    keys.map((key) => {
      const isOfHead = key.origin === 'change' || key.origin === 'base'
      const commit = isOfHead && results.headSha !== null ? say` of ${code(results.headSha.slice(0, 7))}` : []
      const file = key.file === null ? [] : say` (${said(key.file)}${commit})`
      const as = key.origin === 'base' ? say`, which ${testedChange(results)} does not change` : []
      return say`${whose([code(key.key)], key, results)}${file}${as}`
    }),
  )
}

const shortNames: Readonly<Record<string, string>> = {
  system_prompt: 'prompt',
  agent_url: 'preview',
  'llm.model': 'model',
}

/** `this pull request's prompt`, `the prompt of acme/prompts`: of what differs from the original, if anything does. */
export function overriddenText(
  { keys: all, differs }: NonNullable<ResultsAgent['override']>,
  results: Results,
): Sentence {
  const keys = differs ? all.filter((key) => key.differs) : all
  const [first, ...others] = keys
  if (first === undefined) return ['the changed configuration']
  const what = others.length > 0 ? 'configuration' : (shortNames[first.key] ?? first.key)
  const isOfOne = others.every((key) => key.origin === first.origin && key.of === first.of)
  const ofChange = keys.find(({ origin }) => origin === 'change')
  return whose([what], isOfOne ? first : (ofChange ?? { origin: 'unknown', of: null }), results)
}

/** Whether what differs from the original is the change's, of an agent without `override` as far as anybody knows. */
export function isOfChange({ override }: Pick<ResultsAgent, 'override'>): boolean {
  if (override === null) return true
  return override.keys.some(({ origin, differs }) => origin === 'change' && (differs || !override.differs))
}

/** What probably broke a test of an agent: `this pull request`, `this pull request's prompt`, `the model of this workflow` */
export function blamed(results: Results, { override }: Pick<ResultsAgent, 'override'>): Sentence {
  return override === null ? [testedChange(results)] : overriddenText(override, results)
}

/** `with the prompt of acme/prompts`, of a job that tested no value of the change; empty if it did, or has no `override`. */
export function testedInPlace(results: Results): Sentence {
  const overridden = results.agents.flatMap(({ override }) => override ?? [])
  const isOfNone = overridden.every(({ keys }) =>
    keys.every(({ origin }) => origin !== 'change' && origin !== 'base'),
  )
  if (overridden.length === 0 || !isOfNone) return []
  const texts = grouped(
    overridden.map((each) => overriddenText(each, results)),
    (text) => plain(text),
  )
  return say`with ${joined(texts.map(([text]) => text))}`
}
