import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between a process and its database that can fail. */
export type Wire = {
  /** The database's address as the process is to know it. */
  url: string
  /** From now on nothing passes in either direction; nobody is told. */
  stall(): void
  /** From now on requests still arrive, their answers do not. */
  mute(): void
  /** What was held back passes, late; all is well again. */
  resume(): void
  /** What was held back is lost and every connection is reset; new ones work. */
  cut(): void
  close(): Promise<void>
}

type State = 'passing' | 'stalled' | 'mute'

export async function startWire(url: string): Promise<Wire> {
  const target = new URL(url)
  const pairs = new Set<[near: Socket, far: Socket]>()
  let state: State = 'passing'

  function enter(next: State) {
    state = next
    for (const pair of pairs) apply(pair, state)
  }

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near] as const]) {
      one.setNoDelay(true)
      one.on('data', (chunk) => other.write(chunk))
      one.on('error', () => {})
      one.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
    }
    apply(pair, state)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    stall: () => enter('stalled'),
    mute: () => enter('mute'),
    resume: () => enter('passing'),
    cut() {
      state = 'passing'
      for (const [near, far] of pairs) {
        near.resetAndDestroy()
        far.destroy()
      }
    },
    async close() {
      server.close()
      for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy()
      await once(server, 'close')
    },
  }
}

function apply([near, far]: [Socket, Socket], state: State): void {
  if (state === 'stalled') near.pause()
  else near.resume()
  if (state === 'passing') far.resume()
  else far.pause()
}
