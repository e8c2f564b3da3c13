import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between a process and its database that can fail. */
export type Wire = {
  /** Address of the database through the wire. */
  url: string
  /** Pauses both directions without closing connections. */
  stall(): void
  /** Still passes requests, but no responses. */
  mute(): void
  /** Passes what was withheld, and works normally again. */
  resume(): void
  /** Loses what was withheld and resets every connection; new connections work. */
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
