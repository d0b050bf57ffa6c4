// Tests of the service as files: what is written is read back as the same content, or it is said why it cannot be.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EvaluatorListEntry, Test } from '../../src/client/index.ts'
import { canonicalForm, contentOf, type TestContent } from '../../src/test-files/definition.ts'
import { onService } from '../../src/test-files/evaluators.ts'
import { readTests } from '../../src/test-files/files.ts'
import { fileTexts, pulledTest } from '../../src/test-files/pull.ts'
import { loose, tests } from './generated-tests.ts'

const judged = { response: 'llm', tool_call: 'llm', conversation: 'conversation', general: 'llm-general' }

/** A test as the service has it once its content was written. */
function stored(name: string, content: TestContent): Test {
  const { type, history, input, tool_calls, evaluators = [], language, inputs } = content
  const config = {
    description: null,
    ...(history && { history: history.map((turn) => ({ name: null, ...turn })) }),
    ...(input !== undefined && { input }),
    evaluation: { type, ...(tool_calls && { tool_calls }) },
    ...(language && { settings: { language } }),
    ...(inputs && { inputs }),
  }
  const named = evaluators.map(({ evaluator_uuid: uuid, variable_values = null }) => ({
    uuid,
    name: uuid,
    variable_values,
  }))
  return { uuid: 'u', name, type, config, evaluators: named }
}

/** The evaluators of a test, as the workspace lists them. */
function listed({ type, evaluators }: Pick<Test, 'type' | 'evaluators'>): EvaluatorListEntry[] {
  const evaluator_type = Object.entries(judged).find(([each]) => each === type)?.[1] ?? null
  return evaluators.map(({ uuid, name, variable_values }) => {
    const variables = Object.keys(variable_values ?? {}).map((key) => ({ name: key, default: 'a' }))
    return { uuid, name, evaluator_type, live_version: { uuid: 'v', variables } }
  })
}

/** What the service gets of the files' texts. */
function readBack(texts: readonly string[], evaluators: readonly EvaluatorListEntry[]) {
  const texted = new Map(texts.map((text, i): [string, string] => [`${i}.yml`, text]))
  const read = readTests([...texted.keys()].join('\n'), ['A'], {
    readFile: (path) => ({ value: texted.get(path) ?? '' }),
    find: ({ path }) => [{ path, file: path }],
  })
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  const found = onService(read, evaluators)
  if (!found.ok) throw new Error(JSON.stringify(found.errors))
  return found.agents.flatMap((each) =>
    each.tests.map(({ test: { name }, content }) => [name, canonicalForm(content)]),
  )
}

test('files of any tests have the content that the service has', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(tests, { minLength: 1, maxLength: 4, selector: (each) => Object(each).name }),
      (given) => {
        const wanted = given.map((each) => ({
          name: String(Object(each).name),
          content: contentOf(loose(each)),
        }))
        // An evaluator of one name is of one type.
        fc.pre(new Set(wanted.map(({ content }) => judged[content.type])).size === 1)
        const all = wanted.map(({ name, content }) => stored(name, content))
        const variables = new Map<string, EvaluatorListEntry>()
        for (const each of all.flatMap(listed)) {
          const known = variables.get(each.uuid)?.live_version?.variables ?? []
          const live_version = { uuid: 'v', variables: [...known, ...(each.live_version?.variables ?? [])] }
          variables.set(each.uuid, { ...each, live_version })
        }
        const evaluators = [...variables.values()]
        const entries = all.map((each) => pulledTest(each, evaluators))
        const entryTexts = entries.map((each) => (each.ok ? each.text : JSON.stringify(each)))
        expect(entries).toEqual(entryTexts.map((text) => ({ ok: true, text, leftOut: [] })))
        expect(readBack(fileTexts(entryTexts), evaluators)).toEqual(
          wanted.map(({ name, content }) => [name, canonicalForm(content)]),
        )
      },
    ),
  )
})

describe('a test', () => {
  const right = stored(
    'A',
    contentOf({ history: [{ role: 'user', content: 'Hi' }], evaluators: [{ evaluator_uuid: 'Tone' }] }),
  )
  const call = stored('A', contentOf({ type: 'tool_call', input: 'Hi', tool_calls: [{ tool: 'book' }] }))
  const all = listed(right)
  const config = { ...right.config }

  const judgedBy = (uuid: string, name: string, variable_values = {}) => ({
    evaluators: [{ uuid, name, variable_values }],
  })

  test.each<[what: string, changes: Partial<Test>, reason: RegExp]>([
    ['without content', { config: null }, /^it has no content yet$/],
    ['without evaluators', { evaluators: [] }, /"evaluators" is empty/],
    [
      'with an unknown role',
      { config: { ...config, history: [{ role: 'bot', content: 'Hi' }] } },
      /not "bot"/,
    ],
    ['of an unknown type', { type: 'audio' }, /"type" has to be .*, not "audio"/],
    ['of a deleted evaluator', judgedBy('x', 'Gone'), /the service has no evaluator "Gone"/],
    ['of another evaluator of the name', judgedBy('x', 'Tone'), /cannot say exactly the same/],
    ['with a value that nobody reads', judgedBy('Tone', 'Tone', { a: 'b' }), /no variable "a"/],
    ['with half of a surrogate pair', { name: '\ud800' }, /half of a surrogate pair/],
    [
      'that is too large',
      { config: { ...config, inputs: { a: 'x'.repeat(2 ** 20) } } },
      /too large for a file/,
    ],
  ])('%s is refused', (_, changes, reason) => {
    const pulled = pulledTest({ ...right, ...changes }, all)
    expect(pulled.ok ? [] : pulled.reasons).toEqual([expect.stringMatching(reason)])
  })

  test('is written under the present name of its evaluator, without what files do not have', () => {
    const renamed = { ...right, evaluators: [{ uuid: 'Tone', name: 'Its name of then' }] }
    const more = { ...config, description: 'For sale', settings: { language: 'en', speed: 2 } }
    expect(pulledTest({ ...renamed, config: more }, all)).toEqual({
      ok: true,
      text: '- name: A\n  language: en\n  history:\n    - role: user\n      content: Hi\n  evaluators:\n    - name: Tone\n',
      leftOut: ['"description"', '"settings.speed"'],
    })
    expect(pulledTest({ ...call, evaluators: renamed.evaluators }, all)).toMatchObject({
      ok: true,
      leftOut: ['its evaluators'],
    })
  })

  test('is written with quotes wherever it would be read as something else', () => {
    const texts = '+4915112345678 01234 4e7 0x1A 0o17 1.10 .5 5. .inf 1_000 no 12:30'.split(' ')
    const odd = ['\u00a0a', '\u3000 a', 'a:\u00a0b', '\ufeffa']
    const inputs = {
      texts: [...texts, ...odd],
      numbers: [1.5, 1e21, -0, 0.1],
      '\u00a0key': 1,
      'key:\u00a0b': 2,
    }
    const pulled = pulledTest({ ...right, config: { ...config, inputs } }, all)
    expect(pulled).toMatchObject({ ok: true })
    const [[, content] = []] = readBack(fileTexts(pulled.ok ? [pulled.text] : []), all)
    expect(JSON.parse(content ?? '').inputs).toEqual(JSON.parse(JSON.stringify(inputs)))
  })

  test('of many needs several files, none too large to be read', () => {
    const entries = Array.from({ length: 5 }, (_, i) => `- name: ${i}${'x'.repeat(400_000)}\n`)
    const texts = fileTexts(entries)
    expect(texts.map((text) => text.match(/^- name/gm)?.length)).toEqual([2, 2, 1])
  })
})
