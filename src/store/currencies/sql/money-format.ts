import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { invalid } from '../../../kernel/errors.ts'
import type { MoneyFormat } from '../../../pricing/money.ts'
import { minorUnitDigits } from '../iso-4217.ts'

const COLUMNS = 'code as currency, format, decimal_point, thousand_separator, decimal_places'

const FIND_DEFAULT = prepared(`select ${COLUMNS} from currencies where owner_id = $1 and enabled and "default"`)

/** Code of the default currency of a store. Throws `invalid` if the store has no currencies. */
export async function findDefaultCurrency(db: Database, owner_id: string): Promise<string> {
  const [row] = await query<MoneyFormat>(db, FIND_DEFAULT, [owner_id])
  return requireFormat(row, null).currency
}

const FIND_ALL = `select ${COLUMNS} from currencies where owner_id = $1 and code = any($2)`

/** Formats by currency code, including disabled currencies. Currencies that the store does not have are left out. */
export async function findMoneyFormats(
  db: Database,
  owner_id: string,
  codes: readonly string[],
): Promise<Map<string, MoneyFormat>> {
  const rows = await query<MoneyFormat>(db, FIND_ALL, [owner_id, codes])
  return new Map(rows.map((row) => [row.currency, row]))
}

/** Format of a currency that the store no longer has. */
export function plainFormat(currency: string): MoneyFormat {
  const format = { currency, format: `{price} ${currency}`, decimal_point: '.', thousand_separator: ',' }
  return { ...format, decimal_places: minorUnitDigits(currency) ?? 2 }
}

/** Returns the row. Throws `invalid` if undefined. */
export function requireFormat<Row extends MoneyFormat>(row: Row | undefined, code: string | null): Row {
  if (row !== undefined) return row
  const detail = code === null ? 'The store has no currencies.' : `The store has no enabled currency ${code}.`
  throw invalid([{ detail, pointer: '/data/currency' }])
}
