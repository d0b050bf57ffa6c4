// What the HTML page holds: the records of a results file without nulls and empty lists, cut to the page's size limit.
import type { AgentRecord } from './results-json.ts'
import type { ResultsJob, ResultsTest } from './results-schema.ts'

/** A test of the page; fields without a value are left out, those of its parts, too (src/page/model.ts restores them). */
export type PageTest = Pick<ResultsTest, 'status'> & Partial<ResultsTest>

export interface PageAgent extends Omit<AgentRecord, 'run'> {
  readonly run: (NonNullable<AgentRecord['run']> & { readonly tests: readonly PageTest[] }) | null
}

/** The page's data block. */
export interface PageData {
  readonly job: ResultsJob
  /** What the size limit left out, as sentences; empty if nothing. */
  readonly leftOut: readonly string[]
  readonly agents: readonly PageAgent[]
}

/** How much of a test is kept: the most characters of each text, without texts, all of the first tests, or a line of the list. */
type Kept = number | 'no-texts' | 'first' | 'line'

type Importance = 'blocking' | 'failing' | 'passing'

/** What is kept of tests, by how important they are. */
export type DetailLevel = Readonly<Record<Importance, Kept>>

const WHOLE = 100_000

/** From everything to almost nothing: what reviewers miss least goes first. */
export const DETAIL_LEVELS: readonly [DetailLevel, ...DetailLevel[]] = [
  { blocking: WHOLE, failing: WHOLE, passing: WHOLE },
  { blocking: WHOLE, failing: WHOLE, passing: 1000 },
  { blocking: WHOLE, failing: 20_000, passing: 'no-texts' },
  { blocking: 20_000, failing: 4000, passing: 'no-texts' },
  { blocking: 20_000, failing: 4000, passing: 'line' },
  { blocking: 4000, failing: 1000, passing: 'line' },
  { blocking: 1000, failing: 300, passing: 'line' },
  { blocking: 300, failing: 'no-texts', passing: 'line' },
  { blocking: 'line', failing: 'line', passing: 'line' },
]

/** Instead of the last level: however many tests there are, so many can be reviewed. */
export const FIRST_TESTS = 200
export const FIRST_TESTS_LEVEL: DetailLevel = { blocking: 'first', failing: 'line', passing: 'line' }
const FIRST_LENGTH = 4000

const names: Readonly<Record<Importance, string>> = {
  blocking: 'tests that count against the verdict',
  failing: 'other tests that did not pass at once',
  passing: 'passing tests',
}

/** `Conversations of passing tests are left out.` */
export function describeLevel(level: DetailLevel): string[] {
  return (['blocking', 'failing', 'passing'] as const).flatMap((importance) => {
    const kept = level[importance]
    if (kept === WHOLE) return []
    if (kept === 'no-texts') return `Conversations of ${names[importance]} are left out.`
    if (kept === 'first')
      return `Only the first ${FIRST_TESTS} ${names[importance]} have their conversation and evaluators.`
    if (kept === 'line') return `Conversations and evaluators of ${names[importance]} are left out.`
    return `Texts of ${names[importance]} are cut to ${kept.toLocaleString('en-US')} characters.`
  })
}

/** Makes the page's records of a job's tests, in their order. */
export function pageTests(level: DetailLevel): (test: ResultsTest) => PageTest {
  let first = 0
  return (test) => {
    const kept = level[importanceOf(test)]
    if (kept !== 'first') return pageTest(test, kept)
    first += 1
    return pageTest(test, first > FIRST_TESTS ? 'line' : FIRST_LENGTH)
  }
}

function pageTest(test: ResultsTest, kept: Exclude<Kept, 'first'>): PageTest {
  const { id, uuid, name, status, latencyMs, costUsd, baseline, evaluators } = test
  const line = {
    // One ID is enough to link to the test.
    ...(uuid === null ? { id } : { uuid }),
    name: name && cutTo(name, 300),
    status,
    latencyMs: latencyMs && Math.round(latencyMs),
    baseline,
  }
  if (kept === 'line') return withoutEmpty(line)
  if (kept === 'no-texts')
    return withoutEmpty({
      ...line,
      costUsd,
      evaluators: evaluators.map((each) => ({ ...each, reasoning: null })),
    })
  return withoutEmpty({ ...test, ...line }, kept)
}

function importanceOf(test: ResultsTest): Importance {
  if (test.status === 'passed') return 'passing'
  return countsAgainstVerdict(test) ? 'blocking' : 'failing'
}

/** Whether the test failed, and its history does not excuse it. */
export function countsAgainstVerdict({ status, baseline }: PageTest): boolean {
  return status === 'failed' && (!baseline || ['broken', 'undetermined'].includes(baseline.class))
}

/** A copy in which nulls and empty lists are left out, and texts are cut. */
function withoutEmpty<T extends object>(record: T, maxText = WHOLE): T {
  const fields = Object.entries(record)
    .filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    )
    .map(([name, value]) => [name, compact(value, maxText)])
  return Object.fromEntries(fields)
}

function compact(value: unknown, maxText: number): unknown {
  if (typeof value === 'string') return cutTo(value, maxText)
  if (Array.isArray(value)) return value.map((item) => compact(item, maxText))
  return typeof value === 'object' && value !== null ? withoutEmpty(value, maxText) : value
}

function cutTo(text: string, maxText: number): string {
  if (text.length <= maxText) return text
  return `${text.slice(0, maxText).toWellFormed()}… (${text.length - maxText} more characters)`
}
