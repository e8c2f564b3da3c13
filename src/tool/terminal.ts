import { styleText } from 'node:util'
import { printableLines } from '../kernel/text/printable.ts'

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'
const STYLES: readonly Style[] = ['bold', 'dim', 'green', 'red', 'yellow']

/** Writes all output of commands, so that foreign text cannot control the terminal. */
export function writeOut(text: string): void {
  process.stdout.write(forTerminal(text))
}

export function writeErr(text: string): void {
  process.stderr.write(forTerminal(text))
}

/** Escapes control characters except for our own colors, which only a terminal gets. */
export function forTerminal(text: string): string {
  const colors = STYLES.flatMap((style) => styleText(style, MARK, { stream: process.stdout }).split(MARK))
  const own = colors.filter((color) => color !== '')
  if (own.length === 0) return printableLines(text)
  const pattern = new RegExp(`(${own.map((color) => color.replaceAll('[', '\\[')).join('|')})`)
  return text
    .split(pattern)
    .map((part, index) => (index % 2 === 1 ? part : printableLines(part)))
    .join('')
}

const MARK = '|'
