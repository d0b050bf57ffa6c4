// `agent-tests tests pull`: writes the tests that are linked to agents as files of the repository. Changes nothing on the service.
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import type { CallOptions, EvaluatorListEntry, Test } from '../client/index.ts'
import { evaluationService } from '../evaluation-service.ts'
import { selectAgents } from '../gate/select/agents.ts'
import { linkedTests } from '../gate/select/linked-tests.ts'
import type { Result } from '../gate/service.ts'
import { quoted } from '../inputs/values.ts'
import { logText, plainName } from '../report/untrusted-text.ts'
import { counted } from '../results/format.ts'
import type { AgentRef } from '../schema.ts'
import { fileTexts, pulledTest } from '../test-files/pull.ts'
import { linePrinter, printError } from './display.ts'
import { EXIT, refuse } from './exit.ts'
import { abort, failedRequest, lookupOptions } from './lookup.ts'
import { readOptionsWithoutLinks } from './read-options.ts'

interface PullOptions {
  /** A folder. */
  readonly to: string
  /** Existing files are replaced. */
  readonly force?: boolean
  readonly [input: string]: unknown
}

interface AgentFiles {
  readonly agent: AgentRef
  readonly count: number
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

/** @returns the exit code */
export async function pullCommand(names: readonly string[], options: PullOptions): Promise<number> {
  const { to, force = false, ...others } = options
  const inputs = readOptionsWithoutLinks(others)
  if (inputs === null) return EXIT.usage
  const folders = Map.groupBy(new Set(names), folderName)
  for (const [folder, [one, other]] of folders)
    if (one !== undefined && other !== undefined)
      return refuse([
        `${quoted(one)} and ${quoted(other)} would both be written to ${quoted(join(to, folder))}. Pull them one by one, each with a --to of its own.`,
      ])

  const call = lookupOptions(inputs)
  const service = evaluationService(inputs)
  const selected = { agents: [...new Set(names)], control: [], override: [] }
  const selection = await selectAgents(selected, service, call)
  if ('kind' in selection) return abort(selection)
  const evaluators = await service.evaluators.list(call)
  if (!evaluators.ok) return failedRequest('the evaluators', evaluators.error, 'later request')
  const print = linePrinter(process.stdout)
  const pulled: AgentFiles[] = []
  for (const { agent } of selection) {
    const read = await linkedTo(agent, service, call)
    if (!read.ok) return failedRequest(`the tests of ${quoted(agent.name)}`, read.error, 'later request')
    const entries = writtenTests(read.value, evaluators.value.items, (line) => printError(`warning: ${line}`))
    pulled.push({ agent, count: entries.length, files: filesIn(entries, join(to, folderName(agent.name))) })
  }
  const refused = [...linksOnTheWay(pulled, to), ...unwritable(pulled, force)]
  if (refused.length > 0) return refuse(refused)
  for (const each of pulled) print(writeChanged(each))
  return EXIT.passed
}

/** `Support bot (preview)` → `support-bot-preview`: safe on every system, at most 60 characters. */
function folderName(agent: string): string {
  const words = agent
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
  const name = [...words.filter((each) => each !== '').join('-')].slice(0, 60).join('')
  // Windows has devices of these names.
  return name === '' || /^(con|prn|aux|nul|(com|lpt)[\d¹²³])$/.test(name)
    ? `agent-${name}`.replace(/-$/, '')
    : name
}

/** By name, so that linking a test moves no other one. */
async function linkedTo(
  agent: AgentRef,
  service: ReturnType<typeof evaluationService>,
  call: CallOptions,
): Promise<Result<readonly Test[]>> {
  const linked = await linkedTests(agent, service, call)
  if (!linked.ok) return linked
  const { uuids } = linked.value
  linePrinter(process.stdout)([`Reading ${counted(uuids.size, 'test')} of ${plainName(agent)}`])
  const tests: Test[] = []
  // The client sends a few at a time; a large workspace takes minutes.
  for (const read of await Promise.all([...uuids].map((uuid) => service.tests.get(uuid, {})))) {
    if (!read.ok) return read
    tests.push(read.value)
  }
  return { ok: true, value: tests.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

/** The tests that a file can express. */
function writtenTests(
  tests: readonly Test[],
  evaluators: readonly EvaluatorListEntry[],
  warn: (line: string) => void,
): string[] {
  return tests.flatMap((test) => {
    const entry = pulledTest(test, evaluators)
    const reasons = entry.ok
      ? entry.leftOut.map((what) => `written without ${what}, which files do not have`)
      : [`not written: ${entry.reasons.join('; ')}`]
    for (const reason of reasons) warn(logText(`${quoted(test.name)} is ${reason}.`, 1000))
    return entry.ok ? entry.text : []
  })
}

function filesIn(entries: readonly string[], folder: string): AgentFiles['files'] {
  return fileTexts(entries).map((text, i) => ({
    path: join(folder, i === 0 ? 'tests.yml' : `tests-${i + 1}.yml`),
    text,
  }))
}

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** Links would lead elsewhere than the option says: nothing is written then. */
function linksOnTheWay(pulled: readonly AgentFiles[], to: string): string[] {
  const paths = pulled.flatMap(({ files }) => files.map(({ path }) => path.split(sep)))
  const folders = paths.flatMap((parts) => parts.map((_, end) => parts.slice(0, end + 1).join(sep)))
  // Links above an absolute folder are not checked.
  const first = isAbsolute(to) ? join(to, '.').length : 1
  const links = [...new Set(folders)].filter(
    (path) => path.length >= first && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink(),
  )
  return links.map((path) => `${quoted(path)} is a link. Remove it, or give --to a folder without links.`)
}

/** What is in the way: nothing is written then. */
function unwritable(pulled: readonly AgentFiles[], force: boolean): string[] {
  return pulled
    .flatMap(({ files }) => files)
    .flatMap(({ path, text }) => {
      const isOther = existsSync(path) && readIfThere(path) !== text
      return isOther && !force ? `${quoted(path)} exists and differs. Add --force to replace it.` : []
    })
}

function writeChanged({ agent, count, files }: AgentFiles): string[] {
  const changed = files.filter(({ path, text }) => readIfThere(path) !== text)
  for (const { path, text } of changed) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const paths = files.map(({ path }) => logText(path, 1000)).join(', ')
  const state = files.length === 0 ? 'nothing to write' : changed.length === 0 ? 'unchanged' : 'written'
  return [`${plainName(agent)}: ${counted(count, 'test')}${paths && `, ${paths}`} (${state})`]
}
