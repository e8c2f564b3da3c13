/** Pattern that matches every key except those with a secret payload, which must be named. */
export const ANY_KEY = '*'

/** Returns the prefix of a pattern such as `order.*`, which matches every key below it; null for any other text. */
export function prefixOf(pattern: string): string | null {
  return pattern.endsWith(ANY_BELOW) && pattern !== ANY_BELOW ? pattern.slice(0, -ANY_BELOW.length) : null
}

const ANY_BELOW = '.*'

export function isPattern(text: string): boolean {
  return text === ANY_KEY || prefixOf(text) !== null
}

/** Returns the patterns that match a key, narrowest first; only narrow patterns if `isSecret`. */
export function patternsOf(key: string, isSecret: boolean): readonly string[] {
  const patterns: string[] = []
  for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
    patterns.push(key.slice(0, dot) + ANY_BELOW)
  }
  return isSecret ? patterns : [...patterns, ANY_KEY]
}
