// What a reader learns from the first lines of each comment: whether to merge, what blocks, whose it is, and what to do.
import { expect, it } from 'vitest'
import { renderComment } from '../../src/report/comment.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Results } from '../../src/schema.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'

const whose: Readonly<Record<string, RegExp>> = {
  'this change':
    /(?<!\d )probably broke|more often with|by this pull request\b(?! unless)|probably this pull request/,
  'not this change':
    /older failure|(?<!whether )not (?:this|your|part)|(?:is|are|was) not the cause|as before|failing since|now and then|(?:before|without \S+ \S+), too/i,
  'the agent': /find (?:out )?what changed|(?:probably|perhaps) changed/,
  'an edit': /was edited|after an edit/,
  unclear: /unclear|not compared|nothing to compare|no earlier run|nobody knows|not known/i,
  'no result': /no result|without a result|nothing was tested|not tested|had errors|answer(?:s|ed) HTTP/i,
}

const kindsOfSteps: Readonly<Record<string, RegExp>> = {
  fix: /\bfix\b/,
  'find the change': /what changed/,
  'check the edit': /if the edit/i,
  read: /read each/,
  accept: /accept/,
  're-run': /re-run/i,
  raise: /raise/,
  'open the run': /open (?:\[?the run|the)|look for runs/,
  repair: /check|verify|make .* ready|link |configure|try |restart|update|create/,
  correct: /correct|undo|restore/,
}

function names(patterns: Readonly<Record<string, RegExp>>, text: string): string {
  const found = Object.entries(patterns).filter(([, pattern]) => pattern.test(text))
  return found.map(([name]) => name).join(', ') || '–'
}

function answersOf(results: Results): readonly string[] {
  const comment = renderComment(storyOf(results), { maxCharacters: 65_000 })
  const first = (comment.split(/\n\n(?:<details|<sub>|> |\| (?!Failing test))/)[0] ?? '').replaceAll(
    '&nbsp;',
    ' ',
  )
  const [heading = '', ...lines] = first.split('\n')
  const plain = first.replace(/\]\([^)]*\)/g, ']')
  const next =
    plain
      .split('\n')
      .join('<br>')
      .split('<br>')
      .filter((line) => /^\*\*(?:Next|Also):/.test(line))
      .join(' ') || lines.join(' ')
  const withLinks = first
    .split('\n')
    .join('<br>')
    .split('<br>')
    .filter((line) => /^\*\*(?:Next|Also):/.test(line))
    .join(' ')
  const blocking = results.agents.flatMap(({ run }) => run?.tests ?? []).filter(({ blocks }) => blocks)
  const place = [/`[^`]*[./][^`]*`/.test(withLinks) && 'file', /\]\(/.test(withLinks) && 'link'].filter(
    Boolean,
  )
  return [
    heading.replace(/^### /, '').replace(/:.*/, ''),
    `${blocking.length}`,
    names(whose, plain),
    names(kindsOfSteps, next),
    place.join(', ') || '–',
  ]
}

it('says what it said before, in every state', async () => {
  const rows = Object.keys(scenarios).map(
    (name) => `${name}\n  ${answersOf(resultsOfScenario(name)).join('\n  ')}`,
  )
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('snapshots/answers.txt')
})
