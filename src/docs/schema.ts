import { isObject } from '../kernel/json/json.ts'
import { type Html, html, join, NOTHING } from './html.ts'
import { inlineMarkdown } from './markdown.ts'

export type Schema = { readonly [word: string]: unknown }

export type SchemaNames = {
  resolve(reference: string): Schema
  /** The address of the schema's description; null to describe it in place. */
  link(reference: string): string | null
}

export const noNames: SchemaNames = {
  resolve(reference) {
    throw new Error(`${reference} is not a schema.`)
  },
  link: () => null,
}

/** The type of a value in words, then its members or alternatives as a nested list. */
export function renderSchema(schema: Schema, names: SchemaNames): Html {
  const parts = partsOf(schema, names)
  return html`<div class="schema">${parts === NOTHING ? html`<p>${typeOf(schema, names)}</p>` : parts}</div>`
}

function partsOf(schema: Schema, names: SchemaNames): Html {
  if (typeof schema.$ref === 'string') {
    return names.link(schema.$ref) === null ? partsOf(names.resolve(schema.$ref), names) : NOTHING
  }
  const alternatives = alternativesOf(schema).filter((one) => !isNull(one))
  if (alternatives.length === 1) return partsOf(alternatives[0] ?? {}, names)
  if (alternatives.some((one) => hasParts(one, names))) {
    return html`<ol class="alternatives">${alternatives.map(
      (one) => html`<li><span class="type">${typeOf(one, names)}</span>${describe(one)}${partsOf(one, names)}</li>`,
    )}</ol>`
  }
  if (isObject(schema.items)) return partsOf(schema.items, names)
  const required = Array.isArray(schema.required) ? schema.required : []
  const members = Object.entries(objectsIn(schema.properties)).map(([name, member]) =>
    memberItem(name, member, required.includes(name), names),
  )
  for (const [pattern, member] of Object.entries(objectsIn(schema.patternProperties)))
    members.push(memberItem(nameIn(pattern), member, false, names))
  const { additionalProperties: others } = schema
  if (isObject(others) && Object.keys(others).length > 0) members.push(memberItem('*', others, false, names))
  return members.length === 0 ? NOTHING : html`<ul class="members">${members}</ul>`
}

/** The only name that a pattern allows, such as `^resourceversion$`; `*` if it allows several. */
function nameIn(pattern: string): string {
  return /^\^([\w-]+)\$$/.exec(pattern)?.[1] ?? '*'
}

function hasParts(schema: Schema, names: SchemaNames): boolean {
  return typeof schema.$ref === 'string' || partsOf(schema, names) !== NOTHING
}

function memberItem(name: string, schema: Schema, isRequired: boolean, names: SchemaNames): Html {
  const flags = [
    isRequired ? html`<span class="flag required">required</span>` : NOTHING,
    ...['readOnly', 'writeOnly', 'deprecated'].map((word) =>
      schema[word] === true ? html`<span class="flag">${word.replace('Only', ' only')}</span>` : NOTHING,
    ),
  ]
  const label = name === '*' ? html`<i>any other name</i>` : html`<code class="member">${name}</code>`
  return html`<li>${label} <span class="type">${typeOf(schema, names)}</span> ${flags}${describe(schema)}${partsOf(schema, names)}</li>`
}

function describe(schema: Schema): Html {
  const { description } = schema
  const [only, ...others] = alternativesOf(schema).filter((one) => !isNull(one))
  const limits = limitsOf(only !== undefined && others.length === 0 ? { ...only, ...schema } : schema)
  return join([
    typeof description === 'string' ? html`<p>${inlineMarkdown(description)}</p>` : NOTHING,
    limits.length === 0 ? NOTHING : html`<p class="limits">${limits.join(', ')}</p>`,
  ])
}

/** A type in words, such as `string (date-time) or null`, `array of Money`, `"cart"`. */
export function typeOf(schema: Schema, names: SchemaNames): Html {
  if (typeof schema.$ref === 'string') return referred(schema.$ref, names)
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (Array.isArray(schema.enum))
    return alternatives(schema.enum.map((one) => html`<code>${JSON.stringify(one)}</code>`))
  const choices = alternativesOf(schema)
  if (choices.length > 0) return alternatives(choices.map((one) => typeOf(one, names)))
  const types = [schema.type ?? 'any value'].flat()
  return alternatives(types.map((type) => typeNamed(String(type), schema, names)))
}

function typeNamed(type: string, { format, items, contentMediaType }: Schema, names: SchemaNames): Html {
  if (type === 'array' && isObject(items)) return html`array of ${typeOf(items, names)}`
  if (type === 'string' && typeof (format ?? contentMediaType) === 'string')
    return html`string (${String(format ?? contentMediaType)})`
  return html`${type}`
}

function referred(reference: string, names: SchemaNames): Html {
  const address = names.link(reference)
  if (address === null) return typeOf(names.resolve(reference), names)
  return html`<a href="${address}">${reference.split('/').at(-1) ?? ''}</a>`
}

/** Merges alternatives with the same words. */
function alternatives(types: readonly Html[]): Html {
  const texts = [...new Set(types.map((type) => type.html))]
  return { html: texts.join(texts.length > 4 ? ', ' : ' or ') }
}

function alternativesOf(schema: Schema): Schema[] {
  const { anyOf, oneOf } = schema
  return [anyOf ?? oneOf ?? []].flat().filter(isObject)
}

const isNull = (schema: Schema) => schema.type === 'null' || schema.const === null

function objectsIn(value: unknown): Record<string, Schema> {
  return isObject(value) ? (value as Record<string, Schema>) : {}
}

function limitsOf(schema: Schema): string[] {
  const limits = LIMITS.flatMap(([word, before, after]) =>
    typeof schema[word] === 'number' ? [`${before} ${schema[word]}${after}`] : [],
  )
  const { pattern } = schema
  const fallback = schema.default
  return [
    ...limits,
    ...(schema.uniqueItems === true ? ['each once'] : []),
    ...(typeof pattern === 'string' ? [`matches ${pattern}`] : []),
    ...(fallback === undefined ? [] : [`by default ${JSON.stringify(fallback)}`]),
  ]
}

const LIMITS: readonly (readonly [string, string, string])[] = [
  ['minimum', 'at least', ''],
  ['exclusiveMinimum', 'more than', ''],
  ['maximum', 'at most', ''],
  ['exclusiveMaximum', 'less than', ''],
  ['minLength', 'at least', ' characters'],
  ['maxLength', 'at most', ' characters'],
  ['minItems', 'at least', ' items'],
  ['maxItems', 'at most', ' items'],
  ['minProperties', 'at least', ' members'],
  ['maxProperties', 'at most', ' members'],
]
