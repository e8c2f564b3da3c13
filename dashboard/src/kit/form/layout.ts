import type { Field } from './field.ts'

export type Mode = 'create' | 'update'

export type Group = {
  /** Null for the fields without a group, which come first. */
  title: string | null
  /** Each row has one field, or two short fields side by side. */
  rows: Field[][]
}

export type Grouping = readonly { title: string; fields: readonly string[] }[]

const NARROW_KINDS = ['number', 'integer', 'money', 'rate', 'choice', 'dateTime']
const HALF_KINDS = [...NARROW_KINDS, 'boolean', 'reference']
/** Texts that are usually short, although the API allows long values. */
const HALF_NAMES =
  /(^|_)(name|code|slug|sku|ref|mpn|ean|city|county|region|postcode|number|carrier|jurisdiction|email|format|separator|point)$/
const HALF_LENGTH = 100

/** A switch has two states, so a field where absent differs from false needs three choices instead. */
export function isSwitch({ kind, required, initial, nullable }: Field, mode: Mode): boolean {
  return kind === 'boolean' && !nullable && (mode === 'update' || required || initial !== undefined)
}

function isShort(field: Field, mode: Mode): boolean {
  if (isSwitch(field, mode)) return false
  if (HALF_KINDS.includes(field.kind)) return true
  if (field.kind !== 'text') return false
  return (field.limits.maxLength ?? 256) <= HALF_LENGTH || HALF_NAMES.test(field.name)
}

export function rowsOf(fields: readonly Field[], mode: Mode): Field[][] {
  const rows: Field[][] = []
  for (const [index, field] of fields.entries()) {
    const last = rows.at(-1)
    const isFree = last?.length === 1 && !belongsToNext(field, fields[index + 1], last[0])
    if (isFree && last[0] !== undefined && isShort(last[0], mode) && isShort(field, mode)) last.push(field)
    else rows.push([field])
  }
  return rows
}

/** Fields in the declared order, then the others in the order of the API. */
export function ordered(fields: readonly Field[], order: readonly string[] = []): Field[] {
  const place = (field: Field) => (order.includes(field.name) ? order.indexOf(field.name) : order.length)
  return fields.toSorted((a, b) => place(a) - place(b))
}

export function groupsOf(fields: readonly Field[], mode: Mode, grouping: Grouping = []): Group[] {
  const named = new Set(grouping.flatMap((group) => group.fields))
  const rest = fields.filter(({ name }) => !named.has(name))
  const groups = grouping.map(({ title, fields: names }) => ({
    title,
    rows: rowsOf(
      fields.filter(({ name }) => names.includes(name)),
      mode,
    ),
  }))
  return [{ title: null, rows: rowsOf(rest, mode) }, ...groups].filter(({ rows }) => rows.length > 0)
}

export function isShown(field: Field): boolean {
  if (field.hidden || field.kind === 'constant') return false
  return field.kind !== 'object' || field.children.some(isShown)
}

/** True if the fields of the row are half as wide as the form: two fields, or a single number. */
export function takesHalf(row: readonly Field[]): boolean {
  return row.length === 2 || row.some(({ kind }) => NARROW_KINDS.includes(kind))
}

/** Keeps a start and an end side by side, instead of pairing the start with the field before. */
function belongsToNext(field: Field, next: Field | undefined, last: Field | undefined): boolean {
  return field.kind === 'dateTime' && next?.kind === 'dateTime' && last?.kind !== 'dateTime'
}
