import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { NOTHING_MATCHES } from '../../../messages/en.ts'

/** A list box must have an option, so a disabled option explains why there are no others. */
export function orSentence(options: readonly ComboboxParsedItem[], sentence: string): ComboboxParsedItem[] {
  if (options.length > 0) return [...options]
  return [{ value: NONE, label: sentence, disabled: true } satisfies ComboboxItem]
}

const NONE = '\u0000none'

/** Options that match the typed text, without the selected options. */
export function matching(chosen: readonly string[] = []): OptionsFilter {
  return ({ options, search }) => {
    const query = search.trim().toLowerCase()
    const found = options.filter(
      (option) => 'value' in option && !chosen.includes(option.value) && option.label.toLowerCase().includes(query),
    )
    return orSentence(found, NOTHING_MATCHES)
  }
}
