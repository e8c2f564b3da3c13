import { canonicalJson } from '../../kernel/json/canonical-json.ts'

/** Why the values of a member are not written down. */
export type Hidden = 'secret' | 'personal'

/** A member before and after: `before` is absent for a new row, `after` for a deleted one. */
export type MemberChange = { before?: unknown; after?: unknown } | { hidden: Hidden } | { omitted_bytes: number }

/** What an operation did to one row, with the members that changed. */
export type Change = {
  type: string
  id: string
  action: 'created' | 'updated' | 'deleted'
  members: Record<string, MemberChange>
}

type Members = Readonly<Record<string, unknown>>

/** The row before and after; `hidden` names the members whose values are not written down. */
export type Compared = {
  before: Members | null
  after: Members | null
  hidden?: Readonly<Record<string, Hidden>>
}

/** The members that differ; of a new or deleted row those that have a value. */
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

/** What says nothing of a row that is new or gone. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0
}

/** The same JSON: the order of members has no meaning. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  return canonicalJson(one) === canonicalJson(other)
}
