import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import { invalid } from '../../kernel/errors.ts'
import type { MoneyFormat } from '../../pricing/money.ts'

/** How a store writes amounts of a currency, of its default one when none is named. Throws `invalid` for one that it does not have. */
export async function findMoneyFormat(db: Database, owner_id: string, code: string | null): Promise<MoneyFormat> {
  const rows = await query<MoneyFormat>(
    db,
    prepared(`select code as currency, format, decimal_point, thousand_separator, decimal_places from currencies
      where owner_id = $1 and enabled and (code = $2 or ($2 is null and "default"))`),
    [owner_id, code],
  )
  if (rows[0] !== undefined) return rows[0]
  const detail = code === null ? 'The store has no currency yet.' : `The store has no enabled currency ${code}.`
  throw invalid([{ detail, pointer: '/data/currency' }])
}
