// Starts the forward proxy and reads what it prints.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface ForwardProxy {
  readonly port: number
  readonly url: string
  /** `host:port` of every request to it, in order. */
  readonly asked: readonly string[]
  stop(): void
}

/** @param args see the program */
export async function startProxy(...args: readonly string[]): Promise<ForwardProxy> {
  const program = fileURLToPath(new URL('forward-proxy.ts', import.meta.url))
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const asked: string[] = []
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('exit', () => reject(new Error('The proxy did not start.')))
    createInterface(child.stdout).on('line', (line) => {
      if (/^\d+$/.test(line)) resolve(Number(line))
      else asked.push(line)
    })
  })
  return { port, url: `http://127.0.0.1:${port}`, asked, stop: () => child.kill() }
}
