// Time in a child process runs faster: its timers end sooner, and its clocks agree with them.

/** For `env` of a Node process. Timers of less than a second stay as they are, and the timeout of a request, which is of real time. */
export function fastTime(factor: number): { readonly NODE_OPTIONS: string } {
  const script = `
    const { setTimeout: wait } = globalThis
    const isWait = (ms) => ms >= 1000 && ms !== 30_000
    globalThis.setTimeout = (run, ms, ...more) => wait(run, isWait(ms) ? ms / ${factor} : ms, ...more)
    const now = performance.now.bind(performance)
    performance.now = () => now() * ${factor}
  `
  return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(script)}"` }
}
