// What a key does in the tree of agents and tests, as the ARIA pattern for trees has it.
import type { Line } from './filter.ts'
import { type Agent, isTest, type Test } from './model.ts'

export type TreeAction =
  | { readonly kind: 'select'; readonly anchor: string }
  | { readonly kind: 'toggle'; readonly anchor: string }
  | { readonly kind: 'enter' }

interface Tree {
  readonly lines: readonly Line[]
  readonly collapsed: ReadonlySet<string>
  /** The selected line; negative for none. */
  readonly index: number
}

const PAGE = 12

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Null if the key does nothing. */
export function treeKey(key: string, { lines, collapsed, index }: Tree): TreeAction | null {
  const step = STEPS[key]
  if (step !== undefined) return select(lines[Math.min(lines.length - 1, Math.max(0, index + step))]?.entry)
  const entry = lines[index]?.entry
  if (entry === undefined) return null
  const { anchor } = entry
  if (key === 'Enter') return { kind: 'enter' }
  if (isTest(entry)) return key === 'ArrowLeft' ? select(entry.agent) : null
  const isCollapsed = collapsed.has(anchor)
  if (key === 'ArrowLeft') return isCollapsed ? null : { kind: 'toggle', anchor }
  if (key === 'ArrowRight')
    return isCollapsed
      ? { kind: 'toggle', anchor }
      : select(entry.tests.length > 0 ? lines[index + 1]?.entry : undefined)
  return key === ' ' ? { kind: 'toggle', anchor } : null
}

function select(entry: Agent | Test | undefined): TreeAction | null {
  return entry === undefined ? null : { kind: 'select', anchor: entry.anchor }
}
