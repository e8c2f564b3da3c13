import { Failures } from '../../access/limits/failures.ts'
import { AppError } from '../../kernel/errors.ts'
import { customers } from '../../store/customers/customer.ts'
import { isEmailAddress } from '../../store/kit/email-address.ts'
import { createOne } from '../../store/kit/verbs.ts'
import { sizedTextIn, together } from '../hypermedia/fields.ts'
import { Refusal, wrongField } from '../hypermedia/messages.ts'
import type { Fields, Outcome, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { profileAt } from '../shoppers/profile-at.ts'
import { joinNames, namePartIn } from './names.ts'

const fields: Fields = { 'given-name': 'string', 'family-name': 'string', username: 'string', password: 'string' }
const data = Object.fromEntries(Object.keys(fields).map((field) => [field, '']))

/** It is its own action. Only who has not registered is led to it. */
export const registrationForm: Resource<Shop> = {
  name: 'registration form',
  type: 'shop.registrations.new-account-form',
  path: '/registrations/:scope/newaccount/form',
  max_age: 600,
  relations: { registeraction: 'registration form' },
  fields,
  async read(shop, addresses) {
    refuseRegistered(shop)
    const params = { scope: shop.scope }
    return addresses.map(() => ({ params, links: [{ rel: 'registeraction', params }], data }))
  },
  post: register,
}

const failures = new Failures()

/** Makes a customer, and logs nobody in. */
async function register(shop: Shop, _: Params, body: Record<string, unknown>): Promise<Outcome> {
  refuseRegistered(shop)
  const { given, family, email, password } = together({
    given: () => namePartIn(body, 'given-name'),
    family: () => namePartIn(body, 'family-name'),
    email: () => emailIn(body),
    password: () => passwordIn(body),
  })
  const { deps, owner, network_address } = shop
  // Each costs the hash of a password, and one that is refused tells who has registered.
  const attempt = { scope: owner.store_id, account: email.toLowerCase(), address: network_address }
  const customer = { name: joinNames({ given, family }), email, password }
  const id = await failures.guard(attempt, deps.clock(), () => create(shop, customer))
  // It is shown to nobody before the customer has logged in.
  return { status: 201, at: { name: 'profile', params: profileAt(shop, id) } }
}

function refuseRegistered({ caller }: Shop): void {
  if (caller.customer_id === null) return
  throw new AppError('forbidden', [{ detail: 'Who has registered cannot register again: log out first.' }])
}

const LONGEST_EMAIL = 254

/** Spaces around it do not count when somebody logs in either. */
function emailIn({ username }: Record<string, unknown>): string {
  const text = typeof username === 'string' ? username.trim() : username
  const email = sizedTextIn({ username: text }, 'username', { least: 1, most: LONGEST_EMAIL })
  if (isEmailAddress(email)) return email
  throw wrongField('username', 'field.invalid.email.format', 'username must be an e-mail address.')
}

/** No number stands for one: who logs in would have to write it as it is written here. */
function passwordIn({ password }: Record<string, unknown>): string {
  if (typeof password === 'number') throw wrongField('password', 'field.invalid.format', 'password must be a text.')
  return sizedTextIn({ password }, 'password', { least: 8, most: 255 })
}

type NewCustomer = { name: string; email: string; password: string }

async function create({ deps, owner }: Shop, customer: NewCustomer): Promise<string> {
  try {
    return (await createOne(deps, customers, { owner, parents: {} }, customer)).id
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') throw taken()
    throw error
  }
}

function taken(): Refusal {
  const text = 'Somebody has registered with this username.'
  const told = { 'field-name': 'username' }
  return new Refusal('conflict', [{ type: 'error', id: 'username.not.unique', 'debug-message': text, data: told }])
}
