// The input `skip-unchanged`: whether a copy would be the same agent as without the change, asked the same, so that no run can tell them apart.
import type { TestChanges } from '../../schema.ts'
import type { CopyDiffers } from '../model.ts'
import { type CopyOnService, differingKeys, hasAddress } from './copies.ts'

/**
 * Null if nothing differs. What an address answers with is not known, even if it is the same one.
 * @param changes what the pull request changes about its files of tests; null if the copy runs linked tests
 * @param hasMadeTests whether a step of the job made some of them
 */
export function copyDiffers(
  { agent, withoutChange, config }: Pick<CopyOnService, 'agent' | 'withoutChange' | 'config'>,
  changes: TestChanges | null,
  hasMadeTests = false,
): CopyDiffers | null {
  const keys = differingKeys(withoutChange, config)
  if (keys.length > 0) return { why: 'configuration', keys }
  if (hasAddress(config)) return { why: 'address' }
  if (changes === null) return null
  if (changes.known !== 'yes' || hasMadeTests) return { why: 'unknown-tests' }
  // A removed test runs on neither of them.
  const differing = changes.tests.filter(({ agent: name, what }) => name === agent.name && what !== 'removed')
  return differing.length > 0 ? { why: 'tests' } : null
}
