import { useEffect } from 'react'

/** Scrolls an element into view, for an address that points into a page. */
export function ScrollTo({ id }: { id: string }) {
  // The braces matter: newer browsers return a promise, and an effect may return only a function.
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'start' })
  }, [id])
  return null
}
