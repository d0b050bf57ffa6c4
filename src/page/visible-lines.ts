// Which lines of a scrolled list are in view.
import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** Pixels; page.css has the same. */
export const LINE_HEIGHT = 36

/** Lines beyond the edges, so that scrolling shows no gaps. */
const EXTRA = 12

interface VisibleLines {
  /** The first line to draw, and the one after the last. */
  readonly first: number
  readonly last: number
  /** Scrolls a line into view; does nothing if it is. */
  readonly show: (index: number) => void
}

export function useVisibleLines(scroller: RefObject<HTMLElement | null>, count: number): VisibleLines {
  const [view, setView] = useState({ top: 0, height: 800 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [count === 0])
  const first = Math.max(0, Math.floor(view.top / LINE_HEIGHT) - EXTRA)
  const last = Math.min(count, Math.ceil((view.top + view.height) / LINE_HEIGHT) + EXTRA)
  const show = (index: number) => {
    const element = scroller.current
    if (element === null || index < 0) return
    const top = index * LINE_HEIGHT
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + LINE_HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = top + LINE_HEIGHT - element.clientHeight
  }
  return { first: Math.min(first, last), last, show }
}
