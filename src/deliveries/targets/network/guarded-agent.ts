import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import type { Connector } from './connector.ts'

type Requested = { host?: string | null; port?: number | string | null }
type Created = (error: Error | null, socket: Duplex) => void

/** Agents of Node's own HTTP client whose every connection goes through the guard. */
export function guardedAgents(connector: Connector, options: AgentOptions): { http: HttpAgent; https: HttpsAgent } {
  return {
    http: Object.assign(new HttpAgent(options), { createConnection: through(connector, 'http:') }),
    https: Object.assign(new HttpsAgent(options), { createConnection: through(connector, 'https:') }),
  }
}

function through(connector: Connector, protocol: 'http:' | 'https:') {
  return ({ host, port }: Requested, created?: Created): undefined => {
    const hostname = (host ?? '').replace(/^\[(.*)\]$/, '$1')
    connector.connect({ hostname, port: String(port ?? ''), protocol }, (error, socket) => {
      // Node's type requires a socket with an error, its code does not.
      created?.(error, socket as Duplex)
    })
  }
}
