import { useEffect } from 'react'

/** For an address that is a place on a page: the page with this element in view. */
export function ScrollTo({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.scrollIntoView({ block: 'start' }), [id])
  return null
}
