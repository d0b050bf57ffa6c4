// How V8 spends memory. Left alone it takes what the machine has: with a thousand agents ten times what is in use.
import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the heap close to what is in use, for some more collections. V8 looks at both flags whenever it decides on a
 * size, so they may be set at any time. See docs/benchmarks.md for what each brings.
 */
export function keepHeapSmall(): void {
  // What fetch registers for finalization survives the young generation, which grows to 128 MB over it.
  setFlagsFromString('--semi-space-growth-factor=1')
  // The next full collection comes when the heap has grown to two and a half times; V8 may let it come to four.
  setFlagsFromString('--heap-growing-percent=150')
}
