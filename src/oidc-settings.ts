import { Type } from 'typebox'
import { list } from './environment.ts'
import { ROLES } from './kernel/permissions.ts'

const ROLE_NAMES = Object.keys(ROLES)

/** Settings of log-in by an OpenID Connect provider, which is disabled without an issuer. */
export const oidcSettings = {
  TIDINGS_OIDC_ISSUER: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'Issuer URL of an OpenID Connect provider by which people log in, such as `https://id.example.com/realms/staff`. Its redirect URL is `/v2/sessions/oidc/callback` below `TIDINGS_BASE_URL`. Requires `TIDINGS_OIDC_CLIENT_ID` and `TIDINGS_OIDC_ROLES`.',
    }),
  ),
  TIDINGS_OIDC_CLIENT_ID: Type.Optional(Type.String({ description: 'Client id at the provider.' })),
  TIDINGS_OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({ secret: true, description: 'Client secret at the provider. Default: a public client.' }),
  ),
  TIDINGS_OIDC_ROLE_CLAIM: Type.String({
    default: 'groups',
    description: 'Claim of the ID token that determines the roles of a person: a text, or a list of texts.',
  }),
  TIDINGS_OIDC_ROLES: list(
    'Roles by value of the claim, such as `admins=owner,devs=integrator`, for the organization and all its stores. A person without any of the values is refused.',
    [],
    {
      pattern: `^.+=(${ROLE_NAMES.join('|')})$`,
      allowed: `pairs VALUE=ROLE separated by commas, with the roles ${ROLE_NAMES.join(', ')}`,
    },
  ),
  TIDINGS_OIDC_SESSION_HOURS: Type.Integer({
    minimum: 1,
    maximum: 168,
    default: 12,
    description:
      'Hours after which a session that the provider began ends, so that the browser returns to the provider. Other sessions end after 168.',
  }),
  TIDINGS_OIDC_TRUST_EMAIL: Type.Boolean({
    default: false,
    description:
      'Treats the addresses of the provider as verified even if it does not say so (`email_verified`), for directories that assign the addresses. An address that it calls unverified is always refused.',
  }),
  TIDINGS_OIDC_ORGANIZATION: Type.Optional(
    Type.String({
      format: 'uuid',
      allowed: 'the id of an organization',
      description: 'Organization that people log in to by the provider. Default: the only one.',
    }),
  ),
}
