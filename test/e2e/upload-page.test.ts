// The page as an artifact: uploaded by the bundle, opened by a browser through the comment's links.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it, type TestContext } from 'vitest'
import { launchBrowser } from '../../scripts/preview/screenshot.ts'
import { hasBrowser } from '../page/pages.ts'
import { createFolder } from '../support/folders.ts'
import { type Artifacts, startArtifacts } from '../support/github/artifacts.ts'
import { root } from '../support/runner/metadata.ts'
import { cancelOnce, describeSignals } from './cancel-step.ts'
import { createHarness, warningsOf } from './harness.ts'

const quick = { durationMs: 300, tests: 4 }
const upload = { 'upload-page': 'true' }

async function setUp({ onTestFinished }: TestContext, fault?: Parameters<typeof startArtifacts>[0]) {
  const artifacts = await startArtifacts(fault)
  onTestFinished(() => artifacts.close())
  const agents = [{ name: 'Alpha', scenario: 'two-fail', parameters: quick }] as const
  const harness = await createHarness({ agents }, onTestFinished)
  return { artifacts, harness }
}

const linksIn = (text: string) =>
  [...text.matchAll(/(?:\]\(|href=")(http[^)"]*\/artifacts\/[^)"]*)/g)].map(([, url]) => url)
const only = ({ stored }: Artifacts) => [...stored.values()][0] ?? expect.fail('nothing was uploaded')

describe.concurrent('upload-page', () => {
  it('uploads the page before comment and summary, which link to it and open it at each failing test, in a browser', async (test) => {
    const { artifacts, harness } = await setUp(test)
    const step = await harness.run({ with: upload, env: artifacts.env })
    const url = `${artifacts.env['GITHUB_SERVER_URL']}/acme/shop/actions/runs/1001/artifacts/1`
    expect([step.exitCode, step.outputs['page-url'], warningsOf(step)]).toEqual([1, url, []])
    const [comment = ''] = harness.comments()
    for (const text of [comment, step.summary]) {
      expect(text.split('\n<details')[0]).toContain(`[**Open the conversations**](${url})`)
      expect(linksIn(text)).toHaveLength(3)
      expect(linksIn(text).filter((link) => link?.startsWith(`${url}#test-`))).toHaveLength(2)
    }
    expect(only(artifacts)).toMatchObject({ mimeType: 'text/html' })
    expect(only(artifacts).name).toMatch(/^agent-tests-[0-9a-f]{32}\.html$/)
    expect(step.files).toContain(only(artifacts).content)
    expect(step.log).not.toContain('upload-signature')

    if (!hasBrowser) return
    const browser = await launchBrowser()
    test.onTestFinished(() => browser.close())
    const page = await browser.newPage()
    const names = [...comment.matchAll(/<summary><b>(.*?)<\/b>/g)].map(([, name = '']) => name)
    expect(names).toHaveLength(2)
    for (const [index, name] of names.entries()) {
      await page.goto('about:blank')
      await page.goto(linksIn(comment)[index + 1] ?? '')
      await page.getByRole('heading', { name, level: 2 }).waitFor()
      expect(await page.locator('[aria-selected=true] .name').textContent()).toBe(name)
    }
  })

  it('loads the library for it only then: without its chunk, everything else works', async (test) => {
    const { artifacts, harness } = await setUp(test)
    const folder = createFolder({}, test)
    const isLibrary = (file: string) => /ArtifactHttpClient/.test(readFileSync(file, 'utf8'))
    const filter = (file: string) => !file.endsWith('.js') || !isLibrary(file)
    cpSync(fileURLToPath(new URL('dist', root)), join(folder, 'dist'), { recursive: true, filter })
    cpSync(fileURLToPath(new URL('action.yml', root)), join(folder, 'action.yml'))
    const action = pathToFileURL(`${folder}/`)
    const without = await harness.run({ action, env: artifacts.env })
    expect([without.outputs['verdict'], without.outputs['page-url'], warningsOf(without)]).toEqual([
      'failed',
      undefined,
      [],
    ])
    expect([artifacts.journal, linksIn(without.summary)]).toEqual([[], []])
    const step = await harness.run({ action, with: upload, env: artifacts.env })
    expect(warningsOf(step)[0]?.message).toContain('The page could not be uploaded: Cannot find module')
  })

  it('adds a number if its name is taken, and overwrites nothing', async (test) => {
    const { artifacts, harness } = await setUp(test)
    await harness.run({ with: upload, env: artifacts.env })
    const first = only(artifacts)
    const second = await harness.run({ with: upload, env: artifacts.env })
    expect(second.outputs['page-url']).toMatch(/\/artifacts\/2$/)
    await harness.run({ with: upload, env: { ...artifacts.env, GITHUB_RUN_ATTEMPT: '2' } })
    const names = ['.html', '-2.html', '-3.html'].map((ending) => first.name.replace('.html', ending))
    expect([...artifacts.stored.keys()]).toEqual(names)
    expect(only(artifacts)).toBe(first)
  })

  it.for([
    ['no token', undefined, { ACTIONS_RUNTIME_TOKEN: '' }, /^the runner gave no token for artifacts\. Run /],
    [
      'GitHub Enterprise Server',
      undefined,
      { GITHUB_SERVER_URL: 'https://github.acme.test' },
      /^GitHub Enterprise Server cannot open artifacts in a browser\. Remove "upload-page"\.$/,
    ],
    ['a used-up quota', 'quota', {}, /: Artifact storage quota has been hit\. .*the quota of artifacts\./],
    ['a lost connection', 'reset', {}, /: Unable to make request: ECONNRESET\. .*check the runner's network/],
  ] as const)('warns with the cause, and does everything else: %s', async ([, fault, env, cause], test) => {
    const { artifacts, harness } = await setUp(test, fault)
    const step = await harness.run({ with: upload, env: { ...artifacts.env, ...env } })
    expect([step.exitCode, step.outputs['verdict'], step.outputs['page-url']]).toEqual([
      1,
      'failed',
      undefined,
    ])
    const [warning, ...others] = warningsOf(step)
    expect([warning?.title, others]).toEqual(['No link to the conversations', []])
    expect(warning?.message.replace('The page could not be uploaded: ', '')).toMatch(cause)
    for (const text of [harness.comments()[0] ?? '', step.summary]) {
      expect(text).toContain('### ❌ Do not merge: ')
      expect(linksIn(text)).toEqual([])
    }
  })
})

describeSignals('a cancelled job', () => {
  it('uploads no page', async (test) => {
    const { artifacts } = await setUp(test)
    const harness = await createHarness(
      { agents: [{ name: 'Alpha', scenario: 'hangs' }] },
      test.onTestFinished,
    )
    const polled = () => harness.simulator.journal.some(({ path }) => path.includes('/run/'))
    const step = await cancelOnce(harness, polled, 'SIGINT', { with: upload, env: artifacts.env })
    expect([artifacts.journal, step.outputs['page-url']]).toEqual([[], undefined])
    expect(harness.comments()[0]).toContain('cancelled')
  })

  it('gives up an upload that hangs, and still writes the comment', async (test) => {
    const { artifacts, harness } = await setUp(test, 'hang')
    const hangs = () => artifacts.journal.length > 0
    const step = await cancelOnce(harness, hangs, 'SIGTERM', { with: upload, env: artifacts.env })
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The page could not be uploaded: the job was cancelled first\. /),
    ])
    expect(harness.comments()[0]).toContain('### ❌ Do not merge: ')
  })
})
