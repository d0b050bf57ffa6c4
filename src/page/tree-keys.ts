// What a key does in the tree of agents and tests, as the ARIA pattern for trees has it.
import { type Agent, isTest, type Test } from './model.ts'

export type TreeAction =
  | { readonly kind: 'select'; readonly anchor: string }
  | { readonly kind: 'toggle'; readonly anchor: string }
  | { readonly kind: 'enter' }

interface Tree {
  readonly lines: readonly (Agent | Test)[]
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
  if (step !== undefined) return select(lines[Math.min(lines.length - 1, Math.max(0, index + step))])
  const line = lines[index]
  if (line === undefined) return null
  const { anchor } = line
  if (key === 'Enter') return { kind: 'enter' }
  if (isTest(line)) return key === 'ArrowLeft' ? select(line.agent) : null
  const isCollapsed = collapsed.has(anchor)
  if (key === 'ArrowLeft') return isCollapsed ? null : { kind: 'toggle', anchor }
  if (key === 'ArrowRight')
    return isCollapsed
      ? { kind: 'toggle', anchor }
      : select(line.tests.length > 0 ? lines[index + 1] : undefined)
  return key === ' ' ? { kind: 'toggle', anchor } : null
}

function select(line: Agent | Test | undefined): TreeAction | null {
  return line === undefined ? null : { kind: 'select', anchor: line.anchor }
}
