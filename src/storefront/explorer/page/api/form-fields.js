import { isObject, membersOf } from './resource.js'

/** @import { FieldType, Kind } from './graph.js' */
/** @import { Resource } from './resource.js' */

/**
 * An input of a form; with children it is a group of inputs.
 * @typedef {Readonly<{
 *   name: string, path: readonly string[], type: FieldType | 'number' | 'boolean', value: unknown,
 *   children: readonly Field[],
 * }>} Field
 */

/**
 * The fields of a form as declared by the graph, with the values of the resource.
 * @param {Kind | null} kind
 * @param {Resource} resource
 */
export function formFields(kind, resource) {
  return Object.entries(kind?.fields ?? {}).map(([name, type]) => toField(name, type, resource[name], []))
}

/**
 * The editable fields of a resource: the fields of its kind, otherwise its members except for computed ones (amounts,
 * lists of objects).
 * @param {Kind | null} kind
 * @param {Resource} resource
 */
export function editableFields(kind, resource) {
  if (kind?.fields !== undefined) return formFields(kind, resource)
  return membersOf(resource)
    .filter(([, value]) => isEditable(value))
    .map(([name, value]) => toField(name, typeOf(value), value, []))
}

/**
 * @param {string} name
 * @param {Field['type']} type
 * @param {unknown} value
 * @param {readonly string[]} above
 * @returns {Field}
 */
function toField(name, type, value, above) {
  const path = [...above, name]
  const parts = type === 'object' && isObject(value) ? Object.entries(value) : []
  return { name, path, type, value, children: parts.map(([part, child]) => toField(part, typeOf(child), child, path)) }
}

/** @param {unknown} value */
function isEditable(value) {
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
 * A value as the text of an input.
 * @param {Field} field
 */
export function formatValue({ type, value }) {
  if (value === undefined || value === null) return ''
  if (type === 'string[]' && Array.isArray(value)) return value.join('\n')
  return type === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The text of an input as a JSON value. An invalid number is sent as text, so that the service reports the error. Throws a
 * SyntaxError for invalid JSON.
 * @param {Field['type']} type
 * @param {string} written
 */
export function parseValue(type, written) {
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
 * Sets a value at a path and creates the objects on the way.
 * @param {Record<string, unknown>} body
 * @param {readonly string[]} path
 * @param {unknown} value
 */
export function setValue(body, path, value) {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    body[name] = value
    return
  }
  const existing = Object.hasOwn(body, name) ? body[name] : undefined
  const inner = isObject(existing) ? existing : {}
  body[name] = inner
  setValue(inner, rest, value)
}
