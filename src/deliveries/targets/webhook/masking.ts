import type { WebhookConfiguration } from '../../../integrations/kinds/webhook.ts'
import type { Authentication } from '../../../integrations/kinds/webhook-authentication.ts'
import { mask } from '../../../kernel/text/mask.ts'
import { type Hide, hideInTexts, hider } from '../hide.ts'
import type { Basic } from '../spellings.ts'

/** Keeps the secrets of one webhook out of its logs. */
export type Masking = {
  /** Masks the webhook's secrets and the access token of an attempt, null for none. */
  hiding(token: string | null): Hide
  headers(headers: Record<string, string>, hide: Hide): Record<string, string>
}

export function maskingOf({ secret_key, headers, authentication }: WebhookConfiguration): Masking {
  const own = new Set(Object.keys(headers ?? {}))
  const values = Object.values(headers ?? {}).filter(isLong)
  const secrets = [secret_key, ...values, ...values.flatMap(credentialsIn), ...secretsOf(authentication)]
  return {
    hiding: hidingToken(secrets),
    headers: (sent, hide) => hideInTexts(maskOwn(sent, own), hide),
  }
}

/** Caches the masker of the latest access token, since many attempts share a token. */
function hidingToken(secrets: readonly (string | Basic | undefined)[]): Masking['hiding'] {
  let latest = { token: null as string | null, hide: hider(secrets) }
  return (token) => {
    if (latest.token !== token) latest = { token, hide: hider([...secrets, token ?? undefined]) }
    return latest.hide
  }
}

export function secretsOf(authentication: Authentication | undefined): (string | Basic)[] {
  switch (authentication?.type) {
    case undefined:
      return []
    case 'basic':
      return [...[authentication.password].filter(isLong), authentication]
    case 'bearer':
      return [authentication.token]
    case 'oauth2_client_credentials': {
      const { client_id, client_secret } = authentication
      return [client_secret, { username: client_id, password: client_secret }]
    }
  }
}

/** A short value would mask parts of unrelated words. */
function isLong(value: string): boolean {
  return value.length >= 8
}

/** Extracts the token of `Bearer …`, because receivers may echo it without the scheme. */
function credentialsIn(header: string): string[] {
  const [, credentials = ''] = /^[\w-]+ (\S+)$/.exec(header) ?? []
  return [credentials].filter(isLong)
}

/** Masks all values of the owner's own headers, because any of them may be a secret. */
function maskOwn(headers: Record<string, string>, own: ReadonlySet<string>): Record<string, string> {
  if (own.size === 0) return headers
  const shown = Object.entries(headers).map(([name, value]) => [name, own.has(name) ? mask(value) : value])
  return Object.fromEntries(shown)
}
