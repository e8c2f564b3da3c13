declare const isStorable: unique symbol

/**
 * Text that every column and every JSON parser accepts: well-formed Unicode without U+0000. Only this file creates it.
 */
export type StorableText = string & { readonly [isStorable]: true }

/** Default limit for texts from outside, in characters. */
const MAX_LENGTH = 8_192
/** Limit for the JSON of names and texts, in characters. */
const MAX_JSON_LENGTH = 65_536

/** Replaces characters that PostgreSQL cannot store with U+FFFD, and truncates after `max_length` characters. */
export function storable(text: string, max_length = MAX_LENGTH): StorableText {
  const short = text.length > max_length ? text.slice(0, max_length) : text
  const plain = short.includes('\0') ? short.replaceAll('\0', '\uFFFD') : short
  return plain.toWellFormed() as StorableText
}

/** JSON of an object of texts, each of them storable. Omits names beyond `MAX_JSON_LENGTH`. */
export function storableJson(texts: Readonly<Record<string, string>>): StorableText {
  const json = JSON.stringify(texts)
  if (json.length <= MAX_JSON_LENGTH && !UNSTORABLE.test(json)) return json as StorableText
  let length = 0
  const fitting = Object.entries(texts)
    .map(([name, text]) => [storable(name), storable(text)] as const)
    .filter(([name, text]) => {
      length += JSON.stringify([name, text]).length
      return length < MAX_JSON_LENGTH
    })
  return JSON.stringify(Object.fromEntries(fitting)) as StorableText
}

/**
 * JSON escapes U+0000 and lone surrogates. Literal text that looks like these escapes also matches, which is harmless.
 */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/
