import type { Config } from '../config.ts'

/** Where this deployment is reached; ends in `/v2`. */
export function baseUrl({ HOST, PORT, TIDINGS_BASE_URL }: Config): string {
  const everywhere = HOST === '0.0.0.0' || HOST === '::'
  const host = everywhere ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `${(TIDINGS_BASE_URL ?? `http://${host}:${PORT}`).replace(/\/+$/, '').replace(/\/v2$/, '')}/v2`
}
