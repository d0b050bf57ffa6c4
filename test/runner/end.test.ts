// The forced end of a process: of a child, since it ends the process itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const source = fileURLToPath(new URL('../../src/runner/end.ts', import.meta.url))
const BYTES = 1_000_000

/** More than a pipe holds is written to both streams, and a server would keep the process. */
function start(setUp: string) {
  const script = `
    import { createServer } from 'node:net'
    import { endSoon } from ${JSON.stringify(source)}
    createServer().listen(0, '127.0.0.1')
    ${setUp}
    process.exitCode = 3
    for (const stream of [process.stdout, process.stderr]) stream.write('x'.repeat(${BYTES} - 1) + '!')
    process.send('written')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('what was written arrives, however late it is read', async () => {
  const child = start('endSoon(50)')
  const closed = once(child, 'close')
  await once(child, 'message')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(child.exitCode).toBeNull()
  const texts = await Promise.all(
    [child.stdout, child.stderr].map((stream) => text(stream ?? new ReadableStream())),
  )
  for (const each of texts) expect(each).toMatch(new RegExp(`^x{${BYTES - 1}}!$`))
  expect(await closed).toEqual([3, null])
})

test('nothing is waited for once it is overdue', async () => {
  const child = start('endSoon(50, AbortSignal.timeout(500))')
  expect(await once(child, 'exit')).toEqual([3, null])
})

test('a reader that has gone keeps nobody', async () => {
  const child = start(
    "for (const each of [process.stdout, process.stderr]) each.on('error', () => {}); endSoon(50)",
  )
  child.stdout?.destroy()
  child.stderr?.destroy()
  expect(await once(child, 'exit')).toEqual([3, null])
})
