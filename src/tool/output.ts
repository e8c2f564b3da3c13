import { styleText } from 'node:util'
import { type Command, Option } from 'commander'
import { printable, printableLines } from '../kernel/text/printable.ts'
import { writeOut } from './terminal.ts'

const FORMATS = ['table', 'json', 'jsonl', 'yaml'] as const
type Format = (typeof FORMATS)[number]

export type OutputOptions = { output?: Format; json?: true }

export function addOutput(command: Command): Command {
  return command
    .addOption(new Option('-o, --output <format>', 'how to print the result').choices(FORMATS).default('table'))
    .option('--json', 'the same as --output json')
}

export async function print(data: unknown, options: OutputOptions, forPeople: () => string): Promise<void> {
  writeOut(await rendered(data, formatOf(options), forPeople))
}

export function isForPeople(options: OutputOptions): boolean {
  return formatOf(options) === 'table'
}

function formatOf({ output, json }: OutputOptions): Format {
  return json ? 'json' : (output ?? 'table')
}

async function rendered(data: unknown, format: Format, forPeople: () => string): Promise<string> {
  switch (format) {
    case 'table':
      return forPeople()
    case 'json':
      return `${JSON.stringify(data, null, 2)}\n`
    case 'jsonl':
      return [data]
        .flat()
        .map((one) => `${JSON.stringify(one)}\n`)
        .join('')
    case 'yaml':
      return yamlOf(data)
  }
}

/** Quotes texts with escaped characters, because in plain YAML an escape would change the value. */
async function yamlOf(data: unknown): Promise<string> {
  const { stringify } = await import('yaml')
  const text = stringify(data)
  return printableLines(text) === text ? text : stringify(data, { defaultStringType: 'QUOTE_DOUBLE' })
}

/** Text in a table cell; the tone colors it on a terminal. */
export type Cell = string | { text: string; tone: Tone }
type Tone = 'good' | 'bad' | 'quiet'

const STYLES = { good: 'green', bad: 'red', quiet: 'dim' } as const

/** Formats rows below their headings, each column as wide as its widest cell. Pipes and NO_COLOR get no colors. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [headings.map((heading) => heading.toUpperCase()), ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => textOf(line[column]).length)))
  return lines.map((line) => `${printLine(line, widths)}\n`).join('')
}

function printLine(line: readonly Cell[], widths: readonly number[]): string {
  const last = line.findLastIndex((cell) => textOf(cell) !== '')
  return line
    .slice(0, last + 1)
    .map((cell, column) => {
      const padding = column === last ? '' : ' '.repeat((widths[column] ?? 0) - textOf(cell).length)
      return `${styled(cell)}${padding}`
    })
    .join('  ')
}

function textOf(cell: Cell = ''): string {
  return printable(typeof cell === 'string' ? cell : cell.text)
}

function styled(cell: Cell): string {
  const text = textOf(cell)
  return typeof cell === 'string' ? text : styleText(STYLES[cell.tone], text, { stream: process.stdout })
}

export function row(cells: readonly Cell[]): string {
  return `${cells.map(styled).join('  ')}\n`
}

export function fieldList(fields: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${styled(value)}\n`).join('')
}

/** Formats seconds, such as 0.017, as `17 ms`. */
export function formatDuration(seconds: number): string {
  return `${Math.round(seconds * 1000)} ms`
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Formats bytes, such as 4300000, as `4.3 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`
}

/** Formats a time in UTC to the second, as filters accept it: `2026-11-25T07:09:12Z`. */
export function formatTime(time: string | Date | null): string {
  return time === null ? '' : new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}
