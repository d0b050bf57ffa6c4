// What a test is matched by across runs: its exact name on the service.
import type { PassRate, TestSource } from '../../schema.ts'

/** A name on the service may have spaces at its ends, and tells tests apart by them. */
export interface NamedTest {
  readonly name?: string | null | undefined
  readonly source?: Pick<TestSource, 'serviceName'> | null
}

/** Tests with the same name are told apart by their order. */
export function testKeys(tests: readonly NamedTest[]): string[] {
  const seen = new Map<string, number>()
  return tests.map((test) => {
    const name = serviceName(test)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return `${count} ${name}`
  })
}

/** A blank name is no name. */
export function serviceName({ name, source }: NamedTest): string {
  const given = source?.serviceName ?? name ?? ''
  return given.trim() === '' ? '' : given
}

export function nameOf(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}

/** A key without the hash of a test of a file. */
export function formless(key: string): string {
  return key.replace(/ · [0-9a-f]{16}$/, '')
}

/** Whether each test of a run passed, by its key; null for one without a verdict. */
export type TestOutcomes = ReadonlyMap<string, boolean | null>

export function testOutcomes(
  tests: readonly (NamedTest & { readonly passed?: boolean | null | undefined })[],
): TestOutcomes {
  const keys = testKeys(tests)
  return new Map(tests.map(({ passed }, index) => [keys[index] ?? '', passed ?? null] as const))
}

export function passRateOf(outcomes: TestOutcomes): PassRate {
  const known = [...outcomes.values()].filter((passed) => passed !== null)
  return { passed: known.filter(Boolean).length, total: known.length }
}
