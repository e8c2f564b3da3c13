const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[ -~]*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)

/**
 * Reads a W3C trace context (`version-trace id-span id-flags`). Null if invalid, since the standard requires receivers
 * to ignore it. Reads only the fields of version 00 from later versions.
 */
export function readTraceparent(text: unknown): string | null {
  const [, version, trace_id, span_id, flags, more] = typeof text === 'string' ? (TRACEPARENT.exec(text) ?? []) : []
  if (version === undefined || version === 'ff' || trace_id === NO_TRACE || span_id === NO_SPAN) return null
  if (version === '00' && more !== undefined) return null
  return `00-${trace_id}-${span_id}-${flags}`
}

/** The trace id: 32 hexadecimal digits. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35)
}
