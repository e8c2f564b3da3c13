/** Types that a browser shows without running anything; others are saved. */
const SHOWN = /^(?:image\/(?!svg)|video\/|audio\/|text\/plain$|application\/pdf$)/

/** Whether a browser may show it in its own window. */
export function isShown(mime_type: string): boolean {
  return SHOWN.test(mime_type)
}

/** The header Content-Disposition: the name in ASCII, and as it is where a client knows how (RFC 6266). */
export function disposition(kind: 'inline' | 'attachment', file_name: string): string {
  const ascii = file_name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_')
  const plain = `${kind}; filename="${ascii}"`
  if (ascii === file_name) return plain
  const encoded = encodeURIComponent(file_name).replaceAll(/['()*]/g, percent)
  return `${plain}; filename*=UTF-8''${encoded}`
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
