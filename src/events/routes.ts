import { Type } from 'typebox'
import type { Database } from '../db/database.ts'
import type { Reader } from '../db/reading/reader.ts'
import type { LargeResponses } from '../http/bodies/large-responses.ts'
import { Data } from '../http/envelope.ts'
import { errorResponses } from '../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../http/lists/lists.ts'
import type { Server } from '../http/server.ts'
import { LoopBudget } from '../kernel/flow/loop-budget.ts'
import type { PageLength } from '../kernel/lists/page.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { type PublishDeps, publishEvents } from './publish.ts'
import { getEvent, listEvents } from './read.ts'
import { AcceptedResource, EventResource, eventList, presentAccepted, presentEvent } from './resource.ts'
import { readSubjects, SubjectIds, SubjectResource } from './subjects.ts'

const config = { access: 'seller', area: 'events' } as const
/** Maximum size of a request that publishes events, in bytes. @operator */
const PUBLISH_LIMIT = 8 * 1_048_576

export type EventDeps = PublishDeps & {
  db: Database
  reader: Reader
  cipher: Pick<Cipher, 'open'>
  base_url: string
  pageLength: PageLength
  largeResponses: LargeResponses
}

export function routes(server: Server, deps: EventDeps): void {
  const { reader, base_url, largeResponses } = deps

  const publish = { config, schema: schemas.publish, bodyLimit: PUBLISH_LIMIT, validatorCompiler: () => () => true }
  server.post('/v2/events', publish, async ({ headers, body, caller }, reply) => {
    const accepted = await publishEvents(deps, caller, { headers, body })
    return reply.code(201).send({ data: accepted.map((one) => presentAccepted(one, base_url)) })
  })

  server.get('/v2/events', { config, schema: schemas.list }, async (received, reply) => {
    const { query, caller, url, freshness } = received
    const admit = (bytes: number) => largeResponses.enter(received, reply, bytes)
    const request = parseListRequest(query, eventList, await deps.pageLength(caller))
    const page = await reader.read(freshness, (db) => listEvents(db, caller, request, admit))
    const rows: EventResource[] = []
    const budget = new LoopBudget()
    for (const row of page.rows) {
      rows.push(presentEvent(row, deps))
      if (budget.isSpent()) await budget.renew()
    }
    return listEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.get('/v2/events/subjects', { config, schema: schemas.subjects }, async ({ query, caller, freshness }) => {
    const data = await reader.read(freshness, (db) => readSubjects(db, caller, query.ids, deps.cipher))
    return { data }
  })

  server.get('/v2/events/:event_id', { config, schema: schemas.get }, async (received, reply) => {
    const { params, caller, freshness } = received
    const admit = (bytes: number) => largeResponses.enter(received, reply, bytes)
    const event = await reader.read(freshness, (db) => getEvent(db, caller, params.event_id, admit))
    const budget = new LoopBudget()
    const data = presentEvent(event, deps)
    if (budget.isSpent()) await budget.renew()
    return { data }
  })
}

const tags = ['Events']

const VersionNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Version = Type.Union([VersionNumber, Type.Null()])
const VersionOrText = Type.Union([VersionNumber, Type.String({ pattern: '^[0-9]{1,16}$' }), Type.Null()], {
  title: 'CloudEventResourceVersion',
  description: 'A string above 2147483647, the largest integer of a CloudEvent.',
})
const Plain = Type.Object(
  {
    triggered_by: Type.String({ description: 'An observable event key.', examples: ['order.paid'] }),
    payload: Type.Object(
      {},
      { additionalProperties: true, description: '`{data, included?}`, or `{type, id}` of a deleted resource.' },
    ),
    id: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 128 }), Type.Null()], {
        description: 'Your own id of the event, printable ASCII. A repeat returns the first result and stores nothing.',
      }),
    ),
    resource_version: Type.Optional(Version),
  },
  { title: 'PlainEvent' },
)
const CloudEvent = Type.Object(
  {
    specversion: Type.Literal('1.0'),
    id: Type.String({ minLength: 1, maxLength: 128 }),
    source: Type.String({ description: 'Together with `id`, it identifies a repeat, which returns the first result.' }),
    type: Type.String({ description: 'An observable event key.' }),
    data: Type.Object({}, { additionalProperties: true, description: 'The resource, related ones as `included`.' }),
    traceparent: Type.Optional(
      Type.String({ description: 'W3C trace context of the event, instead of that of the request.' }),
    ),
  },
  // Additional attributes are allowed. `resourceversion` is not a property, because clients that merge both kinds of events into
  // one class would confuse it with `resource_version`.
  { $id: 'CloudEvent', additionalProperties: true, patternProperties: { '^resourceversion$': VersionOrText } },
)
const One = Type.Union([Plain, CloudEvent], { title: 'NewEvent' })
const Several = Type.Array(One, { minItems: 1, maxItems: 1000 })
const EventsInData = Type.Object(
  { data: Type.Union([One, Several], { title: 'NewEvents' }) },
  { title: 'EventsInData' },
)

const schemas = {
  publish: {
    operationId: 'PublishEvents',
    summary: 'Publish events from outside the store',
    description:
      'One event or up to 1,000, bare or in `data`; all are stored or none. The response follows their commit. ' +
      'A CloudEvent may also come in binary mode: its attributes as `ce-` headers, the resource as the body. ' +
      'A W3C trace context in the header `traceparent` is passed on to the receivers of the deliveries.',
    tags,
    body: Type.Union([EventsInData, One, Several]),
    response: { 201: Data(Type.Array(AcceptedResource)), ...errorResponses(429) },
  },
  list: {
    operationId: 'ListEvents',
    summary: 'List events',
    description:
      'The versions of one resource: `ge(created_at,2026-11-01):eq(resource_id,…)`, sorted by `resource_version`. Events are ' +
      'not indexed by their resource, so that these filters need a time range, and read all events in it.',
    tags,
    querystring: listQuerySchema(eventList),
    response: { 200: listSchema(EventResource) },
  },
  subjects: {
    operationId: 'ListEventSubjects',
    summary: 'List what events are about',
    description: 'The resource of each event with its number or name, for lists of jobs and attempts.',
    tags,
    querystring: Type.Object({ ids: SubjectIds }),
    response: { 200: Data(Type.Array(SubjectResource)) },
  },
  get: {
    operationId: 'GetEvent',
    summary: 'Get an event',
    tags,
    params: Type.Object({ event_id: Type.String({ format: 'uuid', description: 'UUID of the event.' }) }),
    response: { 200: Data(EventResource) },
  },
}
