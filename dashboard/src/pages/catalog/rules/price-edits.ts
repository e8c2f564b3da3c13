import { parseAmount, printAmount } from '../../../kit/values/money.ts'
import { amountError } from './price-cell.ts'

type CurrencyPrice = { amount: number }
/** Members of a price that the grid needs. */
export type PriceRow = { id: string; attributes: { sku: string; currencies: Readonly<Record<string, CurrencyPrice>> } }

/** Typed texts of a price's cells, by currency. */
export type EditedRow = { row: PriceRow; texts: Readonly<Record<string, string>> }
/** Edited rows by price id. Contains only cells that differ from the saved price. */
export type Edits = ReadonlyMap<string, EditedRow>
export type PlacesOf = (currency: string) => number

function savedText({ attributes }: PriceRow, currency: string, places: PlacesOf): string {
  const price = attributes.currencies[currency]
  return price === undefined ? '' : printAmount(price.amount, places(currency))
}

export function shownText(edits: Edits, row: PriceRow, currency: string, places: PlacesOf): string {
  return edits.get(row.id)?.texts[currency] ?? savedText(row, currency, places)
}

/** A text with the same value as the saved price is not a change. */
export function withText(edits: Edits, row: PriceRow, currency: string, text: string, places: PlacesOf): Edits {
  const next = new Map(edits)
  const { [currency]: _, ...others } = edits.get(row.id)?.texts ?? {}
  const texts = isSaved(row, currency, text, places) ? others : { ...others, [currency]: text.trim() }
  if (Object.keys(texts).length === 0) next.delete(row.id)
  else next.set(row.id, { row, texts })
  return next
}

function isSaved({ attributes }: PriceRow, currency: string, text: string, places: PlacesOf): boolean {
  const saved = attributes.currencies[currency]
  if (text.trim() === '') return saved === undefined
  const typed = parseAmount(text, places(currency))
  return saved !== undefined && 'value' in typed && typed.value === saved.amount
}

/** Error in the typed text of a cell; null if valid. */
export function sentenceAbout(edits: Edits, id: string, currency: string, places: PlacesOf): string | null {
  const text = edits.get(id)?.texts[currency]
  return text === undefined || text === '' ? null : amountError(text, places(currency))
}

export function countEdits(edits: Edits): number {
  return [...edits.values()].reduce((sum, { texts }) => sum + Object.keys(texts).length, 0)
}

/** Number of cells with invalid text. */
export function countWrong(edits: Edits, places: PlacesOf): number {
  const cells = [...edits.values()].flatMap(({ row, texts }) =>
    Object.keys(texts).map((name) => [row.id, name] as const),
  )
  return cells.filter(([id, currency]) => sentenceAbout(edits, id, currency, places) !== null).length
}

export type PriceBody = {
  type: 'product-price'
  id: string
  attributes: { currencies: Record<string, CurrencyPrice> }
}

/** New price: sales, tiers and taxes are kept; currencies whose cells were cleared are removed. */
export function bodyOf({ row, texts }: EditedRow, places: PlacesOf): PriceBody {
  const currencies: Record<string, CurrencyPrice> = { ...row.attributes.currencies }
  for (const [currency, text] of Object.entries(texts)) {
    const typed = parseAmount(text, places(currency))
    if ('value' in typed) currencies[currency] = { ...currencies[currency], amount: typed.value }
    else delete currencies[currency]
  }
  return { type: 'product-price', id: row.id, attributes: { currencies } }
}

/** Splits a list into batches, because the API limits the size of a request. */
export function batchesOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}

export type CellErrors = ReadonlyMap<string, string>

export const cellKey = (id: string, currency: string) => `${id} ${currency}`

type Detail = { detail?: string | undefined; title: string; source?: { pointer?: string } | undefined }

/** Assigns the errors of a batch to cells; `rest` has the errors without a cell. */
export function rejectedCells(
  details: readonly Detail[],
  batch: readonly EditedRow[],
): { cells: [string, string][]; rest: string[] } {
  const cells: [string, string][] = []
  const rest: string[] = []
  for (const { detail, title, source } of details) {
    const [, index, currency] =
      /^\/data\/(\d+)(?:\/attributes\/currencies\/([A-Z]{3}))?/.exec(source?.pointer ?? '') ?? []
    const edited = index === undefined ? undefined : batch[Number(index)]
    const sentence = detail ?? title
    const at = currency === undefined ? Object.keys(edited?.texts ?? {}) : [currency]
    if (edited === undefined) rest.push(sentence)
    else cells.push(...at.map((name): [string, string] => [cellKey(edited.row.id, name), sentence]))
  }
  return { cells, rest }
}

/** Parses clipboard text of a spreadsheet: a line per row, tabs between columns. */
export function readTsv(text: string): string[][] {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(/\n$/, '').split('\n')
  return lines.map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/s, '$1')))
}

export function printTsv(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.join('\t')).join('\n')
}
