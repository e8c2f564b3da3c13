import type { Change, MemberChange } from './change.ts'

/** Limits in bytes of JSON: all changes of one entry, and one member. */
export const MAX_CHANGES_BYTES = 16_384
export const MAX_MEMBER_BYTES = 4_096
export const MAX_CHANGES = 100

/** The changes of an entry as JSON, and their total number, including those that did not fit. */
export type BoundedChanges = { changes: string; changes_count: number }

/** Keeps the first changes that fit; replaces large members by their size in bytes. */
export function boundChanges(changes: readonly Change[]): BoundedChanges {
  const texts: string[] = []
  let bytes = 2
  for (const change of changes.slice(0, MAX_CHANGES)) {
    const text = fitted(change)
    bytes += bytesOf(text) + 1
    if (bytes > MAX_CHANGES_BYTES) break
    texts.push(text)
  }
  return { changes: `[${texts.join(',')}]`, changes_count: changes.length }
}

/** Omits all values if even the small members are too many. */
function fitted(change: Change): string {
  const text = JSON.stringify(change)
  if (text.length * MAX_BYTES_OF_UNIT <= MAX_MEMBER_BYTES) return text
  const smaller = JSON.stringify({ ...change, members: mapMembers(change, omitLarge) })
  if (bytesOf(smaller) <= MAX_CHANGES_BYTES - FRAME_BYTES) return smaller
  return JSON.stringify({ ...change, members: mapMembers(change, omit) })
}

/** UTF-8 has at most three bytes per UTF-16 code unit. */
const MAX_BYTES_OF_UNIT = 3
/** Brackets of the list and a comma. */
const FRAME_BYTES = 3

function mapMembers({ members }: Change, map: (member: MemberChange) => MemberChange): Change['members'] {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]))
}

function omitLarge(member: MemberChange): MemberChange {
  return bytesOf(JSON.stringify(member)) > MAX_MEMBER_BYTES ? omit(member) : member
}

function omit(member: MemberChange): MemberChange {
  return 'hidden' in member ? member : { omitted_bytes: bytesOf(JSON.stringify(member)) }
}

const encoder = new TextEncoder()

function bytesOf(text: string): number {
  return encoder.encode(text).length
}
