// On paper there is no list to choose from: every shown test that did not pass is printed in full.
import type { Test } from './model.ts'
import { TestDetail } from './test-detail.tsx'

const MAX_PRINTED = 200

/** @param tests as the filters leave them; if all of them passed, they are printed */
export function PrintedTests({ tests }: { readonly tests: readonly Test[] }) {
  const failing = tests.filter(({ group }) => group !== 'passed')
  const printed = (failing.length > 0 ? failing : tests).slice(0, MAX_PRINTED)
  const left = tests.length - printed.length
  return (
    <>
      {printed.map((test) => (
        <article key={test.anchor} class="printed">
          <TestDetail test={test} />
        </article>
      ))}
      {left > 0 && <p>{left} more tests are not printed. Filter the list to print others.</p>}
    </>
  )
}
