import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { isObject, parseJsonOrNull } from '../../kernel/json/json.ts'
import { messageOf } from '../../tool/failure.ts'
import type { Connection } from '../connection.ts'
import type { Line } from '../lines.ts'
import { itemsOf, textOf } from './lists.ts'

/** Format of a cell: text, or JSON for numbers, booleans and lists. */
type CellKind = 'text' | 'json'

/** Formats by attribute. `in_currencies` are the members of each currency, as `currencies.USD.amount`. */
type Columns = Readonly<Record<string, CellKind>>
export type CsvColumns = { attributes: Columns; in_currencies?: Columns }

/**
 * Spreadsheets evaluate texts that look like formulas, and shoppers choose some of these texts. `guarded` prefixes them
 * with an apostrophe, also texts that already have one, so that reading can remove it. `plain` leaves texts unchanged.
 */
export type Texts = 'guarded' | 'plain'

const LIKE_FORMULA = /^'*[=+\-@\t\r]/

type Members = Readonly<Record<string, unknown>>

/**
 * Yields the rows of a file below its header, each as a line with the attributes in JSON. Empty cells are omitted.
 * Throws for an unexpected header, and for invalid CSV.
 */
export async function* readCsv(file: string, columns: CsvColumns, texts: Texts): AsyncGenerator<Line> {
  const { parse } = await import('csv-parse')
  const input: Readable = file === '-' ? process.stdin : createReadStream(file)
  const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true }
  const rows = input.pipe(parse(options))
  input.on('error', (error) => rows.destroy(error))
  let header: string[] | undefined
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (header === undefined) header = checkHeader(record, columns)
      else yield { number: info.lines, ...readRow(record, header, { columns, texts }) }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw new Error(`Invalid CSV: ${messageOf(error)}.`, { cause: error })
    throw error
  }
}

function checkHeader(names: readonly string[], columns: CsvColumns): string[] {
  const unknown = names.find((name) => kindOf(name, columns) === undefined)
  if (unknown !== undefined)
    throw new Error(`Unknown column \`${unknown}\` in line 1; known are ${knownNames(columns).join(', ')}.`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`The column \`${twice}\` is in line 1 twice.`)
  return [...names]
}

function knownNames({ attributes, in_currencies = {} }: CsvColumns): string[] {
  return [...Object.keys(attributes), ...Object.keys(in_currencies).map((name) => `currencies.USD.${name}`)]
}

function kindOf(name: string, { attributes, in_currencies = {} }: CsvColumns): CellKind | undefined {
  const [, member = ''] = /^currencies\.[A-Z]{3}\.(\w+)$/.exec(name) ?? []
  return attributes[name] ?? in_currencies[member]
}

function readRow(
  cells: readonly string[],
  header: readonly string[],
  { columns, texts }: { columns: CsvColumns; texts: Texts },
): Omit<Line, 'number'> {
  if (cells.length !== header.length)
    return { text: '', invalid: `${cells.length} cells, expected ${header.length} as in the header.` }
  const attributes: Record<string, unknown> = {}
  for (const [index, name] of header.entries()) {
    const cell = cells[index] ?? ''
    if (cell === '') continue
    const value = kindOf(name, columns) === 'text' ? readText(cell, texts) : parseJsonOrNull(cell)
    if (value === null) return { text: '', invalid: `column \`${name}\`: expected JSON, such as 12, true or ["a"].` }
    setAt(attributes, name.split('.'), value)
  }
  return { text: JSON.stringify(attributes) }
}

function readText(cell: string, texts: Texts): string {
  return texts === 'guarded' && cell.startsWith("'") && LIKE_FORMULA.test(cell) ? cell.slice(1) : cell
}

function setAt(members: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    members[name] = value
    return
  }
  const below = isObject(members[name]) ? members[name] : {}
  members[name] = below
  setAt(below, rest, value)
}

export async function* csvOf(
  connection: Connection,
  columns: CsvColumns,
  texts: Texts,
  records: AsyncIterable<Members>,
): AsyncGenerator<string> {
  const { attributes, in_currencies = {} } = columns
  const { stringify } = await import('csv-stringify/sync')
  const members = Object.keys(in_currencies)
  const codes = members.length === 0 ? [] : await currenciesOf(connection)
  const of_currencies = codes.flatMap((code) => members.map((name) => `currencies.${code}.${name}`))
  const header = [...Object.keys(attributes), ...of_currencies]
  const isGuarded = header.map((name) => texts === 'guarded' && kindOf(name, columns) === 'text')
  yield stringify([header])
  for await (const record of records) {
    const cells = rowOf(record, header).map((cell, index) => (isGuarded[index] ? guarded(cell) : cell))
    // CSV readers end a row at a carriage return, so it must be quoted.
    yield stringify([cells], { quoted_match: '\r' })
  }
}

async function currenciesOf(connection: Connection): Promise<string[]> {
  const codes: string[] = []
  for await (const item of itemsOf(connection, '/currencies', { sort: 'code' })) codes.push(textOf(item, 'code'))
  return codes
}

function rowOf(record: Members, header: readonly string[]): string[] {
  const shown = isObject(record.attributes) ? record.attributes : record
  return header.map((name) => cellOf(valueAt(shown, name.split('.'))))
}

function valueAt(members: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return members
  return isObject(members) ? valueAt(members[name], rest) : undefined
}

function guarded(cell: string): string {
  return LIKE_FORMULA.test(cell) ? `'${cell}` : cell
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
