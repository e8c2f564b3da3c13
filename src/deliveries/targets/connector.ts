import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { LRUCache } from 'lru-cache'
import { type AddressPolicy, checkLiteral, guardedLookup, type Resolver } from './guard.ts'

/** Where to connect to. `hostname` without brackets; an empty `port` is the protocol's own. */
type Endpoint = { hostname: string; port: string; protocol: string }

type Connected = (...result: [null, Socket | TLSSocket] | [Error, null]) => void

export type Connector = {
  /** Opens a guarded TCP or TLS (`https:`) connection and calls back once, never within the call. */
  connect(endpoint: Endpoint, callback: Connected): void
  /** Gives up what has been connecting, TLS included, for longer than the time-out. Call it regularly. */
  sweep(now: number): void
}

/** Connecting, TLS included, took too long. */
class ConnectTimeout extends Error {
  readonly code = 'CONNECT_TIMEOUT'
}

/**
 * A connector for undici that passes every connection through the guard. It keeps its own list of what is connecting,
 * because undici's connect timer is up to a second late. `timeout_ms` and the sweep's `now` are on the monotonic clock.
 */
export function guardedConnector(options: {
  policy: AddressPolicy
  resolver: Resolver | undefined
  timeout_ms: number
}): Connector {
  const { policy, timeout_ms } = options
  const lookup = guardedLookup(policy, options.resolver)
  const sessions = new LRUCache<string, Buffer>({ max: 1000 })
  const connecting = new Map<Socket, number>()

  function connect(endpoint: Endpoint, callback: Connected): void {
    const refusal = checkLiteral(policy, endpoint.hostname)
    if (refusal) {
      queueMicrotask(() => callback(refusal, null))
      return
    }
    const secure = endpoint.protocol === 'https:'
    const socket = secure ? tlsSocket(endpoint, sessions, lookup) : tcpSocket(endpoint, lookup)
    connecting.set(socket, performance.now())
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      if (connecting.delete(socket)) callback(null, socket)
    })
    // Stays for the socket's life, so that an error between two owners never goes unhandled.
    socket.on('error', (error) => {
      if (connecting.delete(socket)) callback(error, null)
    })
    socket.once('close', () => {
      if (connecting.delete(socket)) callback(new Error('closed while connecting'), null)
    })
  }

  function sweep(now: number): void {
    for (const [socket, started_at] of connecting) {
      if (now - started_at < timeout_ms) break
      socket.destroy(new ConnectTimeout('connecting took too long'))
    }
  }

  return { connect, sweep }
}

type Lookup = ReturnType<typeof guardedLookup>

const SOCKET_OPTIONS = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }

function tcpSocket({ hostname, port }: Endpoint, lookup: Lookup): Socket {
  return connectTcp({ ...SOCKET_OPTIONS, lookup, host: hostname, port: Number(port || 80) })
}

function tlsSocket({ hostname, port }: Endpoint, sessions: LRUCache<string, Buffer>, lookup: Lookup): TLSSocket {
  // A server name carries no final dot and is never an address (RFC 6066, section 3).
  const servername = isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : ''
  const key = `${hostname}:${port}`
  const session = sessions.get(key)
  const socket = connectTls({
    ...SOCKET_OPTIONS,
    lookup,
    host: hostname,
    port: Number(port || 443),
    servername,
    ALPNProtocols: ['http/1.1'],
    ...(session && { session }),
  })
  return socket.on('session', (made) => sessions.set(key, made))
}
