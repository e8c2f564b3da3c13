import type { Database } from '../../db/database.ts'
import { Data } from '../../http/envelope.ts'
import { addressOf, listEnvelope, listSchema } from '../../http/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists.ts'
import type { Server } from '../../http/server.ts'
import type { Clock } from '../../kernel/clock.ts'
import { PAGE_LIMIT } from '../../kernel/lists/page.ts'
import { createAudited } from '../organizations.ts'
import { listOrganizationRows } from '../sql/stores.ts'
import { OrganizationCreate, OrganizationResource, organizationList, presentOrganization } from './organization.ts'

const config = { access: 'seller', area: 'deployment' } as const
const ALL = '/v2/organizations'

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
}

const tags = ['Organizations']

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
}
