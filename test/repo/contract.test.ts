// Inputs and outputs are listed in action.yml, in the code and in the README: all three have to agree.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { INPUT_DEFAULTS, MERGE_INPUT_DEFAULTS } from '../../src/inputs.ts'
import { readMetadata, root } from '../support/runner/metadata.ts'

const metadata = readMetadata()
const readme = readFileSync(new URL('README.md', root), 'utf8')

/** Evaluated by the runner. */
const RUNNER_DEFAULTS = { 'github-token': `\${{ github.token }}`, matrix: `\${{ toJSON(matrix) }}` }

describe('the inputs of action.yml', () => {
  test('are the inputs that the code reads', () => {
    expect(Object.keys(metadata.inputs)).toEqual(Object.keys(INPUT_DEFAULTS))
  })

  test('have the defaults of the code', () => {
    const defaults = Object.entries(metadata.inputs).map(([name, input]) => [name, input.default ?? ''])
    expect(Object.fromEntries(defaults)).toEqual({ ...INPUT_DEFAULTS, ...RUNNER_DEFAULTS })
  })

  test('are required if they have no default', () => {
    for (const [name, { required, default: value }] of Object.entries(metadata.inputs))
      expect([name, required]).toEqual([name, value === undefined])
  })
})

test('action.yml says of an input whether its default fails the job', () => {
  const text = readFileSync(new URL('action.yml', root), 'utf8')
  const sections = text
    .split(/^ {2}(?=[a-z-]+:$)/m)
    .filter((each) => /default: https:.*\.example$/m.test(each))
  expect(sections).toHaveLength(2)
  for (const section of sections) expect(section).toMatch(/description: .* Set it, .* fails the job\./)
})

describe('merge/action.yml', () => {
  const { inputs, outputs } = readMetadata(new URL('merge/', root))

  test('has the inputs that the code reads, with its defaults', () => {
    const defaults = Object.entries(inputs).map(([name, input]) => [name, input.default ?? ''])
    expect(Object.fromEntries(defaults)).toEqual({ ...MERGE_INPUT_DEFAULTS, ...RUNNER_DEFAULTS })
    expect(Object.keys(inputs)).toEqual(Object.keys(MERGE_INPUT_DEFAULTS))
  })

  test('has the outputs of the action', () => {
    expect(outputs).toEqual(metadata.outputs)
  })
})

describe('the table of inputs in the README', () => {
  const rows = tableUnder(readme, 'Inputs')

  test('lists the inputs that users set, in the order of action.yml', () => {
    const names = Object.keys(metadata.inputs).filter((name) => name !== 'matrix')
    expect(rows.map(([name]) => name)).toEqual(names.map((name) => `\`${name}\``))
  })

  test('says whether each is required, also those with a default that no job can use', () => {
    for (const [name = '', required] of rows) {
      const input = inputOf(name)
      const isPlaceholder = input?.default?.endsWith('.example') === true
      expect([name, required]).toEqual([
        name,
        isPlaceholder ? 'yes: the default fails the job' : input?.required ? 'yes' : 'no',
      ])
    }
  })

  test('gives the default of each, values as code', () => {
    for (const [name = '', , told = ''] of rows) {
      const value = inputOf(name)?.default ?? ''
      if (value !== '') expect([name, told]).toEqual([name, `\`${value}\``])
      else expect([name, told]).toEqual([name, expect.not.stringContaining('`')])
    }
  })

  test('describes each', () => {
    expect(rows.filter(([, , , meaning = '']) => meaning === '')).toEqual([])
  })

  function inputOf(cell: string) {
    return metadata.inputs[cell.replaceAll('`', '')]
  }
})

test('the table of outputs in the README lists those of action.yml, in its order', () => {
  const rows = tableUnder(readme, 'Outputs')
  expect(rows.map(([name]) => name)).toEqual(Object.keys(metadata.outputs).map((name) => `\`${name}\``))
  expect(rows.filter(([, meaning = '']) => meaning === '')).toEqual([])
})

test('the description of action.yml is short enough for the marketplace', () => {
  expect(metadata.description.length).toBeGreaterThan(0)
  expect(metadata.description.length).toBeLessThan(125)
})

/** The rows under a heading whose first cell is code. Cells are trimmed, and `\|` is unescaped. */
function tableUnder(markdown: string, heading: string): string[][] {
  const lines = markdown.split(/\r?\n/)
  const start = lines.findIndex((line) => line.replace(/^#+\s+/, '') === heading && line.startsWith('#'))
  if (start < 0) throw new Error(`The README has no heading "${heading}"`)
  const end = lines.findIndex((line, index) => index > start && /^#+\s/.test(line))
  return lines
    .slice(start + 1, end < 0 ? undefined : end)
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .replace(/^\||\|\s*$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
}
