import { Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { Data } from '../../http/envelope.ts'
import { addressOf, listEnvelope, listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { PAGE_LIMIT } from '../../kernel/lists/page.ts'
import { createAudited } from '../organizations.ts'
import { renameOrganization } from '../rename-organization.ts'
import { listOrganizationRows } from '../sql/stores.ts'
import { selectOrganization } from '../store.ts'
import {
  OrganizationCreate,
  OrganizationResource,
  OrganizationUpdate,
  organizationList,
  presentOrganization,
} from './organization.ts'

const config = { access: 'seller', area: 'deployment' } as const
const ALL = '/v2/organizations'
/** Every seller may see the names of its organizations. */
const visible = { access: 'seller', permission: null } as const
const own = { access: 'seller', area: 'access' } as const
const ONE = `${ALL}/:organization_id`

export function organizationRoutes(
  server: Server,
  { db, clock, base_url }: { db: Database; clock: Clock; base_url: string },
): void {
  server.get(ALL, { config, schema: schemas.list }, async ({ query, url }) => {
    const request = parseListRequest(query, organizationList, PAGE_LIMIT)
    const page = await listOrganizationRows(db, request)
    return listEnvelope({ rows: page.rows.map(presentOrganization), request, page, address: addressOf(base_url, url) })
  })

  server.post(ALL, { config, schema: schemas.create }, async ({ body, caller }, reply) => {
    const { requested_by } = caller
    const organization = await createAudited(db, { name: body.data.name, requested_by }, clock())
    return reply.code(201).send({ data: presentOrganization(organization) })
  })

  server.get(ONE, { config: visible, schema: schemas.get }, async ({ params, caller }) => {
    const id = params.organization_id.toLowerCase()
    const isVisible = id === caller.organization_id || caller.permissions.has('deployment:read')
    const organization = isVisible ? await selectOrganization(db, id) : undefined
    if (organization === undefined) throw notFound('organization')
    return { data: presentOrganization(organization) }
  })

  server.put(ONE, { config: own, schema: schemas.update }, async ({ params, body, caller }) => {
    const id = params.organization_id.toLowerCase()
    if (id !== caller.organization_id) throw notFound('organization')
    if (caller.store_id !== null) throw new AppError('forbidden', [{ detail: OF_ORGANIZATIONS }])
    const renaming = { id, name: body.data.name, requested_by: caller.requested_by }
    return { data: presentOrganization(await renameOrganization(db, renaming, clock())) }
  })
}

const OF_ORGANIZATIONS =
  'An organization is not renamed from a store: use the key of the organization, or a role in it, without X-Store-Id.'

const tags = ['Organizations']
const params = Type.Object({
  organization_id: Type.String({ format: 'uuid', description: 'Id of the organization.' }),
})

const schemas = {
  list: {
    operationId: 'ListOrganizations',
    summary: 'List all organizations',
    tags,
    querystring: listQuerySchema(organizationList),
    response: { 200: listSchema(OrganizationResource) },
  },
  create: {
    operationId: 'CreateOrganization',
    summary: 'Create an organization',
    tags,
    body: Data(OrganizationCreate),
    response: { 201: Data(OrganizationResource) },
  },
  get: {
    operationId: 'GetOrganization',
    summary: 'Get an organization',
    description: 'The organization of the token; operators can get any organization.',
    tags,
    params,
    response: { 200: Data(OrganizationResource) },
  },
  update: {
    operationId: 'UpdateOrganization',
    summary: 'Rename the organization',
    tags,
    params,
    body: Data(OrganizationUpdate),
    response: { 200: Data(OrganizationResource) },
  },
}
