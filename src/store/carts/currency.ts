import type { Database } from '../../db/tables.ts'
import { AppError } from '../../kernel/errors.ts'
import { findMoneyFormat } from '../currencies/money-format.ts'
import { type Cart, isCustom } from './cart.ts'

/** Of a cart that names none it is the store's default one. Throws `invalid` for one that the store does not have. */
export async function currencyOf(
  db: Database,
  { owner_id, currency }: Pick<Cart, 'owner_id' | 'currency'>,
): Promise<string> {
  return (await findMoneyFormat(db, owner_id, currency)).currency
}

/** Custom items have a price in one currency. Throws `conflict` when a cart with some of them would go over to another. */
export async function keepCurrency(db: Database, before: Cart, after: Cart): Promise<void> {
  const custom = before.items.filter(isCustom)
  if (before.currency === after.currency || custom.length === 0) return
  const [was, would_be] = [await currencyOf(db, before), await currencyOf(db, after)]
  if (was === would_be) return
  const names = custom.slice(0, 3).map(({ name }) => name)
  const which =
    custom.length > names.length ? `${names.join(', ')} and ${custom.length - names.length} more` : names.join(', ')
  const detail = `The cart stays in ${was}: its custom items (${which}) have no price in ${would_be}. Take them out first, or open another cart.`
  throw new AppError('conflict', [{ detail, pointer: '/data/currency' }])
}
