import { type ChangeEvent, useState } from 'react'
import type { Value } from './values.ts'

/** State of a control whose text differs from its value. The typed text is kept until the value changes elsewhere. */
export function useDraft(
  value: Value,
  onChange: (value: Value) => void,
  write: (value: Value) => string,
  read: (text: string) => Value,
) {
  const [draft, setDraft] = useState(() => ({ text: write(value), value }))
  return {
    value: Object.is(draft.value, value) ? draft.text : write(value),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const next = { text: currentTarget.value, value: read(currentTarget.value) }
      setDraft(next)
      onChange(next.value)
    },
  }
}
