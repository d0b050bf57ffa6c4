// The selected test or agent, which is also the fragment of the address: every test has a link.
import { useEffect, useState } from 'preact/hooks'
import type { Model } from './model.ts'

export function useSelection(model: Model): readonly [string | null, (anchor: string) => void] {
  const fromAddress = () => {
    const anchor = location.hash.slice(1)
    return model.byAnchor.has(anchor) ? anchor : null
  }
  const [selected, setSelected] = useState(() => fromAddress() ?? firstOf(model))
  useEffect(() => {
    const follow = () => setSelected((before) => fromAddress() ?? before)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [model])
  const select = (anchor: string) => {
    setSelected(anchor)
    // Replaced, so that the back button leaves the page instead of walking through the list.
    history.replaceState(null, '', `#${anchor}`)
  }
  return [selected, select]
}

/** What a reviewer came for: the first test that did not pass. */
function firstOf({ tests }: Model): string | null {
  return tests.find(({ group }) => group !== 'passed')?.anchor ?? null
}
