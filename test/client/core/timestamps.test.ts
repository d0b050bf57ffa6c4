import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromServiceTime } from '../../../src/client/core/timestamps.ts'
import { fromUnixSeconds, toUnixSeconds } from '../../../src/client/voice-form/timestamps.ts'

describe('unix seconds', () => {
  it('become the date that they name, rounded to the millisecond', () => {
    expect(fromUnixSeconds(1_763_712_122.1229).toISOString()).toBe('2025-11-21T08:02:02.123Z')
  })

  it('survive the way there and back', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, (date) => {
        expect(fromUnixSeconds(toUnixSeconds(date)).getTime()).toBe(date.getTime())
      }),
    )
  })
})

describe('the evaluation service’s time', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it.each([
    ['2026-11-20 22:42:02', '2026-11-20T22:42:02.000Z'],
    ['2026-11-20T22:42:02', '2026-11-20T22:42:02.000Z'],
    ['2026-11-20T22:42:02Z', '2026-11-20T22:42:02.000Z'],
    ['2026-11-20T22:42:02.123456', '2026-11-20T22:42:02.123Z'],
    ['2026-11-20T22:42:02.5+02:00', '2026-11-20T20:42:02.500Z'],
    ['2026-11-20 22:42:02+00', '2026-11-20T22:42:02.000Z'],
    ['2026-11-20T22:42:02+0530', '2026-11-20T17:12:02.000Z'],
    ['2026-11-20 22:42', '2026-11-20T22:42:00.000Z'],
  ])('%s is %s, wherever it is read', (text, iso) => {
    expect(fromServiceTime(text)?.toISOString()).toBe(iso)
  })

  it.each(['', 'yesterday', '2026-11-20', '2026-13-45 99:99:99', '1763712122'])('%j is none', (text) => {
    expect(fromServiceTime(text)).toBeNull()
  })
})
