import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { type Listening, listening } from './listening.ts'
import { CERTIFICATE, CLIENT_AUTHORITY, PRIVATE_KEY } from './tls.ts'

/** A proxy to a server that a test can pause and break. */
export type Gate = {
  port: number
  open(): number
  /**
   * Pauses everything from the server; requests still pass. Resolves when the server has responded and the response is
   * paused.
   */
  hold(): Promise<void>
  /** Resumes, and passes on what was paused. */
  letGo(): void
  /** Breaks every connection. Paused data is lost. */
  cut(): void
  /** Breaks every connection and rejects new connections, as if the server were gone. */
  shut(): void
  /** Accepts connections again. */
  reopen(): void
  /** Resolves when every connection made so far has closed. */
  drained(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a gate to a port of 127.0.0.1. A `secure` gate speaks TLS to its clients, but not to the server; a `mutual`
 * gate also requires a client certificate.
 */
export async function openGate(server_port: number, kind: 'plain' | 'secure' | 'mutual' = 'plain'): Promise<Gate> {
  const ways = new Set<Way>()
  let held: PromiseWithResolvers<void> | null = null
  let isShut = false

  function pass(client: Socket): void {
    if (isShut) return void client.destroy()
    const way = new Way(client, server_port)
    way.whenHeld = () => held?.resolve()
    if (held !== null) way.hold()
    ways.add(way)
    client.once('close', () => ways.delete(way))
  }

  const trust = kind === 'mutual' && { requestCert: true, rejectUnauthorized: true, ca: CLIENT_AUTHORITY }
  const server: Server =
    kind === 'plain' ? createServer(pass) : createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY, ...trust }, pass)
  const listener: Listening = await listening(server)
  function cut(): void {
    held = null
    for (const way of ways) way.cut()
  }
  return {
    port: listener.port,
    open: () => ways.size,
    hold() {
      held = Promise.withResolvers()
      for (const way of ways) way.hold()
      return held.promise
    },
    letGo() {
      held = null
      for (const way of ways) way.letGo()
    },
    cut,
    shut() {
      isShut = true
      cut()
    },
    reopen() {
      isShut = false
    },
    drained: listener.drained,
    close: listener.close,
  }
}

class Way {
  readonly #client: Socket
  readonly #server: Socket
  #held: Buffer[] | null = null
  whenHeld = () => {}

  constructor(client: Socket, server_port: number) {
    this.#client = client.on('error', () => {})
    this.#server = connect(server_port, '127.0.0.1').on('error', () => {})
    client.on('data', (data) => this.#server.write(data))
    this.#server.on('data', (data) => this.#back(data))
    client.once('close', () => this.#server.destroy())
    // While paused, the end of the connection is not passed on either.
    this.#server.once('close', () => this.#held === null && client.destroySoon())
  }

  hold(): void {
    this.#held ??= []
  }

  letGo(): void {
    for (const data of this.#held ?? []) this.#client.write(data)
    this.#held = null
    if (this.#server.destroyed) this.#client.destroySoon()
  }

  cut(): void {
    this.#client.destroy()
    this.#server.destroy()
  }

  #back(data: Buffer): void {
    if (this.#held === null) return void this.#client.write(data)
    this.#held.push(data)
    this.whenHeld()
  }
}
