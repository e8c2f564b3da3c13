import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { HEADING } from '../kit/page.tsx'
import { triggerOf } from '../ui/return-focus.tsx'

/**
 * Moves the focus to the heading after navigation, for keyboards and screen readers. A tab or a dialog of the same page
 * leaves the focus where it is.
 */
export function useFocusOnHeading(): void {
  const router = useRouter()
  useEffect(() => {
    let before: string | null | undefined
    let heading: HTMLElement | null = null
    const late = new MutationObserver(() => {
      const now = headingOfPage()
      if (now === null) return
      late.disconnect()
      if (isLost()) now.focus({ preventScroll: true })
    })
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        heading = headingOfPage()
        before = heading?.textContent
      }),
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || fromLocation === undefined) return
        // A dialog route has taken the focus.
        if (document.querySelector('[aria-modal="true"]') !== null) return
        const now = headingOfPage()
        const isSame = now === heading && now?.textContent === before
        if (isSame && !isLost()) return
        late.disconnect()
        if (now !== null) now.focus({ preventScroll: true })
        // Some pages read their name from the API first.
        else late.observe(document.body, { subtree: true, childList: true })
      }),
    ]
    return () => {
      late.disconnect()
      for (const stop of stops) stop()
    }
  }, [router])
}

function headingOfPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>(HEADING)
}

/** Dialogs and menus that return the focus do so within this time. */
const TIMEOUT_MS = 60

/**
 * Moves the focus to the nearest heading above an element that was removed (a deleted row, a removed chip), because
 * browsers would start again at the top of the page. A pointer may leave the focus nowhere.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let trail: readonly HTMLElement[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: Event) => {
      trail = target instanceof Element ? trailOf(target) : []
    }
    const forget = () => {
      trail = []
    }
    const observer = new MutationObserver(() => {
      if (trail.length === 0 || !isLost()) return
      clearTimeout(timer)
      timer = setTimeout(() => isLost() && keep(trail), TIMEOUT_MS)
    })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [])
}

const isLost = () => document.activeElement === null || document.activeElement === document.body

/** The element and its ancestors; those of a menu or a popover include the button that opened it. */
function trailOf(element: Element): HTMLElement[] {
  const trail: HTMLElement[] = []
  for (let at: Element | null = element; at !== null && at.id !== 'main'; at = at.parentElement) {
    if (at instanceof HTMLElement) trail.push(at)
    const trigger = triggerOf(at)
    if (trigger !== null && trigger !== at) trail.push(trigger)
  }
  return trail
}

function keep([first, ...around]: readonly HTMLElement[]): void {
  if (first?.isConnected) {
    // The button is enabled again when the change is done.
    if (first.matches('[data-loading]')) return
    first.focus({ preventScroll: true })
  }
  for (const one of around) {
    if (!isLost()) return
    if (!one.isConnected) continue
    one.focus({ preventScroll: true })
    if (isLost()) focusOnText(one.querySelector<HTMLElement>('h1, h2, h3'))
  }
  if (isLost()) headingOfPage()?.focus({ preventScroll: true })
}

function focusOnText(heading: HTMLElement | null): void {
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
