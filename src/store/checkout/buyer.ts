import { invalid } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { accounts } from '../accounts/account.ts'
import type { Shopper } from '../catalog/offers.ts'
import { customers } from '../customers/customer.ts'
import { lockRow } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'

/** Who buys: a customer of the store, a guest with name and e-mail address, or a contact of an account. */
export type Buying = {
  customer?: { id?: string; name?: string; email?: string }
  account?: { id: string }
  contact?: { name: string; email: string }
}

export type Buyer = { name: string; email: string; customer_id: string | null; account_id: string | null }

/** Who asks: a seller may check out for anybody, a shopper for itself. */
export type Asking = { role: 'seller' | 'shopper'; shopper: Shopper }

/** Throws `invalid` when nobody buys, or somebody whom the store does not know or the shopper is not. */
export async function findBuyer(
  work: Work,
  { customer, account, contact }: Buying,
  { role, shopper }: Asking,
): Promise<Buyer> {
  const mayBe = (id: string, own: string | null) => role === 'seller' || id.toLowerCase() === own
  if (account !== undefined) {
    if (!mayBe(account.id, shopper.account_id)) throw unknown('account')
    return forAccount(work, account.id, contact)
  }
  const { id, name, email } = customer ?? {}
  if (id !== undefined) {
    if (!mayBe(id, shopper.customer_id)) throw unknown('customer')
    return asCustomer(work, id)
  }
  if (name === undefined || email === undefined) {
    const detail = 'data.customer must be the id of a customer, or the name and email of a guest.'
    throw invalid([{ detail, pointer: '/data/customer' }])
  }
  return { name, email, customer_id: shopper.customer_id, account_id: null }
}

async function asCustomer({ tx, owner }: Work, id: string): Promise<Buyer> {
  // Locked, so that a customer who is deleted meanwhile is not kept in an order's answer.
  const row = await lockRow(tx, customers, { owner_id: ownerId(owner), id }, 'key share')
  if (row === undefined) throw unknown('customer')
  return { name: row.name, email: row.email, customer_id: row.id, account_id: null }
}

async function forAccount({ tx, owner }: Work, id: string, contact: Buying['contact']): Promise<Buyer> {
  // Locked, so that an account is not deleted while somebody buys for it.
  const row = await lockRow(tx, accounts, { owner_id: ownerId(owner), id }, 'key share')
  if (row === undefined) throw unknown('account')
  if (contact === undefined)
    throw invalid([{ detail: 'data.contact is required with an account: name and email.', pointer: '/data/contact' }])
  return { ...contact, customer_id: null, account_id: row.id }
}

function unknown(what: 'customer' | 'account') {
  return invalid([{ detail: `data.${what}.id names no ${what} that may buy here.`, pointer: `/data/${what}/id` }])
}
