import { Type } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { allowsSelfSignup, signUpCustomer } from '../../store/customers/sign-up.ts'
import { isEmailAddress } from '../../store/kit/values/email-address.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { readBoundedString, readFields, readTrimmedString } from '../hypermedia/fields.ts'
import { conflict, invalidField, type MessageError } from '../hypermedia/messages.ts'
import type { ChangeResult, Params } from '../hypermedia/resource.ts'
import { profileParams } from '../shoppers/profile-params.ts'
import { FAMILY_NAME, joinNames, nameField, readFamilyName, readNamePart } from './names.ts'

const MAX_EMAIL_LENGTH = 254
const PASSWORD_LENGTH = { min: 8, max: 255 }

const fields = {
  'given-name': nameField('The given name.'),
  'family-name': Type.Optional(FAMILY_NAME),
  username: Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH, description: 'The e-mail address.' }),
  password: Type.String({
    minLength: PASSWORD_LENGTH.min,
    maxLength: PASSWORD_LENGTH.max,
    description: 'The password.',
  }),
}
const data = Object.fromEntries(Object.keys(fields).map((field) => [field, '']))

export const registrationForm: StorefrontResource = {
  name: 'registration form',
  type: 'shop.registrations.new-account-form',
  path: '/registrations/:scope/newaccount/form',
  max_age: 600,
  description: 'The form that registers a customer.',
  role: 'PUBLIC',
  relations: { registeraction: { to: 'registration form', when: 'while shoppers may register' } },
  async read(context, paramsList) {
    assertNotRegistered(context)
    const params = { scope: context.scope }
    const isOpen = await allowsSelfSignup(context.deps.db, context.owner.store_id)
    const links = isOpen ? [{ rel: 'registeraction', params }] : []
    return paramsList.map(() => ({ params, links, data }))
  },
  post: {
    description: 'Registers a customer, without logging in. The profile can be read after the login.',
    fields,
    leads_to: 'profile',
    role: 'PUBLIC',
    run: register,
  },
}

async function register(context: StorefrontContext, _: Params, body: Record<string, unknown>): Promise<ChangeResult> {
  assertNotRegistered(context)
  const { given, family, email, password } = readFields({
    given: () => readNamePart(body, 'given-name'),
    family: () => readFamilyName(body),
    email: () => readEmail(body),
    password: () => readPassword(body),
  })
  const id = await createCustomer(context, { name: joinNames({ given, family }), email, password })
  // The profile cannot be read before the customer logs in.
  return { status: 201, location: profileParams(context, id) }
}

function assertNotRegistered({ caller }: StorefrontContext): void {
  if (caller.customer_id === null) return
  throw new AppError('forbidden', [{ detail: 'A customer cannot register again: log out first.' }])
}

/** Trims the address, as the login does. */
function readEmail(body: Record<string, unknown>): string {
  const email = readTrimmedString(body, 'username', { min: 1, max: MAX_EMAIL_LENGTH })
  if (isEmailAddress(email)) return email
  throw invalidField('username', 'field.invalid.email.format', 'username must be an e-mail address.')
}

/** Rejects numbers, because their text form would be ambiguous at login. */
function readPassword({ password }: Record<string, unknown>): string {
  if (typeof password === 'number') throw invalidField('password', 'field.invalid.format', 'password must be a string.')
  return readBoundedString({ password }, 'password', PASSWORD_LENGTH)
}

type NewCustomer = { name: string; email: string; password: string }

async function createCustomer(context: StorefrontContext, sent: NewCustomer): Promise<string> {
  const { deps, owner, network_address: address } = context
  const { failures } = deps.access
  try {
    return (await signUpCustomer({ ...deps, failures }, { owner, sent, address })).id
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') throw usernameTaken()
    throw error
  }
}

function usernameTaken(): MessageError {
  const text = 'This username is already registered.'
  return conflict('username.not.unique', text, { data: { 'field-name': 'username' } })
}
