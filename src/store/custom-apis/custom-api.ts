import { Type } from 'typebox'
import { API_TYPE } from '../../event-types/resources/custom-api-entry.ts'
import { defineResource } from '../kit/resource.ts'
import type { RowOf } from '../kit/store.ts'
import { text } from '../kit/values/attribute.ts'
import { insertRemoval } from './sql/removal.ts'

/** Custom APIs per store. */
const MAX_CUSTOM_APIS = 200

/** A resource that a store defines itself: its fields define the members of its entries. */
export const customApis = defineResource({
  type: 'custom_api',
  singular: 'custom API',
  tag: 'Custom APIs',
  area: 'settings',
  reports_unknown: true,
  table: 'custom_apis',
  path: '/settings/extensions/custom-apis',
  event: null,
  limit: { max: MAX_CUSTOM_APIS },
  key: ['slug'],
  attributes: {
    name: text({ min: 1 }),
    slug: text({
      pattern: '^[a-z0-9][a-z0-9_-]{0,59}$',
      max: 60,
      description: 'Part of the path of its entries, `/v2/extensions/{slug}`.',
    }),
    api_type: text(
      {
        pattern: API_TYPE.source,
        max: 63,
        description: 'The `type` of its entries, and the first half of their event keys.',
      },
      { fixed: true },
    ),
    description: text({ max: 1000 }, { initial: '' }),
  },
  accepts: {
    allow_upserts: Type.Boolean({
      const: false,
      description: 'Whether `PUT` creates an entry that does not exist. Must be false: use `POST`.',
    }),
  },
  shows: { members: { allow_upserts: Type.Literal(false) } },
  show: () => ({ members: { allow_upserts: false } }),
  refuses: {
    relationships: 'Custom APIs do not belong to one another: give the entries a field with the id of the other.',
  },
  constraints: {
    custom_apis_slug: { code: 'conflict', detail: 'Another custom API has this slug.', pointer: '/data/slug' },
    custom_apis_api_type: {
      code: 'conflict',
      detail: 'Another custom API has this api_type.',
      pointer: '/data/api_type',
    },
  },
  // Writes of entries share the lock of this row, so none can follow the removal. A background job deletes the entries.
  async beforeRemove(work, { owner_id, id, api_type }) {
    const { organization_id } = work.owner
    await insertRemoval(work.tx, { owner_id, organization_id, id, api_type })
  },
})

export type CustomApi = RowOf<typeof customApis>
