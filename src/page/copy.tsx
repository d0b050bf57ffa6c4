// "Copy for a coding agent": a button that says whether it copied.
import { useState } from 'preact/hooks'

interface CopyProps {
  readonly label: string
  readonly text: () => string
}

const SAID = {
  ready: '',
  copied: 'Copied. Paste it into your coding agent.',
  failed: 'This browser does not allow copying.',
} as const

export function CopyButton({ label, text }: CopyProps) {
  const [state, setState] = useState<keyof typeof SAID>('ready')
  const copy = () => {
    // Undefined where the page is not served securely.
    const clipboard: Clipboard | undefined = navigator.clipboard
    const written = clipboard?.writeText(text()) ?? Promise.reject()
    written.then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return (
    <span class="copy">
      <button type="button" class="chip" onClick={copy}>
        {label}
      </button>
      <span class="muted" role="status">
        {SAID[state]}
      </span>
    </span>
  )
}
