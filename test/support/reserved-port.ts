import { randomInt } from 'node:crypto'
import { isFree } from '../../src/app/address/port.ts'

const HOST = '127.0.0.1'
/** Above the ports of `freePort`, below those of outgoing connections. */
const MIN_PORT = 20_000
const WORKERS = 8
const OF_EACH = 1_500

const first = MIN_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS) * OF_EACH
let next = randomInt(OF_EACH)

/** A free port that neither a Tidings nor another worker picks, for servers that open it seconds later or reopen it. */
export async function reservedPort(): Promise<number> {
  for (let tries = 0; tries < OF_EACH; tries++) {
    const port = first + next
    next = (next + 1) % OF_EACH
    if (await isFree(port, HOST)) return port
  }
  throw new Error(`No free port from ${first} on.`)
}
