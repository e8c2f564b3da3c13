import { eventTypes } from '../../event-types/catalog.ts'
import { splitKey } from '../../event-types/event-type.ts'

export const MAX_KEY_LENGTH = 100
export const FORM = /^[a-z][a-z0-9_-]{0,40}(\.[a-z][a-z0-9_-]{0,40}){1,4}$/

const FORM_RULE =
  'The key of an own event type has 2 to 5 segments separated by dots, each a lowercase letter and up to 40 lowercase ' +
  `letters, digits, "_" and "-", and at most ${MAX_KEY_LENGTH} characters in all, such as "acme.order.approved".`

/** First segments of keys that are built in, or may be in a later release. */
const RESERVED: ReadonlySet<string> = new Set(['tidings', ...eventTypes.map(({ key }) => splitKey(key).prefix)])

/** Returns the problem of an own event type's key, as a sentence with the allowed form; null for a valid key. */
export function keyProblem(key: string): string | null {
  if (key.length > MAX_KEY_LENGTH || !FORM.test(key)) return FORM_RULE
  const { prefix } = splitKey(key)
  if (RESERVED.has(prefix))
    return `The first segment of an own key must not be "${prefix}", which is reserved for built-in event types. Begin with a name of your own, such as "acme.${key}".`
  if (prefix.endsWith('_ext'))
    return 'The first segment of an own key must not end in "_ext": such keys belong to custom APIs.'
  return null
}

/** True if own event types may have this key or match this pattern. */
export function isOwnKeyForm(text: string): boolean {
  return keyProblem(text.replace(/[.][*]$/, '.any')) === null
}
