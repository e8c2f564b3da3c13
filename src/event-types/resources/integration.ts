import { type Static, Type } from 'typebox'
import { integrationTypes } from '../../integrations/kinds/kinds.ts'
import { Id, Links, Time, Timestamps } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, timestamps } from '../samples.ts'

export const Integration = Type.Object({
  type: Type.Literal('integration'),
  id: Id,
  integration_type: Type.Enum([...integrationTypes]),
  name: Type.String(),
  description: Type.String(),
  enabled: Type.Boolean(),
  configuration: Type.Object(
    {},
    { additionalProperties: true, description: 'Every secret in it is masked, in addresses too.' },
  ),
  observes: Type.Array(Type.String(), { minItems: 1, description: 'Observable event keys.' }),
  filter: Type.Optional(Type.String({ description: 'Which of these events are delivered, by their payload.' })),
  rate_limit: Type.Optional(Type.Number({ description: 'The most attempts a second.' })),
  concurrency: Type.Optional(Type.Integer({ description: 'The most attempts in flight of each process.' })),
  links: Links,
  meta: Type.Object({
    timestamps: Timestamps,
    disabled: Type.Optional(
      Type.Object(
        { code: Type.String(), detail: Type.String(), at: Time, cancelled_jobs: Type.Optional(Type.Integer()) },
        { description: 'Why the service disabled the integration by itself.' },
      ),
    ),
  }),
})
export type Integration = Static<typeof Integration>

export const integrationEvents = eventsOf({
  entity: 'Integration',
  prefix: 'integration',
  level: 'store_organization',
  origin: 'store',
  payload: Type.Object({ data: Integration }),
  sample: (source, action): { data: Integration } => ({
    data: {
      type: 'integration',
      id: source.id,
      integration_type: 'webhook',
      name: 'Warehouse',
      description: 'Sends orders to the warehouse',
      enabled: true,
      configuration: { url: 'https://warehouse.example.com/hooks/store', secret_key: '********************x9Qf' },
      observes: source.store_id === null ? ['catalog-release.updated'] : ['order.paid', 'order.cancelled'],
      links: links(source, `/integrations/${source.id}`),
      meta: { timestamps: timestamps(source, action) },
    },
  }),
  actions: {
    created: 'Emitted when an integration is created.',
    updated: 'Emitted when an integration changes, also when the service disables one whose target keeps failing.',
    deleted: 'Emitted when an integration is deleted; the deleted integration itself does not receive the event.',
  },
})
