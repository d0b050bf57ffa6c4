// The top of the page: the verdict, why, and the facts of the job.

import { count } from '../results/format.ts'
import { fullPrompt } from '../results/prompt.ts'
import { Blocks } from './blocks.tsx'
import { CopyButton } from './copy.tsx'
import type { Model, PageTest } from './model.ts'

/** The document of all reports, without what the page shows below. */
export function Header({ model }: { readonly model: Model }) {
  const { results, document, tests } = model
  const blocking = tests.filter((test) => test.section === 'blocks' && isToFix(test))
  const failing = blocking.length > 0 ? blocking : tests.filter(isToFix)
  return (
    <header class="page-header">
      <p class="page-title" dir="auto">
        {results.title}
      </p>
      <Blocks blocks={document} />
      {failing.length > 1 && (
        <CopyButton
          label={copyLabel(failing.length)}
          text={() => promptOf(model, failing.slice(0, MAX_COPIED))}
        />
      )}
    </header>
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
