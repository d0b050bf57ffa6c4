// A shell on Node 22 for the commands of the documents. It keeps servers running.
import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import type { TestContext } from 'vitest'
import { serve } from '../support/github/github.ts'
import { nodesOf } from '../support/nodes.ts'

interface Result {
  readonly printed: string
  /** It still runs. The next block that serves stops it, and so does the end of the test. */
  readonly isServer: boolean
}

/** @param tools a folder of commands that go before all others */
export async function openShell(test: TestContext, cwd: string, tools: string) {
  const [oldest] = nodesOf(22)
  const own = oldest === undefined ? [] : [dirname(oldest.path)]
  const PATH = [tools, ...own, process.env['PATH']].join(delimiter)
  const env = { ...process.env, PATH, npm_config_loglevel: 'error' }
  // It is free once it is closed.
  const { port, close } = await serve(async () => undefined)
  await close()
  let stopServer = () => {}
  test.onTestFinished(() => stopServer())

  /** Runs a block; 8080 and 8081 may be in use on this machine. */
  function run(block: string, exitCode = 0): Promise<Result> {
    if (/\b(npm run|agent-tests) simulator/.test(block)) stopServer()
    const child = spawn('sh', ['-e', '-c', block.replaceAll(/\b808[01]\b/g, String(port))], {
      cwd,
      env,
      detached: true,
    })
    let printed = ''
    return new Promise((resolve, reject) => {
      const add = (chunk: unknown) => {
        printed += String(chunk)
        if (!printed.includes('Stop it with Ctrl+C')) return
        stopServer = () => void process.kill(-(child.pid ?? 0))
        resolve({ printed, isServer: true })
      }
      child.stdout.on('data', add)
      child.stderr.on('data', add)
      child.once('close', (code) => {
        if (code === exitCode) resolve({ printed, isServer: false })
        else reject(new Error(`exit code ${code} of\n${block}\n${printed}`))
      })
    })
  }

  return { run }
}
