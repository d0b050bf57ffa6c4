// The top of the page: the verdict, why, and the facts of the job.
import { blocks } from '../results/groups.ts'
import { explanation, type Headline, headline, headlineText } from '../results/headline.ts'
import { count, counted } from '../results/units.ts'
import { CopyButton } from './copy.tsx'
import type { Group, Model, Test } from './model.ts'
import { agentPrompt } from './prompt.ts'
import { StatusIcon } from './status.tsx'
import { asSentence, Link, WithCode } from './text.tsx'

const GROUP_OF_SIGN = {
  '✅': 'passed',
  '❌': 'broken',
  '⚠️': 'undetermined',
} as const satisfies Record<Headline['sign'], Group>

/** The first lines of all reports. */
export function Header({ model }: { readonly model: Model }) {
  const { results, conversations, overview, tests } = model
  const { title, headSha, workflowRunUrl, abortReason } = results
  const line = headline(overview)
  const group = GROUP_OF_SIGN[line.sign]
  const failing = failingTests(tests)
  return (
    <header class="page-header">
      <p class="page-title">
        <span dir="auto">{title}</span>
        {headSha && <code>{headSha.slice(0, 7)}</code>}
        {workflowRunUrl && <Link url={workflowRunUrl}>Workflow run</Link>}
      </p>
      <h1 class={`headline ${group}`}>
        <StatusIcon group={group} />
        <span dir="auto">{headlineText(line)}</span>
      </h1>
      {explanation(results).map((sentences) => (
        <p key={sentences[0]} dir="auto">
          {sentences.join(' ')}
        </p>
      ))}
      {failing.length > 1 && (
        <CopyButton
          label={copyLabel(failing.length)}
          text={() => agentPrompt(failing.slice(0, MAX_COPIED), results)}
        />
      )}
      {abortReason && (
        <div class="notice" dir="auto">
          <strong>The job ended early.</strong> {abortReason.details.map(asSentence).join(' ')}{' '}
          <WithCode text={abortReason.remedy} />
        </div>
      )}
      {conversations !== null && (
        <p class="notice">
          <strong>This page is limited in size.</strong> It has only the conversations of the{' '}
          {counted(conversations, 'most important test')}; the results file has all of them.
        </p>
      )}
    </header>
  )
}

/** More would not fit into an agent's context. */
const MAX_COPIED = 50

function copyLabel(tests: number): string {
  const some = tests > MAX_COPIED ? `${MAX_COPIED} of ` : ''
  return `Copy ${some}${count(tests)} failing tests for a coding agent`
}

/** Those that block; if none does, all that failed. */
function failingTests(tests: readonly Test[]): readonly Test[] {
  const blocking = tests.filter(({ group }) => group !== 'passed' && blocks(group))
  return blocking.length > 0 ? blocking : tests.filter(({ record }) => record.status === 'failed')
}
