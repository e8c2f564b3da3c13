import { Type } from 'typebox'
import type { Caller } from '../../http/callers/caller.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import { rowExists } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { type CartRequest, changeCart } from './change.ts'
import { identify } from './present.ts'
import type { PricedCart } from './price.ts'

const identifiers = <const Name extends string>(type: Name) =>
  Type.Object({
    data: Type.Array(Type.Object({ type: ImpliedType(type), id: Type.String({ format: 'uuid' }) }), {
      minItems: 1,
      maxItems: 100,
    }),
  })

export const CustomerIdentifiers = identifiers('customer')
export const AccountIdentifiers = identifiers('account')

export type Assignment = {
  to: 'customers' | 'accounts'
  ids: readonly string[]
  operation: 'add' | 'remove'
  caller: Caller
}

export function assignedTo({ cart }: PricedCart, to: Assignment['to']) {
  const { singular, column } = KINDS[to]
  return identify(singular, cart[column])
}

const KINDS = {
  customers: { singular: 'customer', column: 'customer_ids', caller: 'customer_id' },
  accounts: { singular: 'account', column: 'account_ids', caller: 'account_id' },
} as const

/**
 * Assigns a cart to customers or accounts, or removes them. Throws `forbidden` if a shopper names another than its own,
 * and `invalid` for unknown ids.
 */
export async function assignCart(
  work: Work,
  cartRequest: CartRequest,
  { to, ids, operation, caller }: Assignment,
): Promise<PricedCart> {
  const { singular, column, caller: own } = KINDS[to]
  if (caller.role === 'shopper' && ids.some((id) => id !== caller[own])) {
    const detail = `A shopper can only name the ${singular} of its own ${singular} token.`
    throw new AppError('forbidden', [{ detail }])
  }
  return changeCart(work, cartRequest, async (cart) => {
    if (operation === 'remove') return { ...cart, [column]: cart[column].filter((id) => !ids.includes(id)) }
    for (const [index, id] of ids.entries()) {
      if (await rowExists(work.tx, to, { owner_id: cart.owner_id, id })) continue
      const detail = `${singular === 'customer' ? 'Customer' : 'Account'} ${id} not found.`
      throw invalid([{ detail, pointer: `/data/${index}/id` }])
    }
    return { ...cart, [column]: [...new Set([...cart[column], ...ids])] }
  })
}
