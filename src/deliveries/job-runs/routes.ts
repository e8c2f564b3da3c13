import { Type } from 'typebox'
import { limitSentence } from '../../db/row-limit.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { addressOf, integrationListEnvelope, integrationListSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { PageLength } from '../../kernel/lists/page.ts'
import { changeJobRun } from './change.ts'
import { createJobRun, previewJobRun } from './create.ts'
import { getJobRun, listJobRuns } from './read.ts'
import type { JobRunDeps } from './request.ts'
import { JobRunCreate, JobRunPreview, JobRunResource, jobRunList, presentJobRun } from './run.ts'
import { jobRunLimit } from './store.ts'

const config = { access: 'seller', area: 'integrations' } as const
const ALL = '/v2/integrations/job-runs'
const ONE = `${ALL}/:job_run_id`

export function routes(server: Server, deps: JobRunDeps & { base_url: string; pageLength: PageLength }): void {
  const { db, base_url } = deps

  server.post(ALL, { config, schema: schemas.create }, async ({ body, caller }, reply) => {
    const data = presentJobRun(await createJobRun(deps, caller, body.data), base_url)
    return reply.code(201).header('location', data.links.self).send({ data })
  })

  server.post(
    `${ALL}/preview`,
    { config: { ...config, permission: 'integrations:read' }, schema: schemas.preview },
    async ({ body, caller }) => ({ data: await previewJobRun(deps, caller, body.data) }),
  )

  server.get(ALL, { config, schema: schemas.list }, async ({ query, caller, url }) => {
    const request = parseListRequest(query, jobRunList, await deps.pageLength(caller))
    const page = await listJobRuns(db, caller, request)
    const rows = page.rows.map((row) => presentJobRun(row, base_url))
    return integrationListEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.get(ONE, { config, schema: schemas.get }, async ({ params, caller }) => {
    return { data: presentJobRun(await getJobRun(db, caller, params.job_run_id), base_url) }
  })

  for (const change of ['pause', 'resume', 'cancel'] as const) {
    server.post(`${ONE}/${change}`, { config, schema: schemas[change] }, async ({ params, caller }) => {
      return { data: presentJobRun(await changeJobRun(deps, caller, params.job_run_id, change), base_url) }
    })
  }
}

const tags = ['Deliveries']
const params = Type.Object({ job_run_id: Type.String({ format: 'uuid', description: 'UUID of the run.' }) })
const changing = { tags, params, response: { 200: Data(JobRunResource), ...errorResponses(409) } }

const schemas = {
  create: {
    operationId: 'CreateJobRun',
    summary: 'Retry or cancel many jobs',
    description:
      'Changes the named jobs, or all that match. Unlike a replay it keeps the jobs and their attempts. Jobs are retried at the ' +
      'rate of the run, with a lower priority than new events, and in order for ordered integrations. It continues ' +
      `after a restart. ${limitSentence(jobRunLimit)}`,
    tags,
    body: Data(JobRunCreate),
    response: { 201: Data(JobRunResource), ...errorResponses(409) },
  },
  preview: {
    operationId: 'PreviewJobRun',
    summary: 'Count the jobs that a run would change',
    description: 'Changes nothing.',
    tags,
    body: Data(JobRunCreate),
    response: { 200: Data(JobRunPreview) },
  },
  list: {
    operationId: 'ListJobRuns',
    summary: 'List the runs over jobs',
    tags,
    querystring: listQuerySchema(jobRunList),
    response: { 200: integrationListSchema(JobRunResource) },
  },
  get: { operationId: 'GetJobRun', summary: 'Get a run', tags, params, response: { 200: Data(JobRunResource) } },
  pause: { ...changing, operationId: 'PauseJobRun', summary: 'Pause a run' },
  resume: { ...changing, operationId: 'ResumeJobRun', summary: 'Resume a paused run' },
  cancel: {
    ...changing,
    operationId: 'CancelJobRun',
    summary: 'Cancel a run',
    description: 'Jobs that it has already changed stay as they are.',
  },
}
