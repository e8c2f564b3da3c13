import { Type } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { customers } from '../../store/customers/customer.ts'
import { getOne, updateOne } from '../../store/kit/operations.ts'
import { selectRow } from '../../store/kit/store.ts'
import { loadOnce, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { assertFound } from '../hypermedia/absence.ts'
import { invalidLength, readFields } from '../hypermedia/fields.ts'
import type { MessageError } from '../hypermedia/messages.ts'
import { type ChangeResult, NO_CONTENT, type Params } from '../hypermedia/resource.ts'
import { absenceOfShopper } from '../shoppers/own-id.ts'
import { profileParams } from '../shoppers/profile-params.ts'
import { shopperIdOf } from '../shoppers/sql/checkout-details.ts'
import {
  FAMILY_NAME,
  joinNames,
  MAX_NAME_LENGTH,
  type Names,
  nameField,
  readFamilyName,
  readNamePart,
  splitName,
} from './names.ts'

export const profile: StorefrontResource = {
  name: 'profile',
  type: 'shop.profiles.profile',
  path: '/profiles/:scope/:profile',
  max_age: 0,
  description: "The shopper's own profile.",
  members: {
    'given-name': Type.String({ description: 'Empty for an anonymous shopper.' }),
    'family-name': Type.String({ description: 'Empty for an anonymous shopper.' }),
  },
  relations: {
    addresses: { to: 'addresses', rev: 'profile' },
    emails: { to: 'emails', rev: 'profile' },
    paymentmethods: { to: 'payment methods', rev: 'profile' },
    purchases: { to: 'purchases', rev: 'profile' },
    wishlists: { to: 'wishlists', rev: 'profile' },
  },
  read: (context, paramsList) =>
    Promise.all(
      paramsList.map(async (requested) => {
        const absence = absenceOfShopper(context, requested.profile ?? '')
        if (absence !== null) return absence
        const names = await namesOf(context)
        if (names === null) return 'missing'
        const params = profileParams(context, shopperIdOf(context.caller).shopper_id)
        return {
          params,
          links: Object.keys(profile.relations).map((rel) => ({ rel, params })),
          data: { 'given-name': names.given, 'family-name': names.family },
        }
      }),
    ),
  put: {
    description: 'Changes the names that are sent. An empty family name removes it.',
    fields: { 'given-name': Type.Optional(nameField('The given name.')), 'family-name': Type.Optional(FAMILY_NAME) },
    role: 'REGISTERED',
    run: renameCustomer,
  },
}

/** Null for a deleted customer. */
function namesOf(context: StorefrontContext): Promise<Names | null> {
  const { deps, owner, caller } = context
  const { customer_id: id } = caller
  return loadOnce(context, 'names', async () => {
    if (id === null) return { given: '', family: '' }
    const row = await selectRow(deps.db, customers, { owner_id: owner.store_id, id })
    return row === undefined ? null : splitName(row.name)
  })
}

/** Absent fields keep their value. */
async function renameCustomer(
  context: StorefrontContext,
  { profile: requested = '' }: Params,
  body: Record<string, unknown>,
): Promise<ChangeResult> {
  assertFound(absenceOfShopper(context, requested) ?? context, 'profile')
  const { deps, owner, caller } = context
  const { customer_id: id } = caller
  if (id === null) throw new AppError('forbidden', [{ detail: UNREGISTERED }])
  const changes = readChanges(body)
  const target = { owner, parents: {} }
  const before = await getOne(deps, customers, target, id)
  const name = joinNames({ ...splitName(before.name), ...changes })
  if (name.length > MAX_NAME_LENGTH) throw tooLong(changes)
  await updateOne(deps, customers, target, { id, sent: { name }, expected_version: before.version })
  return NO_CONTENT
}

const UNREGISTERED = 'An anonymous shopper has no names to change: register and log in first.'

/** An empty family name removes it. */
function readChanges(body: Record<string, unknown>): Partial<Names> {
  const { 'given-name': given = null, 'family-name': family = null } = body
  return readFields({
    ...(given !== null && { given: () => readNamePart(body, 'given-name') }),
    ...(family !== null && { family: () => readFamilyName(body) }),
  })
}

/** Only possible together with an existing part, because two parts that are sent together fit by their own limits. */
function tooLong({ given }: Partial<Names>): MessageError {
  const max = MAX_NAME_LENGTH - 1
  const text = `given-name and family-name must be at most ${max} characters together.`
  return invalidLength(given === undefined ? 'family-name' : 'given-name', { min: 1, max }, text)
}
