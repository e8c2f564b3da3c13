import { type ChangeEvent, useState } from 'react'
import type { Value } from './values.ts'

/** A control whose text is not its value: keeps what was typed, as long as the value is the one that was read from it. */
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
