import { type Static, Type } from 'typebox'
import { isoTime } from '../kernel/clock.ts'
import { timeOfId } from '../kernel/ids.ts'
import type { ListDefinition } from '../kernel/lists/list.ts'
import { LOG_IN_METHODS, type LoggedInBy, SECOND_FACTORS } from '../kernel/log-in.ts'
import { Id, Links, Time } from '../kernel/schemas.ts'
import type { EntryRow } from './store.ts'

const ACTOR_TYPES = ['person', 'key', 'command_line', 'provider', 'background_job'] as const

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

const Actor = Type.Object({
  type: Type.Enum([...ACTOR_TYPES]),
  id: Nullable(Type.String({ format: 'uuid', description: 'Id of the person or the key; null for others.' })),
  name: Nullable(Type.String({ description: 'The current name; null if the actor no longer has one.' })),
  session_id: Nullable(Type.String({ format: 'uuid', description: 'The session of a person; null for others.' })),
})

const Named = (description: string) =>
  Nullable(Type.Object({ type: Type.String(), id: Type.String() }, { description }))

const Value = (description: string) => Type.Optional(Type.Unknown({ description }))

const Member = Type.Object(
  {
    before: Value('The value before; absent when the row is new.'),
    after: Value('The value after; absent when the row was deleted.'),
    hidden: Type.Optional(
      Type.Enum(['secret', 'personal'], {
        description: 'Why the log has no values: they are secret, or personal data.',
      }),
    ),
    omitted_bytes: Type.Optional(
      Type.Integer({ description: 'Size of the values in bytes, if they are too large for the log.' }),
    ),
  },
  { title: 'AuditMember' },
)

const Change = Type.Object(
  {
    type: Type.String(),
    id: Type.String(),
    action: Type.Enum(['created', 'updated', 'deleted'], { title: 'KindOfChange' }),
    members: Type.Record(Type.String(), Member, {
      description: 'The members that changed; of a created or deleted row those that have a value.',
    }),
  },
  { title: 'AuditChange' },
)

const LogIn = Type.Object(
  {
    method: Type.Enum([...LOG_IN_METHODS], {
      type: 'string',
      title: 'LogInMethod',
      description:
        '`link`: one that logs in, as `tidings people link` prints it. `passkey`: both factors at once. `provider`: OpenID Connect.',
    }),
    second_factor: Nullable(
      Type.Enum([...SECOND_FACTORS], {
        type: 'string',
        title: 'SecondFactorOfLogIn',
        description: 'Null without one.',
      }),
    ),
  },
  { title: 'AuditedLogIn', description: 'How the person logged in; null for other entries.' },
)

export const AuditEntry = Type.Object(
  {
    id: Id,
    type: Type.Literal('audit-entry'),
    actor: Actor,
    operation: Type.String({ description: 'The id of the operation in this document, such as `UpdateProduct`.' }),
    resource: Named('What the operation was about: named by its path, or created by it.'),
    within: Named(
      'The outermost resource in the path, such as the order of a transaction; or else the resource itself.',
    ),
    log_in: Nullable(LogIn),
    changes: Type.Array(Change, { description: 'The rows that the operation changed, at most 16 KiB of them.' }),
    changes_count: Type.Integer({
      description: 'Number of rows that the operation changed, including those not shown.',
    }),
    request: Type.Object({
      id: Nullable(Type.String({ description: 'As in the response header `X-Request-Id`.' })),
      address: Nullable(Type.String({ description: 'The network address of the client.' })),
      user_agent: Nullable(Type.String()),
    }),
    links: Links,
    meta: Type.Object({ timestamps: Type.Object({ created_at: Time }) }),
  },
  { $id: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

/** Only indexed columns are sortable. */
export const auditList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    created_at: { kind: 'id_time', column: 'id' },
    actor_type: { kind: 'choice', choices: ACTOR_TYPES, column: 'actor_type', sortable: false },
    actor_id: { kind: 'uuid', column: 'actor_id', nullable: true, sortable: false },
    operation: { kind: 'text', column: 'operation', sortable: false },
    resource_type: { kind: 'text', column: 'resource_type', nullable: true, sortable: false },
    resource_id: { kind: 'text', column: 'resource_id', nullable: true, sortable: false },
    within_type: { kind: 'text', column: 'within_type', nullable: true, sortable: false },
    within_id: { kind: 'text', column: 'within_id', nullable: true, sortable: false },
    request_id: { kind: 'text', column: 'request_id', nullable: true, sortable: false },
    address: { kind: 'text', column: 'address', nullable: true, sortable: false },
    log_in_method: {
      kind: 'json_text',
      column: 'changes',
      paths: [inSession('method')],
      choices: LOG_IN_METHODS,
      sortable: false,
    },
    log_in_second_factor: {
      kind: 'json_text',
      column: 'changes',
      paths: [inSession('second_factor')],
      choices: SECOND_FACTORS,
      sortable: false,
    },
  },
  default_sort: '-created_at',
  max_offset: null,
}

/** Returns the JSON path of a session member in the entry of a log-in. */
function inSession(member: keyof LoggedInBy): readonly string[] {
  return ['0', 'members', member, 'after']
}

export type ActorName = { type: 'person' | 'key'; id: string }

export function actorsIn(rows: readonly EntryRow[]): ActorName[] {
  const actors = rows.flatMap(({ actor_type: type, actor_id: id }) =>
    id === null ? [] : [[id, { type, id } as ActorName] as const],
  )
  return [...new Map(actors).values()]
}

/** Presents an entry. `base_url` ends in `/v2`; `names` are those of the actors by id. */
export function presentEntry(row: EntryRow, names: ReadonlyMap<string, string>, base_url: string): AuditEntry {
  const { id, actor_id, session_id, operation, resource_type, resource_id, changes_count } = row
  const type = row.actor_type as AuditEntry['actor']['type']
  const changes: AuditEntry['changes'] = JSON.parse(row.changes)
  return {
    id,
    type: 'audit-entry',
    actor: { type, id: actor_id, name: names.get(actor_id ?? '') ?? null, session_id },
    operation,
    resource: named(resource_type, resource_id),
    within: named(row.within_type, row.within_id),
    log_in: logInOf(changes),
    changes,
    changes_count,
    request: { id: row.request_id, address: row.address, user_agent: row.user_agent },
    links: { self: `${base_url}/audit/entries/${id}` },
    meta: { timestamps: { created_at: isoTime(timeOfId(id)) } },
  }
}

/** Only a log-in creates a session. */
function logInOf(changes: AuditEntry['changes']): AuditEntry['log_in'] {
  const session = changes.find(({ type, action }) => type === 'session' && action === 'created')
  const method = LOG_IN_METHODS.find((one) => one === session?.members.method?.after)
  const second_factor = SECOND_FACTORS.find((one) => one === session?.members.second_factor?.after) ?? null
  return method === undefined ? null : { method, second_factor }
}

function named(type: string | null, id: string | null): AuditEntry['resource'] {
  return type === null || id === null ? null : { type, id }
}
