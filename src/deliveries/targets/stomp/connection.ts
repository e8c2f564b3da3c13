import type { Socket } from 'node:net'
import { Client, type IFrame, Versions } from '@stomp/stompjs'
import type { StompConfiguration } from '../../../integrations/kinds/stomp.ts'
import type { NoResponse } from '../network/no-response.ts'
import { type Addressing, addressing } from './destination.ts'
import { StompSocket } from './socket.ts'

type Login = Pick<StompConfiguration, 'username' | 'password' | 'host'>

/** Milliseconds between heartbeats in both directions; the connection is closed after two missed heartbeats. */
type Heartbeat = { heartbeat_ms: number }

/** Outcome of a message: the broker accepted it, rejected it, or did not respond. */
export type Confirmation =
  | { kind: 'accepted'; receipt: string }
  | { kind: 'refused'; detail: string; headers: Record<string, string>; body: string }
  | ({ kind: 'no_response' } & NoResponse)

export type Failure = Exclude<Confirmation, { kind: 'accepted' }>

/** Times on the monotonic clock. */
type Waiting = { resolve: (confirmation: Confirmation) => void; sent_at: number; expires_at: number }

const CLOSE_TIMEOUT_MS = 1_000
const VERSIONS = new Versions([Versions.V1_0, Versions.V1_1, Versions.V1_2])

/** One connection to a broker. Each message is confirmed by its own receipt; many messages may be in flight. */
export class StompConnection {
  /** `host:port` of the broker. */
  readonly endpoint: string
  readonly #client: Client
  readonly #socket: StompSocket
  readonly #waiting = new Map<string, Waiting>()
  readonly #closed: Promise<void>
  #sent = 0
  #isOpen = false
  #isLoggedIn = false
  /** Header `server` of the broker's CONNECTED frame. */
  #server: string | undefined
  #last_receipt_at = 0
  /** Reason why the broker or this process is closing the connection. */
  #close_reason: Failure | null = null
  #loggedIn: (refusal: Failure | null) => void = () => {}

  /** Logs in on a connected socket. Never rejects; resolves with the failure if the broker rejects the login. */
  static async open(socket: Socket, endpoint: string, login: Login & Heartbeat): Promise<StompConnection | Failure> {
    const connection = new StompConnection(socket, endpoint, login)
    return (await connection.#connected()) ?? connection
  }

  private constructor(socket: Socket, endpoint: string, { username, password, host, heartbeat_ms }: Login & Heartbeat) {
    this.endpoint = endpoint
    this.#socket = new StompSocket(socket, () =>
      this.#hangUp('bad-answer', 'sent data that is not STOMP, check the port'),
    )
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
      // An unresponsive broker would not respond to a DISCONNECT either.
      discardWebsocketOnCommFailure: true,
      onHeartbeatLost: () => this.#hangUp('timeout', 'stopped sending heartbeats, check whether it hangs'),
      // The debug output is discarded, and this form is the cheapest.
      logRawCommunication: true,
      // `Brokers` decides when to reconnect, and to which address.
      reconnectDelay: 0,
      onConnect: ({ headers }) => {
        this.#server = headers.server
        this.#socket.parsed()
        this.#isOpen = true
        this.#isLoggedIn = true
        this.#loggedIn(null)
      },
      onHeartbeatReceived: () => this.#socket.parsed(),
      onUnhandledReceipt: () => this.#socket.parsed(),
      onStompError: (frame) => this.#refused(frame),
      onWebSocketClose: () => {
        this.#lost()
        closed()
      },
    })
  }

  isOpen(): boolean {
    return this.#isOpen
  }

  /** Name of the broker; undefined if it does not send one. */
  server(): string | undefined {
    return this.#server
  }

  addressing(queue: Pick<StompConfiguration, 'destination' | 'destination_type'>): Addressing {
    return addressing(queue, this.#server)
  }

  /**
   * Sends a message; resolves with its receipt, or with the reason if there is none by `expires_at`. Requires an open connection.
   */
  send(
    { destination, ...addressing }: Addressing,
    headers: Record<string, string>,
    body: string,
    expires_at: number,
  ): Promise<Confirmation> {
    return this.#request(expires_at, (receipt) => {
      // Omitted so that brokers that distinguish text from bytes treat the message as text.
      const skipContentLengthHeader = true
      this.#client.publish({
        destination,
        headers: { ...headers, ...addressing, receipt },
        body,
        skipContentLengthHeader,
      })
    })
  }

  /**
   * Subscribes and ignores messages; resolves with the receipt, or with the broker's error, since RabbitMQ sends the receipt even
   * after an error. Requires an open connection without other traffic.
   */
  async subscribe(destination: string, headers: Record<string, string>): Promise<Confirmation> {
    const confirmation = await this.#request(Number.POSITIVE_INFINITY, (receipt) => {
      this.#client.subscribe(destination, () => {}, { ...headers, receipt })
    })
    return this.#close_reason ?? confirmation
  }

  /** Expires unconfirmed messages at `now` (monotonic). Closes the connection if the broker has stopped confirming messages. */
  expire(now: number, why: NoResponse): void {
    for (const [receipt, { sent_at, expires_at }] of this.#waiting) {
      if (now < expires_at) continue
      this.#end(receipt, { kind: 'no_response', ...why })
      if (this.#last_receipt_at >= sent_at) continue
      this.#hangUp('timeout', 'no longer confirmed messages')
      this.#socket.terminate()
    }
  }

  /** Disconnects; unconfirmed messages resolve as on a lost connection. */
  async close(): Promise<void> {
    this.#isOpen = false
    const timeout = setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS)
    void this.#client.deactivate()
    await this.#closed
    clearTimeout(timeout)
  }

  #request(expires_at: number, transmit: (receipt: string) => void): Promise<Confirmation> {
    return new Promise((resolve) => {
      this.#sent += 1
      const receipt = `message-${this.#sent}`
      this.#waiting.set(receipt, { resolve, sent_at: performance.now(), expires_at })
      try {
        this.#client.watchForReceipt(receipt, () => this.#received(receipt))
        transmit(receipt)
      } catch {
        this.#end(receipt, this.#resetFailure())
      }
    })
  }

  #connected(): Promise<Failure | null> {
    return new Promise((resolve) => {
      this.#loggedIn = resolve
      this.#client.activate()
    })
  }

  #received(receipt: string): void {
    this.#last_receipt_at = performance.now()
    this.#socket.parsed()
    this.#end(receipt, { kind: 'accepted', receipt })
  }

  /** A broker disconnects after an error. An error without a receipt id may belong to any message in flight. */
  #refused({ headers, body }: IFrame): void {
    // Until the login, the client does not know whether header values are escaped.
    const message = this.#isLoggedIn ? headers.message : unescaped(headers.message)
    const refused = this.#isLoggedIn ? 'the message' : 'the login'
    const detail = `The broker at ${this.endpoint} refused ${refused}: ${described(message, body) || NO_REASON}`
    const refusal: Failure = { kind: 'refused', detail, headers: { ...headers }, body: body.slice(0, 65_536) }
    const receipt = headers['receipt-id']
    if (receipt !== undefined && this.#waiting.has(receipt)) this.#end(receipt, refusal)
    else this.#close_reason = refusal
    this.#isOpen = false
    this.#loggedIn(refusal)
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref()
  }

  #lost(): void {
    this.#isOpen = false
    this.#loggedIn(this.#close_reason ?? this.#resetFailure())
    for (const receipt of [...this.#waiting.keys()]) this.#end(receipt, this.#close_reason ?? this.#resetFailure())
  }

  /** Sets the outcome of the messages in flight when this process closes the connection. */
  #hangUp(reason: NoResponse['reason'], fault: string): void {
    this.#isOpen = false
    this.#close_reason ??= {
      kind: 'no_response',
      reason,
      detail: `The connection was closed: ${this.endpoint} ${fault}`,
    }
  }

  #resetFailure(): Failure {
    const detail = `${this.endpoint} closed the connection ${this.#isLoggedIn ? UNCONFIRMED : NO_LOGIN}`
    return { kind: 'no_response', reason: 'reset', detail }
  }

  #end(receipt: string, confirmation: Confirmation): void {
    const waiting = this.#waiting.get(receipt)
    this.#waiting.delete(receipt)
    waiting?.resolve(confirmation)
  }
}

const NO_REASON = 'it gave no reason, see its log'
const NO_LOGIN = 'before the login: check that this is a STOMP port, and whether it requires TLS (stomp+ssl://)'
const UNCONFIRMED = 'before it confirmed the message: RabbitMQ does so when the queue is full and rejects new messages'

/** Removes the escapes of STOMP 1.1 and 1.2 from a header value; other backslashes stay. */
function unescaped(value: string | undefined): string | undefined {
  return value?.replace(/\\([rnc\\])/g, (_, character: keyof typeof ESCAPES) => ESCAPES[character])
}

const ESCAPES = { r: '\r', n: '\n', c: ':', '\\': '\\' } as const

/** Headline of the error and the first line of its text; only one of them if it contains the other. */
function described(message: string | undefined, body: string): string {
  const [line = ''] = body.trim().split('\n')
  const [headline = '', text = ''] = [message ?? '', line].map((part) => part.trim().slice(0, 300))
  if (text.toLowerCase().includes(headline.toLowerCase())) return text
  return headline.toLowerCase().includes(text.toLowerCase()) ? headline : `${headline}: ${text}`
}
