import { type Static, Type } from 'typebox'
import { AtLeast } from '../../deliveries/rules/at-least.ts'

const NullableTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])
const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
const Seconds = Nullable(Type.Number())
const Setting = Type.String({ description: 'The setting that changes it.', examples: ['TIDINGS_BACKLOG_LIMIT'] })

const Due = Type.Object({
  jobs: Type.Integer(),
  due_since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the oldest of them became due; null for none.',
  }),
})

const OwnerNames = {
  organization: Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
  store: Type.Union([Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }), Type.Null()], {
    description: 'Null for the organization itself.',
  }),
}

export const OperationsResource = Type.Object(
  {
    id: Type.Literal('deployment'),
    type: Type.Literal('operations'),
    read_at: Type.String({ format: 'date-time', description: 'At most five seconds ago.' }),
    due: Type.Union([Type.Object({ working: Due, failing: Due, limited: Due, at_least: AtLeast }), Type.Null()], {
      description:
        'Jobs that are due and not leased: of endpoints that work, of those whose latest attempts have all failed, and ' +
        'of integrations with a rate limit. Counted up to 20,000 in all. Null if it takes longer than a second.',
    }),
    unfinished: Type.Union([Type.Object({ jobs: Type.Integer(), oldest_created_at: NullableTime }), Type.Null()], {
      description: 'Unfinished jobs, including retries that are not due. An estimate from 20,000 on.',
    }),
    workers: Nullable(Type.Object({ alive: Type.Integer(), replays_running: Type.Integer() })),
    latency: Type.Object(
      { minutes: Type.Integer(), p50: Seconds, p95: Seconds, p99: Seconds },
      { description: 'Seconds from an event to its first attempt, of the last minutes; off by at most a fifth.' },
    ),
    backlog: Type.Object(
      {
        limit: Type.Integer(),
        setting: Setting,
        refused: Type.Array(Type.Object({ ...OwnerNames, reason: Type.String() })),
      },
      { description: 'Owners whose events the responding process rejects with 429, and why.' },
    ),
    busiest: Type.Union(
      [
        Type.Array(
          Type.Object({
            ...OwnerNames,
            due: Type.Object({
              working: Type.Integer(),
              failing: Type.Integer(),
              limited: Type.Integer(),
              at_least: AtLeast,
            }),
            due_since: Type.String({ format: 'date-time' }),
          }),
        ),
        Type.Null(),
      ],
      { description: 'The 50 stores with the most due jobs. At most 1,000 jobs of an integration are counted.' },
    ),
    database: Nullable(
      Type.Object({
        bytes: Type.Integer(),
        partitions: Type.Integer(),
        partition_bytes: Type.Integer(),
        retention_days: Type.Integer(),
        setting: Setting,
      }),
    ),
    synchronous_standbys: Type.Union(
      [Type.Object({ connected: Nullable(Type.Integer()), required: Type.Integer(), setting: Setting }), Type.Null()],
      {
        description:
          'On how many machines besides the primary each commit is confirmed, and on how many it must be. With fewer, ' +
          'accepted events lie on one machine only, or cannot be accepted. `connected` is null while the role of the ' +
          'database lacks `pg_read_all_stats`.',
      },
    ),
    read_standby: Type.Union(
      [
        Type.Object({
          lag: Type.Union([Type.Number(), Type.Null()], {
            description: 'Maximum lag of its data in seconds, as of the last check; null while it is not used.',
          }),
          reads: Type.Object(
            { standby: Type.Integer(), primary: Type.Integer() },
            { description: 'Reads that a standby may serve, by what served them since the start of the process.' },
          ),
          setting: Setting,
        }),
        Type.Null(),
      ],
      { description: 'The standby that serves readers of the process that responds; null without such an address.' },
    ),
  },
  { $id: 'Operations' },
)
export type OperationsResource = Static<typeof OperationsResource>

export const WorkerResource = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal('worker'),
    state: Type.Enum(['alive', 'expired'], {
      description: '`expired`: its last heartbeat is too old, and others release its leases.',
    }),
    started_at: Type.String({ format: 'date-time' }),
    heartbeat_at: Type.String({ format: 'date-time' }),
    jobs: Type.Object(
      { in_flight: Type.Integer(), waiting: Type.Integer() },
      { description: 'As of its last heartbeat, of the first thousand integrations that it is busy with.' },
    ),
    integrations: Type.Object({ busy: Type.Integer(), probing: Type.Integer() }),
  },
  { $id: 'Worker' },
)
export type WorkerResource = Static<typeof WorkerResource>

export const SweepResource = Type.Object(
  {
    worker_id: Type.String(),
    started_at: Type.String({ format: 'date-time' }),
    heartbeat_at: Type.String({ format: 'date-time' }),
    swept_at: Type.String({ format: 'date-time' }),
    leases: Type.Integer({ description: 'Leases that were released then, of all workers that were swept together.' }),
  },
  { $id: 'WorkerSweep' },
)

export const PartitionResource = Type.Object(
  {
    id: Type.String({ examples: ['jobs_20261120'] }),
    type: Type.Literal('partition'),
    table: Type.String(),
    day: Type.String({ format: 'date' }),
    state: Type.Enum(['attached', 'detaching', 'detached']),
    row_estimate: Type.Integer({ description: 'The estimate of the planner; 0 before the first analysis.' }),
    bytes: Type.Integer({ description: 'With its indexes.' }),
    dropped_at: Type.String({ format: 'date-time', description: 'When retention drops it.' }),
  },
  { $id: 'Partition' },
)
export type PartitionResource = Static<typeof PartitionResource>

const Retention = { retention_days: Type.Integer(), setting: Setting }
export const RetentionMeta = Type.Object({
  ...Retention,
  audit: Type.Object(Retention, { description: 'The retention of the audit log.' }),
})

export const TransportResource = Type.Object(
  {
    id: Type.Literal('transport'),
    type: Type.Literal('transport'),
    kind: Type.Enum(['rabbitmq', 'postgresql'], {
      description: 'What wakes workers. With `rabbitmq`, PostgreSQL does so too while the broker is unavailable.',
    }),
    connections: Type.Object(
      { up: Type.Integer(), down: Type.Integer() },
      { description: 'Of the process that responds.' },
    ),
    queued: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Messages in the queue, each with up to 100 references of jobs; null while it is not known.',
    }),
    setting: Setting,
  },
  { $id: 'Transport' },
)
export type TransportResource = Static<typeof TransportResource>
