import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { HEADING } from '../kit/page.tsx'
import { triggerOf } from '../ui/return-focus.tsx'

/**
 * After another page was opened, the keyboard and screen readers are at its heading. A tab or a dialog of the same page leaves
 * them where they are.
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
        // A dialog that is an address has taken it.
        if (document.querySelector('[aria-modal="true"]') !== null) return
        const now = headingOfPage()
        const isSame = now === heading && now?.textContent === before
        if (isSame && !isLost()) return
        late.disconnect()
        if (now !== null) now.focus({ preventScroll: true })
        // Some pages have their name from what they read.
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

/** What returns the focus to where it came from does so before this. */
const PATIENCE_MS = 60

/**
 * What has the focus may go: a row that is deleted, a chip that is taken away. Browsers then begin at the top of the page; here
 * the focus goes to the nearest heading above what is gone. A pointer may leave the focus nowhere.
 */
export function useKeptFocus(): void {
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
      timer = setTimeout(() => isLost() && keep(trail), PATIENCE_MS)
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

/** The element and all that it is in; what is in a menu or a popover is also in the button of that. */
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
    // It comes back when the change is made.
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
