import { type TSchema, Type } from 'typebox'
import type { Members } from '../hypermedia/resource.ts'
import { ADDRESS_FIELDS, type AddressField, FIELD_PATHS, MAX_LENGTHS, REQUIRED } from './address-form.ts'

const DESCRIPTIONS: Record<AddressField, string> = {
  first_name: 'The given name. One of both names is required.',
  last_name: 'The family name.',
  line_1: 'Street and number.',
  line_2: 'A second line, such as the floor.',
  city: 'The city. Required if postal addresses of the country need it.',
  region:
    'A region of the country: its code or its name. Required if postal addresses of the country need it, or if ' +
    'taxes or shipping of the store depend on it.',
  postcode: 'The postal code. Required if postal addresses of the country need it.',
  country:
    'An ISO 3166-1 alpha-2 code, such as DE: the `name` of a country of `countries`. The alpha-3 code and the name of the ' +
    'country are accepted too.',
  company_name: 'The company.',
  phone_number: 'The phone number.',
  instructions: 'Instructions for the carrier.',
}

/** Members of an address resource: all are present, and empty if unknown. */
export const ADDRESS_MEMBERS = groupFields((name) => Type.String({ description: DESCRIPTIONS[name] }))

export const NEW_ADDRESS = {
  ...groupFields((name) => (REQUIRED.includes(name) ? sent(name, 1) : Type.Optional(sent(name)))),
  name: Type.Object(
    { 'given-name': Type.Optional(sent('first_name')), 'family-name': Type.Optional(sent('last_name')) },
    { anyOf: [{ required: ['given-name'] }, { required: ['family-name'] }] },
  ),
}

/** Fields of an existing address: absent fields keep their value. */
export const ADDRESS_CHANGES = groupFields((name) => Type.Optional(sent(name)))

function sent(name: AddressField, minLength = 0) {
  return Type.String({
    ...(minLength > 0 && { minLength }),
    maxLength: MAX_LENGTHS[name],
    description: DESCRIPTIONS[name],
  })
}

/**
 * The fields in the shape of the form: some are grouped in `name` and `address`. A group is required if one of its
 * fields is.
 */
function groupFields(schemaOf: (name: AddressField) => TSchema): Members {
  const groups = Map.groupBy(ADDRESS_FIELDS, (name) => FIELD_PATHS[name][0])
  return Object.fromEntries([...groups].map(([part, names]) => [part, schemaOfPart(names, schemaOf)]))
}

function schemaOfPart(names: readonly AddressField[], schemaOf: (name: AddressField) => TSchema): TSchema {
  const fields = names.map((name) => [FIELD_PATHS[name][1], schemaOf(name)] as const)
  const [[field, schema] = []] = fields
  if (field === undefined && schema !== undefined) return schema
  const group = Type.Object(Object.fromEntries(fields))
  return group.required === undefined ? Type.Optional(group) : group
}
