import { validate } from 'uuid'

export function isUuid(text: string): boolean {
  return validate(text)
}

/** The millisecond (since the epoch, UTC) in which a version 7 id was created. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The lowest id of a millisecond. Every id created in or after this millisecond is greater or equal. */
export function lowestIdAt(time: number): string {
  const hex = Math.max(0, Math.ceil(time)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`
}
