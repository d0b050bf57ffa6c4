// Holds a response of the simulator against the shapes of a running service and against the description that the simulator
// serves, and a run against itself.
import * as z from 'zod/mini'
import type { ServerVersion } from '../../../simulator/src/index.ts'
import { evaluationDescription } from '../../client/contract/description.ts'
import { isOnPurpose } from './differences.ts'
import { recordedBlock, shapeViolations, union, validationErrors } from './shapes.ts'

export interface Exchange {
  readonly method: string
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const description = evaluationDescription()

/** What is wrong with a response. Measures of any type are fine with `hasOddMeasures`. */
export async function violationsOf(
  exchange: Exchange,
  version: ServerVersion,
  hasOddMeasures = false,
): Promise<string[]> {
  const { method, url, status, headers, body } = exchange
  const route = `${method} ${description.operationOf(exchange)?.path ?? url.pathname}`
  const isRun = route === POLL && status === 200
  const isJson = headers.get('content-type') === 'application/json'
  const shape = contentViolations(exchange, route, hasOddMeasures).filter(
    (each) => !isOnPurpose(isRun ? `${route} · ${endingOf(body)}` : route, each, version),
  )
  const wrong = [
    ...(isJson === (status !== 500) ? [] : ['is not said to be JSON']),
    ...(status === 401 && !headers.has('www-authenticate') ? ['does not say how to authenticate'] : []),
    ...(status === 405 && !headers.has('allow') ? ['does not say which methods it allows'] : []),
    ...(headers.has('date') ? [] : ['has no date']),
    // No server that is as documented was recorded.
    ...(version === 'documented' ? [] : shape),
    ...(hasOddMeasures ? [] : await undescribed(exchange)),
    ...(isRun ? runViolations(body, url, version) : []),
  ]
  return [...new Set(wrong)].map((each) => `${route} ${status} ${each}`)
}

/** The description says nothing about crashes, and about routes that a server lacks. */
async function undescribed(exchange: Exchange): Promise<string[]> {
  const { status, body } = exchange
  const operation = description.operationOf(exchange)
  if (operation === undefined || status === 500 || status === 405) return []
  const pointer = operation.responses.get(status)
  return pointer === undefined ? ['is not described'] : description.violationsOf(body, pointer)
}

function endingOf(run: unknown): string {
  const { status, error } = Object(run)
  return status === 'done' && error ? 'done with error' : status
}

const POLL = 'GET /agent-tests/run/{task_id}'

const anywhere: Readonly<Record<number, string>> = {
  403: 'Not authenticated',
  404: 'Not Found',
  405: 'Method Not Allowed',
}

function contentViolations(
  { url, status, body }: Exchange,
  route: string,
  hasOddMeasures: boolean,
): string[] {
  if (status === 500) return body === 'Internal Server Error' ? [] : ['is no crash']
  // Of any path.
  if (status in anywhere && Object(body).detail === anywhere[status]) return []
  if (status === 200) {
    const found = blocksOf(route, url, body).map((each) => recordedBlock(each, 200)?.paths)
    const blocks = found.filter((each) => each !== undefined)
    if (blocks.length === 0) return ['is of an unknown route']
    return shapeViolations(union(blocks), hasOddMeasures ? withoutOddMeasures(body) : body)
  }
  const known = recordedBlock(route, status)
  if (known?.paths === undefined) return ['has an unknown status']
  const texts = status === 422 ? [...validationErrors] : (known.texts ?? [])
  const unknown = textsOf(body).filter((text) => !texts.some((each) => asPattern(each).test(text)))
  return [...shapeViolations(known.paths, body), ...unknown.map((text) => `has an unknown text: ${text}`)]
}

/** Of a poll, apart for each status and query. Runs that failed are as of today's runner, or as of older ones. */
function blocksOf(route: string, { searchParams }: URL, body: unknown): string[] {
  const isOn = (name: string) => /^(true|1)$/.test(searchParams.get(name) ?? '')
  const compact = isOn('compact') ? ' · compact' : ''
  if (route === 'GET /evaluators/{evaluator_uuid}') return [`${route}${compact}`]
  // Both answer with the whole test.
  if (route === 'PUT /tests/{test_uuid}') return [route, 'GET /tests/{test_uuid}']
  if (route !== POLL) return [route]
  const query = `${isOn('only_failed') ? ' · only_failed' : ''}${compact}`
  const status = String(Object(body).status)
  if (Object(body).results === null) return ['of a benchmark', status].map((each) => `${route} · ${each}`)
  if (status !== 'failed' && status !== 'cancelled') return [`${route} · ${status}${query}`]
  return [`done${query}`, `failed${query}`, `failed${query} · older test runner`].map(
    (each) => `${route} · ${each}`,
  )
}

/** The texts of an error: its `detail`, or the type and message of each issue. */
function textsOf(body: unknown): string[] {
  const detail: unknown = Object(body).detail
  if (Array.isArray(detail)) return detail.map(({ type, msg }) => `${type}: ${msg}`)
  return [typeof detail === 'string' ? detail : String(Object(detail).message ?? Object(detail).error)]
}

/** With any names of tests and any types. */
function asPattern(text: string): RegExp {
  const escaped = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/(?<=exist|request): \w+$/, ': .+')
    .replace(/(?<=Test )'y'/, "'.+'")
    .replaceAll(/'(response|general|conversation)'/g, "'\\w+'")
  return new RegExp(`^${escaped.replaceAll('\\{id\\}', '\\S+').replaceAll('\\[…\\]', '\\[.*\\]')}$`)
}

/** The scenario `odd-measures` has latency, cost and tokens of every type. */
function withoutOddMeasures(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) =>
    ['latency_ms', 'cost', 'total_tokens'].includes(key) ? null : value,
  )
}

const openings = [
  'No tool calls were generated by the LLM',
  'Tool call mismatch - ',
  'Tool call arguments mismatch:',
  "The agent's tools calls matches",
]

const anyRun = z.looseObject({
  status: z.string(),
  error: z.boolean(),
  test_uuids: z.array(z.string()),
  total_tests: z.nullable(z.number()),
  passed: z.nullable(z.number()),
  failed: z.nullable(z.number()),
  results: z.nullable(z.array(z.unknown())),
})

const row = z.looseObject({
  test_case_id: z.nullable(z.string()),
  passed: z.nullable(z.boolean()),
  reasoning: z.nullish(z.string()),
  output: z.nullish(z.looseObject({ response: z.nullable(z.string()), tool_calls: z.array(z.unknown()) })),
  test_case: z.nullish(
    z.looseObject({ evaluation: z.looseObject({ type: z.string(), criteria: z.optional(z.unknown()) }) }),
  ),
  judge_results: z.nullish(z.array(z.looseObject({ variable_values: z.unknown() }))),
})
type Row = z.infer<typeof row>

function runViolations(body: unknown, { searchParams }: URL, version: ServerVersion): string[] {
  const { status, test_uuids: ids, total_tests: total, passed, failed, results } = anyRun.parse(body)
  const whole = !/^(true|1)$/.test(searchParams.get('only_failed') ?? '')
  const compact = searchParams.get('compact') === 'true'
  const rows = (results ?? []).map((each) => row.parse(each))
  const having = (verdict: boolean) => rows.filter((each) => each.passed === verdict).length
  const waits = status === 'queued' || status === 'in_progress'
  const checks: [string, boolean][] = [
    ['has counts while it is queued', status === 'queued' && (total ?? passed ?? failed) !== null],
    [
      'has not one row per test while it waits',
      waits && whole && results !== null && results.length !== ids.length,
    ],
    ['counts other tests than it has', (passed ?? 0) + (failed ?? 0) > (total ?? ids.length)],
    ['counts passing tests wrongly', whole && passed !== null && passed !== having(true)],
    ['counts failing tests wrongly', version === 'current' && failed !== null && failed !== having(false)],
    ['has rows but no total', status === 'done' && total !== null && whole && total !== rows.length],
    ['has counts without a total', total === null && (passed ?? failed) !== null],
    ['has a row of an unknown test', rows.some(({ test_case_id: id }) => id !== null && !ids.includes(id))],
  ]
  return [
    ...checks.flatMap(([message, isWrong]) => (isWrong ? message : [])),
    ...rows.flatMap((each) => (compact ? compactViolations(each) : rowViolations(each))),
  ]
}

function compactViolations({ reasoning, output, test_case, judge_results }: Row): string[] {
  return (reasoning ?? output ?? test_case ?? judge_results ?? null) === null ? [] : ['is not compact']
}

/** A verdict has what it rests on; a row without one has at most an error. */
function rowViolations({ passed, reasoning, output, test_case, judge_results: judged }: Row): string[] {
  const isToolCall = test_case?.evaluation.type === 'tool_call'
  const isVerdict = isToolCall ? openings.some((each) => reasoning?.startsWith(each)) : judged !== null
  if (!isVerdict) {
    if (passed === true) return ['passes without a verdict']
    return output?.response || output?.tool_calls.length ? ['has a reply but no verdict'] : []
  }
  if (passed === null) return ['has a verdict but does not say which']
  if (isToolCall) return judged === null ? [] : ['has evaluators for a tool call']
  const criteria: unknown = test_case?.evaluation.criteria
  if (!Array.isArray(criteria) || criteria.every((each) => typeof each === 'string')) return []
  const wanted = criteria.map((each) => Object(each).arguments ?? null)
  const given = judged?.map(({ variable_values }) => variable_values)
  return JSON.stringify(given) === JSON.stringify(wanted) ? [] : ['has evaluators out of order']
}
