// What is new about failing tests since the earlier run: the reason why somebody reads on.
import type { TestResult } from '../gate/results.ts'
import type { Standing } from './standing.ts'

/** Of a failing test: it passed before, or it was not there before. */
export type News = 'newly failing' | 'new'

/** By the names of failing tests. A name that several tests share is left out: whose news it is cannot be told. */
export type NewsByName = ReadonlyMap<string | null, News>

const noNews: NewsByName = new Map()

/** @param tests all tests of the run that are known by row */
export function newsOf(tests: readonly TestResult[], standing: Standing | null): NewsByName {
  if (standing?.kind !== 'compared') return noNews
  const { newlyFailing, added } = standing.comparison
  const newly = new Set<string | null>(newlyFailing)
  const isNew = new Set<string | null>(added)
  const news = new Map<string | null, News>()
  for (const [name, [test, ...namesakes]] of Map.groupBy(tests, ({ name }) => name)) {
    if (test?.status !== 'failed' || namesakes.length > 0) continue
    if (newly.has(name)) news.set(name, 'newly failing')
    else if (isNew.has(name)) news.set(name, 'new')
  }
  return news
}

/** Newly failing tests, then new ones, then those that failed before as well, each in their order. */
export function newsFirst(failing: readonly TestResult[], news: NewsByName): readonly TestResult[] {
  if (news.size === 0) return failing
  const having = (wanted: News | undefined) => failing.filter(({ name }) => news.get(name) === wanted)
  return [...having('newly failing'), ...having('new'), ...having(undefined)]
}
