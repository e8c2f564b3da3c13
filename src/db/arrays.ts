/** Parameters for `unnest`: a PostgreSQL array literal is far cheaper to make than the driver's quoting of every element. */

/** Of values that need no quoting: ids, numbers, words, null. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

export function timeArray(values: readonly (number | null)[]): string {
  return plainArray(values.map((value) => (value === null ? null : `"${new Date(value).toISOString()}"`)))
}

/**
 * Of JSON texts, for `string_to_array($n, E'\x1e')`, or `string_to_array($n, E'\x1e', '')` where some are null: JSON text
 * holds no raw control character and is never empty.
 */
export function jsonTexts(values: readonly (string | null)[]): string {
  return values.join('\x1e')
}
