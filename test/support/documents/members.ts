import { resolved } from './body-places.ts'

type Json = Record<string, unknown>

/** Members of a resource by path, such as `name`, `attributes.name` or `relationships.parent`, each with its schema. */
export type Members = ReadonlyMap<string, Json>

/** Objects of a resource whose members count individually. */
const FRAMES = new Set(['attributes', 'relationships', 'meta'])

/** Members of the `data` of a body or a response: for a union those of each branch, for an array those of an item. */
export function membersOfData(document: Json, body: Json): Members {
  const members = new Map<string, Json>()
  for (const branch of branchesOf(document, body)) {
    const { data } = (branch.properties ?? {}) as Record<string, Json>
    for (const schema of data === undefined ? [] : branchesOf(document, data)) collect(document, schema, '', members)
  }
  return members
}

function collect(document: Json, schema: Json, prefix: string, members: Map<string, Json>): void {
  for (const [name, given] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const member = resolved(document, given)
    if (prefix === '' && FRAMES.has(name)) collect(document, member, `${name}.`, members)
    else members.set(prefix + name, member)
  }
}

function branchesOf(document: Json, given: Json): Json[] {
  const schema = resolved(document, given)
  const branches = schema.anyOf ?? schema.oneOf
  if (Array.isArray(branches)) return branches.flatMap((branch) => branchesOf(document, branch))
  return schema.items === undefined ? [schema] : branchesOf(document, schema.items as Json)
}

/** A value of the schema that differs from the current value. Numbers stay small, texts are plain words. */
export function anotherValue(document: Json, given: Json, current?: unknown): unknown {
  const schema = resolved(document, given)
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
  const branch = branches.find((one) => resolved(document, one).type !== 'null')
  if (branch !== undefined) return anotherValue(document, branch, current)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== current) ?? schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'object':
      return anotherObject(document, schema, current)
    case 'array':
      return [anotherValue(document, (schema.items ?? {}) as Json, Array.isArray(current) ? current[0] : undefined)]
    case 'integer':
    case 'number':
      return typeof current === 'number' ? current + 1 : Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return current !== true
    default:
      return anotherText(String(schema.format ?? schema.pattern), current)
  }
}

function anotherObject(document: Json, { properties = {} }: Json, current: unknown): Json {
  const values = typeof current === 'object' && current !== null ? (current as Json) : {}
  const entries = Object.entries(properties as Record<string, Json>)
  return Object.fromEntries(entries.map(([name, member]) => [name, anotherValue(document, member, values[name])]))
}

function anotherText(format: string, current: unknown): string {
  if (format === 'uuid') return '0199f3a0-7c00-7000-8000-0000000000ab'
  if (format === 'date-time') return '2026-11-20T17:46:03.120Z'
  if (format === 'email') return 'other@example.com'
  if (format.startsWith('uri') || format.includes('https?://')) return 'https://other.example.com/'
  return current === 'other' ? 'another' : 'other'
}

/** Value at a path of `membersOfData`. */
export function valueAt(data: Json, path: string): unknown {
  const [frame = '', ...rest] = path.split('.')
  if (rest.length === 0) return data[path]
  return (data[frame] as Json | undefined)?.[rest.join('.')]
}

export function atPointer(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<unknown>((inner, step) => (inner as Json | undefined)?.[step], value)
}

/** Builds `data` with this value only. */
export function dataWith(path: string, value: unknown): Json {
  const [frame = '', ...rest] = path.split('.')
  return rest.length === 0 ? { [path]: value } : { [frame]: { [rest.join('.')]: value } }
}
