import type { Field, JsonValue } from '../field.ts'
import { equal, isRecord, type Value, valueAt } from './values.ts'

type Body = { [name: string]: JsonValue }

/** The body that creates: what is filled in, and the constants beside it. */
export function creation(field: Field, value: Value): Body {
  return (filled(field, value, true) ?? {}) as Body
}

/** The body that updates: the members that changed. An object is sent whole, since some are replaced whole; `attributes` is not. */
export function changes(field: Field, before: Value, after: Value): Body {
  return changedMembers(shapeFor(field, after), before, after)
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

/** An object with null for the members that a person emptied, since some objects keep what is not sent. */
function withEmptied({ kind, children }: Field, was: Value, sent: JsonValue): JsonValue {
  if (kind !== 'object' || !isRecord(sent)) return sent
  const isEmptied = ({ name, nullable }: Field) =>
    nullable && sent[name] === undefined && (valueAt(was, [name]) ?? null) !== null
  return { ...sent, ...Object.fromEntries(children.filter(isEmptied).map(({ name }) => [name, null])) }
}

/** The value of what a person emptied. Where the API wants one, its refusal says so at the field. */
function emptied({ kind, nullable }: Field): JsonValue {
  if (nullable) return null
  if (['text', 'longText'].includes(kind)) return ''
  if (['texts', 'choices', 'objects', 'references'].includes(kind)) return []
  return kind === 'map' ? {} : null
}

/** Without what is not filled in; undefined when nothing is, unless an object of it is wanted anyhow. */
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

/** A row is there once it is added. */
function filledItem({ children: [item] }: Field, value: Value): JsonValue {
  return (item === undefined ? undefined : filled(item, value, true)) ?? {}
}

function filledObject(field: Field, value: Value, isWanted: boolean): JsonValue | undefined {
  if (value === null) return null
  const some = members(field, value, false)
  if (Object.keys(some).length === 0 && !isWanted) return undefined
  const constants = field.children.filter(({ kind }) => kind === 'constant')
  // What it asks for is sent empty, so that the API names what is missing in it.
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

/** The shape of a union that a value has; the field itself when it is not a union. */
export function shapeFor(field: Field, value: Value): Field {
  if (field.kind !== 'union') return field
  const index = shapeIndex(field, value)
  return field.children[index ?? 0] ?? field
}

const OTHER = Number.NEGATIVE_INFINITY

/** Which shape of a union a value has: that whose constants it has and most of whose members. */
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
