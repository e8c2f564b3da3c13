import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/duration.ts'
import { Id, Links, Time, Timestamps } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, relatedId, timestamps } from '../samples.ts'

const QUARTER_MS = 90 * DAY

export const CatalogRule = Type.Object({
  type: Type.Literal('catalog_rule'),
  id: Id,
  attributes: Type.Object({
    name: Type.String(),
    description: Type.String(),
    catalog_id: Id,
    customers: Type.Array(Id, {
      description:
        'Whom the rule applies to; empty means all, as in `accounts`, `account_tag_ids`, `channels` and `tags`.',
    }),
    accounts: Type.Array(Id),
    account_tag_ids: Type.Array(Id),
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
export type CatalogRule = Static<typeof CatalogRule>

export const catalogRuleEvents = eventsOf({
  entity: 'Catalog rule',
  prefix: 'catalog-rule',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: CatalogRule }),
  sample: (source, action): { data: CatalogRule } => ({
    data: {
      type: 'catalog_rule',
      id: source.id,
      attributes: {
        name: 'Trade prices',
        description: 'What interior designers see in our app',
        catalog_id: relatedId(source.id, 1),
        customers: [],
        accounts: [relatedId(source.id, 2)],
        account_tag_ids: [],
        channels: ['app'],
        tags: ['trade'],
        schedules: [{ valid_from: isoTime(source.time), valid_to: isoTime(source.time + QUARTER_MS) }],
        priority: 10,
        ...timestamps(source, action),
      },
      links: links(source, `/catalogs/rules/${source.id}`),
    },
  }),
  actions: {
    created: 'Emitted when a rule that decides which shoppers see a catalog is created.',
    updated: 'Emitted when a catalog rule changes: its catalog, whom it is for or when it holds.',
    deleted: 'Emitted when a catalog rule is deleted.',
  },
})
