import { Type } from 'typebox'
import { limitSentence } from '../../db/row-limit.ts'
import type { LargeResponses } from '../../http/bodies/large-responses.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { addressOf, integrationListEnvelope, integrationListSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { PageLength } from '../../kernel/lists/page.ts'
import { changeReplay } from './change.ts'
import { createReplay, type ReplayDeps } from './create.ts'
import { previewReplay } from './preview.ts'
import { getReplay, listReplays } from './read.ts'
import { presentReplay, ReplayCreate, ReplayPreview, ReplayResource, replayList } from './replay.ts'
import { replayLimit } from './store.ts'

const config = { access: 'seller', area: 'integrations' } as const
const ALL = '/v2/integrations/:integration_id/replays'
const ONE = `${ALL}/:replay_id`

type RouteDeps = ReplayDeps & { base_url: string; pageLength: PageLength; largeResponses: LargeResponses }

export function routes(server: Server, deps: RouteDeps): void {
  const { db, base_url, largeResponses } = deps

  server.post(ALL, { config, schema: schemas.create }, async ({ params, body, caller }, reply) => {
    const data = presentReplay(await createReplay(deps, caller, params.integration_id, body.data), base_url)
    return reply.code(201).header('location', data.links.self).send({ data })
  })

  server.post(
    `${ALL}/preview`,
    { config: { ...config, permission: 'integrations:read' }, schema: schemas.preview },
    async (received, reply) => {
      const { params, body, caller } = received
      // The size of the payloads is unknown until they have been read.
      await largeResponses.enter(received, reply, Infinity)
      return { data: await previewReplay(deps, caller, params.integration_id, body.data) }
    },
  )

  server.get(ALL, { config, schema: schemas.list }, async ({ params, query, caller, url }) => {
    const request = parseListRequest(query, replayList, await deps.pageLength(caller))
    const page = await listReplays(db, caller, params.integration_id, request)
    const rows = page.rows.map((row) => presentReplay(row, base_url))
    return integrationListEnvelope({ rows, request, page, address: addressOf(base_url, url) })
  })

  server.get(ONE, { config, schema: schemas.get }, async ({ params, caller }) => {
    return { data: presentReplay(await getReplay(db, caller, params), base_url) }
  })

  for (const change of ['pause', 'resume', 'cancel'] as const) {
    server.post(`${ONE}/${change}`, { config, schema: schemas[change] }, async ({ params, caller }) => {
      return { data: presentReplay(await changeReplay(deps, caller, params, change), base_url) }
    })
  }
}

const tags = ['Replays']
const integration_id = Type.String({ format: 'uuid', description: 'UUID of the integration.' })
const params = Type.Object({
  integration_id,
  replay_id: Type.String({ format: 'uuid', description: 'UUID of the replay.' }),
})
const changing = { tags, params, response: { 200: Data(ReplayResource), ...errorResponses(409) } }

const schemas = {
  create: {
    operationId: 'CreateReplay',
    summary: 'Deliver past events again',
    description:
      'Creates new jobs with the same event ids, at its own rate, with a lower priority than new events. It continues after ' +
      `a restart. ${limitSentence(replayLimit)}`,
    tags,
    params: Type.Object({ integration_id }),
    body: Data(ReplayCreate),
    response: { 201: Data(ReplayResource), ...errorResponses(409) },
  },
  preview: {
    operationId: 'PreviewReplay',
    summary: 'Count the jobs that a replay would create',
    description:
      'Creates nothing. Exact up to 50,000 examined events or jobs, and up to 5,000 events where the target has a `filter`.',
    tags,
    params: Type.Object({ integration_id }),
    body: Data(ReplayCreate),
    response: { 200: Data(ReplayPreview), ...errorResponses(409) },
  },
  list: {
    operationId: 'ListReplays',
    summary: 'List the replays of an integration',
    tags,
    params: Type.Object({ integration_id }),
    querystring: listQuerySchema(replayList),
    response: { 200: integrationListSchema(ReplayResource) },
  },
  get: {
    operationId: 'GetReplay',
    summary: 'Get a replay',
    tags,
    params,
    response: { 200: Data(ReplayResource) },
  },
  pause: { ...changing, operationId: 'PauseReplay', summary: 'Pause a replay' },
  resume: { ...changing, operationId: 'ResumeReplay', summary: 'Resume a paused replay' },
  cancel: {
    ...changing,
    operationId: 'CancelReplay',
    summary: 'Cancel a replay',
    description: 'Jobs that it has already created are still delivered.',
  },
}
