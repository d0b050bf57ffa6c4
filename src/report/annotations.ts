// Annotations, which GitHub shows at the top of a workflow run. It keeps ten per level and step.
import { webLink } from '../results/links.ts'
import { groupIndex } from '../results/order.ts'
import type { Results, ResultsAgent, ResultsTest } from '../results/schema.ts'
import { count, counted } from '../results/units.ts'
import { classText } from '../results/words/because.ts'
import { groupOrder, groups } from '../results/words/groups.ts'
import { agentNotes } from '../results/words/notes.ts'
import { problemWords } from '../results/words/problems.ts'
import { ended, plain } from '../results/words/sentence.ts'
import { endedDetails } from '../results/words/shared-problems.ts'
import { storyText } from '../results/words/story.ts'
import { reasonLines } from '../results/words/test.ts'
import { cutLine, cutText } from './untrusted-text.ts'

/** Plain text that the caller must escape for the runner, as `core.error` does. The log shows only the message. */
export interface Annotation {
  readonly level: 'error' | 'warning'
  readonly title: string
  readonly message: string
}

type Level = Annotation['level']

const MOST_ERRORS = 10
/** One less than GitHub keeps, because a comment that could not be written is a warning, too. */
const MOST_WARNINGS = 9
const TITLE_LENGTH = 200
const NAME_LENGTH = 120
const TEST_NAME_LENGTH = 160
/** GitHub cuts at 4,096. */
const MESSAGE_LENGTH = 4000
const TESTS_SHOWN = 5
const REASON_LENGTH = 300

/** The story of the job, then each agent with something to report. In mode `report`, which blocks nothing, as warnings. */
export function annotationsOf(results: Results): Annotation[] {
  const level = (wanted: Level) => (results.mode === 'report' ? 'warning' : wanted)
  const { advice } = results.story.verdict
  // Whatever the mode, nothing was reported.
  const hasEnded = results.decisions.some(({ endedEarly }) => endedEarly !== null)
  const agents = results.agents
    .toSorted((a, b) => groupIndex(a) - groupIndex(b))
    .flatMap((agent) => agentAnnotation(agent, level(isRed(agent) ? 'error' : 'warning')) ?? [])
  const ofStory = hasEnded ? 'error' : level(advice === 'care' ? 'warning' : 'error')
  const annotations = advice === 'merge' ? agents : [storyAnnotation(results, ofStory), ...agents]
  const having = (wanted: Level) => annotations.filter((each) => each.level === wanted)
  return [...atMost(MOST_ERRORS, having('error')), ...atMost(MOST_WARNINGS, having('warning'))]
}

function isRed({ group }: ResultsAgent): boolean {
  return group === 'blocks' || group === 'inconclusive'
}

/** The last one counts those that do not fit. */
function atMost(most: number, annotations: readonly Annotation[]): readonly Annotation[] {
  const last = annotations[most - 1]
  if (last === undefined || annotations.length === most) return annotations
  const more = `and ${count(annotations.length - most)} more`
  const title = `${cutLine(last.title, TITLE_LENGTH - 40)} (${more})`
  const message = `${cutText(last.message, MESSAGE_LENGTH - 100).text}\n\n… ${more}. See the job summary for all of them.`
  return [...annotations.slice(0, most - 1), { ...last, title, message }]
}

function storyAnnotation(results: Results, level: Level): Annotation {
  const details = endedDetails(results).map((detail) => plain(detail))
  const lines = [...storyText(results), ...details]
  return annotation(level, lines[0] ?? '', lines)
}

function agentAnnotation(agent: ResultsAgent, level: Level): Annotation | null {
  const { problem, run } = agent
  const tests = (run?.tests ?? [])
    .filter(({ group }) => group !== 'passed' && group !== 'pending')
    .toSorted((a, b) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group))
  const numbers = groupOrder.flatMap((group) => {
    const inGroup = tests.filter((test) => test.group === group).length
    return inGroup === 0 ? [] : groups[group].title(inGroup)
  })
  const words = problem && problemWords(problem)
  const found = [...(words === null ? [] : [words.short]), ...numbers]
  const notes = agentNotes(agent)
  if (found.length + notes.length === 0) return null
  const name = cutLine(agent.name, NAME_LENGTH) || '(agent without a name)'
  const title = [name, found.join(', ')].filter(Boolean).join(': ')
  return annotation(level, title, [
    title,
    ...(words === null ? [] : [`${name} ${plain(ended(words.sentence))}`]),
    ...testLines(tests),
    ...notes.map((note) => `${name} ${plain(note)}`),
    webLink(run?.url ?? null) ?? '',
  ])
}

function testLines(tests: readonly ResultsTest[]): string[] {
  const lines = tests.slice(0, TESTS_SHOWN).map((test) => {
    const name = cutLine(test.name ?? test.id, TEST_NAME_LENGTH) || '(test without a name)'
    // Without a result, what was said is the evidence.
    const said = groups[test.group].section === 'without-result' ? [] : reasonLines(test)
    const reason = cutLine(said.join('; '), REASON_LENGTH)
    return `- ${name} (${cutLine(plain(classText(test)), REASON_LENGTH)})${reason === '' ? '' : `: ${reason}`}`
  })
  const more = tests.length - lines.length
  return more > 0 ? [...lines, `… and ${counted(more, 'more test')}`] : lines
}

function annotation(level: Level, title: string, lines: readonly string[]): Annotation {
  const message = lines.filter((line) => line !== '').join('\n')
  return { level, title: cutLine(title, TITLE_LENGTH), message: cutText(message, MESSAGE_LENGTH).text }
}
