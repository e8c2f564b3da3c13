import { RE2JS } from 're2js'

/**
 * Steps of patterns over the texts of one body, instructions times characters: about a tenth of a second. The longest text
 * of the costliest pattern that a field may have takes less.
 */
const MAX_PATTERN_STEPS = 6_000_000
/** What a character costs beside its instructions, in steps. */
const STEPS_OF_CHARACTER = 15

/** The patterns of one body, matched within one bound: they take no longer however many fields have one. */
export class PatternBudget {
  #left = MAX_PATTERN_STEPS

  /** True if the text contains the pattern; null when that would take more than is left. */
  matches(regexp: string, text: string): boolean | null {
    if (this.#left < 0) return null
    const pattern = RE2JS.compile(regexp)
    this.#left -= (pattern.programSize() + STEPS_OF_CHARACTER) * text.length
    return this.#left < 0 ? null : pattern.matcher(text).find()
  }
}
