import type { Socket } from 'node:net'
import { Client, type IFrame, Versions } from '@stomp/stompjs'
import type { NoResponse } from '../network/no-response.ts'
import { StompSocket } from './socket.ts'

/** How to log in at a broker, and where to send. `host` is the virtual host; left out, the broker takes its default. */
export type Login = { username?: string | undefined; password?: string | undefined; host?: string | undefined }

/** Milliseconds between signs of life, both ways; a broker that misses two is given up. */
type Pulse = { heartbeat_ms: number }

/** What became of a message: the broker has it, refused it, or nothing was heard. */
export type Confirmation =
  | { kind: 'taken'; receipt: string }
  | { kind: 'refused'; detail: string; headers: Record<string, string>; body: string }
  | ({ kind: 'no_response' } & NoResponse)

/** Times on the monotonic clock. */
type Waiting = { resolve: (confirmation: Confirmation) => void; sent_at: number; expires_at: number }

/** Milliseconds that a farewell may take. */
const FAREWELL = 1_000
const VERSIONS = new Versions([Versions.V1_0, Versions.V1_1, Versions.V1_2])

/** One connection to a broker. Every message is confirmed by a receipt of its own, many may be under way. */
export class StompConnection {
  /** `host:port` of the broker. */
  readonly place: string
  readonly #client: Client
  readonly #socket: StompSocket
  readonly #waiting = new Map<string, Waiting>()
  readonly #closed: Promise<void>
  #sent = 0
  #isOpen = false
  #last_receipt_at = 0
  /** Why the connection is about to end, where the broker or we have said so. */
  #farewell: Confirmation | null = null
  #loggedIn: (refusal: Confirmation | null) => void = () => {}

  /** Logs in on a connected socket; rejects with nothing, resolves with the broker's refusal when it has one. */
  static async open(socket: Socket, place: string, login: Login & Pulse): Promise<StompConnection | Confirmation> {
    const connection = new StompConnection(socket, place, login)
    return (await connection.#connected()) ?? connection
  }

  private constructor(socket: Socket, place: string, { username, password, host, heartbeat_ms }: Login & Pulse) {
    this.place = place
    this.#socket = new StompSocket(socket, () => this.#hangUp('bad-answer', 'sent what is not STOMP'))
    let closed = () => {}
    this.#closed = new Promise((resolve) => {
      closed = resolve
    })
    this.#client = new Client({
      webSocketFactory: () => this.#socket,
      connectHeaders: {
        ...(username !== undefined && { login: username }),
        ...(password !== undefined && { passcode: password }),
        ...(host !== undefined && { host }),
      },
      stompVersions: VERSIONS,
      heartbeatIncoming: heartbeat_ms,
      heartbeatOutgoing: heartbeat_ms,
      // A broker that is deaf would not take a farewell either.
      discardWebsocketOnCommFailure: true,
      onHeartbeatLost: () => this.#hangUp('timeout', 'gave no sign of life'),
      // Nobody reads what it tells for debugging; told in this form, it costs the least.
      logRawCommunication: true,
      // Whoever sends decides when to connect again, and where.
      reconnectDelay: 0,
      onConnect: () => {
        this.#socket.understood()
        this.#isOpen = true
        this.#loggedIn(null)
      },
      onHeartbeatReceived: () => this.#socket.understood(),
      onUnhandledReceipt: () => this.#socket.understood(),
      onStompError: (frame) => this.#refused(frame),
      onWebSocketClose: () => {
        this.#lost()
        closed()
      },
    })
  }

  /** Whether it can be sent on. */
  isOpen(): boolean {
    return this.#isOpen
  }

  /** Sends a message; resolves with its receipt, or with why there is none by then. Only on an open connection. */
  send(destination: string, headers: Record<string, string>, body: string, expires_at: number): Promise<Confirmation> {
    return new Promise((resolve) => {
      this.#sent += 1
      const receipt = `message-${this.#sent}`
      this.#waiting.set(receipt, { resolve, sent_at: performance.now(), expires_at })
      // Without a length, brokers that tell text from bytes take the message for text.
      const frame = { destination, headers: { ...headers, receipt }, body, skipContentLengthHeader: true }
      try {
        this.#client.watchForReceipt(receipt, () => this.#received(receipt))
        this.#client.publish(frame)
      } catch {
        this.#end(receipt, this.#hungUp())
      }
    })
  }

  /** Gives up what should have been confirmed by now (monotonic). A broker that is silent altogether is hung up on. */
  expire(now: number, why: NoResponse): void {
    for (const [receipt, { sent_at, expires_at }] of this.#waiting) {
      if (now < expires_at) continue
      this.#end(receipt, { kind: 'no_response', ...why })
      if (this.#last_receipt_at >= sent_at) continue
      this.#hangUp('timeout', 'confirmed nothing any more')
      this.#socket.terminate()
    }
  }

  /** Says goodbye; whatever still waits learns that the connection is gone. */
  async close(): Promise<void> {
    this.#isOpen = false
    const patience = setTimeout(() => this.#socket.terminate(), FAREWELL)
    void this.#client.deactivate()
    await this.#closed
    clearTimeout(patience)
  }

  #connected(): Promise<Confirmation | null> {
    return new Promise((resolve) => {
      this.#loggedIn = resolve
      this.#client.activate()
    })
  }

  #received(receipt: string): void {
    this.#last_receipt_at = performance.now()
    this.#socket.understood()
    this.#end(receipt, { kind: 'taken', receipt })
  }

  /** A broker hangs up after an error. Without a receipt's id it may be about any of what is under way. */
  #refused({ headers, body }: IFrame): void {
    const detail = `The broker at ${this.place} answered with an error${described(headers.message, body)}`
    const refusal: Confirmation = { kind: 'refused', detail, headers: { ...headers }, body: body.slice(0, 65_536) }
    const receipt = headers['receipt-id']
    if (receipt !== undefined && this.#waiting.has(receipt)) this.#end(receipt, refusal)
    else this.#farewell = refusal
    this.#isOpen = false
    this.#loggedIn(refusal)
    setTimeout(() => this.#socket.terminate(), FAREWELL).unref()
  }

  #lost(): void {
    this.#isOpen = false
    this.#loggedIn(this.#farewell ?? this.#hungUp())
    for (const receipt of [...this.#waiting.keys()]) this.#end(receipt, this.#farewell ?? this.#hungUp())
  }

  /** What the messages under way are told when it is we who end the connection. */
  #hangUp(reason: NoResponse['reason'], fault: string): void {
    this.#isOpen = false
    this.#farewell ??= { kind: 'no_response', reason, detail: `The connection was given up: ${this.place} ${fault}` }
  }

  #hungUp(): Confirmation {
    const detail = `${this.place} closed the connection before it confirmed the message`
    return { kind: 'no_response', reason: 'reset', detail }
  }

  #end(receipt: string, confirmation: Confirmation): void {
    const waiting = this.#waiting.get(receipt)
    this.#waiting.delete(receipt)
    waiting?.resolve(confirmation)
  }
}

/** The error's headline and the first line of its text, which may be long. */
function described(message: string | undefined, body: string): string {
  const [line = ''] = body.trim().split('\n')
  const parts = [message ?? '', line].map((part) => part.trim().slice(0, 300)).filter((part) => part !== '')
  return parts.length === 0 ? '' : `: ${parts.join(': ')}`
}
