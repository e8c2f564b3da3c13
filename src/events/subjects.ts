import { type Static, Type } from 'typebox'
import type { Executor } from '../db/database.ts'
import { LoopBudget } from '../kernel/flow/loop-budget.ts'
import { isObject } from '../kernel/json/json.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import { Id } from '../kernel/schemas.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { shownPayload } from './sealed.ts'
import { type EventRow, selectSmallEvents } from './store.ts'

/** Events of one request. @operator */
const MAX_EVENTS = 100
/** Larger payloads are not read, in bytes: a list must not cost more than it shows. */
const MAX_PAYLOAD = 65_536

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

export const SubjectIds = Type.String({
  pattern: `^${UUID}(,${UUID}){0,${MAX_EVENTS - 1}}$`,
  description: `UUIDs of up to ${MAX_EVENTS} events, separated by commas. Unknown events, and those whose payload exceeds 64 KiB, are left out.`,
})

export const SubjectResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('event-subject'),
    resource: Type.Union([Type.Object({ type: Type.String(), id: Type.String() }), Type.Null()]),
    label: Type.Union([Type.String(), Type.Null()], {
      description: 'Number of an order, SKU, code, e-mail address or name of the resource; null without any.',
    }),
  },
  { $id: 'EventSubject' },
)
type SubjectResource = Static<typeof SubjectResource>

/** Returns what events of an owner are about, for lists that show only their keys. */
export async function readSubjects(
  db: Executor,
  owner: Owner,
  ids: string,
  cipher: Pick<Cipher, 'open'>,
): Promise<SubjectResource[]> {
  const rows = await selectSmallEvents(db, ownerId(owner), ids.split(','), MAX_PAYLOAD)
  const subjects: SubjectResource[] = []
  const budget = new LoopBudget()
  for (const row of rows) {
    subjects.push(subjectOf(row, cipher))
    if (budget.isSpent()) await budget.renew()
  }
  return subjects
}

/** Members that name a resource, the most telling first. */
const NAMES = ['order_number', 'sku', 'code', 'email', 'username', 'name', 'slug', 'file_name']

function subjectOf(row: EventRow, cipher: Pick<Cipher, 'open'>): SubjectResource {
  const payload = shownPayload(cipher, row)
  const data = isObject(payload) && isObject(payload.data) ? payload.data : payload
  const subject = { id: row.id, type: 'event-subject' } as const
  if (!isObject(data)) return { ...subject, resource: null, label: null }
  const attributes = isObject(data.attributes) ? data.attributes : {}
  const names = NAMES.flatMap((name) => [data[name], attributes[name]]).filter((text) => typeof text === 'string')
  const { type, id } = data
  return {
    ...subject,
    resource: typeof type === 'string' && typeof id === 'string' ? { type, id } : null,
    label: names.find((text) => text.trim() !== '') ?? null,
  }
}
