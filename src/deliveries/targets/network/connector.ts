import { connect as connectTcp, isIP, type Socket } from 'node:net'
import {
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import { LRUCache } from 'lru-cache'
import { contain, contained } from '../../../kernel/flow/contained.ts'
import { watchDeadlines } from './deadlines.ts'
import { portOf } from './endpoint.ts'
import { type AddressPolicy, checkLiteral, guardedLookup, type Resolver } from './guard.ts'
import type { Identity } from './identity.ts'
import { openTunnel } from './tunnel.ts'

/**
 * Address to connect to. `hostname` has no brackets; an empty `port` is the default of the protocol. `https:` and `stomp+ssl:`
 * are secure.
 */
type Endpoint = { hostname: string; port: string; protocol: string; identity?: Identity | undefined }

type Connected = (...result: [null, Socket | TLSSocket] | [Error, null]) => void

export type Connector = {
  /**
   * Opens a guarded TCP or TLS connection and calls back exactly once, never synchronously. Fails at most a quarter of a second
   * after the timeout, which includes TLS.
   */
  connect(endpoint: Endpoint, callback: Connected): void
  /** Cancels pending connections. */
  close(): void
}

class ConnectTimeout extends Error {
  readonly code = 'CONNECT_TIMEOUT'
}

type ConnectorOptions = {
  policy: AddressPolicy
  resolver: Resolver | undefined
  /** Milliseconds for connecting, TLS included. */
  timeout_ms: number
  /** Forward proxy for every connection; null for none. */
  proxy: URL | null
}

type Pending = { destroy(error: Error): void }

/**
 * Connector for undici that passes every connection through the guard. Tracks pending connections itself, because undici's
 * connect timer can be up to a second late.
 */
export function guardedConnector(options: ConnectorOptions): Connector {
  const { policy, timeout_ms, proxy } = options
  const lookup = guardedLookup(policy, options.resolver)
  const sessions = new LRUCache<string, Buffer>({ max: 1000 })
  /** Start times on the monotonic clock, in order. */
  const connecting = new Map<Pending, number>()
  const deadlines = watchDeadlines(timeout_ms, () => {
    cancelBegunBefore(connecting, performance.now() - timeout_ms)
    return connecting.size > 0
  })

  /** Wraps the callback so that it is called at most once; until then the attempt can be cancelled. */
  function watch(pending: Pending, callback: Connected): Connected {
    connecting.set(pending, performance.now())
    deadlines.wake()
    return (...result) => {
      if (connecting.delete(pending)) callback(...result)
    }
  }

  function connect(endpoint: Endpoint, onConnected: Connected): void {
    const callback = destroyOnThrow(onConnected)
    const failLater = (error: Error) => queueMicrotask(() => callback(error, null))
    const refusal = checkLiteral(policy, endpoint.hostname)
    if (refusal) failLater(refusal)
    else if (proxy === null) open(endpoint, { lookup }, callback)
    else contain(() => tunnelTo(proxy, endpoint, callback), failLater)
  }

  /** Reports an identity that OpenSSL rejects like any other failure. */
  function open(endpoint: Endpoint, route: Route, callback: Connected): void {
    const fail = (error: Error) => {
      if ('socket' in route) route.socket.destroy()
      queueMicrotask(() => callback(error, null))
    }
    contain(() => handshake(openSocket(endpoint, route, sessions), endpoint, callback), fail)
  }

  /** Tunnels to the address that the guard has checked, so that the proxy resolves no names and cannot reach other addresses. */
  function tunnelTo(proxy: URL, endpoint: Endpoint, callback: Connected): void {
    const onFound: Parameters<typeof lookup>[2] = (error, address, family) => {
      if (error || typeof address !== 'string') return callback(error ?? new Error('no address'), null)
      const target = { address, family: family ?? isIP(address), port: portOf(endpoint) }
      const request = openTunnel(proxy, target, (failure, socket) => {
        if (failure || !isSecure(endpoint)) opened(...((failure ? [failure, null] : [null, socket]) as [null, Socket]))
        else if (connecting.delete(request)) open(endpoint, { socket }, callback)
      })
      const opened = watch(request, callback)
    }
    const fail = (error: Error) => callback(error, null)
    lookup(endpoint.hostname, {}, contained(onFound, fail))
  }

  function handshake(socket: Socket, endpoint: Endpoint, callback: Connected): void {
    const done = watch(socket, callback)
    socket.once(isSecure(endpoint) ? 'secureConnect' : 'connect', () => done(null, socket))
    // Stays for the life of the socket, so that an error between two owners is never unhandled. Destroys the socket right after a
    // TLS alert, since the subsequent end would hide the alert.
    socket.on('error', (error) => {
      done(error, null)
      socket.destroy()
    })
    socket.once('close', () => done(new Error('closed while connecting'), null))
  }

  return {
    connect,
    close() {
      cancelBegunBefore(connecting, Number.POSITIVE_INFINITY)
      deadlines.stop()
    },
  }
}

function cancelBegunBefore(connecting: ReadonlyMap<Pending, number>, time: number): void {
  for (const [pending, began_at] of connecting) {
    if (began_at > time) break
    pending.destroy(new ConnectTimeout('connecting took too long'))
  }
}

/** Destroys the connection if the library that receives it throws. */
function destroyOnThrow(onConnected: Connected): Connected {
  return (...result) =>
    contain(
      () => onConnected(...result),
      (error) => void result[1]?.destroy(error),
    )
}

type Route = { lookup: ReturnType<typeof guardedLookup> } | { socket: Socket }

const SOCKET_OPTIONS = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }

function openSocket(endpoint: Endpoint, route: Route, sessions: LRUCache<string, Buffer>): Socket {
  const address = { ...SOCKET_OPTIONS, ...route, host: endpoint.hostname, port: portOf(endpoint) }
  if (!isSecure(endpoint)) return connectTcp(address)
  // A server name has no trailing dot and is never an IP address (RFC 6066, section 3).
  const servername = isIP(endpoint.hostname) === 0 ? endpoint.hostname.replace(/\.$/, '') : ''
  // The key includes the identity, because a resumed session keeps the identity of its first connection.
  const key = `${endpoint.hostname}:${address.port} ${endpoint.identity?.id ?? ''}`
  const session = sessions.get(key)
  const secureContext = contextOf(endpoint)
  const options = { ...address, servername, ...(secureContext && { secureContext }), ...(session && { session }) }
  const socket = connectTls(endpoint.protocol === 'https:' ? { ...options, ALPNProtocols: ['http/1.1'] } : options)
  return socket.on('session', (made) => sessions.set(key, made))
}

/** Cached by identity, because a context with custom authorities takes 35 ms to create. */
const contexts = new LRUCache<string, SecureContext>({ max: 100 })

/** Returns undefined for Node's default roots without a client certificate. Throws if OpenSSL rejects the identity. */
function contextOf({ protocol, identity }: Endpoint): SecureContext | undefined {
  if (protocol === 'https:' && identity === undefined) return undefined
  const key = `${protocol} ${identity?.id ?? ''}`
  const known = contexts.get(key)
  if (known !== undefined) return known
  const { certificate, private_key } = identity?.client_certificate ?? {}
  const made = createSecureContext({
    ca: authoritiesOf(protocol, identity?.ca),
    cert: certificate,
    key: private_key,
  })
  contexts.set(key, made)
  return made
}

/** Node's default roots and the endpoint's own authority; for brokers also the system's. Undefined for Node's roots only. */
function authoritiesOf(protocol: string, ca: string | undefined): string[] | undefined {
  if (protocol === 'https:' && ca === undefined) return undefined
  const system = protocol === 'https:' ? [] : getCACertificates('system')
  return [...new Set([...getCACertificates('default'), ...system, ...(ca === undefined ? [] : [ca])])]
}

function isSecure({ protocol }: Endpoint): boolean {
  return protocol === 'https:' || protocol === 'stomp+ssl:'
}
