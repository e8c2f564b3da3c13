/** Control characters that a terminal obeys: ASCII, DEL and C1, and those that change the direction of text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** Makes untrusted text safe for one line of a terminal: control characters appear as `\x1b`, `\n` or `\u202e`. */
export function printable(text: string): string {
  return text.replaceAll(CONTROLS, (character) => NAMED[character] ?? escapeOf(character))
}

/**
 * The same for several lines: keeps line ends and tabs. JSON stays valid, since its raw control characters become
 * escapes such as `\u009b`.
 */
export function printableLines(text: string): string {
  return text.replaceAll(CONTROLS, (character) =>
    character === '\n' || character === '\t' ? character : escapeOf(character),
  )
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeOf(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x20 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`
}

function hex(code: number, length: number): string {
  return code.toString(16).padStart(length, '0')
}
