// The recipe that posts the output `headline` to a chat, as printed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { SimulatedAgent } from '../../../simulator/src/index.ts'
import { quick } from '../../cli/harness.ts'
import { serve } from '../../support/github/github.ts'
import { publisher, root } from '../../support/runner/metadata.ts'
import type { Step } from '../../support/runner/workflow.ts'
import { createWorkflowHarness } from './workflow-harness.ts'

const agent: SimulatedAgent = {
  name: '<!channel>"; $(id)',
  scenario: 'vanishes',
  parameters: { durationMs: 0 },
}

const recipe =
  /^## Post the result to a chat\n.*?^```yaml\n(.*?)^```$/ms.exec(
    readFileSync(new URL('docs/recipes.md', root), 'utf8').replaceAll('\r\n', '\n'),
  )?.[1] ?? ''
const hasTools =
  process.env['CI'] === 'true' || spawnSync('sh', ['-c', 'jq --version && curl --version']).status === 0
if (!hasTools) console.log('Skipped: the recipe that posts the result to a chat. Install jq and curl.')

describe.skipIf(!hasTools || process.platform === 'win32').concurrent('the recipe for a chat', () => {
  /** What the chat receives of a job with the recipe. @param status of its response, null for a job without the secret */
  async function posted(
    test: Parameters<typeof createWorkflowHarness>[0],
    mode: string,
    tested = agent,
    status: number | null = 200,
  ) {
    const received: string[] = []
    const chat = await serve(async (request, response) => {
      received.push(await text(request))
      response.writeHead(status ?? 500).end()
    })
    test.onTestFinished(chat.close)
    const harness = await createWorkflowHarness(test, [tested])
    const steps: Step[] = [
      {
        ...{ id: 'agents', uses: `${publisher}@v1` },
        with: {
          'api-key': `\${{ secrets.AGENT_TESTS_API_KEY }}`,
          'base-url': 'https://evaluation.acme.test',
          'app-url': 'https://app.acme.test',
          mode,
        },
      },
      ...(parse(recipe) as Step[]),
    ]
    const ofChat = status === null ? {} : { CHAT_WEBHOOK: chat.origin }
    const secrets = { AGENT_TESTS_API_KEY: harness.simulator.apiKey, ...ofChat }
    const env = {
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_RUN_ID: '5',
    }
    const workflow = { on: 'pull_request', jobs: { agents: { 'runs-on': 'ubuntu-latest', steps } } }
    const { conclusion } = await harness.run(workflow, 'agents', { contexts: { secrets }, env })
    return { conclusion, posts: received.map((body): unknown => JSON.parse(body)) }
  }

  const url = 'https://github.com/acme/shop/actions/runs/5'

  it('posts an agent of any name as a text, also when the job fails', async (test) => {
    expect(await posted(test, 'gate')).toEqual({
      conclusion: 'failure',
      posts: [{ text: `⚠️ Do not merge yet: &lt;!channel&gt;"; $(id) could not be read ${url}` }],
    })
  })

  it('posts that an input is invalid', async (test) => {
    expect(await posted(test, 'gatee')).toEqual({
      conclusion: 'failure',
      posts: [{ text: expect.stringMatching(/nothing was tested: Input "mode".* https:\S+$/) }],
    })
  })

  it.for([null, 404, 429, 500])('decides nothing: %s', async (status, test) => {
    const { conclusion, posts } = await posted(test, 'gate', quick('Support bot'), status)
    const text = `✅ Good to merge: all 3 tests passed ${url}`
    expect({ conclusion, posts }).toEqual({ conclusion: 'success', posts: status === null ? [] : [{ text }] })
  })
})
