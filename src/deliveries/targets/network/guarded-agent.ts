import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import type { Connector } from './connector.ts'

/** Maximum age of a reused connection to a receiver in milliseconds, plus up to half, so that DNS changes apply. @operator */
export const MAX_AGE_MS = 30_000

type Requested = { host?: string | null; port?: number | string | null }
type Created = (error: Error | null, socket: Duplex) => void

/** Agents for Node's HTTP client that send every connection through the guard. */
export function guardedAgents(
  connector: Connector,
  options: AgentOptions,
  max_age_ms = MAX_AGE_MS,
): { http: HttpAgent; https: HttpsAgent } {
  return {
    http: aging(Object.assign(new HttpAgent(options), { createConnection: through(connector, 'http:') }), max_age_ms),
    https: aging(
      Object.assign(new HttpsAgent(options), { createConnection: through(connector, 'https:') }),
      max_age_ms,
    ),
  }
}

/** Closes expired connections instead of returning them to the pool. */
function aging<Kept extends HttpAgent>(agent: Kept, max_age_ms: number): Kept {
  const keep = agent.keepSocketAlive.bind(agent)
  const expires_at = new WeakMap<Duplex, number>()
  agent.keepSocketAlive = (socket) => {
    const end = expires_at.get(socket) ?? performance.now() + randomAge(max_age_ms)
    expires_at.set(socket, end)
    return performance.now() < end && keep(socket)
  }
  return agent
}

/** Random age, so that connections that were opened together do not expire together. */
export function randomAge(max_age_ms: number): number {
  return max_age_ms * (1 + Math.random() / 2)
}

function through(connector: Connector, protocol: 'http:' | 'https:') {
  return ({ host, port }: Requested, created?: Created): undefined => {
    const hostname = (host ?? '').replace(/^\[(.*)\]$/, '$1')
    connector.connect({ hostname, port: String(port ?? ''), protocol }, (error, socket) => {
      // Node's types require a socket along with an error, but its code does not.
      created?.(error, socket as Duplex)
    })
  }
}
