import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { invalid } from '../../../kernel/errors.ts'
import type { MoneyFormat } from '../../../pricing/money.ts'

const COLUMNS = 'code as currency, format, decimal_point, thousand_separator, decimal_places'

const FIND = prepared(`select ${COLUMNS} from currencies
  where owner_id = $1 and enabled and (code = $2 or ($2 is null and "default"))`)

/** Format of a currency of a store; null means the default currency. Throws `invalid` for an unknown currency. */
export async function findMoneyFormat(db: Database, owner_id: string, code: string | null): Promise<MoneyFormat> {
  const [row] = await query<MoneyFormat>(db, FIND, [owner_id, code])
  return requireFormat(row, code)
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

/** Returns the row. Throws `invalid` if undefined. */
export function requireFormat<Row extends MoneyFormat>(row: Row | undefined, code: string | null): Row {
  if (row !== undefined) return row
  const detail = code === null ? 'The store has no currencies.' : `The store has no enabled currency ${code}.`
  throw invalid([{ detail, pointer: '/data/currency' }])
}
