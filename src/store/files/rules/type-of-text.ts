/** Kinds of text by the end of the name. None of them is run by a browser: HTML and scripts stay plain text. */
const KINDS: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/jsonl',
  md: 'text/markdown',
  vtt: 'text/vtt',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
}

/** The type of text that starts with these bytes; null when it is no text in UTF-8. */
export function typeOfText(start: Uint8Array, file_name: string): string | null {
  const text = readText(start)
  if (text === null) return null
  if (SVG.test(text)) return 'image/svg+xml'
  const ending = /\.([a-z]+)$/.exec(file_name.toLowerCase())?.[1] ?? ''
  return (Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined) ?? 'text/plain'
}

// Each part can match in one way only, so that a long prologue is read once.
const SVG = /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE svg[^>]*>)*<svg[\s>]/

/** Null for bytes that no text has. What was cut off in the middle of a character counts as text. */
function readText(start: Uint8Array): string | null {
  if (start.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
  } catch {
    return null
  }
}
