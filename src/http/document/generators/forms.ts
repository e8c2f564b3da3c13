import { mapMembers, mapSchema } from '../../validation/components.ts'
import { type OpenApi, type Operation, REFERENCE } from '../named-parts.ts'
import { operationsOf } from '../operations.ts'
import type { Schema, Schemas } from '../schema.ts'

/**
 * Inlines the enumerations of forms. Many clients pass each field as an argument, and Rust generators get the type of a
 * referenced component wrong.
 */
export function withPlainForms<Document extends OpenApi>(document: Document): Document {
  const { paths, components } = document
  const forms = formsIn(document)
  const inlined = mapMembers(components.schemas, (schema, name) =>
    forms.has(REFERENCE + name) ? withOwnEnumerations(schema, components.schemas) : schema,
  )
  const used = referencesIn([paths, { ...components, schemas: inlined }])
  const schemas = Object.fromEntries(Object.entries(inlined).filter(([name]) => used.has(REFERENCE + name)))
  return { ...document, components: { ...components, schemas } }
}

/** True for media types whose members are form fields. */
export function isForm(mediaType: string): boolean {
  return mediaType === 'multipart/form-data' || mediaType === 'application/x-www-form-urlencoded'
}

function formsIn(document: OpenApi): Set<unknown> {
  const contents = operationsOf<Operation>(document).flatMap(({ operation }) =>
    Object.entries(operation.requestBody?.content ?? {}),
  )
  return new Set(contents.filter(([type]) => isForm(type)).map(([, { schema }]) => schema?.$ref))
}

function withOwnEnumerations(form: Schema, schemas: Schemas): Schema {
  const { properties } = form as { properties?: Schemas }
  if (properties === undefined) return form
  const plain = mapMembers(properties, ({ $ref, ...beside }) => {
    const component = schemas[String($ref).slice(REFERENCE.length)]
    if (component !== undefined && 'enum' in component) return { ...component, ...beside }
    return $ref === undefined ? beside : { $ref, ...beside }
  })
  return { ...form, properties: plain }
}

function referencesIn(parts: unknown): Set<unknown> {
  const found = new Set<unknown>()
  mapSchema(parts, (object) => {
    if (typeof object.$ref === 'string') found.add(object.$ref)
    return object
  })
  return found
}
