import { type EventAction, splitKey } from '../event-type.ts'

/** The pattern that matches every key, except those whose payload is a secret and that have to be named. */
export const ANY_KEY = '*'

/** `order.*`: every key of one resource; null for a text that is not such a pattern. */
export function prefixOf(pattern: string): string | null {
  const { prefix, action } = splitKey(pattern)
  return action === ANY_ACTION && prefix !== '' ? prefix : null
}

const ANY_ACTION: EventAction = '*'

/** Whether a text is a pattern and not a key. */
export function isPattern(text: string): boolean {
  return text === ANY_KEY || prefixOf(text) !== null
}

/** The patterns that match a key, the narrow one first; `isSecret` for keys that only a narrow one matches. */
export function patternsOf(key: string, isSecret: boolean): readonly string[] {
  const narrow = `${splitKey(key).prefix}.${ANY_ACTION}`
  return isSecret ? [narrow] : [narrow, ANY_KEY]
}
