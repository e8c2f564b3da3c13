/**
 * Parameters for `unnest`. Large arrays of ids and texts are sent in PostgreSQL's binary form, which the driver uses
 * for every Buffer: parsing an id from digits costs PostgreSQL five times as much as reading its bytes, and finding the
 * ends of texts costs three times as much as reading their lengths. A null array reads as nulls beside other arrays.
 */

/** An array literal of values that need no quoting: ids, numbers, words, null. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/** A `timestamptz[]` literal of milliseconds since the epoch; null if every time is null. */
export function timeArray(times: readonly (number | null)[]): string | null {
  if (times.every((time) => time === null)) return null
  return plainArray(times.map((time) => (time === null ? null : `"${new Date(time).toISOString()}"`)))
}

/** A binary `uuid[]`. Throws if an id is not a UUID. */
export function uuidArray(ids: readonly string[]): Buffer {
  const array = newArray(OF_UUID, ids.length, ids.length * UUID)
  let at = HEAD
  for (const id of ids) {
    at = writeUuid(array, array.writeInt32BE(UUID, at), id)
  }
  return array
}

/** A binary `text[]`; null if every text is null. */
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

/** Object ids of element types, the same in every PostgreSQL. */
const OF_UUID = 2950
const OF_TEXT = 25
/** Bytes of the header, and of an id. */
const HEAD = 20
const UUID = 16
/** Replaces the length of an element. */
const NULL = -1

/** An array of one dimension with `count` elements of `size` bytes in total, each preceded by its length. */
function newArray(type: number, count: number, size: number): Buffer {
  const array = Buffer.allocUnsafe(HEAD + 4 * count + size)
  for (const [index, field] of [1, 1, type, count, 1].entries()) array.writeInt32BE(field, 4 * index)
  return array
}

/** Hand-written, since the library's conversion takes four times as long. Returns the offset after the id. */
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
/** The value of a hexadecimal digit by its character code; -1 for every other character. */
const DIGITS = new Int8Array(65_536).fill(-1)
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGITS[digit.charCodeAt(0)] = value
  DIGITS[digit.toUpperCase().charCodeAt(0)] = value
}

function digitAt(id: string, index: number): number {
  return DIGITS[id.charCodeAt(index)] ?? -1
}
