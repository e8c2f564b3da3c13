import { Type } from 'typebox'
import { AppError, notFound } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import { customers } from '../../store/customers/customer.ts'
import { getOne, updateOne } from '../../store/kit/operations.ts'
import { selectRow } from '../../store/kit/store.ts'
import { loadOnce, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { invalidLength, readFields } from '../hypermedia/fields.ts'
import type { MessageError } from '../hypermedia/messages.ts'
import { decodeId } from '../hypermedia/opaque-id.ts'
import { type Absence, type ChangeResult, NO_CONTENT, type Params } from '../hypermedia/resource.ts'
import { profileParams } from '../shoppers/profile-params.ts'
import { shopperIdOf } from '../shoppers/sql/checkout-details.ts'
import { joinNames, MAX_NAME_LENGTH, MAX_PART_LENGTH, type Names, nameField, readNamePart, splitName } from './names.ts'

const FAMILY_NAME = Type.String({ maxLength: MAX_PART_LENGTH, description: 'The family name.' })

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
  },
  read: (context, paramsList) =>
    Promise.all(
      paramsList.map(async (requested) => {
        const absence = absenceOf(context, requested)
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

/** Null for the shopper's own. Does not reveal whether another profile exists. */
function absenceOf(context: StorefrontContext, { profile: id = '' }: Params): Absence | null {
  if (id.toLowerCase() === 'default') return null
  const shopper_id = decodeId(id)
  if (!isUuid(shopper_id)) return 'missing'
  return shopper_id === shopperIdOf(context.caller).shopper_id ? null : 'forbidden'
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
  params: Params,
  body: Record<string, unknown>,
): Promise<ChangeResult> {
  const absence = absenceOf(context, params)
  if (absence === 'missing') throw notFound('profile')
  if (absence === 'forbidden') throw new AppError('forbidden', [{ detail: 'This profile belongs to another shopper.' }])
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
    ...(family !== null && { family: () => (isBlank(family) ? '' : readNamePart(body, 'family-name')) }),
  })
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

/** Only possible together with an existing part: two parts that are sent together are never too long. */
function tooLong({ given }: Partial<Names>): MessageError {
  const max = MAX_NAME_LENGTH - 1
  const text = `given-name and family-name must be at most ${max} characters together.`
  return invalidLength(given === undefined ? 'family-name' : 'given-name', { min: 1, max }, text)
}
