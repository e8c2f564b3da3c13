import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { cannotListen } from './listening.ts'

/**
 * Below the range that Linux and macOS give to outgoing connections: nobody takes such a port by accident. Above 10080,
 * to which browsers and fetch refuse to speak.
 */
const PORTS = { lowest: 10_081, end: 20_000 }

/** The settings with a free port in place of port 0. */
export async function settlePort(config: Config): Promise<Config> {
  return config.PORT === 0 ? { ...config, PORT: await freePort(config.HOST) } : config
}

/** A port that nobody listens on at the moment. */
export async function freePort(host: string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(PORTS.lowest, PORTS.end)
    if (await isFree(port, host)) return port
  }
  throw new Error(`No free port on ${host}.`)
}

/** Throws when the host is none of this machine, whatever the port. */
function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(cannotListen(error, { host, port, host_setting: 'HOST', port_setting: 'PORT' }))
    })
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
