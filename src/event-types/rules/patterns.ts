/** The pattern that matches every key, except those whose payload is a secret and that have to be named. */
export const ANY_KEY = '*'

/** `order.*`: every key below it; null for a text that is not such a pattern. */
export function prefixOf(pattern: string): string | null {
  return pattern.endsWith(ANY_BELOW) && pattern !== ANY_BELOW ? pattern.slice(0, -ANY_BELOW.length) : null
}

const ANY_BELOW = '.*'

/** Whether a text is a pattern and not a key. */
export function isPattern(text: string): boolean {
  return text === ANY_KEY || prefixOf(text) !== null
}

/** The patterns that match a key, the narrowest first; `isSecret` for keys that only narrow ones match. */
export function patternsOf(key: string, isSecret: boolean): readonly string[] {
  const patterns: string[] = []
  for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
    patterns.push(key.slice(0, dot) + ANY_BELOW)
  }
  return isSecret ? patterns : [...patterns, ANY_KEY]
}
