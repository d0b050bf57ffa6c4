// Merges the results files of several jobs, the parts, into one: read, concatenate, sum, take the worst verdict.
import { basename, dirname, parse, resolve } from 'node:path'
import { readResultsFiles } from './files.ts'
import { ConversationLimit } from './gate/runs/conversations.ts'
import { spentBy } from './gate/runs/launch.ts'
import { isBlocking, totalsOf } from './gate/verdict.ts'
import type { MergeInputs } from './inputs/inputs.ts'
import { quotedWhole } from './inputs/values.ts'
import { counted } from './results/format.ts'
import { DEFAULT_TITLE, type Decision, RESULTS_VERSION, type Results, type TestChanges } from './schema.ts'

export interface MergePlan extends Pick<MergeInputs, 'paths' | 'expected' | 'mode' | 'title'> {
  /** The commit of the event; null to take what the parts say. */
  readonly headSha: string | null
  readonly pullRequest: number | null
  readonly workflowRunUrl: string | null
}

interface ResultsPart {
  readonly name: string
  readonly results: Results
}

/** What is wrong with a part, which `message` continues, and what to do. */
interface PartProblem {
  /** `path`: it matches no file, so that all parts are missing. */
  readonly kind: 'missing' | 'path' | 'unreadable' | 'duplicate' | 'unexpected' | 'mismatched'
  readonly parts: number
  readonly message: string
}

export interface Merged {
  readonly results: Results
  /** Parts that do not say which commit they tested, although others or the event do. */
  readonly warnings: readonly string[]
}

/** Never rejects: a part that cannot be read makes the verdict inconclusive. */
export async function mergeParts(plan: MergePlan): Promise<Merged> {
  const { parts, problems, verdicts } = await readParts(plan)
  const all = parts.map(({ results }) => results)
  const conversations = new ConversationLimit()
  const agents = withDistinctNames(parts.map((part) => underPolicyOf(plan, part))).map(
    ({ run, ...agent }) => ({
      ...agent,
      run: run && { ...run, tests: conversations.applyTo(run.tests) },
    }),
  )
  const decisions = decisionsOf(parts, problems)
  const { startedAt, durationMs } = spanOf(all)
  const results: Results = {
    version: RESULTS_VERSION,
    title: plan.title === DEFAULT_TITLE ? `${DEFAULT_TITLE} (${counted(parts.length, 'part')})` : plan.title,
    mode: plan.mode,
    verdict: worstOf(problems.length === 0 ? verdicts : [...verdicts, 'inconclusive']),
    ...totalsOf(agents),
    ...spentBy(all),
    startedAt,
    durationMs,
    timeoutSeconds: Math.max(1, ...all.map(({ timeoutSeconds }) => timeoutSeconds)),
    headSha: plan.headSha ?? all.find(({ headSha }) => headSha !== null)?.headSha ?? null,
    pullRequest: plan.pullRequest ?? all.find(({ pullRequest }) => pullRequest !== null)?.pullRequest ?? null,
    workflowRunUrl: plan.workflowRunUrl ?? all[0]?.workflowRunUrl ?? null,
    conversationsLeftOut:
      conversations.isExceeded || all.some(({ conversationsLeftOut }) => conversationsLeftOut),
    decisions,
    agents,
  }
  const unknownCommit =
    results.headSha === null ? [] : parts.filter(({ results }) => results.headSha === null)
  return {
    results,
    warnings: unknownCommit.map(
      ({ name }) =>
        `Part "${name}" does not say which commit it tested. Check that its job ran for this commit.`,
    ),
  }
}

/** Parts in mode `report` leave it to the merge what blocks; one that only reports blocks nothing. */
function underPolicyOf({ mode }: Pick<MergePlan, 'mode'>, part: ResultsPart): ResultsPart {
  const { results } = part
  if (mode === 'gate' && results.mode !== 'report') return part
  const agents = results.agents.map(({ run, ...agent }) => {
    const tests = run?.tests.map((test) => ({ ...test, blocks: isBlocking(test, mode) })) ?? []
    return { ...agent, run: run && { ...run, tests } }
  })
  return { ...part, results: { ...results, agents } }
}

function worstOf(verdicts: readonly Results['verdict'][]): Results['verdict'] {
  const worstFirst = ['failed', 'inconclusive', 'passed'] as const
  return worstFirst.find((each) => verdicts.includes(each)) ?? 'inconclusive'
}

/** None of the expected parts may be missing, and there may be no others. */
async function readParts({ paths, expected, headSha }: MergePlan) {
  const { files, unmatched } = await readResultsFiles(paths)
  const problems: PartProblem[] = []
  const parts: ResultsPart[] = []
  const names = new Set<string>()
  const partOfRun = new Map<string, string>()
  const add = (kind: PartProblem['kind'], part: string, message: string) =>
    problems.push({ kind, parts: 1, message: `Part "${part}" ${message}` })
  for (const file of files) {
    const name = partName(file.path)
    const ids = file.ok ? file.results.agents.flatMap(({ run }) => run?.taskId ?? []) : []
    const other = names.has(name) ? name : partOfRun.get(ids.find((id) => partOfRun.has(id)) ?? '')
    names.add(name)
    if (other !== undefined)
      add(
        'duplicate',
        name,
        `is a duplicate: ${quotedWhole(file.path)} and part "${other}" are of the same job. Keep one of them; the results of the first are shown.`,
      )
    else if (!file.ok) add('unreadable', name, `is unreadable: ${file.message}`)
    else {
      parts.push({ name, results: file.results })
      for (const id of ids) partOfRun.set(id, name)
      const other = otherCommit(file.results.headSha, parts, headSha)
      if (other !== null) add('mismatched', name, other)
    }
  }
  // Those of duplicates, too.
  const verdicts = files.flatMap((file) => (file.ok ? file.results.verdict : []))
  return { parts, problems: [...problems, ...unexpectedParts([...names], expected, unmatched)], verdicts }
}

/** What to say if this part tested another commit than the event's, or than the first part that has one; else null. */
function otherCommit(
  commit: string | null,
  parts: readonly ResultsPart[],
  headSha: string | null,
): string | null {
  const first = parts.find(({ results }) => results.headSha !== null)
  const [expected, whose] =
    headSha === null ? [first?.results.headSha ?? null, `part "${first?.name}"`] : [headSha, 'this job']
  if (commit === null || expected === null || commit === expected) return null
  return `is of another commit (${commit.slice(0, 7)}) than ${whose} (${expected.slice(0, 7)}). Remove the outdated file, or run its job for this commit.`
}

/** The name of the file without its ending; of its folder if it has the name that the action gives. */
function partName(path: string): string {
  const { name } = parse(path)
  return name === 'results' ? basename(dirname(resolve(path))) || name : name
}

function unexpectedParts(
  names: readonly string[],
  expected: MergeInputs['expected'],
  unmatched: readonly string[],
): PartProblem[] {
  const remedy = [
    ...unmatched.map((pattern) => `${quotedWhole(pattern)} matches no file.`),
    'Check that the job ran and uploaded its results file.',
  ].join(' ')
  const missingKind = names.length === 0 && unmatched.length > 0 ? 'path' : 'missing'
  if (typeof expected !== 'number') {
    const missing = expected.filter((name) => !names.includes(name))
    const others = names.filter((name) => !expected.includes(name))
    const problem = (kind: PartProblem['kind'], name: string, what: string) =>
      ({ kind, parts: 1, message: `Part "${name}" ${what}` }) as const
    return [
      ...missing.map((name) => problem(missingKind, name, `is missing. ${remedy}`)),
      ...others.map((name) =>
        problem('unexpected', name, 'is not listed. Add it to the expected parts, or remove its file.'),
      ),
    ]
  }
  if (names.length === expected) return []
  const kind = names.length < expected ? missingKind : 'unexpected'
  const found = names.length === 0 ? '' : ` (${names.join(', ')})`
  const message = `${counted(names.length, 'part')} found${found}, ${expected} expected. ${kind === 'unexpected' ? 'Expect as many, or remove the other files.' : remedy}`
  return [{ kind, parts: Math.abs(expected - names.length), message }]
}

/** Those of the parts, as they are; of several, with their names. Of a test that several parts change, the first one tells it. */
function decisionsOf(parts: readonly ResultsPart[], problems: readonly PartProblem[]): Decision[] {
  const [only] = parts
  if (problems.length === 0 && parts.length === 1 && only !== undefined) return [...only.results.decisions]
  const told = new Set<string>()
  const isFirst = ({ agent, name }: TestChanges['tests'][number]) => {
    const { size } = told
    return told.add(JSON.stringify([agent, name])).size > size
  }
  const all = parts.flatMap(({ name, results }) =>
    results.decisions.map((decision) => {
      const { changes } = decision
      const once = changes && { ...changes, tests: changes.tests.filter(isFirst) }
      return { ...decision, part: decision.part ?? name, changes: once }
    }),
  )
  if (problems.length === 0) return all
  const ofMerge: Decision = {
    part: null,
    compares: 'nothing',
    compared: null,
    count: null,
    sample: null,
    changes: null,
    endedEarly: { kind: 'parts', problems },
  }
  return [...all, ofMerge]
}

/** Agents of one name in several parts get the name of their part. */
function withDistinctNames(parts: readonly ResultsPart[]): Results['agents'] {
  const names = parts.flatMap(({ results }) => [...new Set(results.agents.map(({ name }) => name))])
  const byName = Map.groupBy(names, (name) => name)
  return parts.flatMap((part) =>
    part.results.agents.map((agent) => ({
      ...agent,
      name: (byName.get(agent.name)?.length ?? 0) > 1 ? `${agent.name} (${part.name})` : agent.name,
      part: parts.length === 1 ? agent.part : (agent.part ?? part.name),
    })),
  )
}

/** From the start of the first part to the end of the last. */
function spanOf(parts: readonly Results[]): Pick<Results, 'startedAt' | 'durationMs'> {
  const spans = parts.flatMap(({ startedAt, durationMs }) =>
    startedAt === null ? [] : { start: Date.parse(startedAt), durationMs },
  )
  if (spans.length === 0) return { startedAt: new Date().toISOString(), durationMs: 0 }
  const start = Math.min(...spans.map((each) => each.start))
  const end = Math.max(...spans.map((each) => each.start + each.durationMs))
  return { startedAt: new Date(start).toISOString(), durationMs: end - start }
}
