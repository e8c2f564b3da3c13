import { type Static, Type } from 'typebox'
import type { Permission } from '../kernel/permissions.ts'
import { Id, ImpliedType, Time } from '../kernel/schemas.ts'
import { mask } from '../kernel/text/mask.ts'
import type { Integration } from './integration.ts'
import { presentSecretTimes, secretOf } from './rules/secret.ts'

const NullableTime = Type.Union([Time, Type.Null()])

export const SecretResource = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the integration.' }),
    type: Type.Literal('integration-secret'),
    secret_key: Type.Union([Type.String(), Type.Null()], {
      description: 'Secret for verifying signatures; null if there is none.',
    }),
    since: Type.Union([Time, Type.Null()], {
      description: 'When it was set; null if the time was not recorded.',
    }),
    previous_until: Type.Union([Time, Type.Null()], {
      description: 'End of the time in which the previous secret signs too; null if it no longer signs.',
    }),
  },
  { $id: 'IntegrationSecret' },
)
export type SecretResource = Static<typeof SecretResource>

export const SecretRotation = Type.Object({
  type: ImpliedType('integration-secret'),
  secret_key: Type.Optional(
    Type.String({ minLength: 1, description: 'The new secret. Default: a random one that the server generates.' }),
  ),
  force: Type.Optional(
    Type.Boolean({
      description: 'Rotates even if the previous secret still signs, which then stops at once.',
    }),
  ),
})
export type SecretRotation = Static<typeof SecretRotation>

/** The times of a secret without the secret itself. */
export const SecretTimes = Type.Object(
  { id: Id, type: Type.Literal('integration-secret'), since: NullableTime, previous_until: NullableTime },
  { $id: 'IntegrationSecretTimes' },
)

/** Masks the secret for a caller who may not see secrets. */
export function presentSecret(integration: Integration, permissions: ReadonlySet<Permission>): SecretResource {
  const secret = secretOf(integration)
  const secret_key = permissions.has('integrations:secrets') ? secret : mask(secret)
  const { since, previous_until } = presentSecretTimes(integration) ?? { since: null, previous_until: null }
  return {
    id: integration.id,
    type: 'integration-secret',
    secret_key: secret_key === '' ? null : secret_key,
    since,
    previous_until,
  }
}

export function presentTimes(integration: Integration): Static<typeof SecretTimes> {
  const { secret_key: _, ...times } = presentSecret(integration, new Set())
  return times
}
