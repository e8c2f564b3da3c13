import type { Field } from './field.ts'

export type Mode = 'create' | 'update'

export type Group = {
  /** None: the fields that no group names, which come first. */
  title: string | null
  /** Each row has one field, or two short ones side by side. */
  rows: Field[][]
}

export type Grouping = readonly { title: string; fields: readonly string[] }[]

const NARROW_KINDS = ['number', 'integer', 'money', 'rate', 'choice', 'dateTime']
const HALF_KINDS = [...NARROW_KINDS, 'boolean', 'reference']
/** Texts that are usually short, whatever the API allows. */
const HALF_NAMES =
  /(^|_)(name|code|slug|sku|ref|mpn|ean|city|county|region|postcode|number|carrier|jurisdiction|email|format|separator|point)$/
const HALF_LENGTH = 100

/** A switch says yes or no; where saying nothing differs from saying no, there are three answers. */
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

/** The fields in the order in which a declaration names them, then the others as the API has them. */
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

/** Whether each field of a row is half as wide as the form: two are, and a number alone; a text alone is not. */
export function takesHalf(row: readonly Field[]): boolean {
  return row.length === 2 || row.some(({ kind }) => NARROW_KINDS.includes(kind))
}

/** A start and an end stand side by side, rather than the start beside what comes before it. */
function belongsToNext(field: Field, next: Field | undefined, last: Field | undefined): boolean {
  return field.kind === 'dateTime' && next?.kind === 'dateTime' && last?.kind !== 'dateTime'
}
