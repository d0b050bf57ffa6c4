import { expect, test } from 'vitest'
import { functionsOf, lengthOf, readSources } from './source-files.ts'

const sources = readSources('src/**/*.ts', 'scripts/**/*.ts')

const words = ({ name, lines }: { name: string; lines: number }) => `${name} has ${lines} lines`

test('no source file is longer than 200 lines', () => {
  expect(sources.length).toBeGreaterThan(0)
  expect(
    sources
      .map(lengthOf)
      .filter(({ lines }) => lines > 200)
      .map(words),
  ).toEqual([])
})

test('no function is longer than 50 lines', () => {
  const functions = sources.flatMap(functionsOf)
  expect(functions.length).toBeGreaterThan(0)
  expect(functions.filter(({ lines }) => lines > 50).map(words)).toEqual([])
})
