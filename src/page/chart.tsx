// The frame of a chart in the overview.
import type { ComponentChildren } from 'preact'

export interface ChartProps {
  readonly title: string
  readonly note?: string | undefined
  readonly wide?: boolean
  readonly children: ComponentChildren
}

export function Chart({ title, note, wide = false, children }: ChartProps) {
  return (
    <section class={wide ? 'chart wide' : 'chart'}>
      <h2>
        {title} {note !== undefined && <small>{note}</small>}
      </h2>
      {children}
    </section>
  )
}
