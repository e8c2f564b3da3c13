import { type Static, Type } from 'typebox'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Id, ImpliedType, Timestamps } from '../../kernel/schemas.ts'
import type { Organization } from '../store.ts'
import { timestampsOf } from './store.ts'

const name = Type.String({ minLength: 1, maxLength: 255, description: 'Name of the organization.' })

export const OrganizationCreate = Type.Object({ type: ImpliedType('organization'), name }, { title: 'NewOrganization' })

export const OrganizationUpdate = Type.Object(
  { type: ImpliedType('organization'), name: Type.Optional(name) },
  { title: 'OrganizationChanges' },
)

export const OrganizationResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('organization'),
    name: Type.String(),
    meta: Type.Object({ timestamps: Timestamps }),
  },
  { $id: 'Organization' },
)
export type OrganizationResource = Static<typeof OrganizationResource>

export const organizationList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    name: { kind: 'text', column: 'name' },
    created_at: { kind: 'id_time', column: 'id' },
    updated_at: { kind: 'time', column: 'updated_at' },
  },
  default_sort: 'created_at',
  max_offset: null,
}

export function presentOrganization(organization: Organization): OrganizationResource {
  const { id, name } = organization
  return { id, type: 'organization', name, meta: { timestamps: timestampsOf(organization) } }
}
