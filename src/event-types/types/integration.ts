import { Type } from 'typebox'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, Time, Timestamps, timestamps } from './nouns.ts'

const Integration = Type.Object({
  type: Type.Literal('integration'),
  id: Id,
  integration_type: Type.Enum(['webhook', 'cloud_sqs', 'aws_sqs', 'stomp']),
  name: Type.String(),
  description: Type.String(),
  enabled: Type.Boolean(),
  configuration: Type.Object(
    {},
    { additionalProperties: true, description: 'Every secret in it is masked, in addresses too.' },
  ),
  observes: Type.Array(Type.String(), { minItems: 1, description: 'Observable event keys.' }),
  links: Links,
  meta: Type.Object({
    timestamps: Timestamps,
    disabled: Type.Optional(
      Type.Object(
        { code: Type.String(), detail: Type.String(), at: Time },
        { description: 'Why the service disabled the integration by itself.' },
      ),
    ),
  }),
})

const Payload = Type.Object({ data: Integration })

const integration: EventSource<typeof Payload> = {
  entity: 'Integration',
  prefix: 'integration',
  level: 'store_organization',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => ({
    data: {
      type: 'integration',
      id: source.id,
      integration_type: 'webhook',
      name: 'Warehouse',
      description: 'Tells the warehouse what to pick',
      enabled: true,
      configuration: { url: 'https://warehouse.example.com/hooks/store', secret_key: '********************x9Qf' },
      observes: source.store_id === null ? ['catalog-release.updated'] : ['order.paid', 'order.cancelled'],
      links: links(source, `/integrations/${source.id}`),
      meta: { timestamps: timestamps(source, occasion) },
    },
  }),
}

export const integrationEvents = eventsOf(integration, {
  created: 'Fires when an integration is created.',
  updated: 'Fires when an integration changes, also when the service disables one whose target keeps failing.',
  deleted: 'Fires when an integration is deleted; the deleted integration itself is not told.',
})
