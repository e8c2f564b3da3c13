import { useEffect, useState } from 'react'

const EVENT = 'tidings-announcement'
/** Afterwards a person who reads the page does not come upon it. */
const SHOWN_MS = 10_000

/** Says what became of something to screen readers, wherever the focus is then. */
export function announce(text: string): void {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: text }))
}

/** What was announced last. */
export function useAnnouncement(): string {
  const [text, setText] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = (event: Event) => {
      clearTimeout(timer)
      const said = (event as CustomEvent<string>).detail
      // The same sentence again is heard only if it differs.
      setText((before) => (before === said ? `${said}\u00a0` : said))
      timer = setTimeout(() => setText(''), SHOWN_MS)
    }
    window.addEventListener(EVENT, hear)
    return () => {
      clearTimeout(timer)
      window.removeEventListener(EVENT, hear)
    }
  }, [])
  return text
}
