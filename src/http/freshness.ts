import type { IncomingHttpHeaders } from 'node:http'
import type { Freshness } from '../kernel/freshness.ts'

/** The request directive `no-cache` of RFC 9111, sent by a client that must see its own changes. */
const NO_CACHE = /(?:^|,)\s*no-cache\s*(?:,|$)/i

export function freshnessOf({ 'cache-control': directives }: IncomingHttpHeaders): Freshness {
  return directives !== undefined && NO_CACHE.test(directives) ? 'latest' : 'recent'
}
