import type { Schema } from '../../../api/operations.ts'
import { describe } from '../../../kit/form/describe.ts'
import type { Field, Option, Picker } from '../../../kit/form/field.ts'
import { type Overrides, pickSeveral } from '../../../kit/form/overrides.ts'
import type { Pickers } from '../pickers.ts'
import { actionFields } from '../rules/actions.ts'
import { MAX_IN_GROUP } from '../rules/condition-tree.ts'
import { CONDITIONS, type ConditionKind } from '../rules/conditions.ts'

/** Fields of a promotion: those of the schema, with nested conditions and with pickers for ids. */
export function promotionField(schema: Schema, pickers: Pickers, currencies: readonly string[]): Field {
  const field = describe(schema, overridesOf(pickers, currencies))
  const when = conditionField(schema.properties?.when ?? {}, pickers)
  const children = field.children.map((child) => (child.name === 'when' ? { ...when, nullable: true } : child))
  return { ...field, children }
}

export function memberOf(field: Field, name: string): Field {
  const member = field.children.find((child) => child.name === name)
  if (member === undefined) throw new Error(`The schema has no member ${name}.`)
  return member
}

/** Variant of a union with this `kind`. */
export function shapeOfKind(field: Field, kind: unknown): Field | undefined {
  return field.children.find((shape) =>
    shape.children.some(({ name, constant }) => name === 'kind' && constant === kind),
  )
}

/** True for selectors, which are one control instead of eight lists. */
export function isSelector({ kind, children }: Field): boolean {
  return kind === 'object' && children.some(({ name }) => name === 'not_skus')
}

function overridesOf(pickers: Pickers, currencies: readonly string[]): Overrides {
  const options = currencies.map((value) => ({ value, label: value }))
  return {
    ...selectorsAt(['target', 'action.buy', 'action.get'], pickers),
    currency: {
      kind: 'choice',
      options,
      label: 'Currency',
      help: 'Only for carts in this currency; empty: in any. Needed where there are amounts.',
    },
    basis: { label: 'Conditions read' },
    shipping_option_ids: { ...pickSeveral(pickers.shippingOptions), label: 'Only these shipping options' },
    ...actionFields(pickers),
    usage_limit: { label: 'Uses in all' },
    usage_limit_per_shopper: { label: 'Uses per shopper' },
    name: { label: 'Name', help: 'For sellers.' },
    enabled: { label: 'Enabled', initial: true },
    display_name: { label: 'Name for shoppers', help: 'In carts and orders.' },
    description: { kind: 'text', label: 'Description for shoppers', help: '' },
    target: { label: 'Items' },
  }
}

/** Eight lists of each selector. */
function selectorsAt(places: readonly string[], pickers: Pickers): Overrides {
  const lists: [string, string, Picker][] = [
    ['skus', 'SKUs', pickers.skus],
    ['products', 'Products', pickers.products],
    ['categories', 'Categories', pickers.categories],
    ['tags', 'Tags', pickers.tags],
  ]
  const entries = places.flatMap((place) =>
    lists.flatMap(([name, label, picker]) => [
      [`${place}.${name}`, { ...pickSeveral(picker), label, help: HELP[name] ?? '' }] as const,
      [`${place}.not_${name}`, { ...pickSeveral(picker), label: `Not: ${label}`, help: '' }] as const,
    ]),
  )
  return Object.fromEntries(entries)
}

const HELP: Record<string, string> = {
  categories: 'With the categories below them.',
  products: 'With their variations.',
}

/** A condition is a fact or a group of conditions, so this field contains itself. */
function conditionField(schema: Schema, pickers: Pickers): Field {
  const overrides = selectorsAt(['of'], pickers)
  const facts = describe(
    { anyOf: factsIn(schema) },
    { ...overrides, minimum: { label: 'At least', help: '' }, of: { label: 'Items' } },
  )
  const children: Field[] = facts.children.map((fact) => withOptions(fact, pickers))
  const condition: Field = { ...facts, name: 'when', label: 'Conditions', required: false, children, hidden: false }
  for (const kind of ['all', 'any'] as const)
    children.push(groupOf(kind, { ...BLANK, kind: 'objects', children: [condition] }))
  children.push(groupOf('not', { ...condition, name: 'of', required: true }))
  return condition
}

/** Variants that are not groups. */
function factsIn({ anyOf, oneOf = anyOf ?? [], properties }: Schema): Schema[] {
  if (oneOf.length > 0) return oneOf.flatMap(factsIn)
  const kind = properties?.kind?.const
  return kind === undefined || kind === 'all' || kind === 'any' || kind === 'not'
    ? []
    : [{ properties, type: 'object', required: Object.keys(properties ?? {}) } as Schema]
}

const BLANK: Field = {
  name: 'of',
  pointer: '/of',
  kind: 'objects',
  label: 'Conditions',
  required: true,
  nullable: false,
  limits: { maxItems: MAX_IN_GROUP },
  options: [],
  children: [],
  hidden: false,
  advanced: false,
}

function groupOf(kind: ConditionKind, of: Field): Field {
  const constant: Field = { ...BLANK, name: 'kind', pointer: '/kind', kind: 'constant', constant: kind, hidden: true }
  return {
    ...BLANK,
    name: 'when',
    pointer: '',
    kind: 'object',
    label: CONDITIONS[kind].title,
    children: [constant, of],
  }
}

function withOptions(fact: Field, pickers: Pickers): Field {
  const kind = fact.children.find(({ name }) => name === 'kind')?.constant as ConditionKind
  const { title, list } = CONDITIONS[kind]
  const children = fact.children.map((child): Field => {
    if (child.name !== 'one_of' || list === undefined) return child
    const one = { ...child, help: '', label: list.label }
    if (list.of === 'accounts') return { ...one, kind: 'references', picker: pickers.accounts }
    return list.of === 'countries' ? { ...one, kind: 'choices', options: countries() } : one
  })
  return { ...fact, label: title, children }
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that `Intl` names although they are not countries today. */
const NO_COUNTRIES = ['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']

let known: readonly Option[] | null = null

function countries(): readonly Option[] {
  known ??= readCountries()
  return known
}

function readCountries(): Option[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  // `Intl` names a former code after the country that replaced it, under another code.
  const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code && !NO_COUNTRIES.includes(code)
  const options = codes.filter(isCurrent).map((value) => ({ value, label: names.of(value) ?? '' }))
  return options.filter(({ label }) => label !== '').toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}
