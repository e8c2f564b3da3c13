import { isObject, membersOf } from './resource.js'

/** @import { FieldType, Kind } from './graph.js' */
/** @import { Resource } from './resource.js' */

/**
 * A value that a person may fill in. One that has others in it is a group of fields.
 * @typedef {Readonly<{
 *   name: string, path: readonly string[], type: FieldType | 'number' | 'boolean', value: unknown,
 *   below: readonly Field[],
 * }>} Field
 */

/**
 * The fields of a form: what the graph says, each with the value that the resource has for it.
 * @param {Kind | null} kind
 * @param {Resource} resource
 */
export function fieldsOfForm(kind, resource) {
  return Object.entries(kind?.fields ?? {}).map(([name, type]) => fieldOf(name, type, resource[name], []))
}

/**
 * What can be changed about a resource: the fields of its kind, else all its members but those that are told in a way of
 * their own (sums, lists of parts).
 * @param {Kind | null} kind
 * @param {Resource} resource
 */
export function fieldsToChange(kind, resource) {
  if (kind?.fields !== undefined) return fieldsOfForm(kind, resource)
  return membersOf(resource)
    .filter(([, value]) => isPlain(value))
    .map(([name, value]) => fieldOf(name, typeOf(value), value, []))
}

/**
 * @param {string} name
 * @param {Field['type']} type
 * @param {unknown} value
 * @param {readonly string[]} above
 * @returns {Field}
 */
function fieldOf(name, type, value, above) {
  const path = [...above, name]
  const parts = type === 'object' && isObject(value) ? Object.entries(value) : []
  return { name, path, type, value, below: parts.map(([part, its]) => fieldOf(part, typeOf(its), its, path)) }
}

/** @param {unknown} value */
function isPlain(value) {
  if (Array.isArray(value)) return !value.some((each) => typeof each === 'object')
  return !isObject(value) || !('display' in value || 'display-value' in value)
}

/**
 * @param {unknown} value
 * @returns {Field['type']}
 */
function typeOf(value) {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'string[]'
  return isObject(value) ? 'object' : 'string'
}

/**
 * How a value stands in an input.
 * @param {Field} field
 */
export function writeValue({ type, value }) {
  if (value === undefined || value === null) return ''
  if (type === 'string[]' && Array.isArray(value)) return value.join('\n')
  return type === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * What an input is sent as. What is no number although it should be goes as it was written: the service says what is wrong
 * with it. Throws a SyntaxError for what is not JSON.
 * @param {Field['type']} type
 * @param {string} written
 */
export function readValue(type, written) {
  const text = written.trim()
  switch (type) {
    case 'integer':
      return /^[+-]?\d+$/.test(text) ? Number(text) : text
    case 'number':
      return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text)
    case 'string[]':
      return text.split('\n').flatMap((line) => line.trim() || [])
    case 'object':
      return JSON.parse(text === '' ? '{}' : text)
    case 'string':
      return written
  }
}

/**
 * Puts a value where its path says, with the objects that it is in.
 * @param {Record<string, unknown>} body
 * @param {readonly string[]} path
 * @param {unknown} value
 */
export function place(body, path, value) {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    body[name] = value
    return
  }
  const held = Object.hasOwn(body, name) ? body[name] : undefined
  const inner = isObject(held) ? held : {}
  body[name] = inner
  place(inner, rest, value)
}
