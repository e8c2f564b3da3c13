import { Type } from 'typebox'
import type { Caller } from '../../http/caller.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import { rowExists } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { type CartRequest, changeCart } from './change.ts'
import type { PricedCart } from './price.ts'

export const CustomerIdentifiers = Type.Object({
  data: Type.Array(Type.Object({ type: ImpliedType('customer'), id: Type.String({ format: 'uuid' }) }), {
    minItems: 1,
    maxItems: 100,
  }),
})

type Assignment = { ids: readonly string[]; operation: 'add' | 'remove'; caller: Caller }

/**
 * Assigns a cart to customers, or removes them. Throws `forbidden` if a shopper names another customer, `invalid` for
 * unknown customers.
 */
export async function assignCustomers(
  work: Work,
  cartRequest: CartRequest,
  { ids, operation, caller }: Assignment,
): Promise<PricedCart> {
  if (caller.role === 'shopper' && ids.some((id) => id !== caller.customer_id))
    throw new AppError('forbidden', [{ detail: 'A shopper can only name the customer of its own customer token.' }])
  return changeCart(work, cartRequest, async (cart) => {
    if (operation === 'remove') return { ...cart, customer_ids: cart.customer_ids.filter((id) => !ids.includes(id)) }
    for (const [index, id] of ids.entries()) {
      if (await rowExists(work.tx, 'customers', { owner_id: cart.owner_id, id })) continue
      throw invalid([{ detail: `Customer ${id} not found.`, pointer: `/data/${index}/id` }])
    }
    return { ...cart, customer_ids: [...new Set([...cart.customer_ids, ...ids])] }
  })
}
