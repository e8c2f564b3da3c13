import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between an app and its database or broker that a test can cut, mend and pause. */
export type Wire = {
  /** Address through the wire. */
  url: string
  /** Statements sent so far, in wire format. */
  sent: readonly string[]
  /** Breaks every connection and rejects new ones, so that the app seems dead to the database. */
  cut(): void
  mend(): void
  /**
   * Withholds the response to the next statement that contains `text` until `letGo`. `reached` resolves when the
   * database has responded.
   */
  hold(text: string): { reached: Promise<void>; letGo(): void }
  close(): Promise<void>
}

type Held = { text: string; reached: () => void; letGo: Promise<void> }

export async function openWire(url: string): Promise<Wire> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const held: Held[] = []
  const sent: string[] = []
  let isCut = false

  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const database = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    pass(client, database, held, sent)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    sent,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    hold(text) {
      const reached = Promise.withResolvers<void>()
      const letGo = Promise.withResolvers<void>()
      held.push({ text, reached: reached.resolve, letGo: letGo.promise })
      return { reached: reached.promise, letGo: letGo.resolve }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function pass(client: Socket, database: Socket, held: Held[], sent: string[]): void {
  let holding: Held | null = null
  const statementsIn = readStatements()
  client.on('data', (chunk: Buffer) => {
    const statements = statementsIn(chunk)
    sent.push(statements)
    const index = held.findIndex(({ text }) => statements.includes(text))
    if (index !== -1) holding = held.splice(index, 1)[0] ?? null
    database.write(chunk)
  })
  database.on('data', async (chunk) => {
    const hold = holding
    if (hold === null) return void client.write(chunk)
    database.pause()
    hold.reached()
    await hold.letGo
    holding = null
    client.write(chunk)
    database.resume()
  })
}

/** Text that a chunk of a connection sends, with prepared statements expanded. */
function readStatements(): (chunk: Buffer) => string {
  const prepared = new Map<string, string>()
  return (chunk) => {
    const sent = chunk.toString('latin1')
    for (const [, name = '', text = ''] of sent.matchAll(PARSE)) prepared.set(name, text)
    const named = [...sent.matchAll(BIND)].map(([, name = '']) => `${prepared.get(name)}\0`)
    return [sent, ...named].join('\n')
  }
}

/** Message type, length, and zero-terminated strings. */
const PARSE = /P.{4}(tidings_\d+)\0([^\0]*)\0/gs
const BIND = /B.{4}\0(tidings_\d+)\0/gs
