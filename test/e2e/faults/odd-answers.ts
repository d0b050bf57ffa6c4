// Odd answers about a run: contradictory, hidden, repeated, huge, deep or cut short. Unlike corrupted ones, most are well-typed.
import * as z from 'zod'
import type { Random } from './random.ts'
import { parseJson } from './statement.ts'

const row = z.looseObject({})
const run = z.looseObject({
  status: z.unknown(),
  total_tests: z.number().catch(3),
  results: z.array(row).catch([]),
})
type Run = z.infer<typeof run>
type Oddity = (answer: Run, random: Random) => unknown

const DEPTH = 5000
const HUGE = 2_000_000

/** The answer with one to three oddities; anything that is not a run stays as it is. */
export function oddAnswer(body: string, random: Random, apiKey: string): string {
  const parsed = run.safeParse(parseJson(body))
  if (!parsed.success) return body
  const answer = parsed.data
  for (let count = random.whole(1, 3); count > 0; count -= 1) {
    const oddity = random.pick([...contradictions, ...omissions, ...repetitions, ...excesses])
    Object.assign(answer, oddity(answer, random))
  }
  if (random.chance(0.2)) onOneRow(answer, random, { reasoning: `the key is ${apiKey}` })
  const text = JSON.stringify(answer)
  if (random.chance(0.1)) return text.slice(0, random.whole(0, text.length - 1))
  // JSON.stringify itself would overflow the stack.
  if (random.chance(0.1)) return `{"extra":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)},${text.slice(1)}`
  return text
}

const contradictions: readonly Oddity[] = [
  ({ total_tests: total }) => ({ passed: total, failed: 0 }),
  ({ total_tests: total }) => ({ passed: total, failed: 1 }),
  ({ total_tests: total }) => ({ passed: total - 1, failed: 0 }),
  ({ total_tests: total }) => ({ total_tests: total + 1 }),
  ({ total_tests: total }) => ({ total_tests: total - 1 }),
  ({ total_tests: total }) => ({ status: 'done', passed: total, failed: 0 }),
  () => ({ total_tests: 0, passed: 0, failed: 0 }),
  () => ({ status: 'failed' }),
  () => ({ status: 'DONE' }),
  () => ({ error: true }),
  () => ({ aborted: true }),
  () => ({ unanswered_tests: 1 }),
  () => ({ test_uuids: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] }),
  ({ results }) => ({ results: results.map((each) => ({ ...each, passed: true })) }),
  (answer, random) => onOneRow(answer, random, { passed: false }),
  (answer, random) => onOneRow(answer, random, { passed: null }),
  (answer, random) => onOneRow(answer, random, { unanswered: true }),
  (answer, random) => onOneRow(answer, random, { not_run: true }),
  ({ results }) => ({ results: [...results, { name: 'Unknown', passed: false }] }),
]

const omissions: readonly Oddity[] = [
  () => ({ results: [] }),
  ({ results }) => ({ results: results.slice(1) }),
  () => ({ test_uuids: undefined }),
  () => ({ passed: null, failed: null }),
  () => ({ total_tests: null }),
]

const repetitions: readonly Oddity[] = [
  ({ results }) => ({ results: [...results, ...results, ...results] }),
  ({ results }) => ({ results: [...results, ...results.slice(0, 1)] }),
]

const excesses: readonly Oddity[] = [
  () => ({ total_tests: 1e15, passed: 1e15, failed: 0 }),
  (answer, random) => onOneRow(answer, random, { name: 'A'.repeat(HUGE) }),
  (answer, random) => onOneRow(answer, random, { reasoning: 'A'.repeat(HUGE) }),
]

function onOneRow({ results }: Run, random: Random, changes: object): object {
  const index = results.length === 0 ? -1 : random.whole(0, results.length - 1)
  return { results: results.map((each, at) => (at === index ? { ...each, ...changes } : each)) }
}
