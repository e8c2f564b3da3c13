import type { FieldType, Kind } from './graph.ts'
import { isObject, type Message, membersOf, type Resource } from './resource.ts'

/** Input of a form; a field with children is a group of inputs. */
export type Field = {
  readonly name: string
  /** Unique in the form. Messages name a field by its path or by the last part of the path. */
  readonly path: string
  readonly type: FieldType | 'number' | 'boolean'
  readonly value: unknown
  readonly children: readonly Field[]
}

/** Texts of the inputs, by path. */
export type Texts = Readonly<Record<string, string>>

/** Fields that the graph declares for a form, with the values of the resource. */
export function formFields(kind: Kind | null, resource: Resource): Field[] {
  return Object.entries(kind?.fields ?? {}).map(([name, type]) => toField(name, type, resource[name], ''))
}

/**
 * Editable fields of a resource: the fields of its kind, or its members without computed values (amounts, lists of
 * objects).
 */
export function editableFields(kind: Kind | null, resource: Resource): Field[] {
  if (kind?.fields !== undefined) return formFields(kind, resource)
  return membersOf(resource)
    .filter(([, value]) => isEditable(value))
    .map(([name, value]) => toField(name, typeOf(value), value, ''))
}

function toField(name: string, type: Field['type'], value: unknown, above: string): Field {
  const path = above === '' ? name : `${above}.${name}`
  const parts = type === 'object' && isObject(value) ? Object.entries(value) : []
  return { name, path, type, value, children: parts.map(([part, child]) => toField(part, typeOf(child), child, path)) }
}

function isEditable(value: unknown): boolean {
  if (Array.isArray(value)) return !value.some((each) => typeof each === 'object')
  return !isObject(value) || !('display' in value || 'display-value' in value)
}

function typeOf(value: unknown): Field['type'] {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'string[]'
  return isObject(value) ? 'object' : 'string'
}

export function initialTexts(fields: readonly Field[]): Texts {
  return Object.fromEntries(leafFields(fields).map((field) => [field.path, formatValue(field)]))
}

function leafFields(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => (field.children.length > 0 ? leafFields(field.children) : [field]))
}

function formatValue({ type, value }: Field): string {
  if (value === undefined || value === null) return ''
  if (type === 'string[]' && Array.isArray(value)) return value.join('\n')
  return type === 'object' ? JSON.stringify(value) : String(value)
}

/** Builds the body of a request. Throws a `FieldError` if the text of a JSON field is invalid. */
export function bodyOf(fields: readonly Field[], texts: Texts): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, path, type, children }) => {
      if (children.length > 0) return [name, bodyOf(children, texts)]
      try {
        return [name, parseValue(type, texts[path] ?? '')]
      } catch {
        throw new FieldError(path, 'Invalid JSON.')
      }
    }),
  )
}

export class FieldError extends Error {
  readonly path: string
  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/**
 * Converts the text of an input to JSON. An invalid number stays text, so that the service reports the error. Throws a
 * SyntaxError for invalid JSON.
 */
export function parseValue(type: Field['type'], written: string): unknown {
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

export type Problems = {
  /** Messages by the path of the field. */
  readonly fields: Readonly<Record<string, string>>
  /** Messages about no field of the form. */
  readonly others: readonly Message[]
}

export const NO_PROBLEMS: Problems = { fields: {}, others: [] }

/** Assigns messages to fields by path, or by the last part of the path. */
export function assignMessages(messages: readonly Message[], paths: readonly string[]): Problems {
  const fields: Record<string, string> = {}
  const others = messages.filter(({ data, 'debug-message': sentence }) => {
    const names = (data?.['field-name'] ?? '').split(',').map((name) => name.trim())
    const found = names.flatMap((name) => findPath(paths, name) ?? [])
    for (const path of found) fields[path] = [fields[path], sentence].filter(Boolean).join(' ')
    return found.length === 0
  })
  return { fields, others }
}

function findPath(paths: readonly string[], name: string): string | undefined {
  if (name === '') return undefined
  return paths.find((path) => path === name) ?? paths.find((path) => path.endsWith(`.${name}`))
}
