import { RE2JS } from 're2js'

/**
 * Steps (instructions times characters) of all pattern matches for one body: about a tenth of a second. Enough for the
 * longest text with the costliest pattern that a field may have.
 */
export const MAX_PATTERN_STEPS = 6_000_000
/** Cost of a character besides its instructions, in steps. */
const STEPS_OF_CHARACTER = 15

/** `max_length` is the number of characters that the remaining steps allow. */
type Matched =
  | { kind: 'matched'; is_match: boolean }
  | { kind: 'too_long'; max_length: number; steps_of_character: number }

/** Bounds the time of all pattern matches for one body, however many fields have a pattern. */
export class PatternBudget {
  #left = MAX_PATTERN_STEPS

  /** True if the text contains the pattern. A text that would exceed the remaining steps is not matched. */
  match(regexp: string, text: string): Matched {
    const pattern = RE2JS.compile(regexp)
    const steps_of_character = pattern.programSize() + STEPS_OF_CHARACTER
    const max_length = Math.floor(this.#left / steps_of_character)
    if (text.length > max_length) return { kind: 'too_long', max_length, steps_of_character }
    this.#left -= steps_of_character * text.length
    return { kind: 'matched', is_match: pattern.matcher(text).find() }
  }
}
