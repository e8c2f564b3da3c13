/**
 * Bytes that a value of plain data takes in the heap of V8, which has 8 for a reference: a test compares it with what the heap
 * grows by. Names of members are shared by all objects that have them, and not counted.
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

/** Smaller integers are in the place of the reference. */
const SMALL = 2 ** 31
const HEAP_NUMBER = 16
const STRING_HEADER = 16
const REFERENCE = 8
const ARRAY_HEADER = 48
const OBJECT_HEADER = 24
const MAP_ENTRY = 40
const DATE = 96
const BUFFER_HEADER = 200

/** Two bytes for each character if one of them is not Latin. */
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
