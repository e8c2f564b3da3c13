import type { Field } from '../field.ts'
import { shapeFor } from './outgoing.ts'
import { isRecord, type Value } from './values.ts'

/**
 * Adds required members to objects: constants, such as the type of a new row, and empty text for texts that the person
 * cleared. Other members are unchanged.
 */
export function completed(field: Field, value: Value): Value {
  switch (field.kind) {
    case 'object':
      return isRecord(value) ? membersOf(field, value) : value
    case 'union':
      return isRecord(value) ? membersOf(shapeFor(field, value), value) : value
    case 'objects':
      return Array.isArray(value) ? value.map((row) => itemOf(field, row)) : value
    case 'map':
      return isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, itemOf(field, one)]))
        : value
    default:
      return value
  }
}

function itemOf({ children: [item] }: Field, value: Value): Value {
  return item === undefined ? value : completed(item, value)
}

function membersOf({ children }: Field, value: { readonly [name: string]: Value }): Value {
  const filled: { [name: string]: Value } = { ...value }
  for (const child of children) {
    const { name, kind, required, constant } = child
    const one = value[name]
    if (one !== undefined) filled[name] = completed(child, one)
    else if (kind === 'constant' && required && constant !== undefined) filled[name] = constant
    else if (Object.hasOwn(value, name) && required) filled[name] = emptied(child)
  }
  return filled
}

function emptied({ kind, nullable }: Field): Value {
  if (nullable) return null
  return kind === 'text' || kind === 'longText' ? '' : undefined
}
