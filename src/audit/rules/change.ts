import { canonicalJson } from '../../kernel/json/canonical-json.ts'

/** Reason why the values of a member are not recorded. */
export type Hidden = 'secret' | 'personal'

/** A member before and after: `before` is absent for a new row, `after` for a deleted row. */
export type MemberChange = { before?: unknown; after?: unknown } | { hidden: Hidden } | { omitted_bytes: number }

export type Change = {
  type: string
  id: string
  action: 'created' | 'updated' | 'deleted'
  members: Record<string, MemberChange>
}

type Members = Readonly<Record<string, unknown>>

/** A row before and after; `hidden` names the members whose values are not recorded. */
export type Compared = {
  before: Members | null
  after: Members | null
  hidden?: Readonly<Record<string, Hidden>>
}

/** Returns the changed members; for a new or deleted row those with a value. */
export function compareMembers({ before, after, hidden = {} }: Compared): Record<string, MemberChange> {
  const names = Object.keys({ ...before, ...after })
  const isWhole = before === null || after === null
  const changed = names.filter((name) => {
    const [one, other] = [before?.[name] ?? null, after?.[name] ?? null]
    return isWhole ? !isEmpty(one ?? other) : !isSame(one, other)
  })
  return Object.fromEntries(changed.map((name) => [name, memberChange(name, before, after, hidden[name])]))
}

function memberChange(
  name: string,
  before: Members | null,
  after: Members | null,
  hidden: Hidden | undefined,
): MemberChange {
  if (hidden !== undefined) return { hidden }
  return {
    ...(before !== null && { before: before[name] ?? null }),
    ...(after !== null && { after: after[name] ?? null }),
  }
}

/** True for values that add no information about a new or deleted row. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0
}

/** Compares as JSON, ignoring the order of members. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  return canonicalJson(one) === canonicalJson(other)
}
