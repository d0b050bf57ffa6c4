// Inputs and outputs stand in action.yml. The code and the documents have to agree with it.
import { describe, expect, test } from 'vitest'
import { INPUT_DEFAULTS } from '../../src/inputs/inputs.ts'
import { type ActionMetadata, readMetadata } from '../support/runner/metadata.ts'

const metadata = readMetadata()

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
      expect(required, name).toBe(value === undefined)
  })
})

test('docs/inputs.md is generated from action.yml', async () => {
  const text = `# Inputs and outputs

<!-- Generated from action.yml: npx vitest run test/repo/contract.test.ts --update -->

Empty inputs use the default, but \`github-token\` does not. An invalid input fails the job before it runs a test. The
[glossary](glossary.md) explains words such as *linked*.

## Inputs

${inputTable(metadata.inputs)}

## Outputs

If an input is invalid, all outputs but \`headline\` are empty. Read them through \`env:\`, as in [\`outputs.yml\`](../examples/outputs.yml), never in
\`run:\`, which allows script injection.

${outputTable(metadata)}
`
  await expect(text).toMatchFileSnapshot('../../docs/inputs.md')
})

/** Where the documents say more. */
const MORE: Readonly<Record<string, string>> = {
  control: 'modes.md#a-control',
  override: 'recipes.md#test-a-change-before-it-is-merged',
  tests: 'tests.md',
  mode: 'modes.md',
  retries: 'modes.md#retries',
  'skip-unchanged': 'recipes.md#run-less-often',
  'max-tests': 'recipes.md#limit-the-cost',
  'pass-rate': 'modes.md#a-pass-rate',
  accept: 'modes.md#accept-a-failing-test',
  details: 'reports.md#who-can-read-them',
  'upload-page': 'reports.md#open-the-page-from-the-comment',
  title: 'reports.md#where-it-is-written',
  'pull-request': 'reports.md#where-it-is-written',
  issue: 'reports.md#the-issue',
}

function inputTable(inputs: ActionMetadata['inputs']): string {
  const rows = Object.entries(inputs)
    .filter(([, { description }]) => !description.startsWith('Internal'))
    .map(([name, { description, required, default: value = '' }]) => {
      const shownName = name in MORE ? `[\`${name}\`](${MORE[name]})` : `\`${name}\``
      const isRequired = required || value.endsWith('.example')
      const shown = isRequired ? 'required' : value === '' ? '' : `\`${value}\``
      return `| ${shownName} | ${shown} | ${asMarkdown(description)} |`
    })
  return ['| Input | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function outputTable({ outputs }: ActionMetadata): string {
  const rows = Object.entries(outputs).map(
    ([name, { description }]) => `| \`${name}\` | ${asMarkdown(description)} |`,
  )
  return ['| Output | Meaning |', '|---|---|', ...rows].join('\n')
}

/** Values stand in quotes in action.yml, which cannot contain Markdown. */
function asMarkdown(description: string): string {
  return description.replace(/"([^"]+)"/g, '`$1`').replaceAll('|', '\\|')
}

test('the description of action.yml is short enough for the marketplace', () => {
  expect(metadata.description.length).toBeGreaterThan(0)
  expect(metadata.description.length).toBeLessThan(125)
})
