// Whose the tested values of `override` are, in words: nothing is called the pull request's that is not proven to be.
import type { OverriddenKey, Results, ResultsAgent } from '../schema.ts'
import { grouped } from './format.ts'
import { code, joined, type Piece, plain, type Sentence, say } from './sentence.ts'
import { testedChange } from './test-changes.ts'

type Origin = Pick<OverriddenKey, 'origin' | 'of'>

/** `this pull request's prompt`, `the prompt that a step of this job made` */
function whose(what: Sentence, { origin, of }: Origin, results: Results): Sentence {
  switch (origin) {
    case 'change':
      return say`${testedChange(results).replace('merge ', '')}'s ${what}`
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

const said = (text: string): Piece => ({ kind: 'said', text })

/** `this pull request's `system_prompt` (prompts/bot.md of `3f1c9a7`) and the `llm.model` of this workflow` */
export function testedValues(keys: readonly OverriddenKey[], results: Results): Sentence {
  return joined(
    keys.map((key) => {
      const commit =
        key.origin === 'change' && results.headSha !== null
          ? say` of ${code(results.headSha.slice(0, 7))}`
          : []
      const file = key.file === null ? [] : say` (${said(key.file)}${commit})`
      return say`${whose([code(key.key)], key, results)}${file}`
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
  return whose([what], isOfOne ? first : { origin: 'unknown', of: null }, results)
}

/** Whether what differs from the original is the change's, of an agent without `override` as far as anybody knows. */
export function isOfChange({ override }: Pick<ResultsAgent, 'override'>): boolean {
  if (override === null) return true
  return override.keys.some(({ origin, differs }) => origin === 'change' && (differs || !override.differs))
}

/** What probably broke a test of an agent, as the values say that differ: `this pull request`, `the tested model of this workflow` */
export function blamed(
  results: Results,
  { override }: Pick<ResultsAgent, 'override'>,
  change: string,
): Sentence {
  if (override === null || isOfChange({ override })) return [change]
  const [first = '', ...others] = overriddenText(override, results)
  return [String(first).replace(/^the (?:changed )?/, 'the tested '), ...others]
}

/** `with the prompt of acme/prompts`, of a job that tested no value of the change; empty if it did, or has no `override`. */
export function testedInPlace(results: Results): Sentence {
  const overridden = results.agents.flatMap(({ override }) => override ?? [])
  const isOfNone = overridden.every(({ keys }) => keys.every(({ origin }) => origin !== 'change'))
  if (overridden.length === 0 || !isOfNone) return []
  const texts = grouped(
    overridden.map((each) => overriddenText(each, results)),
    (text) => plain(text),
  )
  return say`with ${joined(texts.map(([text]) => text))}`
}
