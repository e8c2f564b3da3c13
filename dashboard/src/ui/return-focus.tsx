import { useLayoutEffect } from 'react'

/** Returns the focus to the element that had it when the dialog opened, unless the focus has moved elsewhere. */
export function ReturnFocus() {
  useLayoutEffect(() => {
    // The dialog's focus trap takes the focus after this effect.
    const opener = remaining(document.activeElement)
    return () => {
      const now = document.activeElement
      const isFree = now === null || now === document.body || now.closest('[role="dialog"]') !== null
      if (isFree && opener?.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return null
}

/** A menu item disappears with its menu, so its menu button is used instead. */
function remaining(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  const one = menu ? triggerOf(menu) : element
  return one instanceof HTMLElement ? one : null
}

/** Button that opened a popup with this element. */
export function triggerOf({ id }: Element): HTMLElement | null {
  return id === '' ? null : document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(id)}"]`)
}
