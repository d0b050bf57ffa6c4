// Which tests of files are the pull request's own: each has to pass, so nothing that its author controls may hide one.
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { FileBefore } from '../../src/tests/changes.ts'
import { readTestsInput } from '../../src/tests/input.ts'
import { createFolder } from '../support/folders.ts'

const asks = (name: string, words: string) =>
  `- name: ${name}\n  history: [{ role: user, content: ${words} }]\n  evaluators: [{ name: Correctness }]\n`
const old = asks('A', 'old')
const edited = asks('A', 'edited')
const INPUT = 'agent-tests/*.yml'

interface Workspace {
  readonly input?: string
  readonly files: Readonly<Record<string, string>>
  /** By their paths, what they lead to. */
  readonly links?: Readonly<Record<string, string>>
  readonly changed: readonly FileBefore[]
}

/** What the pull request does to each test, as `agent/test`. */
function changesIn({ input = INPUT, files, links = {}, changed }: Workspace) {
  const workspace = createFolder(files)
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    symlinkSync(target, join(workspace, path))
  }
  const read = readTestsInput(input, input.includes(':') ? [] : ['Bot'], workspace)
  if (!read.ok) throw new Error(read.messages.join())
  const plan = read.planWith(changed.filter(read.concernsTests))
  const wanted = plan?.wantedTests([{ uuid: 'e', name: 'Correctness' }])
  if (!(wanted instanceof Map)) throw new Error('The evaluator is there.')
  return Object.fromEntries(
    [...wanted].flatMap(([agent, tests]) =>
      [...tests].map(({ name, source }) => [`${agent}/${name}`, source.change]),
    ),
  )
}

const FILE = 'agent-tests/a.yml'
const modified = (path: string, text?: string | null): FileBefore => ({ now: path, before: path, text })
const added = (path: string): FileBefore => ({ now: path, before: null, text: null })
const removed = (path: string, text: string): FileBefore => ({ now: null, before: path, text })
const renamed = (before: string, now: string, text: string): FileBefore => ({ now, before, text })

it.for<[what: string, change: 'added' | 'edited' | null, workspace: Workspace]>([
  ['in a file that is as it was', null, { files: { [FILE]: old }, changed: [modified('src/bot.ts', '')] }],
  ['beside an edited one', null, { files: { [FILE]: old }, changed: [modified(FILE, `# Tests\n${old}`)] }],
  ['that is edited', 'edited', { files: { [FILE]: edited }, changed: [modified(FILE, old)] }],
  ['that is added', 'added', { files: { [FILE]: old }, changed: [added(FILE)] }],
  ['in a file that was not read', 'edited', { files: { [FILE]: old }, changed: [modified(FILE)] }],
  [
    'in a repository in a folder of the workspace',
    'edited',
    { input: `shop/${INPUT}`, files: { [`shop/${FILE}`]: edited }, changed: [modified(FILE, old)] },
  ],
  [
    'that moved out of a removed folder',
    null,
    {
      input: 'agent-tests/**/*.yml',
      files: { [FILE]: old },
      changed: [removed('agent-tests/old/b.yml', old), added(FILE)],
    },
  ],
  [
    'that moved, in a repository in a folder',
    null,
    {
      input: `shop/${INPUT}`,
      files: { [`shop/${FILE}`]: old },
      changed: [removed('agent-tests/b.yml', old), added(FILE)],
    },
  ],
  ['in a renamed file', null, { files: { [FILE]: old }, changed: [renamed('agent-tests/b.yml', FILE, old)] }],
  [
    'in a file that the patterns did not match before',
    'added',
    { files: { [FILE]: old }, changed: [renamed('drafts/a.yml', FILE, old)] },
  ],
  [
    'that was in a removed file which the patterns do not match',
    'edited',
    {
      files: { [FILE]: edited },
      changed: [modified(FILE, old), removed('agent-tests/draft.txt', edited)],
    },
  ],
  [
    'of which a file of the same name elsewhere had the content',
    'edited',
    { files: { [FILE]: edited }, changed: [modified('a.yml', edited), modified(FILE, old)] },
  ],
  [
    'behind a link to a file that is edited',
    'added',
    {
      files: { 'common/a.yml': edited },
      links: { [FILE]: '../common/a.yml' },
      changed: [modified('common/a.yml', old)],
    },
  ],
  [
    'behind a link that leads elsewhere now',
    'edited',
    {
      files: { 'common/b.yml': edited },
      links: { [FILE]: '../common/b.yml' },
      changed: [modified(FILE, old)],
    },
  ],
  [
    'in a folder that is a link, or a submodule, which changed',
    'edited',
    {
      input: 'agent-tests/*/*.yml',
      files: { 'common/a.yml': edited },
      links: { 'agent-tests/bot': '../common' },
      changed: [modified('agent-tests/bot')],
    },
  ],
])('a test %s: %s', ([_, change, workspace]) => {
  expect(changesIn(workspace)).toEqual({ 'Bot/A': change })
})

it('a test that another agent had is new to this one', () => {
  const found = changesIn({
    input: 'One: one/*.yml\nTwo: two/*.yml',
    files: { 'one/a.yml': asks('B', 'x'), 'two/a.yml': old },
    changed: [modified('one/a.yml', old), modified('two/a.yml', edited)],
  })
  expect(found).toEqual({ 'One/B': 'added', 'Two/A': 'edited' })
})
