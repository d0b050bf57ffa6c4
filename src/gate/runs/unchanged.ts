// The input `skip-unchanged`: whether a copy would be the same agent as its original, asked the same, so that no run can tell them apart.
import { isDeepStrictEqual } from 'node:util'
import type { TestChanges } from '../../schema.ts'
import type { CopyDiffers } from '../model.ts'
import { type CopyOnService, hasAddress } from './copies.ts'

/**
 * Null if nothing differs. What an address answers with is not known, even if it is the same one.
 * @param changes what the pull request changes about its files of tests; null if the copy runs linked tests
 * @param hasMadeTests whether a step of the job made some of them
 */
export function copyDiffers(
  { agent, originalConfig, config }: Pick<CopyOnService, 'agent' | 'originalConfig' | 'config'>,
  changes: TestChanges | null,
  hasMadeTests = false,
): CopyDiffers | null {
  const all = new Set([...Object.keys(originalConfig), ...Object.keys(config)])
  const keys = [...all].filter(
    (key) => !isDeepStrictEqual(trimmed(originalConfig[key]), trimmed(config[key])),
  )
  if (keys.length > 0) return { why: 'configuration', keys }
  if (hasAddress(config)) return { why: 'address' }
  if (changes === null) return null
  if (changes.known !== 'yes' || hasMadeTests) return { why: 'unknown-tests' }
  // A removed test runs on neither of them.
  const differing = changes.tests.filter(({ agent: name, what }) => name === agent.name && what !== 'removed')
  return differing.length > 0 ? { why: 'tests' } : null
}

/** The file of a prompt often ends in a line break that nobody typed into the web application. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trimEnd() : value
}
