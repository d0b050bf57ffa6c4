// Loaded into the measured process ahead of the bundle: writes down at its end what the process has used.
import { readFileSync, writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const cpuMs = (userCPUTime + systemCPUTime) / 1000
  const peakBytes = 1024 * (ownPeak() ?? maxRSS)
  writeFileSync(process.env.BENCH_RESOURCES, JSON.stringify({ cpuMs, peakBytes }))
})

/** In kB. On Linux `maxRSS` starts at the size of the process that spawned this one. */
function ownPeak() {
  if (process.platform !== 'linux') return null
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}
