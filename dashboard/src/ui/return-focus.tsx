import { useLayoutEffect } from 'react'

/** Within a dialog: gives the focus back to what had it when the dialog opened, unless it has gone elsewhere meanwhile. */
export function ReturnFocus() {
  useLayoutEffect(() => {
    // The trap of the dialog takes the focus only afterwards.
    const opener = remaining(document.activeElement)
    return () => {
      const now = document.activeElement
      const isFree = now === null || now === document.body || now.closest('[role="dialog"]') !== null
      if (isFree && opener?.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return null
}

/** The entry of a menu goes with it: then its button is meant. */
function remaining(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  const one = menu ? triggerOf(menu) : element
  return one instanceof HTMLElement ? one : null
}

/** The button that opened what has this element as its content. */
export function triggerOf({ id }: Element): HTMLElement | null {
  return id === '' ? null : document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(id)}"]`)
}
