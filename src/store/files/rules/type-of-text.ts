/** Text types by file extension. HTML and scripts are missing, so that browsers do not run them. */
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

/** Returns the media type of a text that starts with these bytes; null if it is not UTF-8 text. */
export function typeOfText(start: Uint8Array, file_name: string): string | null {
  const text = readText(start)
  if (text === null) return null
  if (SVG.test(text)) return 'image/svg+xml'
  const extension = /\.([a-z]+)$/.exec(file_name.toLowerCase())?.[1] ?? ''
  return (Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined) ?? 'text/plain'
}

// Alternatives never overlap, so that matching a long prologue takes linear time.
const SVG = /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE svg[^>]*>)*<svg[\s>]/

/** Decodes bytes; null for NUL bytes and invalid UTF-8. Tolerates a character cut off at the end. */
function readText(start: Uint8Array): string | null {
  if (start.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
  } catch {
    return null
  }
}
