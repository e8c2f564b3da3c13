import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'

/** The forward proxy could not or would not connect. */
class ProxyRefused extends Error {
  readonly code = 'PROXY_REFUSED'
}

/** Where to tunnel to: an address that the guard has let pass, never a name, so that the proxy has nothing to resolve. */
type Exit = { address: string; family: number; port: number }

/**
 * Asks a forward proxy (`http:` or `https:`, user and password in its address) for a tunnel and calls back once, with the
 * tunnel's socket or an error. The request that is returned can be destroyed to give up.
 */
export function openTunnel(
  proxy: URL,
  exit: Exit,
  callback: (...result: [null, Socket] | [Error, null]) => void,
): ClientRequest {
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp
  const place = `${exit.family === 6 ? `[${exit.address}]` : exit.address}:${exit.port}`
  const connecting = request({
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: place,
    headers: { host: place, ...credentialsOf(proxy) },
    agent: false,
  })
  connecting.once('connect', (response, socket) => {
    if (response.statusCode === 200) return callback(null, socket)
    socket.destroy()
    callback(new ProxyRefused(`The forward proxy answered ${response.statusCode}`), null)
  })
  connecting.once('response', (response) => {
    response.destroy()
    callback(new ProxyRefused(`The forward proxy answered ${response.statusCode}`), null)
  })
  connecting.once('error', (error: Error & { code?: string }) => {
    const given_up = error.code === 'CONNECT_TIMEOUT'
    callback(given_up ? error : new ProxyRefused('The forward proxy cannot be reached', { cause: error }), null)
  })
  connecting.end()
  return connecting
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}
