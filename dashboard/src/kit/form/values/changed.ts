import { equal, isRecord, type Path, pointerOf, type Value, valueAt } from './values.ts'

/** Deepest pointer that contains all differences between two values. */
export function changedPointer(before: Value, after: Value, path: Path = []): string {
  const names = namesOf(before, after)?.filter((name) => !equal(valueAt(before, [name]), valueAt(after, [name])))
  const [name] = names ?? []
  if (name === undefined || names?.length !== 1) return pointerOf(path)
  return changedPointer(valueAt(before, [name]), valueAt(after, [name]), [...path, name])
}

/** Null if either value has no members, or both are lists of different lengths. */
function namesOf(before: Value, after: Value): (string | number)[] | null {
  if (Array.isArray(before) && Array.isArray(after)) return before.length === after.length ? [...before.keys()] : null
  if (!isRecord(before) || !isRecord(after)) return null
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
}
