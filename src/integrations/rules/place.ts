import type { Integration } from '../integration.ts'

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Where an integration delivers to, as `host:port`; null when that can't be told. Nothing else of an address is fit for logs
 * and traces: paths and queries are often secrets.
 */
export function placeOf({ configuration }: Pick<Integration, 'configuration'>): string | null {
  const { url, addresses } = configuration
  const address = URL.parse(String(Array.isArray(addresses) ? addresses[0] : url))
  if (address === null || address.hostname === '') return null
  const port = address.port || PORTS[address.protocol]
  return port === undefined ? address.hostname : `${address.hostname}:${port}`
}
