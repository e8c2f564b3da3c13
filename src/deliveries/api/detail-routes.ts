import { Type } from 'typebox'
import type { Executor } from '../../db/database.ts'
import type { Reader } from '../../db/reading/reader.ts'
import type { LargeResponses } from '../../http/bodies/large-responses.ts'
import { Data } from '../../http/envelope.ts'
import { addressOf, integrationListEnvelope, integrationListSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { PageLength } from '../../kernel/lists/page.ts'
import { Id, Time } from '../../kernel/schemas.ts'
import { EventDeliveryResource, presentDelivery } from './event-delivery.ts'
import { explainEvent } from './explain-event.ts'
import { JobResource, ownedJobList, presentJob } from './job.ts'
import { JobDetailResource } from './job-detail.ts'
import { LogResource, presentLog } from './log.ts'
import { type RequestDeps, readLogRequest } from './log-request.ts'
import { LogRequestResource, presentLogRequest } from './log-request-resource.ts'
import { listEventJobs, listOwnedJobs } from './read.ts'
import { type DetailDeps, readJob, readLog } from './read-one.ts'
import { presentRetrySchedule, RetryScheduleResource } from './retry-schedule.ts'

const config = { access: 'seller', area: 'integrations' } as const
const ONE = '/v2/integrations/:integration_id'

type DetailRouteDeps = Omit<DetailDeps & RequestDeps, 'db'> & {
  reader: Reader
  pageLength: PageLength
  largeResponses: LargeResponses
}

export function detailRoutes(server: Server, deps: DetailRouteDeps): void {
  const { reader, base_url, largeResponses } = deps

  server.get('/v2/integrations/jobs', { config, schema: schemas.jobs }, async ({ query, caller, url, freshness }) => {
    const request = parseListRequest(query, ownedJobList, await deps.pageLength(caller))
    const page = await reader.read(freshness, async (db) => listOwnedJobs(db, caller, request))
    const rows = page.rows.map((row) => presentJob(row, base_url))
    return integrationListEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.get('/v2/integrations/retry-schedule', { config, schema: schemas.schedule }, async () => {
    return { data: presentRetrySchedule(deps.retry_schedule) }
  })

  server.get(`${ONE}/jobs/:job_id`, { config, schema: schemas.job }, async ({ params, caller, freshness }) => {
    return { data: await reader.read(freshness, (db) => readJob({ ...deps, db }, caller, params)) }
  })

  server.get(`${ONE}/logs/:log_id`, { config, schema: schemas.log }, async ({ params, caller, freshness }) => {
    const log = await reader.read(freshness, (db) => readLog(db, caller, params))
    return { data: presentLog(log, base_url) }
  })

  server.get(`${ONE}/logs/:log_id/request`, { config, schema: schemas.request }, async (received, reply) => {
    const { params, caller, freshness } = received
    const admit = (bytes: number) => largeResponses.enter(received, reply, bytes)
    const request = await reader.read(freshness, (db) => readLogRequest({ ...deps, db }, caller, params, admit))
    return { data: presentLogRequest(request) }
  })

  server.get(
    '/v2/events/:event_id/jobs',
    { config, schema: schemas.eventJobs },
    async ({ params, query, caller, url, freshness }) => {
      const request = parseListRequest(query, ownedJobList, await deps.pageLength(caller))
      const page = await reader.read(freshness, (db) => listEventJobs(db, caller, params.event_id, request))
      const rows = page.rows.map((row) => presentJob(row, base_url))
      return integrationListEnvelope({ rows, request, page, address: addressOf(base_url, url) })
    },
  )

  server.get('/v2/events/:event_id/deliveries', { config, schema: schemas.explain }, async (received, reply) => {
    const { params, caller, freshness } = received
    const admit = (bytes: number) => largeResponses.enter(received, reply, bytes)
    const read = (db: Executor) => explainEvent({ ...deps, db }, caller, params.event_id, admit)
    const { event, deliveries } = await reader.read(freshness, read)
    const { id, triggered_by } = event
    return {
      data: deliveries.map((delivery) => presentDelivery(delivery, base_url)),
      meta: { event: { id, triggered_by, created_at: isoTime(timeOfId(id)) } },
    }
  })
}

const tags = ['Deliveries']
const integration_id = Type.String({ format: 'uuid', description: 'UUID of the integration.' })
const params = {
  job: Type.Object({ integration_id, job_id: Type.String({ format: 'uuid', description: 'UUID of the job.' }) }),
  log: Type.Object({ integration_id, log_id: Type.String({ format: 'uuid', description: 'UUID of the log.' }) }),
  event: Type.Object({ event_id: Type.String({ format: 'uuid', description: 'UUID of the event.' }) }),
}

const schemas = {
  jobs: {
    operationId: 'ListJobs',
    summary: 'List the jobs of all integrations',
    description:
      'Includes jobs of deleted integrations. A filter by anything but `id`, `created_at` and `integration_id` needs a time range: ' +
      '`ge(created_at,2026-11-20):eq(status,failed)`.',
    tags,
    querystring: listQuerySchema(ownedJobList),
    response: { 200: integrationListSchema(JobResource) },
  },
  schedule: {
    operationId: 'GetRetrySchedule',
    summary: 'Get the retry schedule',
    description: 'Applies to all integrations. An operator sets it with `TIDINGS_RETRY_SCHEDULE`.',
    tags,
    response: { 200: Data(RetryScheduleResource) },
  },
  job: {
    operationId: 'GetJob',
    summary: 'Get a job, and why it waits',
    tags,
    params: params.job,
    response: { 200: Data(JobDetailResource) },
  },
  log: {
    operationId: 'GetLog',
    summary: 'Get a log',
    tags,
    params: params.log,
    response: { 200: Data(LogResource) },
  },
  request: {
    operationId: 'GetLogRequestBody',
    summary: 'Get the request of an attempt',
    description:
      'The headers come from the log. The body is not stored but composed again from the event and the integration. ' +
      'Secrets are always masked. With the secrets restored where `masked` points, the body is what was signed, unless ' +
      '`integration_changed` or `release_changed`.',
    tags,
    params: params.log,
    response: { 200: Data(LogRequestResource) },
  },
  eventJobs: {
    operationId: 'ListEventJobs',
    summary: 'List the jobs of an event',
    description: 'One job for each integration that the event was delivered to, and one for each replay.',
    tags,
    params: params.event,
    querystring: listQuerySchema(ownedJobList),
    response: { 200: integrationListSchema(JobResource) },
  },
  explain: {
    operationId: 'ExplainEvent',
    summary: 'Explain which integrations got an event, and why others did not',
    description:
      'An entry for each integration of the owner of the event, at most 1,000: the outcome there, or why there is no ' +
      'job. Integrations of the organization get only events of the organization, and integrations of a store only its own.',
    tags,
    params: params.event,
    response: {
      200: Type.Object({
        data: Type.Array(EventDeliveryResource),
        meta: Type.Object({
          event: Type.Object({ id: Id, triggered_by: Type.String(), created_at: Time }),
        }),
      }),
    },
  },
}
