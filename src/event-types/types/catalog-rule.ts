import { Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, relatedId, Time, Timestamps, timestamps } from './nouns.ts'

const QUARTER = 90 * 86_400_000

const CatalogRule = Type.Object({
  type: Type.Literal('catalog_rule'),
  id: Id,
  attributes: Type.Object({
    name: Type.String(),
    description: Type.String(),
    catalog_id: Id,
    customers: Type.Array(Id, { description: 'Whom it is for; empty is everybody, here and in the next three.' }),
    accounts: Type.Array(Id),
    channels: Type.Array(Type.String()),
    tags: Type.Array(Type.String()),
    schedules: Type.Array(Type.Object({ valid_from: Time, valid_to: Time }), {
      description: 'When it holds: from the first time until before the second; empty is always.',
    }),
    priority: Type.Integer(),
    ...Timestamps.properties,
  }),
  links: Links,
})

const Payload = Type.Object({ data: CatalogRule })

const catalogRule: EventSource<typeof Payload> = {
  entity: 'Catalog rule',
  prefix: 'catalog-rule',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => ({
    data: {
      type: 'catalog_rule',
      id: source.id,
      attributes: {
        name: 'Trade prices',
        description: 'What interior designers see in our app',
        catalog_id: relatedId(source.id, 1),
        customers: [],
        accounts: [relatedId(source.id, 2)],
        channels: ['app'],
        tags: ['trade'],
        schedules: [{ valid_from: isoTime(source.time), valid_to: isoTime(source.time + QUARTER) }],
        priority: 10,
        ...timestamps(source, occasion),
      },
      links: links(source, `/catalogs/rules/${source.id}`),
    },
  }),
}

export const catalogRuleEvents = eventsOf(catalogRule, {
  created: 'Fires when a rule that decides which shoppers see a catalog is created.',
  updated: 'Fires when a catalog rule changes: its catalog, whom it is for or when it holds.',
  deleted: 'Fires when a catalog rule is deleted.',
})
