import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import { invalid } from '../../kernel/errors.ts'
import type { MoneyFormat } from '../../pricing/money.ts'

/** How the format of a currency, which SQL names, of an owner ($1) is read; of the default one when it is null. */
export const FORMAT = {
  columns: 'code as currency, format, decimal_point, thousand_separator, decimal_places',
  condition: (currency: string) =>
    `owner_id = $1 and enabled and (code = ${currency} or (${currency} is null and "default"))`,
}

const FIND = prepared(`select ${FORMAT.columns} from currencies where ${FORMAT.condition('$2')}`)

/** How a store writes amounts of a currency, of its default one when none is named. Throws `invalid` for one that it does not have. */
export async function findMoneyFormat(db: Database, owner_id: string, code: string | null): Promise<MoneyFormat> {
  const [row] = await query<MoneyFormat>(db, FIND, [owner_id, code])
  return found(row, code)
}

const FIND_ALL = `select ${FORMAT.columns} from currencies where owner_id = $1 and code = any($2)`

/** How a store writes amounts of these currencies, in use or not, by code; what it does not have is left out. */
export async function findMoneyFormats(
  db: Database,
  owner_id: string,
  codes: readonly string[],
): Promise<Map<string, MoneyFormat>> {
  const rows = await query<MoneyFormat>(db, FIND_ALL, [owner_id, codes])
  return new Map(rows.map((row) => [row.currency, row]))
}

/** Throws `invalid` when there is none. */
export function found<Row extends MoneyFormat>(row: Row | undefined, code: string | null): Row {
  if (row !== undefined) return row
  const detail = code === null ? 'The store has no currency yet.' : `The store has no enabled currency ${code}.`
  throw invalid([{ detail, pointer: '/data/currency' }])
}
