import type { Socket } from 'node:net'
import { type IStompSocket, StompSocketState } from '@stomp/stompjs'
import { contain, contained } from '../../../kernel/flow/contained.ts'

/** Bytes that a broker may send without a frame that we use: the client buffers everything that it has not parsed. */
const MOST_UNREAD = 1_048_576

/** A connected socket with the interface that the STOMP client requires: a WebSocket's. */
export class StompSocket implements IStompSocket {
  readonly url = ''
  binaryType = 'arraybuffer'
  onclose: IStompSocket['onclose'] = null
  onerror: IStompSocket['onerror'] = null
  onmessage: IStompSocket['onmessage'] = null
  onopen: IStompSocket['onopen'] = null
  readyState: StompSocketState = StompSocketState.OPEN
  readonly #socket: Socket
  #unread = 0

  /** `onGarbage` is called before the connection is closed because nothing that the broker sends can be parsed. */
  constructor(socket: Socket, onGarbage: () => void) {
    this.#socket = socket
    const giveUp = () => {
      onGarbage()
      this.terminate()
    }
    const onData = (data: Buffer) => {
      this.#unread += data.length
      if (this.#unread <= MOST_UNREAD) this.onmessage?.({ data })
      else giveUp()
    }
    socket.on('data', contained(onData, giveUp))
    socket.once('close', () => {
      this.readyState = StompSocketState.CLOSED
      contain(() => this.onclose?.(), giveUp)
    })
  }

  /** Everything that the broker has sent so far was parsed. */
  parsed(): void {
    this.#unread = 0
  }

  /** What is sent in one turn of the event loop is written at once: most of a message's cost is that of writing. */
  send(data: Parameters<IStompSocket['send']>[0]): void {
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork()
      process.nextTick(() => this.#socket.uncork())
    }
    if (typeof data === 'string') this.#socket.write(data)
    else this.#socket.write(new Uint8Array(data as ArrayBuffer))
  }

  close(): void {
    this.readyState = StompSocketState.CLOSING
    this.#socket.destroySoon()
  }

  terminate(): void {
    this.readyState = StompSocketState.CLOSING
    this.#socket.destroy()
  }
}
