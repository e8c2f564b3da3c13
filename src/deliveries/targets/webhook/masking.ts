import type { WebhookConfiguration } from '../../../integrations/kinds/webhook.ts'
import { mask } from '../../../kernel/text/mask.ts'
import { type Hide, hideInTexts, hider } from '../hide.ts'

/** Keeps the secrets of one webhook out of its logs. */
export type Masking = {
  /** Hides the secrets and the access token that an attempt used, null for none. */
  hiding(token: string | null): Hide
  /** The headers of a request for the log. */
  headers(headers: Record<string, string>, hide: Hide): Record<string, string>
}

export function maskingOf({ secret_key, headers, authentication }: WebhookConfiguration): Masking {
  const own = new Set([...Object.keys(headers ?? {}), ...(authentication === undefined ? [] : ['authorization'])])
  const secrets = [secret_key, ...Object.values(headers ?? {}).filter(isLong), ...secretsOf(authentication)]
  const hide = hider(secrets)
  return {
    hiding: (token) => (token === null ? hide : hider([...secrets, token])),
    headers: (sent, hide) => hideInTexts(maskOwn(sent, own), hide),
  }
}

function secretsOf(authentication: WebhookConfiguration['authentication']): string[] {
  switch (authentication?.type) {
    case undefined:
      return []
    case 'basic':
      return [authentication.password].filter(isLong)
    case 'bearer':
      return [authentication.token]
    case 'oauth2_client_credentials':
      return [authentication.client_secret]
  }
}

/** A short value would mask parts of unrelated words. */
function isLong(value: string): boolean {
  return value.length >= 8
}

/** The values of the owner's own headers are secrets, whatever they are. */
function maskOwn(headers: Record<string, string>, own: ReadonlySet<string>): Record<string, string> {
  if (own.size === 0) return headers
  const shown = Object.entries(headers).map(([name, value]) => [name, own.has(name) ? mask(value) : value])
  return Object.fromEntries(shown)
}
