// How long files of tests take to be read and checked, beside the YAML parser alone.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { onService } from '../../src/test-files/evaluators.ts'
import { readTests, testFiles } from '../../src/test-files/files.ts'

const AGENTS = ['Support bot', 'Sales bot']
const FILES_PER_AGENT = 500
const TESTS_PER_FILE = 10
const REPEATED = 5

export interface ReadingTimes {
  readonly files: number
  readonly tests: number
  readonly readMs: number
  readonly parseMs: number
}

/** The shortest of several times each, in turns, because others use the machine, too. */
export function measureReading(): ReadingTimes {
  const workspace = mkdtempSync(join(tmpdir(), 'agent-tests-files-'))
  try {
    const texts = AGENTS.flatMap((agent) => writeTests(join(workspace, agent)))
    const input = AGENTS.map((agent) => `${agent}: ${agent}/*.yml`).join('\n')
    let tests = 0
    const [readMs, parseMs] = shortest(
      () => {
        tests = readAll(input, workspace)
      },
      () => {
        for (const text of texts) parseDocument(text, { uniqueKeys: false, prettyErrors: false })
      },
    )
    return { files: texts.length, tests, readMs, parseMs }
  } finally {
    rmSync(workspace, { recursive: true })
  }
}

function shortest(one: () => void, other: () => void): [one: number, other: number] {
  const times = Array.from({ length: REPEATED }, () => [timeOf(one), timeOf(other)] as const)
  return [Math.min(...times.map(([ms]) => ms)), Math.min(...times.map(([, ms]) => ms))]
}

function timeOf(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function readAll(input: string, workspace: string): number {
  const read = readTests(input, AGENTS, testFiles(workspace))
  if (!read.ok) throw new Error(read.errors[0]?.message)
  const live_version = { uuid: 'v', variables: [{ name: 'criteria' }] }
  const found = onService(read, [{ uuid: 'e', name: 'Correctness', evaluator_type: 'llm', live_version }])
  if (!found.ok) throw new Error(found.errors[0]?.message)
  return found.agents.flatMap((each) => each.tests).length
}

/** @returns the texts of the files */
function writeTests(folder: string): string[] {
  mkdirSync(folder)
  return Array.from({ length: FILES_PER_AGENT }, (_, file) => {
    const text = Array.from({ length: TESTS_PER_FILE }, (_, test) => testText(`${file}.${test}`)).join('')
    writeFileSync(join(folder, `${file}.yml`), text)
    return text
  })
}

const testText = (id: string) => `- name: Refuses a refund after 30 days ${id}
  history:
    - { role: user, content: "I bought it 40 days ago. Can I return it?" }
  evaluators:
    - name: Correctness
      variable_values:
        criteria: Refuses, and says that the limit is 30 days.
`
