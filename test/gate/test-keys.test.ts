import { describe, expect, test } from 'vitest'
import { testKeys, testOutcomes } from '../../src/gate/earlier-run.ts'

describe('tests with the same name', () => {
  test('are told apart by their order', () => {
    const tests = ['twin', 'one', 'twin', null, 'twin', undefined].map((name) => ({ name }))
    expect(testKeys(tests)).toEqual(['1 twin', '1 one', '2 twin', '1 ', '3 twin', '2 '])
  })

  test('keep their order if one of them has no verdict', () => {
    const tests = [true, null, false].map((passed) => ({ name: 'twin', passed }))
    expect(testOutcomes(tests)).toEqual(
      new Map([
        ['1 twin', true],
        ['3 twin', false],
      ]),
    )
  })

  test('are not mixed up with a name that looks like one of them', () => {
    expect(new Set(testKeys([{ name: '1 a' }, { name: 'a' }, { name: 'a' }, { name: '2 a' }])).size).toBe(4)
  })
})
