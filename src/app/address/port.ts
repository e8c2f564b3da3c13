import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import type { Config } from '../../config.ts'
import { listenError } from './listening.ts'

/**
 * Below the ephemeral range of Linux and macOS, so that no outgoing connection takes the port, and above 10080, which
 * browsers and fetch block.
 */
const PORTS = { lowest: 10_081, end: 20_000 }

/** Returns the settings with port 0 replaced by a free port. */
export async function resolvePort(config: Config): Promise<Config> {
  return config.PORT === 0 ? { ...config, PORT: await freePort(config.HOST) } : config
}

/** Returns a port on which no process is listening. */
export async function freePort(host: string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(PORTS.lowest, PORTS.end)
    if (await isFree(port, host)) return port
  }
  throw new Error(`Found no free port on ${host}.`)
}

/** True if no process is listening on the port. Throws if the host is not an address of this machine. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(listenError(error, { host, port, host_setting: 'HOST', port_setting: 'PORT' }))
    })
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
