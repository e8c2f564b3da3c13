import type { Field } from './field.ts'
import { writeScaled } from './values/numbers.ts'
import { shapeFor } from './values/outgoing.ts'
import { isRecord, type Path, pointerOf, type Value } from './values/values.ts'

export type Sentence = { pointer: string | null; sentence: string }
/** Messages by the pointer of a visible field. Messages without a field are shown above the form. */
export type Placed = { readonly fields: ReadonlyMap<string, readonly string[]>; readonly above: readonly string[] }

export const NOTHING_WRONG: Placed = { fields: new Map(), above: [] }

/** Messages of an error response, with pointers into the form's body. */
export function sentencesOf(
  details: readonly { title: string; detail?: string; source?: { pointer?: string } }[],
): Sentence[] {
  return details.map(({ title, detail, source }) => ({
    sentence: detail ?? title,
    pointer: source?.pointer?.startsWith('/data') ? source.pointer.slice('/data'.length) : null,
  }))
}

/** Places each message at the nearest visible field: its own or an enclosing field. */
export function place(sentences: readonly Sentence[], shown: ReadonlySet<string>): Placed {
  const fields = new Map<string, string[]>()
  const above: string[] = []
  for (const { pointer, sentence } of sentences) {
    const nearest = nearestOf(pointer, shown)
    if (nearest === null) above.push(sentence)
    else
      fields.set(nearest, [
        ...(fields.get(nearest) ?? []),
        nearest === pointer ? withoutName(sentence, pointer) : sentence,
      ])
  }
  return { fields, above }
}

/** Next to its field, a message need not start with the name of the field. */
function withoutName(sentence: string, pointer: string): string {
  const steps = pointer.slice(1).split('/')
  const name = steps.reduce((text, step) => (/^\d+$/.test(step) ? `${text}[${step}]` : `${text}.${step}`), 'data')
  if (sentence === `${name} is required.`) return 'This is required.'
  if (!sentence.startsWith(`${name} must `)) return sentence
  return `This${sentence.slice(name.length)}`
}

/** Converts the limits in a message to the unit of the field, which has this many more digits than the API's unit. */
export function inUnit(sentence: string, digits: number): string {
  return sentence.replace(/(at least|at most|greater than|less than) (\d+)\b/, (_, words: string, limit: string) => {
    return `${words} ${writeScaled(Number(limit), digits, 0)}`
  })
}

function nearestOf(pointer: string | null, shown: ReadonlySet<string>): string | null {
  for (let at = pointer ?? ''; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (shown.has(at)) return at
  return null
}

/** Drops the messages of a changed field and of the fields inside and around it. */
export function without(placed: Placed, changed: string): Placed {
  const remaining = [...placed.fields].filter(
    ([at]) => at !== changed && !at.startsWith(`${changed}/`) && !changed.startsWith(`${at}/`),
  )
  return remaining.length === placed.fields.size ? placed : { ...placed, fields: new Map(remaining) }
}

/** Pointers of all fields that are visible with this value. */
export function shownPointers(field: Field, value: Value, path: Path = []): string[] {
  if (field.hidden || field.kind === 'constant') return []
  const here = path.length === 0 || isInline(field, path) ? [] : [pointerOf(path)]
  return [...here, ...shownBelow(field, value, path)]
}

function shownBelow(field: Field, value: Value, path: Path): string[] {
  const [item] = field.children
  const at = (one: Value, name: string | number, child: Field | undefined) =>
    child === undefined ? [] : shownPointers(child, one, [...path, name])
  switch (field.kind) {
    case 'object':
      return field.children.flatMap((child) => at(isRecord(value) ? value[child.name] : undefined, child.name, child))
    case 'union':
      return shownBelow(shapeFor(field, value), value, path)
    case 'objects':
      return Array.isArray(value) ? value.flatMap((one, index) => at(one, index, item)) : []
    case 'map':
      return isRecord(value) ? Object.entries(value).flatMap(([key, one]) => at(one, key, item)) : []
    default:
      return []
  }
}

/** Members of `attributes` are shown among the others. */
export function isInline(field: Field, path: Path): boolean {
  return field.kind === 'object' && path.length === 1 && field.name === 'attributes'
}
