import { RE2JS } from 're2js'

/** Steps of patterns over the texts of one body, instructions times characters: about a tenth of a second. */
export const MAX_PATTERN_STEPS = 2_500_000

/** The patterns of one body, matched within one bound: they take no longer however many fields have one. */
export class PatternBudget {
  #left = MAX_PATTERN_STEPS

  /** True if the text contains the pattern; null when that would take more than is left. */
  matches(regexp: string, text: string): boolean | null {
    const pattern = RE2JS.compile(regexp)
    this.#left -= pattern.programSize() * text.length
    return this.#left < 0 ? null : pattern.matcher(text).find()
  }
}
