/** Media types that browsers can show inline without running scripts; others are downloaded. */
const SAFE_INLINE = /^(?:image\/(?!svg)|video\/|audio\/|text\/plain$|application\/pdf$)/

export function isSafeInline(mime_type: string): boolean {
  return SAFE_INLINE.test(mime_type)
}

/** Returns a Content-Disposition header with the file name in ASCII and, if different, in UTF-8 (RFC 6266). */
export function disposition(kind: 'inline' | 'attachment', file_name: string): string {
  const ascii = file_name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_')
  const plain = `${kind}; filename="${ascii}"`
  if (ascii === file_name) return plain
  const encoded = encodeURIComponent(file_name).replaceAll(/['()*]/g, percentEncode)
  return `${plain}; filename*=UTF-8''${encoded}`
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
