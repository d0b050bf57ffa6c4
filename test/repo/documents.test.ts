// Checks the documents against files, npm scripts, scenarios and inputs.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import { readTests } from '../../src/test-files/files.ts'
import { preparedPattern } from '../../src/test-files/patterns.ts'
import { interpolate } from '../support/runner/expressions.ts'
import { homepage, isPublished, publisher, root } from '../support/runner/metadata.ts'

const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const documents = globSync(['*.md', 'docs/*.md', 'docs/internals/*.md', 'examples/*.md', '.github/*.md'], {
  cwd: root,
})
const { scripts, engines }: { scripts: Record<string, string>; engines: { node: string } } = JSON.parse(
  read('package.json'),
)

/** As GitHub names them in addresses. */
const headingsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

/** Of paragraphs, items, headings and cells. Code counts as one word; quotes, such as comments of the action, do not count. */
function sentencesOf(markdown: string): string[] {
  const prose = markdown
    .replaceAll('\r\n', '\n')
    .replace(/<!--.*?-->|^ *```.*?^ *```$|<picture>.*?<\/picture>|^>.*?$/gms, '')
    .replace(/\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'Code')
    .replace(/^ *(?:[-*]|\d+\.) /gm, '\n')
  const blocks = prose.split(/\n\s*\n|\n(?=[#|])|(?<=^#.*)\n|\|/m)
  return blocks.flatMap((block) => block.trim().split(/(?<=[.!?]["')*]*)\s+(?=["'(*]*[A-Z\d])/))
}

describe.each(documents)('%s', (path) => {
  const text = read(path)

  it('has no sentence of more than 30 words', () => {
    expect(sentencesOf(text).filter((sentence) => sentence.split(/\s+/).length > 30)).toEqual([])
  })

  it('links to existing files', () => {
    const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)|\b(?:src|srcset)="([^":]+)"/g)]
    const targets = links.map(([, link, image]) => link ?? image ?? '')
    expect(targets.filter((target) => !existsSync(new URL(target, new URL(path, root))))).toEqual([])
  })

  it('links to existing headings', () => {
    const links = [...text.matchAll(/\]\(([^)#:\s]*)#([^)\s]+)\)/g)].filter(([, to = '']) =>
      /^$|\.md$/.test(to),
    )
    const missing = links.filter(([, to, heading = '']) => {
      const target = to === '' ? text : readFileSync(new URL(to ?? '', new URL(path, root)), 'utf8')
      return !headingsOf(target).includes(heading)
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })

  it('names existing npm scripts', () => {
    const named = [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  it('asks for the Node that package.json asks for', () => {
    const named = [...text.matchAll(/Node\.js\s+([\d.]+)\s+(?:or|and)\s+newer/g)].map(([, name]) => name)
    expect(named.filter((version) => engines.node !== `>=${version}.0`)).toEqual([])
  })
})

it.each(documents.filter((path) => /^CONTRIBUTING|internals/.test(path)))(
  '%s names existing sources',
  (path) => {
    const sources = globSync('{src,simulator,scripts,test}/**/*.{ts,tsx}', { cwd: root })
    const paths = sources.map((source) => `/${source.replaceAll('\\', '/')}`)
    const named = [...read(path).matchAll(/`((?:[\w.-]+\/)*[\w-]+\.tsx?)`/g)].map(([, name]) => name)
    expect(named.filter((name) => !paths.some((each) => each.endsWith(`/${name}`)))).toEqual([])
  },
)

describe.skipIf(isPublished)('the account that publishes the action', () => {
  const uses = new RegExp(`(?<!${homepage.host}/)${publisher}`)
  const pages = [...documents, ...globSync('examples/*.yml', { cwd: root })]

  it.each(pages)('is explained beside its first use in %s', (path) => {
    const [before, after] = read(path).split(uses)
    if (before === undefined || after === undefined) return
    const line = after.split(/\.\s|\n *\w+:|\n\n/)[0] ?? ''
    expect(line.replace(/\s+/g, ' ')).toMatch(/["`]org["`] stands for the account that publishes the action/)
  })

  it('is nowhere part of an address, nor of a team', () => {
    const pattern = String.raw`[a-z]\.(com|io)/[a-z/]*org/|--repo org|@org/`
    const found = spawnSync('git', ['grep', '-nIE', pattern, '--', ':!test', ':!package-lock.json'], {
      cwd: root,
    })
    expect(String(found.stdout)).toBe('')
  })
})

it('examples/README.md has a row for each example', () => {
  const files = globSync(['examples/*.*', 'examples/ci/*', 'examples/agent-tests/*/*'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/').slice('examples/'.length))
    .filter((name) => name !== 'README.md')
  const rows = [...read('examples/README.md').matchAll(/^\| \[`(.+?)`\]/gm)].map(([, name]) => name)
  expect(rows.sort()).toEqual(files.sort())
})

describe('files of tests', () => {
  const inDocuments = documents.flatMap((path) =>
    [...read(path).matchAll(/^```yaml\n(- name: .*?)^```$/gms)].map(([, text = '']) => ({ path, text })),
  )
  const inExamples = globSync('examples/agent-tests/*/*', { cwd: root }).map((path) => ({
    path,
    text: read(path),
  }))

  it('are there', () => {
    expect({ documents: inDocuments.length, examples: inExamples.length }).toEqual({
      documents: 1,
      examples: 1,
    })
  })

  it.each([...inDocuments, ...inExamples])('can be run: $path', ({ path, text }) => {
    const found = readTests(path, ['Support bot'], {
      readFile: () => ({ value: text }),
      find: () => [{ path, file: path }],
    })
    expect(found).toMatchObject({ ok: true })
  })
})

describe('the recipe for few tests on the pull request and all at night', () => {
  it.each([
    ['pull_request', ['agent-tests/support-bot/quick/refunds.yml']],
    ['schedule', ['agent-tests/support-bot/quick/refunds.yml', 'agent-tests/support-bot/rooms.yml']],
  ])('on %s runs %j', (event_name, files) => {
    const [, tests = ''] = /^ +tests: (.*event_name.*)$/m.exec(read('docs/recipes.md')) ?? []
    const pattern = preparedPattern(interpolate(tests, { github: { event_name } }))
    const paths = ['quick/refunds.yml', 'rooms.yml', 'prompt.md'].map(
      (name) => `agent-tests/support-bot/${name}`,
    )
    expect(paths.filter(pattern.matches)).toEqual(files)
  })
})

// `npm run bench:rule` prints the tables of docs/internals/statistics.md; sentences may only repeat their figures.
describe('figures of the rules', () => {
  const statistics = read('docs/internals/statistics.md').replaceAll('\r\n', '\n')
  const prose = (path: string) => read(path).replace(/\s+/g, ' ')

  /** @param part of a cell such as `0.8 / 9.2 / 87` */
  function cell(section: string, row: string, column: number, part = 0): string {
    const table = statistics.split(/^### /m).find((each) => each.startsWith(section)) ?? ''
    const line =
      table.split('\n').find((each) => each.startsWith(`| ${row} |`)) ?? expect.fail(`${section}: ${row}`)
    return line.split('|')[1 + column]?.trim().split(' / ')[part] ?? expect.fail(`${section}: ${row}`)
  }
  const alone = (row: string, column: number) =>
    cell('Without a control: share blocked, 10 baseline', row, column)
  const runs = (tests: number, column: number, part: number) =>
    cell('Without a control: share blocked, by baseline runs', `${tests}`, column, part)
  /** The share of red verdicts that are false in quiet months. @param column of the table of months */
  const falseReds = (column: number) => {
    const shares = [12, 50, 200].map((tests) => `${100 - Number(cell('Months', `${tests}`, column, 1))}`)
    return `${least(shares)} to ${most(shares)}%`
  }
  const corner = (row: string, column: number) => cell('With a control: corners', row, column)
  const cost = (row: string, column: number, part: number) =>
    cell('With a control: test executions', row, column, part)
  const beside = (runs: string) => cell('Without a control: the largest suite', runs, 2)
  const least = (figures: readonly string[]) => figures.toSorted((a, b) => Number(a) - Number(b))[0]
  const most = (figures: readonly string[]) => figures.toSorted((a, b) => Number(b) - Number(a))[0]
  const suites = [30, 100, 300]
  const found = (column: number) => suites.map((tests) => runs(tests, column, 2))
  const onBadDays = (column: number) => suites.map((tests) => runs(tests, column, 1))
  /** Where 5, 10 or 20% of the tests always fail now. */
  const ofMany = (tests: number, column: number) =>
    [0, 1, 2].map((part) =>
      cell(
        'Without a control: share blocked, by baseline runs',
        `${tests}, 5% / 10% / 20% always fail now`,
        column,
        part,
      ),
    )
  const foundOfMany = (column: number) => {
    const figures = suites.flatMap((tests) => ofMany(tests, column))
    return `${least(figures)} to ${most(figures)}%`
  }
  const controlled = (situation: string, tests: number) => {
    const [head = ''] = statistics.split('### With a control: share blocked')[1]?.trim().split('\n') ?? []
    const column = head.split('|').findIndex((each) => each.trim() === situation) - 1
    return cell('With a control: share blocked', `${tests}`, column)
  }
  const bounds = ['1', '3', '15', '18', '100'].flatMap((failed) =>
    [1, 2].map((column) => cell('With a control: the bound', failed, column)),
  )
  const rounded = (figure: string) => `${10 * Math.round(Number(figure) / 10)}`
  /** From the least to the most of all sizes, with shorter and with longer outages. */
  const outages = (...rows: readonly string[]) => {
    const figures = rows.flatMap((row) => [1, 2, 3].map((column) => corner(row, column)))
    return `${least(figures)} to ${most(figures)}%`
  }

  it.each([
    `one test that now always fails is found in ${least(found(2))} to ${most(found(2))}% of the jobs. 5, 10 or 20% of the tests at once are found in ${foundOfMany(2)}.`,
    `up to ${most(onBadDays(2))}% of unchanged jobs are blocked. Where breaks are rare (3% of the pull requests), ${falseReds(2)} of the red verdicts are false.`,
    `One such test is found in ${least(found(5))} to ${most(found(5))}%, many in ${foundOfMany(5)}; on such a day, ${least(onBadDays(5))} to ${most(onBadDays(5))}% of unchanged jobs are blocked. Where breaks are rare, ${falseReds(3)} of the red verdicts are false.`,
    `cost ${cost('100', 1, 0)} more test executions on average, and rarely more than ${cost('100', 1, 1)}.`,
    `they rarely cost more than ${cost('30', 5, 1)} with 30 tests, ${cost('99', 5, 1)} with 99, ${cost('100', 5, 1)} with 100, and ${cost('1000', 5, 1)} with 1,000.`,
  ])('docs/internals/how-it-decides.md: %s', (sentence) => {
    expect(prose('docs/internals/how-it-decides.md')).toContain(sentence)
  })

  // Another table of the same pull requests.
  it.each([
    ['`gate`', cell('Without a control: what retries cost', '30', 1), null],
    ['`gate-if-worse`, 10 baseline runs', alone('unchanged', 2), alone('day × 2', 2)],
    ['`gate-if-worse` with a control', controlled('unchanged', 30), controlled('day × 2', 30)],
  ])('docs/modes.md: what %s costs', (mode, unchanged, badDay) => {
    const row =
      read('docs/modes.md')
        .split('\n')
        .find((line) => line.startsWith(`| ${mode} |`)) ?? ''
    const [, , first, second] = row.split('|').map((each) => each.trim())
    expect([first, second]).toEqual([unchanged, badDay ?? second])
  })

  it('docs/recipes.md', () => {
    const [few, more, many, most] = ['30', '99', '100', '1000'].map((tests) => rounded(cost(tests, 5, 0)))
    expect(prose('docs/recipes.md')).toContain(
      `about ${few} more test runs with 30 tests, ${more} with 99, and ${many} to ${most} with 100 to 1,000`,
    )
  })

  it('README.md', () => {
    const executions = 100 + Number(cost('100', 1, 0))
    expect(prose('README.md')).toContain(
      `100 unchanged tests that fail 4% of the time cost ${executions} test executions on average`,
    )
  })

  it.each([
    `in ${least(['1 never failed, now always', '10% now always'].map((each) => controlled(each, 100)))}%. One that fails 5% of the time anyway and now always fails, in ${corner('a test that fails 5% now always fails', 2)}%`,
    `[at most ${most(bounds)}%](#with-a-control-the-bound`,
    `of pull requests with five pushes, up to ${Math.round(100 * (1 - (30 / 31) ** 5))}% may see a red job`,
    `[${outages('unchanged, but either side is', 'either side, for longer')} of unchanged jobs]`,
    `If only the candidate may be, ${outages('unchanged, but the candidate is down for rounds', 'the candidate, for longer')}, and if only the control may be, ${outages('unchanged, but the control is', 'the control, for longer')}.`,
    `three times as often, ${alone('day × 3', 3)}% of unchanged pull requests are blocked with 100 tests, ${alone('day × 3', 4)}% with 300.`,
    `${alone('attempts of one test correlated, 0.1', 3)}% or ${alone('attempts of one test correlated, 0.3', 3)}% are blocked with 100 tests, ${alone('attempts of one test correlated, 0.1', 4)}% or ${alone('attempts of one test correlated, 0.3', 4)}% with 300`,
    `If a tenth of the tests always fail, that is found with 300 tests in ${ofMany(300, 2)[1]}% with two runs, and in ${ofMany(300, 4)[1]}% with five.`,
    `found in ${runs(100, 2, 2)}% of cases with 100 tests and ${runs(300, 2, 2)}% with 300; with one, in ${runs(100, 1, 2)}% and ${runs(300, 1, 2)}%`,
    `in suites of up to ${beside('1')} tests with 1 run, ${beside('2')} with 2, and ${beside('3')} with 3.`,
    `${runs(100, 2, 1)}% of unchanged jobs are blocked with 100 tests at 2 runs, ${runs(100, 3, 1)}% at 3, ${runs(100, 5, 1)}% at 10`,
  ])('docs/internals/statistics.md: %s', (sentence) => {
    expect(prose('docs/internals/statistics.md')).toContain(sentence)
  })
})

describe('docs/simulator.md', () => {
  it('shows agents that the simulator accepts', () => {
    const shown = [...read('docs/simulator.md').matchAll(/--agent '(.+?)'|`(Support bot: .+?)`/g)]
    expect(shown.length).toBeGreaterThan(4)
    for (const [, flag, code = ''] of shown) expect(readAgentLine(flag ?? code).name).toMatch(/^Support bot/)
  })
})
