/** Control characters of ASCII, DEL and C1, and those that change the direction of text: what a terminal obeys. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** Text of others within a line for a terminal, which shows its control characters as `\x1b`, `\n` or `\u202e`. */
export function printable(text: string): string {
  return text.replaceAll(CONTROLS, (character) => NAMED[character] ?? escapeOf(character))
}

/** The same of whole lines: the ends of lines and tabs stay. JSON stays JSON, in which only `\u009b` is allowed. */
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
