import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { type Attribute, optional, reference, text } from '../kit/attribute.ts'
import { type Draft, defineResource, type Frame, type Parent } from '../kit/resource.ts'
import type { Work } from '../kit/work.ts'
import { readSettings } from '../settings/read.ts'
import { countryCodes } from './countries.ts'

/** ISO 3166-1 alpha-2. */
export const Country = Type.Enum([...countryCodes], { description: 'ISO 3166-1 alpha-2 code.', examples: ['DE'] })

const line = (description?: string): Attribute<string> =>
  text({ ...(description !== undefined && { description }) }, { initial: '' })

/** What an address says, wherever it stands. */
export const addressAttributes = {
  name: line('What its owner calls it.'),
  first_name: line(),
  last_name: line(),
  company_name: line(),
  phone_number: line(),
  line_1: text({ min: 1 }),
  line_2: line(),
  city: line(),
  county: line(),
  region: line(),
  postcode: line(),
  country: { kind: 'text', schema: Country } satisfies Attribute<string> as Attribute<string>,
  instructions: text({ max: 1000, description: 'For whoever delivers.' }, { initial: '' }),
}

/** The addresses of a customer. */
export const customerAddresses = addressesOf('customer', 'customers')

/** The addresses of an account. */
export const accountAddresses = addressesOf('account', 'accounts')

function addressesOf(one: 'customer' | 'account', many: 'customers' | 'accounts') {
  const parameter = `${one}_id` as const
  const parents: readonly Parent[] = [{ parameter, table: many, one }]
  return defineResource({
    type: 'address',
    one: `${one} address`,
    many: `${one} addresses`,
    tag: 'Addresses',
    table: 'addresses',
    path: `/${many}/:${parameter}/addresses`,
    parents,
    event: 'address',
    access: one === 'customer' ? { read: 'customer', write: 'customer' } : { read: 'seller', write: 'seller' },
    attributes: addressAttributes,
    kept: { customer_id: optional(reference()), account_id: optional(reference()) },
    shows: {
      relationships: { [one]: Type.Object({ data: Type.Object({ type: Type.Literal(one), id: Type.String() }) }) },
    },
    show: (row) => ({ relationships: { [one]: { data: { type: one, id: row[parameter] } } } }),
    prepare: expectMandatory,
  })
}

/** Tells which fields are empty that the settings of the store ask for. */
async function expectMandatory({ tx, owner }: Work, { after }: Draft<Frame>): Promise<readonly Problem[]> {
  if (owner.store_id === null) return []
  const values = after as unknown as Record<string, unknown>
  const { address_mandatory_fields } = await readSettings(tx, owner.store_id)
  return address_mandatory_fields
    .filter((name) => values[name] === '')
    .map((name) => ({ detail: `data.${name} must not be empty: the store asks for it.`, pointer: `/data/${name}` }))
}
