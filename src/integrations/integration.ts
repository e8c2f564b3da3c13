import { type Static, Type } from 'typebox'
import type { DisabledReason } from '../db/tables.ts'
import type { Owner } from '../kernel/owner.ts'

export const IntegrationType = Type.Enum(['webhook', 'cloud_sqs', 'aws_sqs', 'stomp'], {
  description: 'What is delivered to: `webhook`, `cloud_sqs` (`aws_sqs` is accepted too) or `stomp`.',
})
export type IntegrationType = Static<typeof IntegrationType>

/** The kinds of target; `aws_sqs` is another spelling of `cloud_sqs`. */
export type TargetKind = 'webhook' | 'cloud_sqs' | 'stomp'

export function kindOf(integration_type: IntegrationType): TargetKind {
  return integration_type === 'aws_sqs' ? 'cloud_sqs' : integration_type
}

const Configuration = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'webhook: `url`, `secret_key?`. cloud_sqs: `url`, `region`, `access_key_id?`, `secret_access_key?`, `session_token?`. ' +
    'stomp: `addresses`, `destination`, `username?`, `password?`, `host?` (a virtual host), `ca?` (PEM). Other members have no effect: they are kept encrypted, shown to the ' +
    'owner alone, and named in `meta.ignored`.',
})

const attributes = {
  integration_type: IntegrationType,
  name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the integration.' }),
  description: Type.String({ maxLength: 10_000, description: 'Description.' }),
  enabled: Type.Boolean({ description: 'Whether the integration fires.' }),
  configuration: Configuration,
  observes: Type.Array(Type.String(), { minItems: 1, description: 'The observable event keys that it is told of.' }),
}

export const IntegrationCreate = Type.Object({
  type: Type.Literal('integration'),
  integration_type: attributes.integration_type,
  name: attributes.name,
  description: Type.Optional(attributes.description),
  enabled: Type.Optional(attributes.enabled),
  configuration: attributes.configuration,
  observes: attributes.observes,
})
export type IntegrationCreate = Static<typeof IntegrationCreate>

export const IntegrationUpdate = Type.Object({
  type: Type.Literal('integration'),
  ...Type.Partial(Type.Object(attributes)).properties,
})
export type IntegrationUpdate = Static<typeof IntegrationUpdate>

/** An integration as the API shows it. */
export const IntegrationResource = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: Type.Literal('integration'),
    ...attributes,
    links: Type.Object({ self: Type.String() }),
    meta: Type.Object({
      timestamps: Type.Object({ created_at: Type.String(), updated_at: Type.String() }),
      disabled: Type.Optional(
        Type.Object(
          { code: Type.Enum(['gone', 'failing']), detail: Type.String(), at: Type.String() },
          { description: 'Why the service disabled the integration by itself; absent otherwise.' },
        ),
      ),
      ignored: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Names of the members of `configuration` that have no effect; absent when there are none.',
        }),
      ),
    }),
  },
  { $id: 'Integration' },
)
export type IntegrationResource = Static<typeof IntegrationResource>

export const IntegrationIdentifier = Type.Object({
  id: Type.String({ format: 'uuid' }),
  type: Type.Literal('integration'),
})

/** An integration in full, secrets in clear: for its own room and for delivery, never for a payload. */
export type Integration = Owner & {
  id: string
  integration_type: IntegrationType
  name: string
  description: string
  enabled: boolean
  observes: string[]
  /** With its secrets in clear. */
  configuration: Record<string, unknown>
  /** The former webhook secret, a second signer until `previous_secret_until` (milliseconds since the epoch). */
  previous_secret_key: string | null
  previous_secret_until: number | null
  disabled_reason: DisabledReason | null
  /** Jobs with a lower id are cancelled. */
  cancelled_before: string
  version: number
  revision: number
  created_at: number
  updated_at: number
}
