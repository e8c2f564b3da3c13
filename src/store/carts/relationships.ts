import { Type } from 'typebox'
import type { Caller } from '../../http/callers/caller.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import { rowExists } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { type CartRequest, changeCart, removeLockedCart } from './change.ts'
import { identify } from './present.ts'
import type { PricedCart } from './price.ts'
import { type Holder, selectCartIdsOf } from './sql/carts-of.ts'
import { lockCart } from './store.ts'

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

const ANYONE = { customer_id: null, account_id: null, channel: null, tag: null }
const OTHERS = { customer_ids: 'account_ids', account_ids: 'customer_ids' } as const

/**
 * Deletes the carts that belong to a deleted customer or account alone, with the texts in them, and removes it from the
 * carts that it shares. Emits `cart.deleted` or `cart.updated` for each.
 */
export async function releaseCarts(work: Work, holder: Holder): Promise<void> {
  const owner_id = ownerId(work.owner)
  const { column } = holder
  for (const id of await selectCartIdsOf(work.tx, owner_id, holder)) {
    const cart = await lockCart(work.tx, { owner_id, id })
    if (cart === undefined) continue
    const left = cart[column].filter((one) => one !== holder.id)
    if (cart.closed || left.length + cart[OTHERS[column]].length === 0) await removeLockedCart(work, cart)
    else await changeCart(work, { id, role: 'seller', shopper: ANYONE }, (before) => ({ ...before, [column]: left }))
  }
}
