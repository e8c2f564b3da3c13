import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { LRUCache } from 'lru-cache'
import { type AddressPolicy, checkLiteral, guardedLookup, type Resolver } from './guard.ts'
import { openTunnel } from './tunnel.ts'

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

type ConnectorOptions = {
  policy: AddressPolicy
  resolver: Resolver | undefined
  timeout_ms: number
  /** A forward proxy that every connection goes through; null for none. */
  proxy: URL | null
}

/** Something under way that can be given up. */
type Pending = { destroy(error: Error): void }

/**
 * A connector for undici that passes every connection through the guard. It keeps its own list of what is connecting,
 * because undici's connect timer is up to a second late. `timeout_ms` and the sweep's `now` are on the monotonic clock.
 */
export function guardedConnector(options: ConnectorOptions): Connector {
  const { policy, timeout_ms, proxy } = options
  const lookup = guardedLookup(policy, options.resolver)
  const sessions = new LRUCache<string, Buffer>({ max: 1000 })
  const connecting = new Map<Pending, number>()

  /** Calls back once, and lets the sweep give up until then. */
  function watch(pending: Pending, callback: Connected): Connected {
    connecting.set(pending, performance.now())
    return (...result) => {
      if (connecting.delete(pending)) callback(...result)
    }
  }

  function connect(endpoint: Endpoint, callback: Connected): void {
    const refusal = checkLiteral(policy, endpoint.hostname)
    if (refusal) queueMicrotask(() => callback(refusal, null))
    else if (proxy === null) handshake(openSocket(endpoint, { lookup }, sessions), endpoint, callback)
    else tunnelTo(proxy, endpoint, callback)
  }

  /** Through the tunnel the guard's address is reached, so the proxy resolves no name and can reach nothing else. */
  function tunnelTo(proxy: URL, endpoint: Endpoint, callback: Connected): void {
    lookup(endpoint.hostname, {}, (error, address, family) => {
      if (error || typeof address !== 'string') return callback(error ?? new Error('no address'), null)
      const exit = { address, family: family ?? isIP(address), port: portOf(endpoint) }
      const request = openTunnel(proxy, exit, (failure, socket) => {
        if (failure || endpoint.protocol !== 'https:')
          opened(...((failure ? [failure, null] : [null, socket]) as [null, Socket]))
        else if (connecting.delete(request)) handshake(openSocket(endpoint, { socket }, sessions), endpoint, callback)
      })
      const opened = watch(request, callback)
    })
  }

  function handshake(socket: Socket, { protocol }: Endpoint, callback: Connected): void {
    const done = watch(socket, callback)
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => done(null, socket))
    // Stays for the socket's life, so that an error between two owners never goes unhandled.
    socket.on('error', (error) => done(error, null))
    socket.once('close', () => done(new Error('closed while connecting'), null))
  }

  function sweep(now: number): void {
    for (const [pending, started_at] of connecting) {
      if (now - started_at < timeout_ms) break
      pending.destroy(new ConnectTimeout('connecting took too long'))
    }
  }

  return { connect, sweep }
}

type Way = { lookup: ReturnType<typeof guardedLookup> } | { socket: Socket }

const SOCKET_OPTIONS = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }

function openSocket(endpoint: Endpoint, way: Way, sessions: LRUCache<string, Buffer>): Socket {
  const address = { ...SOCKET_OPTIONS, ...way, host: endpoint.hostname, port: portOf(endpoint) }
  if (endpoint.protocol !== 'https:') return connectTcp(address)
  // A server name carries no final dot and is never an address (RFC 6066, section 3).
  const servername = isIP(endpoint.hostname) === 0 ? endpoint.hostname.replace(/\.$/, '') : ''
  const key = `${endpoint.hostname}:${address.port}`
  const session = sessions.get(key)
  const socket = connectTls({ ...address, servername, ALPNProtocols: ['http/1.1'], ...(session && { session }) })
  return socket.on('session', (made) => sessions.set(key, made))
}

function portOf({ port, protocol }: Endpoint): number {
  return Number(port || (protocol === 'https:' ? 443 : 80))
}
