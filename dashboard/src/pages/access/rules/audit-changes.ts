import type { AuditChange, AuditMember } from '../../../generated/schema.ts'
import type { Json } from '../../../ui/json/json-tree.ts'

type Sides = { before: Json; after: Json }

/** Both sides of a change. Values that the log does not record are described in words. */
export function sidesOf({ members }: Pick<AuditChange, 'members'>): Sides {
  const entries = Object.entries(members)
  return {
    before: Object.fromEntries(entries.flatMap(([name, member]) => sideOf(name, member, 'before'))),
    after: Object.fromEntries(entries.flatMap(([name, member]) => sideOf(name, member, 'after'))),
  }
}

function sideOf(name: string, member: AuditMember, side: 'before' | 'after'): [string, Json][] {
  // An unrecorded value appears on the "after" side only.
  const without = unwritten(member)
  if (without !== null) return side === 'after' ? [[name, without]] : []
  return side in member ? [[name, member[side] as Json]] : []
}

function unwritten({ hidden, omitted_bytes }: AuditMember): string | null {
  if (hidden === 'secret') return '(secret: not in the log)'
  if (hidden === 'personal') return '(personal data: not in the log)'
  return omitted_bytes === undefined ? null : `(${omitted_bytes.toLocaleString('en-US')} bytes: too large for the log)`
}
