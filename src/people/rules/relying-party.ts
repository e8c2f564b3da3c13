/**
 * Relying party of passkeys: the domain that they are bound to, and the origin whose pages may use them. `id` is null
 * if passkeys are impossible, with the reason as a sentence.
 */
export type RelyingParty = { id: string; origin: string } | { id: null; reason: string }

/** Loopback hosts, which browsers trust without encryption. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/**
 * Returns the relying party of a deployment by its public address. On the same machine it is `localhost`, because an IP
 * address cannot bind a passkey.
 */
export function relyingPartyOf(base_url: string): RelyingParty {
  const { protocol, hostname, port, origin } = new URL(base_url)
  if (isLoopback(hostname)) return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` }
  if (ADDRESS.test(hostname)) return without(origin, 'is an IP address')
  if (protocol !== 'https:' && !hostname.endsWith('.localhost')) return without(origin, 'is not encrypted')
  return { id: hostname, origin }
}

function without(origin: string, reason: string): RelyingParty {
  const needs = 'Passkeys need a public address that begins with `https://` and a domain name'
  return { id: null, reason: `${needs}: TIDINGS_BASE_URL, ${origin}, ${reason}.` }
}
