export type Schema = Readonly<Record<string, unknown>>

type Property = { path: string; type: string; required: boolean; description: string }

/** Table rows of an object's members, including those of unnamed nested objects. */
export function propertiesOf({ properties = {}, required = [] }: Schema, above = '', isRequired = true): Property[] {
  return Object.entries(properties as Readonly<Record<string, Schema>>).flatMap(([name, property]) => {
    const path = `${above}${name}`
    const has_to = isRequired && (required as readonly string[]).includes(name)
    const { description = '' } = property as { description?: string }
    const row = { path, type: typeOf(property), required: has_to, description }
    const inner = property.title === undefined ? propertiesOf(property, `${path}.`, has_to) : []
    return description === '' ? inner : [row, ...inner]
  })
}

export function namedTypes(value: unknown, found = new Map<string, Schema>()): ReadonlyMap<string, Schema> {
  if (typeof value !== 'object' || value === null) return found
  const { title, properties } = value as Schema
  if (typeof title === 'string' && properties !== undefined) found.set(title, value as Schema)
  for (const part of Object.values(value)) namedTypes(part, found)
  return found
}

function typeOf(schema: Schema): string {
  const { type, title, enum: values, const: value, items, anyOf } = schema
  if (value !== undefined) return `\`${value}\``
  if (Array.isArray(values)) return values.map((one) => `\`${one}\``).join(', ')
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' or ')
  if (items !== undefined) return listOf(schema, typeOf(items as Schema))
  if (typeof title === 'string') return `[${title}](#${title.toLowerCase()})`
  return `${type ?? 'any'}${limitsOf(schema)}`
}

function listOf({ minItems, maxItems }: Schema, items: string): string {
  if (minItems === 1 && maxItems === 1) return `list of one ${items}`
  return maxItems === undefined ? `list of ${items}` : `list of ${items}, at most ${maxItems}`
}

function limitsOf({ minimum, maximum, minLength, maxLength, format }: Schema): string {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength]
  const unit = minLength === undefined && maxLength === undefined ? '' : ' characters'
  const form = format === undefined ? '' : ` (${format})`
  if (least === undefined && most === undefined) return form
  if (most === undefined) return `${form}, at least ${least}${unit}`
  return least === undefined ? `${form}, at most ${most}${unit}` : `${form}, ${least} to ${most}${unit}`
}
