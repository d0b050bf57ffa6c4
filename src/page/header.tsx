// The top of the page: the verdict, why, and the facts of the job.

import { count } from '../results/format.ts'
import type { Headline } from '../results/headline.ts'
import { fullPrompt } from '../results/prompt.ts'
import { ended, type Sentence } from '../results/sentence.ts'
import { testedText } from '../results/story.ts'
import { CopyButton } from './copy.tsx'
import type { Model, PageTest } from './model.ts'
import { StatusIcon } from './status.tsx'
import { Link, Words } from './text.tsx'

const GROUP_OF_SIGN = {
  '✅': 'passed',
  '❌': 'yours',
  '⚠️': 'undecided',
  ℹ️: 'accepted',
} as const satisfies Record<Headline['sign'], PageTest['group']>

/** As the comment. */
const MAX_STEPS = 3

/** The first lines of all reports. */
export function Header({ model }: { readonly model: Model }) {
  const { results, story, tests } = model
  const { title, headSha, workflowRunUrl } = results
  const { sign, advice, facts } = story.headline
  const group = GROUP_OF_SIGN[sign]
  const blocking = tests.filter((test) => test.section === 'blocks' && isToFix(test))
  const failing = blocking.length > 0 ? blocking : tests.filter(isToFix)
  const { changes, leftOut } = story
  const steps = story.next.slice(0, MAX_STEPS)
  return (
    <header class="page-header">
      <p class="page-title">
        <span dir="auto">{title}</span>
        {headSha && <code>{headSha.slice(0, 7)}</code>}
        {workflowRunUrl && <Link url={workflowRunUrl}>Workflow run</Link>}
      </p>
      <h1 class={`headline ${group}`}>
        <StatusIcon group={group} />
        <Words sentence={[`${advice} `, ...facts]} />
      </h1>
      <SentenceList
        label="What happened"
        sentences={story.lines.map(({ sign: lineSign, words }) => [`${lineSign} `, ...words])}
      />
      <SentenceList
        label="Tests that changed"
        sentences={changes.length === 0 ? [] : [[{ kind: 'strong', text: 'Tests: ' }, ...changes]]}
      />
      <SentenceList
        label="What to do next"
        sentences={steps.map((step, index) => [
          { kind: 'strong', text: index === 0 ? 'Next: ' : 'Also: ' },
          ...ended(step),
        ])}
      />
      {testedText(story).map((line, index) => (
        <p key={index} class="muted">
          <Words sentence={line} />
        </p>
      ))}
      {failing.length > 1 && (
        <CopyButton
          label={copyLabel(failing.length)}
          text={() => promptOf(model, failing.slice(0, MAX_COPIED))}
        />
      )}
      {leftOut !== null && <p class="notice">{leftOut}</p>}
    </header>
  )
}

interface SentenceListProps {
  readonly label: string
  readonly sentences: readonly Sentence[]
}

function SentenceList({ label, sentences }: SentenceListProps) {
  if (sentences.length === 0) return null
  return (
    <ul aria-label={label}>
      {sentences.map((sentence, index) => (
        <li key={index}>
          <Words sentence={sentence} />
        </li>
      ))}
    </ul>
  )
}

/** What is copied of these tests. */
export function promptOf({ story }: Pick<Model, 'story'>, tests: readonly PageTest[]): string {
  return `${fullPrompt(story, new Set(tests.map(({ record }) => record))).join('\n')}\n`
}

/** A test that failed and is to be fixed, before or after the merge. */
export function isToFix({ record, group }: PageTest): boolean {
  return record.failed && group !== 'accepted'
}

/** More would not fit into an agent's context. */
const MAX_COPIED = 50

function copyLabel(tests: number): string {
  const some = tests > MAX_COPIED ? `${MAX_COPIED} of ` : ''
  return `Copy ${some}${count(tests)} failing tests for a coding agent`
}
