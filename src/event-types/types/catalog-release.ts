import { Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { type EventSource, eventsOf, type Occasion } from '../event-type.ts'
import { Id, Links, links, relatedId, Time } from './nouns.ts'

const CatalogRelease = Type.Object({
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

const Payload = Type.Object({ data: CatalogRelease })

const catalogRelease: EventSource<typeof Payload> = {
  entity: 'Catalog release',
  prefix: 'catalog-release',
  level: 'store_organization',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => {
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
          release_status: statusAfter(occasion),
          is_full_publish: false,
          owner: source.store_id === null ? 'organization' : 'store',
          created_at: isoTime(source.time),
        },
      },
    }
  },
}

function statusAfter(occasion: Occasion): 'PENDING' | 'PUBLISHED' {
  return occasion === 'created' ? 'PENDING' : 'PUBLISHED'
}

export const catalogReleaseEvents = eventsOf(catalogRelease, {
  created: 'Fires when the publishing of a catalog is asked for.',
  updated: 'Fires when the publishing of a release starts, completes or fails; `meta.release_status` tells which.',
  deleted: 'Fires when a release is deleted or its catalog is withdrawn.',
})
