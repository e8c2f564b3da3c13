import { type RefObject, useEffect } from 'react'

const FIELDS = 'input:not([type="hidden"], :disabled, [readonly]), textarea:not(:disabled), select:not(:disabled)'

/** In a dialog the focus begins in the first field, also of one that comes late; its button to close comes before that. */
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
    // The trap of the dialog has its turn first.
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

/** Of radio buttons the one that is on has the focus. */
function checkedOf(field: HTMLElement | null | undefined): HTMLElement | undefined {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field ?? undefined
  return field.form?.querySelector<HTMLElement>(`input[name="${CSS.escape(field.name)}"]:checked`) ?? field
}
