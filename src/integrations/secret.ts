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
      description: 'What receivers verify signatures with; null when there is none.',
    }),
    since: Type.Union([Time, Type.Null()], {
      description: 'When it was set; null when that was before this was recorded.',
    }),
    previous_until: Type.Union([Time, Type.Null()], {
      description: 'Until when the previous secret signs too; null when there is none that does.',
    }),
  },
  { $id: 'IntegrationSecret' },
)
export type SecretResource = Static<typeof SecretResource>

export const SecretRotation = Type.Object({
  type: ImpliedType('integration-secret'),
  secret_key: Type.Optional(
    Type.String({ minLength: 1, description: 'The new secret. Default: a random one that the server makes.' }),
  ),
  force: Type.Optional(
    Type.Boolean({
      description: 'Whether to rotate although the previous secret still signs, which then stops at once.',
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
