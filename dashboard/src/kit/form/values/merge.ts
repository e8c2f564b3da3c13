import type { Field } from '../field.ts'
import { shapeFor } from './outgoing.ts'
import { equal, type Path, type Value, valueAt, withValueAt } from './values.ts'

/** A field that this person and another one have changed to different values. */
export type Clash = { field: Field; path: Path; mine: Value; theirs: Value }

export type Merge = {
  /** Their version with the changes of this person. */
  merged: Value
  clashes: readonly Clash[]
  /** Fields that only the other one has changed. */
  taken: readonly Field[]
}

type Versions = { before: Value; mine: Value; theirs: Value }

/** Merges the changes that two people made to the same version, field by field, as updates are sent. */
export function mergeChanges(field: Field, { before, mine, theirs }: Versions): Merge {
  const clashes: Clash[] = []
  const taken: Field[] = []
  let merged = theirs
  for (const { child, path } of fieldsOf(field, mine)) {
    const [was, own, other] = [before, mine, theirs].map((one) => valueAt(one, path))
    if (!equal(was, own)) merged = withValueAt(merged, path, own)
    if (equal(was, other) || equal(own, other)) continue
    if (equal(was, own)) taken.push(child)
    else clashes.push({ field: child, path, mine: own, theirs: other })
  }
  return { merged, clashes, taken }
}

function fieldsOf(field: Field, value: Value): { child: Field; path: Path }[] {
  return shapeFor(field, value).children.flatMap((child): { child: Field; path: Path }[] => {
    if (child.kind === 'constant') return []
    if (child.name !== 'attributes' || child.kind !== 'object') return [{ child, path: [child.name] }]
    return child.children.map((one) => ({ child: one, path: ['attributes', one.name] }))
  })
}
