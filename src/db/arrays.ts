/**
 * Parameters for `unnest`. Where rows are many, ids and texts go in PostgreSQL's binary form, in which the driver sends
 * every Buffer: the digits of an id cost PostgreSQL five times as much as its bytes, and searching for the ends of
 * texts costs three times as much as reading their lengths. An array that is missing reads as nulls beside others.
 */

/** Of values that need no quoting: ids, numbers, words, null. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/** Of milliseconds since the epoch, for `timestamptz[]`; null when nothing but nulls is there. */
export function timeArray(times: readonly (number | null)[]): string | null {
  if (times.every((time) => time === null)) return null
  return plainArray(times.map((time) => (time === null ? null : `"${new Date(time).toISOString()}"`)))
}

/** For `uuid[]`. Throws when one of them is not a UUID. */
export function uuidArray(ids: readonly string[]): Buffer {
  const array = newArray(OF_UUID, ids.length, ids.length * UUID)
  let at = HEAD
  for (const id of ids) {
    at = writeUuid(array, array.writeInt32BE(UUID, at), id)
  }
  return array
}

/** For `text[]`; null when nothing but nulls is there. */
export function textArray(texts: readonly (string | null)[]): Buffer | null {
  if (texts.every((text) => text === null)) return null
  const sizes = texts.map((text) => (text === null ? 0 : Buffer.byteLength(text)))
  const size = sizes.reduce((sum, one) => sum + one, 0)
  const array = newArray(OF_TEXT, texts.length, size)
  let at = HEAD
  for (const [index, text] of texts.entries()) {
    at = array.writeInt32BE(text === null ? NULL : (sizes[index] ?? 0), at)
    if (text !== null) at += array.write(text, at)
  }
  return array
}

/** Object ids of the types of elements, the same in every PostgreSQL. */
const OF_UUID = 2950
const OF_TEXT = 25
/** Bytes before the first element, and of an id. */
const HEAD = 20
const UUID = 16
/** Instead of an element's length. */
const NULL = -1

/** One dimension of `count` elements that take `size` bytes together, each with its length before it. */
function newArray(type: number, count: number, size: number): Buffer {
  const array = Buffer.allocUnsafe(HEAD + 4 * count + size)
  for (const [index, field] of [1, 1, type, count, 1].entries()) array.writeInt32BE(field, 4 * index)
  return array
}

/** By hand, since the bytes that the library makes of an id take four times as long. Returns where the next begins. */
function writeUuid(array: Buffer, start: number, id: string): number {
  let wrong = id.length === 36 ? 0 : -1
  let at = start
  for (let digit = 0; digit < 36; digit += 2) {
    if (digit === 8 || digit === 13 || digit === 18 || digit === 23) {
      if (id.charCodeAt(digit) !== DASH) wrong = -1
      digit += 1
    }
    const byte = (digitAt(id, digit) << 4) | digitAt(id, digit + 1)
    wrong |= byte
    array[at++] = byte
  }
  if (wrong < 0) throw new TypeError(`"${id}" is not a UUID.`)
  return at
}

const DASH = 45
/** The value of each hexadecimal digit by its code; -1 for every other character. */
const DIGITS = new Int8Array(65_536).fill(-1)
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGITS[digit.charCodeAt(0)] = value
  DIGITS[digit.toUpperCase().charCodeAt(0)] = value
}

function digitAt(id: string, index: number): number {
  return DIGITS[id.charCodeAt(index)] ?? -1
}
