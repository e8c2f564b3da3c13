/** Beginning of a response that could not be parsed, with one character per byte. */
export type ResponseHead = string

/** Status of the final response, skipping interim responses; null if there is none. */
export function statusOf(head: ResponseHead): string | null {
  return (
    head
      .match(/^HTTP\/1\.[01] \d{3}\b/gm)
      ?.at(-1)
      ?.slice(-3) ?? null
  )
}

/**
 * Reason why the length of the response is ambiguous; null if the head shows none. RFC 9112, section 6.3, allows recipients to
 * accept repeated equal lengths, but the parser rejects them.
 */
export function lengthProblem(head: ResponseHead): string | null {
  const lengths = valuesOf(head, 'content-length').flatMap((value) => value.split(',').map((length) => length.trim()))
  if (lengths.length === 0) return null
  if (valuesOf(head, 'transfer-encoding').length > 0) return 'it sends Content-Length beside Transfer-Encoding'
  if (lengths.length === 1) return null
  return new Set(lengths).size === 1 ? 'it sends Content-Length twice' : 'it sends different values of Content-Length'
}

function valuesOf(head: ResponseHead, name: string): string[] {
  const start = Math.max(head.lastIndexOf('\nHTTP/1.'), 0)
  const end = head.indexOf('\r\n\r\n', start)
  const lines = head.slice(start, end === -1 ? undefined : end).split('\n')
  return lines.flatMap((line) => (line.toLowerCase().startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []))
}
