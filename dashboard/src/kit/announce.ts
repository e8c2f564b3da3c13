import { useEffect, useState } from 'react'

const EVENT = 'tidings-announcement'
/** Removed afterwards, so that screen readers do not come across old text. */
const SHOWN_MS = 10_000

/** Announces a result to screen readers, wherever the focus is. */
export function announce(text: string): void {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: text }))
}

/** Latest announcement. */
export function useAnnouncement(): string {
  const [text, setText] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onEvent = (event: Event) => {
      clearTimeout(timer)
      const announced = (event as CustomEvent<string>).detail
      // A non-breaking space makes the text differ, since screen readers ignore an unchanged region.
      setText((before) => (before === announced ? `${announced}\u00a0` : announced))
      timer = setTimeout(() => setText(''), SHOWN_MS)
    }
    window.addEventListener(EVENT, onEvent)
    return () => {
      clearTimeout(timer)
      window.removeEventListener(EVENT, onEvent)
    }
  }, [])
  return text
}
