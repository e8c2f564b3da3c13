import { AppError, notFound } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { customers } from '../../store/customers/customer.ts'
import { selectRow } from '../../store/kit/store.ts'
import { getOne, updateOne } from '../../store/kit/verbs.ts'
import { together, wrongSize } from '../hypermedia/fields.ts'
import type { Refusal } from '../hypermedia/messages.ts'
import { readOpaque } from '../hypermedia/opaque.ts'
import type { Absent, Outcome, Params, Resource } from '../hypermedia/resource.ts'
import { once, type Shop } from '../shop.ts'
import { profileAt } from '../shoppers/profile-at.ts'
import { shopperIdOf } from '../shoppers/told.ts'
import { joinNames, LONGEST_NAME, type Names, namePartIn, splitName } from './names.ts'

/** Of the shopper; `default` is another name of it. Who has not registered has one without names. */
export const profile: Resource<Shop> = {
  name: 'profile',
  type: 'shop.profiles.profile',
  path: '/profiles/:scope/:profile',
  max_age: 0,
  relations: {
    addresses: 'addresses',
    emails: 'emails',
    paymentmethods: 'payment methods',
    purchases: 'purchases',
  },
  read: (shop, addresses) =>
    Promise.all(
      addresses.map(async (asked) => {
        const absent = whyAbsent(shop, asked)
        if (absent !== null) return absent
        const names = await namesOf(shop)
        if (names === null) return 'missing'
        const params = profileAt(shop, shopperIdOf(shop.caller).shopper_id)
        return {
          params,
          links: Object.keys(profile.relations).map((rel) => ({ rel, rev: 'profile', params })),
          data: { 'given-name': names.given, 'family-name': names.family },
        }
      }),
    ),
  put: rename,
}

/** Null for the shopper's own. Of others nobody is told whether there are any. */
function whyAbsent(shop: Shop, { profile: id = '' }: Params): Absent | null {
  if (id.toLowerCase() === 'default') return null
  const asked = readOpaque(id)
  if (!isUuid(asked)) return 'missing'
  return asked === shopperIdOf(shop.caller).shopper_id ? null : 'forbidden'
}

/** Null for a customer who is gone. */
function namesOf(shop: Shop): Promise<Names | null> {
  const { deps, owner, caller } = shop
  const { customer_id: id } = caller
  return once(shop, 'names', async () => {
    if (id === null) return { given: '', family: '' }
    const row = await selectRow(deps.db, customers, { owner_id: owner.store_id, id })
    return row === undefined ? null : splitName(row.name)
  })
}

/** What is not sent stays. */
async function rename(shop: Shop, params: Params, body: Record<string, unknown>): Promise<Outcome> {
  const absent = whyAbsent(shop, params)
  if (absent === 'missing') throw notFound('profile')
  if (absent === 'forbidden') throw new AppError('forbidden', [{ detail: "This profile is somebody else's." }])
  const { deps, owner, caller } = shop
  const { customer_id: id } = caller
  if (id === null) throw new AppError('forbidden', [{ detail: UNREGISTERED }])
  const changes = changesIn(body)
  const place = { owner, parents: {} }
  const before = await getOne(deps, customers, place, id)
  const name = joinNames({ ...splitName(before.name), ...changes })
  if (name.length > LONGEST_NAME) throw tooLong(changes)
  await updateOne(deps, customers, place, { id, sent: { name }, expected_version: before.version })
  return { status: 204, at: null }
}

const UNREGISTERED = 'A shopper who has not registered has no names to change: register and log in first.'

/** An empty family name leaves one word. */
function changesIn(body: Record<string, unknown>): Partial<Names> {
  const { 'given-name': given = null, 'family-name': family = null } = body
  return together({
    ...(given !== null && { given: () => namePartIn(body, 'given-name') }),
    ...(family !== null && { family: () => (isBlank(family) ? '' : namePartIn(body, 'family-name')) }),
  })
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

/** With what was there: two that are sent together are never too long. */
function tooLong({ given }: Partial<Names>): Refusal {
  const most = LONGEST_NAME - 1
  const text = `given-name and family-name must be at most ${most} characters together.`
  return wrongSize(given === undefined ? 'family-name' : 'given-name', { least: 1, most }, text)
}
