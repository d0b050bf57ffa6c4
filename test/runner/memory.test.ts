import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Allocates what stays in use for a while, as answers do, and prints the size of the young generation. */
const work = `
  const { getHeapSpaceStatistics } = await import('node:v8')
  const inUse = []
  for (let turn = 0; turn < 1000; turn += 1)
    inUse[turn % 200] = Array.from({ length: 2000 }, (_, index) => ({ turn, index }))
  console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)
`

function youngGeneration(preparation: string) {
  const args = ['--input-type=module', '--eval', `${preparation}\n${work}`]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { bytes: Number(stdout), complaints: stderr }
}

test('the young generation does not grow, and V8 knows the flags', () => {
  const { href } = new URL('../../src/runner/memory.ts', import.meta.url)
  const small = youngGeneration(`(await import(${JSON.stringify(href)})).keepHeapSmall()`)
  expect(small.complaints).toBe('')
  expect(small.bytes).toBeGreaterThan(0)
  expect(small.bytes).toBeLessThan(youngGeneration('').bytes / 4)
})
