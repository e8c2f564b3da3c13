import type { Config } from '../config.ts'
import { HOUR } from '../kernel/duration.ts'
import { type OidcSettings, openProvider } from '../people/oidc/provider.ts'

/** Opens the configured OpenID Connect provider; null without one. Throws an error that names the missing settings. */
export function openOidc(config: Config, { base_url }: { base_url: string }) {
  const settings = settingsOf(config)
  if (settings === null) return null
  const redirect_uri = `${base_url}/sessions/oidc/callback`
  const home_url = `${base_url.replace(/\/v2$/, '')}/dashboard/`
  return { settings, provider: openProvider({ settings, redirect_uri, home_url }) }
}

function settingsOf(config: Config): OidcSettings | null {
  const { TIDINGS_OIDC_ISSUER: issuer, TIDINGS_OIDC_CLIENT_ID: client_id, TIDINGS_OIDC_ROLES: roles } = config
  if (issuer === undefined) return null
  if (client_id === undefined || roles.length === 0)
    throw new Error('TIDINGS_OIDC_ISSUER requires TIDINGS_OIDC_CLIENT_ID and TIDINGS_OIDC_ROLES.')
  return {
    issuer,
    client_id,
    client_secret: config.TIDINGS_OIDC_CLIENT_SECRET ?? null,
    role_claim: config.TIDINGS_OIDC_ROLE_CLAIM,
    roles,
    session_ms: config.TIDINGS_OIDC_SESSION_HOURS * HOUR,
    trust_email: config.TIDINGS_OIDC_TRUST_EMAIL,
    organization_id: config.TIDINGS_OIDC_ORGANIZATION ?? null,
  }
}
