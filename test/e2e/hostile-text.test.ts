// Texts that try to be more than text, all the way through the bundle: names, replies, reasons, refusals and error bodies.
import { describe, expect, it } from 'vitest'
import type { Fixture, SimulatedAgent } from '../../simulator/src/index.ts'
import { hostileTexts } from '../fixtures/hostile-texts.ts'
import { automaticLinks, rendered } from '../report/rendered.ts'
import type { FrontRule } from './faults/front.ts'
import { APP_URL, createWorld, type WorldOptions } from './world.ts'

/** The others leave a gap where plain text would stand. */
const visible = hostileTexts.filter((text) => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text))
const WORKFLOW_RUN = 'https://github.com/acme/shop/actions/runs/1001'

const REFUSED_ID = '11111111-1111-4111-8111-111111111111'
const VANISHED_ID = '22222222-2222-4222-8222-222222222222'

/** Everything that a person or a machine on the other side can write, made of one text. */
function fixtureOf(text: string): Fixture {
  const reply = { message: text, expectation: text, reply: text, wrongReply: text, failureReason: text }
  const calls = {
    expectedCall: { tool: text, arguments: { [text]: text } },
    wrongCall: { tool: `${text} `, arguments: { text } },
  }
  return {
    keyword: 'none',
    cases: [
      { kind: 'reply', name: text, ...reply },
      { kind: 'tool-call', name: text, message: text, ...calls },
    ],
  }
}

/** An agent for each text that fails in every test, one that cannot run, and one whose run can no longer be read. */
function worldOf(texts: readonly string[]): WorldOptions {
  const failing = texts.map(
    (text): SimulatedAgent => ({
      name: text,
      scenario: 'mixed',
      parameters: { tests: 2, failing: 2, durationMs: 0 },
      fixture: fixtureOf(text),
    }),
  )
  const refused: SimulatedAgent = { name: `${texts[0]}, refused`, uuid: REFUSED_ID, scenario: 'not-verified' }
  const vanished: SimulatedAgent = {
    name: `${texts[1]}, vanished`,
    uuid: VANISHED_ID,
    scenario: 'vanishes',
    parameters: { durationMs: 0 },
  }
  const detail = JSON.stringify({ detail: texts.join('\n') })
  const inTheirWords: FrontRule = ({ kind, path }) => {
    if (kind === 'launch' && path.includes(REFUSED_ID)) return { kind: 'answer', status: 400, body: detail }
    return { kind: 'rewrite', change: (body) => (body.includes('Task not found') ? detail : body) }
  }
  return {
    agents: [...failing, refused, vanished],
    concurrency: Number.POSITIVE_INFINITY,
    front: { rules: [inTheirWords] },
  }
}

describe.concurrent('hostile texts', () => {
  it('make no command in the log but ours, and no character that moves or hides', async (context) => {
    const world = await createWorld(worldOf(hostileTexts), context.onTestFinished)
    const step = await world.run()
    expect(step.outputs).toMatchObject({ failed: String(hostileTexts.length * 2), verdict: 'failed' })
    const names = step.commands.map(({ name }) => name)
    expect(names.filter((name) => !['group', 'endgroup', 'error', 'warning'].includes(name))).toEqual([
      'add-mask',
    ])
    expect(step.commands.filter(({ name }) => name === 'group').map(({ data }) => data)).toEqual([
      'Select agents',
      'Run tests',
    ])
    expect(step.masks).not.toContain('secret and then ')
    // Each annotation is one of ours: it bears a title, and there are at most ten of a level.
    const annotations = step.commands.filter(({ name }) => name === 'error' || name === 'warning')
    expect(annotations.every(({ properties }) => properties['title'])).toBe(true)
    expect(names.filter((name) => name === 'error')).toHaveLength(10)
    expect(names.filter((name) => name === 'warning')).toHaveLength(1)
    const moving = /[^\n\t\P{Cc}]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu
    expect(step.raw.match(moving)?.map((character) => character.codePointAt(0))).toBeUndefined()
  })

  it('leave outputs and files whole', async (context) => {
    const world = await createWorld(worldOf(hostileTexts), context.onTestFinished)
    const step = await world.run()
    expect(Object.keys(step.outputs).sort()).toEqual(
      [
        'failed',
        'junit-file',
        'passed',
        'pass-rate',
        'previous-pass-rate',
        'results-file',
        'total',
        'verdict',
      ].sort(),
    )
    expect(step.env).toEqual({})
    expect(step.state).toEqual({})
  })

  it.for(['comment', 'summary'] as const)(
    'yield no element, link, picture or mention of their own in the %s',
    async (target, context) => {
      const pageOf = async (texts: readonly string[]) => {
        const world = await createWorld(worldOf(texts), context.onTestFinished)
        const step = await world.run()
        return rendered(target === 'comment' ? (world.comments()[0] ?? '') : step.summary)
      }
      const hostile = await pageOf(visible)
      const plain = await pageOf(visible.map((_, index) => `plain ${index}`))
      expect(hostile.skeleton).toBe(plain.skeleton)
      expect(automaticLinks(hostile.looseTexts)).toEqual([])
      expect(
        hostile.elements.filter(({ tagName }) => ['img', 'script', 'input', 'iframe'].includes(tagName)),
      ).toEqual([])
      const links = hostile.elements
        .filter(({ tagName }) => tagName === 'a')
        .map(({ properties }) => String(properties['href']))
      expect(links.length).toBeGreaterThan(hostileTexts.length)
      expect(links.filter((href) => !href.startsWith(APP_URL) && href !== WORKFLOW_RUN)).toEqual([])
    },
  )
})

describe.concurrent('a megabyte in one field', () => {
  const megabyte = `${'All work and no play. '.repeat(50_000)}THE END`

  it.for(['name', 'reply', 'reason', 'error body'] as const)('%s', async (field, context) => {
    const [testCase] = fixtureOf('plain').cases
    if (testCase?.kind !== 'reply') throw new Error('a reply was wanted')
    const changed = {
      name: { ...testCase, name: megabyte },
      reply: { ...testCase, wrongReply: megabyte },
      reason: { ...testCase, failureReason: megabyte },
      'error body': testCase,
    }[field]
    const refusal: FrontRule = ({ kind }) =>
      kind === 'poll' && field === 'error body'
        ? { kind: 'answer', status: 404, body: JSON.stringify({ detail: megabyte }) }
        : undefined
    const world = await createWorld(
      {
        agents: [
          {
            name: 'Alpha',
            scenario: 'one-fails',
            parameters: { tests: 1, durationMs: 0 },
            fixture: { keyword: 'none', cases: [changed] },
          },
        ],
        front: { rules: [refusal] },
      },
      context.onTestFinished,
    )
    const step = await world.run()
    expect(step.exitCode).toBe(1)
    expect(step.outputs['verdict']).toBe(field === 'error body' ? 'inconclusive' : 'failed')
    const [comment] = world.comments()
    expect(comment?.length).toBeLessThanOrEqual(65_536)
    expect(comment).toContain('Alpha')
    expect(step.summary).toContain('Alpha')
    expect(Math.max(...step.lines.map((line) => line.length))).toBeLessThan(5000)
  })
})
