import { useEffect } from 'react'

/** For an address that is a place on a page: the page with this element in view. */
export function ScrollTo({ id }: { id: string }) {
  // In braces: browsers have begun to return a promise, and an effect may return nothing but a function.
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'start' })
  }, [id])
  return null
}
