/**
 * Estimates the bytes that plain data takes in V8's heap, with references of 8 bytes; a test compares the estimate with
 * real heap growth. Member names are not counted because objects share them.
 */
export function heapBytes(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return stringBytes(value)
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < SMALL ? 0 : HEAP_NUMBER
    case 'object':
      return value === null ? 0 : objectBytes(value)
    default:
      return 0
  }
}

/** Smaller integers are stored in the reference itself. */
const SMALL = 2 ** 31
const HEAP_NUMBER = 16
const STRING_HEADER = 16
const REFERENCE = 8
const ARRAY_HEADER = 48
const OBJECT_HEADER = 24
const MAP_ENTRY = 40
const DATE = 96
const BUFFER_HEADER = 200

/** V8 stores two bytes per character if any character is not Latin-1. */
function stringBytes(text: string): number {
  const bytes = BEYOND_LATIN.test(text) ? 2 * text.length : text.length
  return STRING_HEADER + Math.ceil(bytes / REFERENCE) * REFERENCE
}

const BEYOND_LATIN = /[\u0100-\uffff]/

function objectBytes(value: object): number {
  if (Array.isArray(value)) return value.reduce((sum, one) => sum + REFERENCE + heapBytes(one), ARRAY_HEADER)
  if (ArrayBuffer.isView(value)) return BUFFER_HEADER + value.byteLength
  if (value instanceof Date) return DATE
  if (value instanceof Map) return heapBytes([...value.entries()].flat()) + MAP_ENTRY * value.size
  return Object.values(value).reduce((sum, one) => sum + REFERENCE + heapBytes(one), OBJECT_HEADER)
}
