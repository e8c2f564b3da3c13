/**
 * Restores masked texts of a body, by JSON pointer. All other characters stay, so that the result is byte for byte what
 * was signed. Unknown pointers are ignored.
 */
export function restoreMasked(body: string, texts: Readonly<Record<string, string>>): string {
  const spans = Object.entries(texts).flatMap(([pointer, text]) => {
    const span = spanOf(body, pointer)
    return span === null ? [] : [{ ...span, text: JSON.stringify(text) }]
  })
  return spans
    .sort((one, other) => other.start - one.start)
    .reduce((restored, { start, end, text }) => restored.slice(0, start) + text + restored.slice(end), body)
}

type Span = { start: number; end: number }

function spanOf(body: string, pointer: string): Span | null {
  if (!pointer.startsWith('/')) return null
  const names = pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  let start = 0
  for (const name of names) {
    const at = memberOf(body, skipBlanks(body, start), name)
    if (at === null) return null
    start = at
  }
  start = skipBlanks(body, start)
  return { start, end: endOfValue(body, start) }
}

/** Start of a member's value, or of the item at an index; null if missing. */
function memberOf(body: string, start: number, name: string): number | null {
  const isObject = body[start] === '{'
  if (!isObject && body[start] !== '[') return null
  let at = skipBlanks(body, start + 1)
  for (let index = 0; at < body.length && !'}]'.includes(body.charAt(at)); index += 1) {
    const end = isObject ? endOfString(body, at) : at
    const key: unknown = isObject ? JSON.parse(body.slice(at, end)) : String(index)
    const value = isObject ? skipBlanks(body, skipBlanks(body, end) + 1) : at
    if (key === name) return value
    at = skipBlanks(body, endOfValue(body, value))
    if (body[at] === ',') at = skipBlanks(body, at + 1)
  }
  return null
}

function endOfValue(body: string, start: number): number {
  if (body[start] === '"') return endOfString(body, start)
  if (body[start] !== '{' && body[start] !== '[') {
    return start + (/^[^,\]}\s]*/.exec(body.slice(start, start + SCALAR_LENGTH))?.[0].length ?? 0)
  }
  let depth = 0
  for (let at = start; at < body.length; at += 1) {
    const character = body.charAt(at)
    if (character === '"') at = endOfString(body, at) - 1
    else if ('{['.includes(character)) depth += 1
    else if ('}]'.includes(character)) depth -= 1
    if (depth === 0) return at + 1
  }
  return body.length
}

/** Longer than any number that JSON.stringify prints. */
const SCALAR_LENGTH = 400

function endOfString(body: string, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== '"') at += body[at] === '\\' ? 2 : 1
  return at + 1
}

function skipBlanks(body: string, start: number): number {
  let at = start
  while (at < body.length && ' \t\n\r'.includes(body.charAt(at))) at += 1
  return at
}
