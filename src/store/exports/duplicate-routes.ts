import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import { hierarchies } from '../catalog/hierarchy.ts'
import { type Duplicate, MAX_NODES, MAX_PLACEMENTS } from '../catalog/tree/duplicate.ts'
import { addressOfRow } from '../kit/resource.ts'
import { type RouteDeps, sendOne } from '../kit/routes.ts'
import { copyHierarchy, copyHierarchyAsJob } from './duplicate-hierarchy.ts'
import { exportJobs } from './export-job.ts'

/** Routes that copy a hierarchy and respond with the copy, or with a job. */
export function duplicateRoutes(server: Server, deps: RouteDeps): void {
  const copying = {
    config: {
      access: 'seller' as const,
      area: 'catalog' as const,
      optional_body: true,
      reports_unknown: true as const,
    },
    preValidation: emptyBody,
  }
  server.post(`${HIERARCHY}/duplicate`, { ...copying, schema: schemas.duplicate }, async (request, reply) => {
    const { hierarchy } = await copyHierarchy(deps, request.caller, duplicateIn(request))
    reply.code(201).header('location', addressOfRow(hierarchies, hierarchy, deps.base_url))
    return sendOne(deps, hierarchies, hierarchy, reply)
  })

  server.post(`${HIERARCHY}/duplicate_job`, { ...copying, schema: schemas.job }, async (request, reply) => {
    const job = await copyHierarchyAsJob(deps, inStore(request.caller), duplicateIn(request))
    reply.code(201).header('location', addressOfRow(exportJobs, job, deps.base_url))
    return sendOne(deps, exportJobs, job, reply)
  })
}

const HIERARCHY = '/v2/hierarchies/:hierarchy_id'

/** Accepts requests without a body. */
async function emptyBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}

const { name, description, slug } = hierarchies.attributes
const Attributes = Type.Object({
  name: Type.Optional(Type.Unsafe<string>({ ...name.schema, description: 'Default: `Copy of` and the name.' })),
  description: Type.Optional(
    Type.Unsafe<string>({ ...description.schema, description: 'Default: that of the original.' }),
  ),
  slug: Type.Optional(Type.Unsafe<string>({ ...slug.schema, description: 'Unique. Default: none.' })),
  include_products: Type.Optional(
    Type.Boolean({ description: 'Whether the copies of the nodes contain the same products. Default: false.' }),
  ),
})
const Body = Type.Object({
  data: Type.Optional(Type.Object({ type: ImpliedType('hierarchy'), attributes: Type.Optional(Attributes) })),
})

function duplicateIn({ body, params }: Pick<FastifyRequest, 'body' | 'params'>): Duplicate {
  const { hierarchy_id } = params as { hierarchy_id: string }
  const { name, description, slug, include_products = false } = (body as Static<typeof Body>).data?.attributes ?? {}
  const products = include_products ? 'included' : 'left out'
  return { hierarchy_id: hierarchy_id.toLowerCase(), name, description, slug, products }
}

const params = Type.Object({ hierarchy_id: Type.String({ format: 'uuid', description: 'Id of the hierarchy.' }) })
const tags = ['Node trees']
const LIMITS = `Copies at most ${MAX_NODES} nodes and ${MAX_PLACEMENTS} products in nodes.`

const schemas = {
  duplicate: {
    operationId: 'DuplicateHierarchy',
    summary: 'Copy a hierarchy with its nodes',
    description: LIMITS,
    tags,
    params,
    body: Body,
    response: { 201: Data(hierarchies.schemas.resource), ...errorResponses(409) },
  },
  job: {
    operationId: 'DuplicateHierarchyAsJob',
    summary: 'Copy a hierarchy with its nodes, as a job',
    description: `${LIMITS} For clients that poll a job (\`GET /v2/jobs/{id}\`): it is complete at once and names the copy. Of stores only.`,
    tags,
    params,
    body: Body,
    response: { 201: Data(exportJobs.schemas.resource), ...errorResponses(409) },
  },
}
