import { invalid } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { accountMemberships } from '../account-memberships/account-membership.ts'
import { accounts } from '../accounts/account.ts'
import type { Shopper } from '../catalog/sql/offers.ts'
import { customers } from '../customers/customer.ts'
import { lockRow } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'

/** The buyer in a request: a customer of the store, a guest with name and e-mail address, or an account's contact. */
export type RequestedBuyer = {
  customer?: { id?: string; name?: string; email?: string }
  account?: { id: string; member_id?: string }
  contact?: { name: string; email: string }
}

export type Buyer = {
  name: string
  email: string
  customer_id: string | null
  account_id: string | null
  account_member_id: string | null
}

/** A seller may check out for any buyer, a shopper only for itself. */
export type CheckoutCaller = { role: 'seller' | 'shopper'; shopper: Shopper; account_member_id: string | null }

/** Returns the buyer of a checkout. Throws `invalid` if the buyer is missing, unknown or not the shopper. */
export async function findBuyer(
  work: Work,
  { customer, account, contact }: RequestedBuyer,
  { role, shopper, account_member_id }: CheckoutCaller,
): Promise<Buyer> {
  const isAllowed = (id: string, own: string | null) => role === 'seller' || id.toLowerCase() === own
  if (account !== undefined || contact !== undefined) {
    if (customer !== undefined) throw invalid([{ detail: TWO_BUYERS, pointer: '/data/customer' }])
    const id = account?.id ?? shopper.account_id
    if (id === null) throw invalid([{ detail: CONTACT_ONLY, pointer: '/data/account' }])
    if (!isAllowed(id, shopper.account_id)) throw invalidBuyer('account')
    const member_id = account?.member_id?.toLowerCase() ?? account_member_id
    if (member_id !== null && !(await isMember(work, { id, member_id }, role === 'seller' ? null : account_member_id)))
      throw invalid([{ detail: NO_MEMBER, pointer: '/data/account/member_id' }])
    return { ...(await contactOfAccount(work, id, contact)), account_member_id: member_id }
  }
  const { id, name, email } = customer ?? {}
  if (id !== undefined) {
    if (!isAllowed(id, shopper.customer_id)) throw invalidBuyer('customer')
    return { ...(await storedCustomer(work, id)), account_member_id }
  }
  if (name === undefined || email === undefined) {
    const detail = 'data.customer must be the id of a customer, or the name and email of a guest.'
    throw invalid([{ detail, pointer: '/data/customer' }])
  }
  return { name, email, customer_id: shopper.customer_id, account_id: null, account_member_id }
}

const NO_MEMBER = 'data.account.member_id must be the id of the buying member of the account.'

/** True if the member may buy for the account. A shopper may only be its own member; `own` is null for a seller. */
async function isMember(
  { tx, owner }: Work,
  { id: account_id, member_id }: { id: string; member_id: string },
  own: string | null,
): Promise<boolean> {
  if (own !== null) return own === member_id
  const key = { owner_id: ownerId(owner), account_id, account_member_id: member_id }
  return (await lockRow(tx, accountMemberships, key, 'key share')) !== undefined
}

const TWO_BUYERS = 'data must have either customer, or contact for an account.'
const CONTACT_ONLY =
  'data.account is required with data.contact: the id of the account, unless an account token is sent in X-Account-Token.'

async function storedCustomer({ tx, owner }: Work, id: string) {
  // Locked, so that the order does not copy a customer who is deleted concurrently.
  const row = await lockRow(tx, customers, { owner_id: ownerId(owner), id }, 'key share')
  if (row === undefined) throw invalidBuyer('customer')
  return { name: row.name, email: row.email, customer_id: row.id, account_id: null }
}

async function contactOfAccount({ tx, owner }: Work, id: string, contact: RequestedBuyer['contact']) {
  // Locked, so that the account is not deleted concurrently.
  const row = await lockRow(tx, accounts, { owner_id: ownerId(owner), id }, 'key share')
  if (row === undefined) throw invalidBuyer('account')
  if (contact === undefined)
    throw invalid([{ detail: 'data.contact is required with an account: name and email.', pointer: '/data/contact' }])
  return { ...contact, customer_id: null, account_id: row.id }
}

function invalidBuyer(what: 'customer' | 'account') {
  return invalid([{ detail: `data.${what}.id must be the id of the buying ${what}.`, pointer: `/data/${what}/id` }])
}
