import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'

/** The forward proxy rejected the connection, or was unreachable: then `status_code` is null and `cause` is the error. */
export class ProxyRefused extends Error {
  readonly code = 'PROXY_REFUSED'
  readonly status_code: number | null

  constructor(status_code: number | null, cause?: Error) {
    super('the forward proxy did not connect', { cause })
    this.status_code = status_code
  }
}

/** End of the tunnel: an address that the guard has checked, never a name, so that the proxy has nothing to resolve. */
type Endpoint = { address: string; family: number; port: number }

/**
 * Opens a tunnel through a forward proxy (`http:` or `https:`, with user and password in its address) and calls back once, with
 * the socket of the tunnel or an error. Destroy the returned request to cancel.
 */
export function openTunnel(
  proxy: URL,
  endpoint: Endpoint,
  callback: (...result: [null, Socket] | [Error, null]) => void,
): ClientRequest {
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp
  const authority = `${endpoint.family === 6 ? `[${endpoint.address}]` : endpoint.address}:${endpoint.port}`
  const connecting = request({
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...credentialsOf(proxy) },
    agent: false,
  })
  connecting.once('connect', (response, socket) => {
    if (response.statusCode === 200) return callback(null, socket)
    socket.destroy()
    callback(new ProxyRefused(response.statusCode ?? 0), null)
  })
  connecting.once('response', (response) => {
    response.destroy()
    callback(new ProxyRefused(response.statusCode ?? 0), null)
  })
  connecting.once('error', (error: Error & { code?: string }) => {
    const timed_out = error.code === 'CONNECT_TIMEOUT'
    callback(timed_out ? error : new ProxyRefused(null, error), null)
  })
  connecting.end()
  return connecting
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const credentials = `${decoded(username)}:${decoded(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** Decodes percent-encoding, but keeps a `%` that starts no valid escape, because people enter passwords unencoded. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}
