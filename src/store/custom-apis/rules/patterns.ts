import { RE2JS } from 're2js'

/**
 * Steps of patterns over the texts of one body, instructions times characters: about a tenth of a second. The longest text
 * of the costliest pattern that a field may have takes less.
 */
export const MAX_PATTERN_STEPS = 6_000_000
/** What a character costs beside its instructions, in steps. */
const STEPS_OF_CHARACTER = 15

/** `max_length`: characters of a text that the steps which are left allow. */
type Matched =
  | { kind: 'matched'; is_match: boolean }
  | { kind: 'too_long'; max_length: number; steps_of_character: number }

/** The patterns of one body, matched within one bound: they take no longer however many fields have one. */
export class PatternBudget {
  #left = MAX_PATTERN_STEPS

  /** True if the text contains the pattern; a text that takes more steps than are left is not matched. */
  match(regexp: string, text: string): Matched {
    const pattern = RE2JS.compile(regexp)
    const steps_of_character = pattern.programSize() + STEPS_OF_CHARACTER
    const max_length = Math.floor(this.#left / steps_of_character)
    if (text.length > max_length) return { kind: 'too_long', max_length, steps_of_character }
    this.#left -= steps_of_character * text.length
    return { kind: 'matched', is_match: pattern.matcher(text).find() }
  }
}
