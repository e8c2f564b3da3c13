import { Type } from 'typebox'
import { Address } from '../../event-types/resources/address.ts'
import { countryCodes } from '../../kernel/countries/countries.ts'
import type { Problem } from '../../kernel/errors.ts'
import { type Draft, defineResource, type Frame, type Parent } from '../kit/resource.ts'
import { type Attribute, optional, reference, text } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'
import { readSettings } from '../settings/read.ts'
import { addressFaults } from './validate.ts'

/** ISO 3166-1 alpha-2; also accepts names and alpha-3 codes. */
export const Country = Type.Enum([...countryCodes], {
  title: 'CountryCode',
  description:
    'ISO 3166-1 alpha-2 code. The alpha-3 code and the name of the country, in English or one of its languages, are accepted, too.',
  examples: ['DE'],
  'x-country': true,
})

const line = (description?: string): Attribute<string> =>
  text({ ...(description !== undefined && { description }) }, { initial: '' })

/** Attributes of the addresses of customers, accounts and orders. */
export const addressAttributes = {
  name: line('Label, such as `Home`.'),
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
  instructions: text({ max: 1000, description: 'Instructions for the carrier.' }, { initial: '' }),
}

export const customerAddresses = addressesOf('customer', 'customers')

export const accountAddresses = addressesOf('account', 'accounts')

function addressesOf(singular: 'customer' | 'account', plural: 'customers' | 'accounts') {
  const parameter = `${singular}_id` as const
  const parents: readonly Parent[] = [{ parameter, table: plural, singular }]
  return defineResource({
    type: 'address',
    singular: `${singular} address`,
    plural: `${singular} addresses`,
    tag: 'Addresses',
    area: 'customers',
    reports_unknown: true,
    table: 'addresses',
    path: `/${plural}/:${parameter}/addresses`,
    parents,
    hidden: 'personal',
    event: 'address',
    event_schema: Address,
    access: { read: singular, write: singular },
    undeclared: 'people',
    attributes: addressAttributes,
    internal: { customer_id: optional(reference()), account_id: optional(reference()) },
    show: (row) => ({ relationships: { [singular]: { data: { type: singular, id: row[parameter] } } } }),
    prepare: checkAsBill,
  })
}

/** Requires the fields that every use needs, and those of the store's settings. Addresses of orders need more. */
async function checkAsBill({ tx, owner }: Work, { after }: Draft<AddressRow>): Promise<readonly Problem[]> {
  if (owner.store_id === null) return []
  const { address_mandatory_fields: mandatory } = await readSettings(tx, owner.store_id)
  return addressFaults(fieldsOf(after), { use: 'billed', mandatory }).map(({ field, sentence }) => ({
    detail: `data.${field} ${sentence}`,
    pointer: `/data/${field}`,
  }))
}

type AddressRow = Frame & Record<keyof typeof addressAttributes, string>

function fieldsOf({ owner_id: _, version: __, updated_at: ___, ...fields }: AddressRow): Record<string, string> {
  return fields
}
