import { Type } from 'typebox'
import { addressOf, listEnvelope, listSchema } from '../../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { PAGE_LIMIT } from '../../kernel/lists/page.ts'
import { ROLES, type Role } from '../../kernel/permissions.ts'
import { PermissionName } from './key.ts'

const rows = (Object.keys(ROLES) as Role[]).map((id) => ({
  id,
  type: 'role' as const,
  description: ROLES[id].description,
  permissions: [...ROLES[id].permissions],
}))

/** Roles are constants in the code, so that their list only has pages. */
const roleList: ListDefinition = {
  fields: { id: { kind: 'text', column: 'id', operators: [], sortable: false } },
  default_sort: 'id',
  max_offset: null,
}

export function roleRoutes(server: Server, { base_url }: { base_url: string }): void {
  server.get('/v2/roles', { config: { access: 'seller', area: 'access' }, schema }, async ({ query, url }) => {
    const request = parseListRequest(query, roleList, PAGE_LIMIT)
    const { limit, offset } = request
    const total = { total: rows.length, total_method: 'exact' as const }
    const page = { total, more: offset + limit < rows.length }
    const shown = rows.slice(offset, offset + limit)
    return listEnvelope({ rows: shown, request, page, address: addressOf(base_url, url) })
  })
}

const RoleResource = Type.Object(
  {
    id: Type.Enum(Object.keys(ROLES) as Role[], { type: 'string', title: 'RoleName' }),
    type: Type.Literal('role'),
    description: Type.String(),
    permissions: Type.Array(PermissionName),
  },
  { $id: 'Role' },
)

const schema = {
  operationId: 'ListRoles',
  summary: 'List the roles of people with their permissions',
  tags: ['Keys'],
  querystring: Type.Pick(listQuerySchema(roleList), ['page[limit]', 'page[offset]']),
  response: { 200: listSchema(RoleResource) },
}
