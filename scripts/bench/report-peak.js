// Loaded into the measured process before the bundle: writes its peak memory to a file when the process ends.
import { readFileSync, writeFileSync } from 'node:fs'

process.on('exit', () => {
  const kilobytes = ownPeak() ?? process.resourceUsage().maxRSS
  writeFileSync(process.env.BENCH_PEAK, String(1024 * kilobytes))
})

/** In kB. On Linux `maxRSS` starts at the size of the process that spawned this one. */
function ownPeak() {
  if (process.platform !== 'linux') return null
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}
