// Tests × evaluators: one row per evaluator, one column per test. Many tests share a column.
import type { EvaluatorResult } from '../results/schema.ts'
import { count, counted } from '../results/units.ts'
import { Chart } from './charts.tsx'
import { type EvaluatorCounts, type Model, type Test, UNNAMED } from './model.ts'

const MAX_COLUMNS = 80
const MAX_ROWS = 8
const CELL = 12

interface HeatMapProps {
  readonly model: Model
  readonly onOpen: (anchor: string) => void
}

export function HeatMap({ model, onOpen }: HeatMapProps) {
  const columns = columnsOf(model)
  const rows = model.evaluators.slice(0, MAX_ROWS)
  const judged = columns.flat()
  const which = judged.some(({ group }) => group === 'passed')
    ? 'with evaluators'
    : 'that did not pass at once'
  const more = model.evaluators.length - rows.length
  return (
    <Chart title="Tests × evaluators" note={`${counted(judged.length, 'test')} ${which}`} wide>
      <div class="heat-map">
        {rows.map((evaluator) => (
          <HeatRow key={evaluator.name} evaluator={evaluator} columns={columns} onOpen={onOpen} />
        ))}
      </div>
      <p class="muted legend">
        Red: failed{model.evaluators.some(({ rated }) => rated > 0) && ' or rated low'}. Green: passed. Gray:
        not used.
      </p>
      {more > 0 && <p class="muted">{counted(more, 'more evaluator')}: choose one in the list's filter.</p>}
    </Chart>
  )
}

/** Tests side by side as in the list, in as many columns as fit. */
function columnsOf({ tests }: Model): readonly (readonly Test[])[] {
  const judged = tests.filter(({ record }) => record.evaluators.length > 0)
  const size = Math.max(1, Math.ceil(judged.length / MAX_COLUMNS))
  return Array.from({ length: Math.ceil(judged.length / size) }, (_, index) =>
    judged.slice(index * size, (index + 1) * size),
  )
}

interface HeatRowProps {
  readonly evaluator: EvaluatorCounts
  readonly columns: readonly (readonly Test[])[]
  readonly onOpen: (anchor: string) => void
}

function HeatRow({ evaluator: { name, passed, failed, rated }, columns, onOpen }: HeatRowProps) {
  const judged = passed + failed
  const text = judged > 0 ? `${count(failed)} of ${count(judged)} failed` : counted(rated, 'rating')
  return (
    <div class="heat-row">
      <span class="heat-name" dir="auto">
        {name}
      </span>
      {/* Mouse only: every test is in the list, too. */}
      <svg
        viewBox={`0 0 ${columns.length * CELL} ${CELL}`}
        style={{ maxWidth: `${columns.length * CELL * 1.4}px` }}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {columns.map((tests, index) => (
          <HeatCell key={index} name={name} tests={tests} x={index * CELL} onOpen={onOpen} />
        ))}
      </svg>
      <span class="heat-text">{text}</span>
    </div>
  )
}

interface HeatCellProps {
  readonly name: string
  readonly tests: readonly Test[]
  readonly x: number
  readonly onOpen: (anchor: string) => void
}

function HeatCell({ name, tests, x, onOpen }: HeatCellProps) {
  const results = tests.flatMap((test) =>
    test.record.evaluators
      .filter(({ evaluator }) => (evaluator ?? UNNAMED) === name)
      .map((result) => ({ test, result })),
  )
  const badness = average(results.map(({ result }) => badnessOf(result)))
  const worst = results.find(({ result }) => badnessOf(result) === 1)?.test ?? results[0]?.test
  const kind = badness === null ? 'none' : badness === 0 ? 'passed' : 'failed'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hidden from assistive technology; the list does the same.
    <rect
      class={`heat-cell ${kind}`}
      x={x + 0.75}
      y={0.75}
      width={CELL - 1.5}
      height={CELL - 1.5}
      rx={2}
      fill-opacity={badness === null || badness === 0 ? 1 : 0.35 + 0.65 * badness}
      onClick={() => worst && onOpen(worst.anchor)}
    >
      <title>
        {worst === undefined ? `${name}: not used` : `${name}: ${worst.record.name ?? 'unnamed test'}`}
      </title>
    </rect>
  )
}

/** 0 for passed to 1 for failed; ratings without a verdict by their place on the scale, null if that is unknown. */
function badnessOf({ passed, score, scaleMin, scaleMax }: EvaluatorResult): number | null {
  if (passed !== null) return passed ? 0 : 1
  if (score == null || scaleMin == null || scaleMax == null || scaleMax <= scaleMin) return null
  return Math.min(1, Math.max(0, (scaleMax - score) / (scaleMax - scaleMin)))
}

function average(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
