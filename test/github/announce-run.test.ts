import { expect, test } from 'vitest'
import { formatNotice } from '../../src/github/marker.ts'
import {
  always,
  announce,
  bodies,
  isEdit,
  isViewer,
  marked,
  seed,
  sent,
  upsert,
  useGitHub,
} from './sticky-harness.ts'

useGitHub()

const notice = 'New results are on their way.'
/** The comment of run 100 with a notice above its text. */
const noticed = (text: string, runId: number) =>
  marked(`${formatNotice(notice, { runId, runAttempt: 1 })}\n\n${text}`)

test('a run is announced above the text of the comment', async () => {
  const { id } = seed(marked('Failed\n\n| a | b |'))
  expect(await announce(notice)).toContain(`#issuecomment-${id}`)
  expect(bodies()).toEqual([noticed('Failed\n\n| a | b |', 101)])
})

test('the results replace the announcement', async () => {
  seed(marked('Failed'))
  await announce(notice)
  expect((await upsert('Passed', { runId: 101 })).kind).toBe('updated')
  expect(bodies()).toEqual([marked('Passed', { runId: 101 })])
})

test('a newer announcement replaces an older one', async () => {
  seed(marked('Failed'))
  await announce(notice)
  await announce(notice, { runId: 102 })
  expect(bodies()).toEqual([noticed('Failed', 102)])
})

test.each([
  ['the same announcement', noticed('Failed', 101)],
  ['the announcement of a newer run', noticed('Failed', 102)],
  ['the results of a newer run', marked('Failed', { runId: 102 })],
  ['the results of the same run', marked('Failed', { runId: 101 })],
  ['no room for a notice', marked('x'.repeat(65_400))],
  ['the id of another comment', marked('Failed', {}, '0'.repeat(32))],
])('nothing is written if the comment has %s', async (_, body) => {
  seed(body)
  expect(await announce(notice)).toBeNull()
  expect(bodies()).toEqual([body])
  expect(sent('PATCH')).toEqual([])
})

test('no comment is created', async () => {
  expect(await announce(notice)).toBeNull()
  expect(bodies()).toEqual([])
})

test.each(['eve', 'eve[bot]'])('a comment by %s is not edited', async (user) => {
  seed(marked('forged'), user)
  expect(await announce(notice)).toBeNull()
  expect(sent('PATCH')).toEqual([])
})

test('nothing is created or edited if the author is unknown and not the bot of the workflow', async () => {
  always(isViewer, () => ({ status: 403, body: {} }))
  seed(marked('Failed'), 'acme-app[bot]')
  expect(await announce(notice)).toBeNull()
  expect(bodies()).toEqual([marked('Failed')])
})

test('an error of GitHub is thrown', async () => {
  seed(marked('Failed'))
  always(isEdit, () => ({ status: 403, body: {} }))
  await expect(announce(notice)).rejects.toMatchObject({ status: 403 })
})
