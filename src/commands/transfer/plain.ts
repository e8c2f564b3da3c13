import { randomBytes } from 'node:crypto'
import type { Item, Kind } from '../../client/transfer/kind.ts'
import { isObject } from '../../kernel/json/json.ts'
import type { AnyResource } from '../../store/kit/resource.ts'
import { resources } from '../../store/resources.ts'

/** Builds the kind of a plain resource: lists, bodies and identity follow from its declaration. */
export function kindOf(resource: AnyResource): Kind {
  const { type, path, frame, key, aliases, references, plural, parents, attributes } = resource
  const owner = resources.find(({ table }) => table === parents.at(-1)?.table)
  const { omit = [], ...others } = extras[plural] ?? {}
  return {
    name: plural.toLowerCase().replaceAll(' ', '-'),
    path,
    ...(owner !== undefined && { owner: kindOf(owner) }),
    type,
    frame,
    order: 'created',
    match: key,
    later: Object.keys(references).filter((name) => references[name] === type),
    fixed: Object.keys(attributes).filter((name) => attributes[name]?.fixed),
    omit: [...Object.keys(aliases), ...omit],
    ...others,
  }
}

/** The default comes first, because it only changes when another record becomes the default. */
const DEFAULT_FIRST = { sort: '-default,code' } as const

/** Properties of a kind in addition to the declaration of its resource, by plural. */
const extras: Readonly<Record<string, Partial<Kind>>> = {
  currencies: { order: DEFAULT_FIRST },
  'tax classes': { order: DEFAULT_FIRST },
  'tax rates': { match: ['tax_class_id', 'tax_zone_id', 'code', 'valid_from'], leaf: true },
  'custom fields': { leaf: true },
  'variation modifiers': { leaf: true },
  products: {
    order: { key: 'sku' },
    omit: ['base_product'],
    related: ['files', 'variations'],
    // Children of other products are built by the import.
    includes: ({ relationships }) => !isObject(relationships) || relationships.base_product === undefined,
  },
  hierarchies: { match: ['name'] },
  nodes: { match: ['slug', 'name'] },
  'price books': { name: 'pricebooks' },
  'product prices': { name: 'prices', order: { key: 'sku' }, leaf: true },
  'price modifiers': { order: { key: 'name' }, leaf: true },
  'catalog rules': { omit: ['pricebook_ids'], leaf: true },
  // Codes of a batch are exported individually.
  coupons: { order: { key: 'code', filter: 'ilike' }, omit: ['batch_id'], leaf: true },
  customers: { order: { key: 'email', lower: true }, omit: ['password'] },
  'customer addresses': { leaf: true },
  'account addresses': { leaf: true },
  // Every store has a realm for customers and another for account members, whatever their names.
  'authentication realms': { match: ({ origin, name }) => origin ?? { name }, unsent: ['origin'], strip: withOrigin },
  'user authentication info': { name: 'users', order: { key: 'email' } },
  'user authentication password profile info': {
    name: 'usernames',
    order: { sort: 'username' },
    leaf: true,
    // Most profiles require a password. This random one is unknown until a seller sets another.
    fill: () => ({ password: randomBytes(32).toString('base64url') }),
  },
  // A user of the account realm is a member, so the line of a member finds the record that the user's line has created.
  'account members': { order: { key: 'email' } },
  accounts: { order: { key: 'name' } },
  'account memberships': { leaf: true },
}

function withOrigin(item: Item): Item {
  const { origin } = isObject(item.relationships) ? item.relationships : {}
  const of = isObject(origin) && isObject(origin.data) ? origin.data.type : undefined
  return { ...item, ...(of !== undefined && { origin: of }) }
}
