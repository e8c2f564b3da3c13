import type { Field, JsonValue } from '../field.ts'
import { equal, isRecord, type Value, valueAt } from './values.ts'

type Body = { [name: string]: JsonValue }

/** Body of a create: filled members and constants. */
export function creation(field: Field, value: Value): Body {
  return (filled(field, value, true) ?? {}) as Body
}

/**
 * Body of an update: only changed members. Objects are sent whole, because the API replaces some of them; `attributes`
 * is merged.
 */
export function changes(field: Field, before: Value, after: Value): Body {
  return changedMembers(shapeFor(field, after), before, after)
}

/** What a person filled in, as the body of an operation. The API validates it; its errors appear in the form. */
export function asBody<Sent>(filledIn: object): Sent {
  return filledIn as Sent
}

function changedMembers(field: Field, before: Value, after: Value): Body {
  const body: Body = {}
  for (const child of field.children) {
    const [was, is] = [valueAt(before, [child.name]), valueAt(after, [child.name])]
    if (child.kind === 'constant') {
      if (child.name === 'type') body.type = child.constant ?? null
    } else if (child.name === 'attributes' && child.kind === 'object') {
      body.attributes = changedMembers(child, was, is)
    } else if (!equal(was, is)) {
      const sent = filled(child, is)
      body[child.name] = sent === undefined ? emptied(child) : withEmptied(shapeFor(child, is), was, sent)
    }
  }
  return body
}

/** Sends null for the members that the person cleared, since the API keeps absent members of some objects. */
function withEmptied({ kind, children }: Field, was: Value, sent: JsonValue): JsonValue {
  if (kind !== 'object' || !isRecord(sent)) return sent
  const isEmptied = ({ name, nullable }: Field) =>
    nullable && sent[name] === undefined && (valueAt(was, [name]) ?? null) !== null
  return { ...sent, ...Object.fromEntries(children.filter(isEmptied).map(({ name }) => [name, null])) }
}

/** Empty value of the kind. If the API requires a value, its error appears at the field. */
function emptied({ kind, nullable }: Field): JsonValue {
  if (nullable) return null
  if (['text', 'longText'].includes(kind)) return ''
  if (['texts', 'choices', 'objects', 'references'].includes(kind)) return []
  return kind === 'map' ? {} : null
}

/** Drops empty members; undefined if nothing is left, unless the object is required. */
function filled(field: Field, value: Value, isWanted = false): JsonValue | undefined {
  switch (field.kind) {
    case 'constant':
      return field.constant
    case 'object':
      return filledObject(field, value, isWanted)
    case 'union':
      return isRecord(value) ? filledObject(shapeFor(field, value), value, true) : json(value)
    case 'objects':
      return Array.isArray(value) ? value.map((item) => filledItem(field, item)) : json(value)
    case 'map':
      return filledMap(field, value)
    default:
      return json(value)
  }
}

/** An added row is sent even if it is empty. */
function filledItem({ children: [item] }: Field, value: Value): JsonValue {
  return (item === undefined ? undefined : filled(item, value, true)) ?? {}
}

function filledObject(field: Field, value: Value, isWanted: boolean): JsonValue | undefined {
  if (value === null) return null
  const some = members(field, value, false)
  if (Object.keys(some).length === 0 && !isWanted) return undefined
  const constants = field.children.filter(({ kind }) => kind === 'constant')
  // Required members are sent empty, so that the API names the missing ones among them.
  return {
    ...members(field, value, true),
    ...Object.fromEntries(constants.map((one) => [one.name, one.constant ?? null])),
  }
}

function members(field: Field, value: Value, isWanted: boolean): Body {
  const entries = field.children.flatMap((child) => {
    if (child.kind === 'constant') return []
    const one = filled(child, valueAt(value, [child.name]), isWanted && child.required)
    return one === undefined ? [] : [[child.name, one] as const]
  })
  return Object.fromEntries(entries)
}

function filledMap(field: Field, value: Value): JsonValue | undefined {
  if (!isRecord(value)) return json(value)
  const [item] = field.children
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const sent = item === undefined || one === undefined ? undefined : filled(item, one, true)
    return sent === undefined ? [] : [[key, sent] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function json(value: Value): JsonValue | undefined {
  return value === '' ? undefined : (value as JsonValue | undefined)
}

/** Variant of a union that matches the value; other fields are returned unchanged. */
export function shapeFor(field: Field, value: Value): Field {
  if (field.kind !== 'union') return field
  const index = shapeIndex(field, value)
  return field.children[index ?? 0] ?? field
}

const OTHER = Number.NEGATIVE_INFINITY

/** Index of the matching variant: its constants match and it shares the most members. */
export function shapeIndex(field: Field, value: Value): number | null {
  if (!isRecord(value)) return null
  const names = Object.keys(value)
  const scores = field.children.map((shape) => {
    const constants = shape.children.filter(({ kind }) => kind === 'constant')
    if (constants.some((child) => value[child.name] !== undefined && value[child.name] !== child.constant)) return OTHER
    const known = names.filter((name) => shape.children.some((child) => child.name === name)).length
    const missing = shape.children.filter((child) => child.required && value[child.name] === undefined).length
    return known * 100 - missing
  })
  const best = Math.max(...scores)
  return best === OTHER ? null : scores.indexOf(best)
}
