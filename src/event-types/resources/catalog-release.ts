import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { Id, Links, Time } from '../../kernel/schemas.ts'
import { type EventAction, eventsOf } from '../event-type.ts'
import { links, relatedId } from '../samples.ts'

export const CatalogRelease = Type.Object({
  type: Type.Literal('catalog-release'),
  id: Id,
  attributes: Type.Object({
    name: Type.String(),
    description: Type.String(),
    catalog_id: Id,
    hierarchies: Type.Array(Type.Object({ id: Id, label: Type.String() })),
  }),
  links: Links,
  meta: Type.Object({
    release_status: Type.Enum(['PENDING', 'IN_PROGRESS', 'PUBLISHED', 'FAILED']),
    is_full_publish: Type.Boolean({ description: 'Whether everything was published, not only what had changed.' }),
    owner: Type.Enum(['store', 'organization']),
    created_at: Time,
  }),
})
export type CatalogRelease = Static<typeof CatalogRelease>

export const catalogReleaseEvents = eventsOf({
  entity: 'Catalog release',
  prefix: 'catalog-release',
  level: 'store_organization',
  origin: 'store',
  payload: Type.Object({ data: CatalogRelease }),
  sample: (source, action): { data: CatalogRelease } => {
    const catalog_id = relatedId(source.id, 1)
    return {
      data: {
        type: 'catalog-release',
        id: source.id,
        attributes: {
          name: 'Spring',
          description: 'Lamps and shades of this spring',
          catalog_id,
          hierarchies: [{ id: relatedId(source.id, 2), label: 'Lighting' }],
        },
        links: links(source, `/catalogs/${catalog_id}/releases/${source.id}`),
        meta: {
          release_status: statusAfter(action),
          is_full_publish: false,
          owner: source.store_id === null ? 'organization' : 'store',
          created_at: isoTime(source.time),
        },
      },
    }
  },
  actions: {
    created: 'Emitted when the publishing of a catalog is requested.',
    updated: 'Emitted when the publishing of a release starts, completes or fails; see `meta.release_status`.',
    deleted: 'Emitted when a release is deleted or its catalog is withdrawn.',
  },
})

function statusAfter(action: EventAction): 'PENDING' | 'PUBLISHED' {
  return action === 'created' ? 'PENDING' : 'PUBLISHED'
}
