import type { Schema } from '../../../scripts/describe-operations.ts'
import type { Field, JsonValue, Kind, Limits, Option } from './field.ts'
import { type Override, type Overrides, overrideAt } from './overrides.ts'

import { labelOf, optionLabels } from './words.ts'

type Place = { name: string; pointer: string; required: boolean }
type Shape = Pick<Field, 'kind'> & Partial<Pick<Field, 'options' | 'children' | 'constant' | 'keyLabel'>>

/** Derives the fields of a body from its schema and the overrides of its declaration. */
export function describe(schema: Schema, overrides: Overrides = {}): Field {
  return fieldOf(schema, { name: '', pointer: '', required: true }, overrides)
}

function fieldOf(schema: Schema, place: Place, overrides: Overrides): Field {
  const { one, nullable } = withoutNull(schema)
  const override = overrideAt(overrides, place.pointer)
  const shape = shapeOf(one, place, overrides)
  const kind = override.kind ?? shape.kind
  const label = override.label ?? one.title ?? labelOf(place.name)
  const help = override.help ?? helpOf(one.description ?? schema.description, kind, label)
  const initial = override.initial ?? (schema.default as JsonValue | undefined)
  return {
    ...place,
    options: [],
    children: [],
    ...shape,
    kind,
    label,
    ...(help === undefined || help === '' ? {} : { help }),
    nullable,
    limits: limitsOf(one),
    ...(initial === undefined ? {} : { initial }),
    ...extrasOf(override),
    // An alias of another member would ask for the same value twice.
    hidden: override.hidden ?? (kind === 'constant' || /^Alias of /.test(schema.description ?? '')),
    advanced: override.advanced ?? (place.pointer === '/relationships' || (kind === 'json' && !place.required)),
  }
}

function extrasOf({ picker, currency, keyLabel, options, below }: Override): Partial<Field> {
  return {
    ...(picker === undefined ? {} : { picker }),
    ...(currency === undefined ? {} : { currency }),
    ...(keyLabel === undefined ? {} : { keyLabel }),
    ...(options === undefined ? {} : { options }),
    ...(below === undefined ? {} : { below }),
  }
}

/** Unwraps the schema of a nullable value. */
function withoutNull(schema: Schema): { one: Schema; nullable: boolean } {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants === undefined) {
    if (!Array.isArray(schema.type)) return { one: schema, nullable: false }
    const types = schema.type.filter((type) => type !== 'null')
    const one = { ...schema }
    delete one.type
    if (types[0] !== undefined && types.length === 1) one.type = types[0]
    return { one, nullable: types.length < schema.type.length }
  }
  // The empty list is another way to write null.
  const some = variants.filter(({ type, maxItems }) => type !== 'null' && maxItems !== 0)
  const [first] = some
  const { anyOf: _, oneOf: __, ...beside } = schema
  const one =
    some.length === 1 && first !== undefined ? { ...beside, ...merged(schema, first) } : { ...beside, anyOf: some }
  return { one, nullable: some.length < variants.length }
}

function merged(schema: Schema, first: Schema): Schema {
  const description = first.description ?? schema.description
  return { ...first, ...(description === undefined ? {} : { description }) }
}

function shapeOf(schema: Schema, place: Place, overrides: Overrides): Shape {
  if (schema.const !== undefined) return { kind: 'constant', constant: schema.const as JsonValue }
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return unionOf(variants, place, overrides)
  if (schema.enum !== undefined) return choiceOf(schema.enum)
  switch (schema.type) {
    case 'string':
      return { kind: textKind(schema, place.name) }
    case 'integer':
      return { kind: integerKind(schema) }
    case 'number':
    case 'boolean':
      return { kind: schema.type }
    case 'array':
      return listOf(schema.items ?? {}, place, overrides)
    case 'object':
      return objectOf(schema, place, overrides)
    default:
      return { kind: 'json' }
  }
}

/** Texts this long get several lines. */
const LONG = 1000

/** Names of values to mask. */
const SECRET = /(^|_)(password|secret|token|private_key|secret_key|secret_access_key)$/

function textKind(schema: Schema, name: string): Kind {
  if (schema.format === 'date-time') return 'dateTime'
  if (schema.writeOnly || SECRET.test(name)) return 'secret'
  const isLong = (schema.maxLength ?? 0) >= LONG && schema.format === undefined && schema.pattern === undefined
  return isLong && !/(^|_)ur[li]$/.test(name) ? 'longText' : 'text'
}

function integerKind({ description = '' }: Schema): Kind {
  if (/millionth|per million/i.test(description)) return 'rate'
  return /minor units/i.test(description) ? 'money' : 'integer'
}

function choiceOf(values: readonly unknown[]): Shape {
  if (!values.every((value) => typeof value === 'string')) return { kind: 'json' }
  return { kind: 'choice', options: optionsOf(values) }
}

function optionsOf(values: readonly string[]): Option[] {
  const label = optionLabels(values)
  return values.map((value) => ({ value, label: label(value) }))
}

function listOf(items: Schema, place: Place, overrides: Overrides): Shape {
  const item = fieldOf(items, { name: place.name, pointer: `${place.pointer}/*`, required: true }, overrides)
  if (item.kind === 'choice') return { kind: 'choices', options: item.options }
  if (item.kind === 'object' || item.kind === 'union') return { kind: 'objects', children: [item] }
  return ['text', 'longText'].includes(item.kind) ? { kind: 'texts' } : { kind: 'json' }
}

function objectOf(schema: Schema, place: Place, overrides: Overrides): Shape {
  const names = Object.entries(schema.properties ?? {})
  if (names.length > 0)
    return { kind: 'object', children: names.map(([name, one]) => member(name, one, schema, place, overrides)) }
  const { additionalProperties } = schema
  if (typeof additionalProperties !== 'object') return { kind: 'json' }
  const item = fieldOf(
    additionalProperties,
    { name: place.name, pointer: `${place.pointer}/*`, required: true },
    overrides,
  )
  return item.kind === 'json'
    ? { kind: 'json' }
    : { kind: 'map', children: [item], keyLabel: keyLabelOf(schema.propertyNames) }
}

function member(name: string, one: Schema, parent: Schema, place: Place, overrides: Overrides): Field {
  const pointer = `${place.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return fieldOf(one, { name, pointer, required: parent.required?.includes(name) ?? false }, overrides)
}

function keyLabelOf(names: Schema | undefined): string {
  if (names?.pattern === '^[A-Z]{3}$') return 'Currency'
  return names?.pattern?.startsWith('^[A-Za-z]{2,8}(-') ? 'Language' : 'Key'
}

/**
 * A union of objects is a form per variant, a union of constants is a choice, and any other union is edited as JSON.
 */
function unionOf(variants: readonly Schema[], place: Place, overrides: Overrides): Shape {
  const values = variants.flatMap((one) => (one.const === undefined ? (one.enum ?? []) : [one.const]))
  if (values.length >= variants.length && variants.every((one) => one.const !== undefined || one.enum !== undefined))
    return choiceOf(values)
  const shapes = variants.map((one) => fieldOf(one, place, overrides))
  if (!shapes.every(({ kind }) => kind === 'object')) return { kind: 'json' }
  return {
    kind: 'union',
    children: shapes.map((shape, index) => ({ ...shape, label: shapeLabel(shape, variants[index], index) })),
  }
}

function shapeLabel(shape: Field, schema: Schema | undefined, index: number): string {
  if (schema?.title !== undefined) return schema.title
  const constants = shape.children.filter(({ kind }) => kind === 'constant')
  // Prefer a constant other than `type`, since `type` is often the same in all variants.
  const { constant } = constants.find(({ name }) => name !== 'type') ?? constants[0] ?? {}
  const required = shape.children.filter((child) => child.required && child.kind !== 'constant')
  const choice = required.find(({ kind, name }) => kind === 'choice' && /(^|_)type$/.test(name))
  if (choice !== undefined) return choice.options.map(({ label }) => label).join(' or ')
  if (typeof constant === 'string') return labelOf(constant)
  return required.map(({ label }) => label).join(', ') || `Shape ${index + 1}`
}

function limitsOf(schema: Schema): Limits {
  const limits: Limits = {}
  for (const name of ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const) {
    const limit = schema[name]
    if (limit !== undefined) limits[name] = limit
  }
  if (schema.format !== undefined) limits.format = schema.format
  return limits
}

/** A form sends times with the zone that it names, and who types a secret need not know what responses contain. */
function withoutApiTerms(description: string | undefined, kind: Kind): string | undefined {
  if (kind === 'secret') return description?.replace(/\s*Never returned[.]/, '')
  return kind === 'dateTime' ? description?.replace(/\s*Without a zone it is UTC[.]/, '') : description
}

/** Description without the API's unit where the field shows another unit, and without a repetition of the label. */
function helpOf(description: string | undefined, kind: Kind, label: string): string | undefined {
  const unit = kind === 'rate' ? /In (millionths|parts per million)[^.;]*[.;]\s*/i : /In minor units[^.;]*[.;]\s*/i
  const text = kind === 'rate' || kind === 'money' ? description?.replace(unit, '') : withoutApiTerms(description, kind)
  if (text === undefined || text === '' || saysOnly(text, label)) return undefined
  // People leave a field empty where the API has null.
  const words = text.replaceAll(/\bnull(?=:| for\b)/g, 'empty')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function saysOnly(text: string, label: string): boolean {
  const words = text.toLowerCase().replace(/^(the |an? |id of the )+/, '')
  return words === `${label.toLowerCase()}.`
}
