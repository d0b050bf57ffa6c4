// Hostile texts through the whole bundle: in names, replies, reasonings, refusals and error bodies.
import { describe, expect, it } from 'vitest'
import { defaultApiKey, type Fixture, type SimulatedAgent } from '../../simulator/src/index.ts'
import { hostileTexts } from '../fixtures/hostile-texts.ts'
import { readMetadata } from '../support/runner/metadata.ts'
import { everythingWritten } from './everything-written.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { createHarness, type HarnessOptions } from './harness.ts'

const ESCAPE = '\u001B'
const REFUSED_ID = '11111111-1111-4111-8111-111111111111'
const VANISHED_ID = '22222222-2222-4222-8222-222222222222'

/** One text in every field that users and agents can write. */
function fixtureOf(text: string): Fixture {
  const reply = { message: text, expectation: text, reply: text, wrongReply: text, failureReason: text }
  const calls = {
    expectedCall: { tool: text, arguments: { [text]: text } },
    wrongCall: { tool: `${text} `, arguments: { text } },
  }
  return {
    cases: [
      { kind: 'reply', name: text, ...reply },
      { kind: 'tool-call', name: text, message: text, ...calls },
    ],
  }
}

/** One agent for each text, whose tests all fail; one that cannot run, and one whose run vanishes. */
function harnessOptions(texts: readonly string[]): HarnessOptions {
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
  // With another beginning, the agent would be inconclusive instead of skipped.
  const notReady = JSON.stringify({ detail: ['No tests linked to this agent.', ...texts].join('\n') })
  const hostileErrors: ProxyRule = ({ kind, path }) => {
    if (kind === 'launch' && path.includes(REFUSED_ID)) return { kind: 'answer', status: 400, body: notReady }
    return { kind: 'rewrite', change: (body) => (body.includes('Task not found') ? detail : body) }
  }
  return {
    agents: [...failing, refused, vanished],
    concurrency: Number.POSITIVE_INFINITY,
    faultProxy: { rules: [hostileErrors] },
  }
}

/** The log colours its own signs, and the headline is bold; nothing else. */
const OWN_COLOUR = new RegExp(
  `${ESCAPE}\\[3[1-3]m[✗✓↻!?-]${ESCAPE}\\[39m|${ESCAPE}\\[1m(?=Do not merge: )|(?<=Do not merge: [^${ESCAPE}]*)${ESCAPE}\\[22m`,
  'g',
)

describe.concurrent('hostile texts', () => {
  it('create no workflow command, output, variable or invisible character', async (context) => {
    const harness = await createHarness(harnessOptions(hostileTexts), context.onTestFinished)
    const step = await harness.run()
    expect(step.outputs).toMatchObject({ failed: String(hostileTexts.length * 2), verdict: 'failed' })
    const names = step.commands.map(({ name }) => name)
    expect(names.filter((name) => !['group', 'endgroup', 'error', 'warning'].includes(name))).toEqual([
      'add-mask',
    ])
    // Each group ends before the next one, and none ends before it began.
    expect(names.filter((name) => name.endsWith('group')).join(' ')).toBe('group endgroup group endgroup')
    expect(step.commands.filter(({ name }) => name === 'group').map(({ data }) => data)).toEqual([
      'Select agents',
      'Run tests',
    ])
    expect(step.masks).not.toContain('secret and then ')
    // Every annotation is the action's own: it has a title, and one tells of all agents.
    const annotations = step.commands.filter(({ name }) => name === 'error' || name === 'warning')
    expect(annotations.every(({ properties }) => properties['title'])).toBe(true)
    expect(annotations.map(({ name }) => name)).toEqual(['error'])
    const harmful = /[^\n\t\P{Cc}]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu
    const withoutOwnColours = step.raw.replaceAll(OWN_COLOUR, '')
    expect(withoutOwnColours.match(harmful)?.map((character) => character.codePointAt(0))).toBeUndefined()
    const outputs = Object.keys(readMetadata().outputs).filter((name) => name !== 'page-url')
    expect(Object.keys(step.outputs).sort()).toEqual(outputs.sort())
    expect(step.env).toEqual({})
    expect(step.state).toEqual({})
  })
})

it.for<readonly [string, (key: string) => string]>([
  ['zero-width characters', (key) => [...key].join('\u200B')],
  [
    'tag characters, with a soft hyphen written as JSON does',
    (key) => `${key.slice(0, 5)}\u{E0061}\\u00AD${key.slice(5)}`,
  ],
  ['colours', (key) => [...key].join(`${ESCAPE}[31m`)],
  ['a link', (key) => `${key.slice(0, 9)}${ESCAPE}]8;;https://a.test\u0007${key.slice(9)}`],
])('the key, written with %s, is in no report', async ([, written], context) => {
  const text = `before ${written(defaultApiKey)} after`
  const agents: SimulatedAgent[] = [
    {
      name: 'Alpha',
      scenario: 'mixed',
      parameters: { tests: 2, failing: 2, durationMs: 0 },
      fixture: fixtureOf(text),
    },
  ]
  const harness = await createHarness({ agents }, context.onTestFinished)
  const step = await harness.run({ with: { details: 'all' } })
  expect(step.outputs).toMatchObject({ failed: '2', verdict: 'failed' })
  const seen = everythingWritten(step, harness)
  expect(seen).toContain('before *** after')
  expect(seen).not.toContain(defaultApiKey)
})

it('a megabyte in every text and in an error body makes no long line and no long comment', async (context) => {
  const megabyte = `${'All work and no play. '.repeat(50_000)}THE END`
  const refusal: ProxyRule = ({ kind, path }) =>
    kind === 'launch' && path.includes(REFUSED_ID)
      ? { kind: 'answer', status: 404, body: JSON.stringify({ detail: megabyte }) }
      : undefined
  const alpha: SimulatedAgent = {
    name: 'Alpha',
    scenario: 'one-fails',
    parameters: { tests: 1, durationMs: 0 },
    fixture: { cases: fixtureOf(megabyte).cases.slice(0, 1) },
  }
  const agents = [alpha, { ...alpha, name: 'Beta', uuid: REFUSED_ID }]
  const harness = await createHarness({ agents, faultProxy: { rules: [refusal] } }, context.onTestFinished)
  const step = await harness.run()
  expect(step).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } })
  const [comment = ''] = harness.comments()
  expect(comment.length).toBeLessThanOrEqual(65_536)
  for (const report of [comment, step.summary])
    for (const name of ['Alpha', 'Beta']) expect(report).toContain(name)
  expect(Math.max(...step.lines.map((line) => line.length))).toBeLessThan(5000)
})
