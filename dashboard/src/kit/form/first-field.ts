import { type RefObject, useEffect } from 'react'

const FIELDS = 'input:not([type="hidden"], :disabled, [readonly]), textarea:not(:disabled), select:not(:disabled)'

/**
 * Focuses the first field of a dialog, even if the field loads late; otherwise the close button would get the focus.
 */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = form.current?.closest<HTMLElement>('[role="dialog"]') ?? null
    if (dialog === null) return
    const begin = () => {
      const now = document.activeElement
      const isUntouched = now === document.body || now === dialog || now?.getAttribute('aria-label') === 'Close'
      const field = form.current?.querySelector<HTMLElement>(FIELDS)
      if (isUntouched) checkedOf(field)?.focus({ preventScroll: true })
      if (!isUntouched || field) observer.disconnect()
    }
    const observer = new MutationObserver(begin)
    // Runs after the dialog's focus trap.
    const timer = setTimeout(() => {
      observer.observe(dialog, { subtree: true, childList: true })
      begin()
    }, 20)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [form])
}

/** A radio group takes the focus at its checked button. */
function checkedOf(field: HTMLElement | null | undefined): HTMLElement | undefined {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field ?? undefined
  return field.form?.querySelector<HTMLElement>(`input[name="${CSS.escape(field.name)}"]:checked`) ?? field
}
