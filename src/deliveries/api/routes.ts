import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Executor } from '../../db/database.ts'
import type { Reader } from '../../db/reading/reader.ts'
import type { LargeResponses } from '../../http/bodies/large-responses.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { addressOf, integrationListEnvelope, integrationListSchema } from '../../http/lists/list-envelope.ts'
import { includes, listQuerySchema, oneOrMoreStrings, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { PageLength } from '../../kernel/lists/page.ts'
import { healthList } from '../jobs/health-list.ts'
import { HealthResource, readHealth } from './health.ts'
import { JobResource, jobList, presentJob, TestedJob } from './job.ts'
import { listHealth } from './list-health.ts'
import { LogResource, logList, presentLog } from './log.ts'
import { listIntegrationLogs, listJobLogs, listJobs, listStoreLogs } from './read.ts'
import { type RetryDeps, retryJob } from './retry.ts'
import { type TestDeps, testIntegration } from './test-integration.ts'

const config = { access: 'seller', area: 'integrations' } as const
const ONE = '/v2/integrations/:integration_id'

type RouteDeps = RetryDeps & TestDeps & { reader: Reader; pageLength: PageLength; largeResponses: LargeResponses }

export function routes(server: Server, deps: RouteDeps): void {
  const { reader, base_url, largeResponses } = deps

  server.get('/v2/integrations/logs', { config, schema: schemas.storeLogs }, async (received, reply) => {
    const { query, caller, url, freshness } = received
    const admit = (bytes: number) => largeResponses.enter(received, reply, bytes)
    const request = parseListRequest(query, logList, await deps.pageLength(caller))
    const page = await reader.read(freshness, async (db) => listStoreLogs(db, caller, request, admit))
    const rows = page.rows.map((row) => presentLog(row, base_url))
    return integrationListEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.get(`${ONE}/logs`, { config, schema: schemas.logs }, async (received, reply) => {
    const { params, query, caller, url, freshness } = received
    const admit = (bytes: number) => largeResponses.enter(received, reply, bytes)
    const request = parseListRequest(query, logList, await deps.pageLength(caller))
    const read = (db: Executor) => listIntegrationLogs(db, caller, params.integration_id, request, admit)
    const page = await reader.read(freshness, read)
    const rows = page.rows.map((row) => presentLog(row, base_url))
    return integrationListEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.get(`${ONE}/jobs`, { config, schema: schemas.jobs }, async ({ params, query, caller, url, freshness }) => {
    const request = parseListRequest(query, jobList, await deps.pageLength(caller))
    const page = await reader.read(freshness, (db) => listJobs(db, caller, params.integration_id, request))
    const rows = page.rows.map((row) => presentJob(row, base_url))
    return integrationListEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.get(`${ONE}/jobs/:job_id/logs`, { config, schema: schemas.jobLogs }, async (received, reply) => {
    const { params, query, caller, url, freshness } = received
    const admit = (bytes: number) => largeResponses.enter(received, reply, bytes)
    const request = parseListRequest(query, logList, await deps.pageLength(caller))
    const page = await reader.read(freshness, (db) => listJobLogs(db, caller, params, request, admit))
    const rows = page.rows.map((row) => presentLog(row, base_url))
    return integrationListEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.get(
    '/v2/integrations/health',
    { config, schema: schemas.allHealth },
    async ({ query, caller, url, freshness }) => {
      const request = parseListRequest(query, healthList, await deps.pageLength(caller))
      const with_series = includes(query.include, 'series')
      const page = await reader.read(freshness, (db) => listHealth({ ...deps, db }, caller, request, { with_series }))
      return integrationListEnvelope({ rows: page.rows, request, page, address: addressOf(base_url, url) })
    },
  )

  server.get(`${ONE}/health`, { config, schema: schemas.health }, async ({ params, caller, freshness }) => {
    const read = (db: Executor) => readHealth({ ...deps, db }, caller, params.integration_id)
    return { data: await reader.read(freshness, read) }
  })

  server.post(`${ONE}/jobs/:job_id/retry`, { config, schema: schemas.retry }, async ({ params, caller }) => {
    return { data: presentJob(await retryJob(deps, caller, params), base_url) }
  })

  server.post(
    `${ONE}/test`,
    { config: { ...config, optional_body: true }, schema: schemas.test, preValidation },
    async ({ params, body, caller }, reply) => {
      const { row, failing_conditions } = await testIntegration(
        deps,
        caller,
        params.integration_id,
        body.data?.triggered_by,
      )
      return reply.code(201).send({ data: { ...presentJob(row, base_url), failing_conditions } })
    },
  )
}

async function preValidation(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}

const tags = ['Deliveries']
const integration_id = Type.String({ format: 'uuid', description: 'UUID of the integration.' })
const params = Type.Object({ integration_id })
const jobParams = Type.Object({
  integration_id,
  job_id: Type.String({ format: 'uuid', description: 'UUID of the job.' }),
})
const logs = {
  tags,
  querystring: listQuerySchema(logList),
  response: { 200: integrationListSchema(LogResource) },
}

const IncludeSeries = Type.Object({
  include: Type.Optional(
    oneOrMoreStrings({
      description: '`series`: adds the attempts of the last hour by the minute. Other values are ignored.',
    }),
  ),
})

const schemas = {
  storeLogs: { ...logs, operationId: 'ListStoreLogs', summary: 'List the logs of all integrations' },
  logs: { ...logs, operationId: 'ListIntegrationLogs', summary: 'List the logs of an integration', params },
  jobLogs: { ...logs, operationId: 'ListJobLogs', summary: 'List the logs of a job', params: jobParams },
  jobs: {
    operationId: 'ListIntegrationJobs',
    summary: 'List the jobs of an integration',
    tags,
    params,
    querystring: listQuerySchema(jobList),
    response: { 200: integrationListSchema(JobResource) },
  },
  allHealth: {
    operationId: 'ListIntegrationHealth',
    summary: 'List the health of all integrations',
    description:
      'The same resources as for a single integration, but attempts come from the series: at most a minute late, and ' +
      'percentiles are off by at most 20 %. `last_succeeded_at` and `last_failed_at` cover the latest 200 attempts.',
    tags,
    querystring: Type.Object({ ...listQuerySchema(healthList).properties, ...IncludeSeries.properties }),
    response: { 200: integrationListSchema(HealthResource) },
  },
  health: {
    operationId: 'GetIntegrationHealth',
    summary: 'Get the health of an integration',
    tags,
    params,
    response: { 200: Data(HealthResource) },
  },
  retry: {
    operationId: 'RetryJob',
    summary: 'Deliver a job again now',
    description: 'Restarts the retry schedule. Rejected while the job is being delivered.',
    tags,
    params: jobParams,
    response: { 200: Data(JobResource), ...errorResponses(409) },
  },
  test: {
    operationId: 'TestIntegration',
    summary: 'Send a sample event to an integration',
    description:
      'Sends a sample of any key, observed or not, and even if the filter would keep such an event back; by default of ' +
      'the first key that the integration observes.',
    tags,
    params,
    body: Type.Object({
      data: Type.Optional(Type.Object({ triggered_by: Type.Optional(Type.String({ examples: ['order.paid'] })) })),
    }),
    response: { 201: Data(TestedJob), ...errorResponses(409, 422) },
  },
}
