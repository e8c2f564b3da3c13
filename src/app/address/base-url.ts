import type { Config } from '../../config.ts'

/** Returns the public address of this deployment, which ends in `/v2`. */
export function baseUrl({ HOST, PORT, TIDINGS_BASE_URL }: Config): string {
  const isWildcard = HOST === '0.0.0.0' || HOST === '::'
  const host = isWildcard ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `${(TIDINGS_BASE_URL ?? `http://${host}:${PORT}`).replace(/\/+$/, '').replace(/\/v2$/, '')}/v2`
}
