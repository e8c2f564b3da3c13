import type { Socket } from 'node:net'
import { type IStompSocket, StompSocketState } from '@stomp/stompjs'
import { contain, contained } from '../../../kernel/flow/contained.ts'

/** Bytes that a broker may send without a usable frame, since the client buffers everything that it has not parsed. */
const MAX_UNREAD_BYTES = 1_048_576

/** Adapts a connected socket to the WebSocket interface that the STOMP client requires. */
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

  /** `onGarbage` is called before the connection is closed because the broker's data cannot be parsed. */
  constructor(socket: Socket, onGarbage: () => void) {
    this.#socket = socket
    const giveUp = () => {
      onGarbage()
      this.terminate()
    }
    const onData = (data: Buffer) => {
      this.#unread += data.length
      if (this.#unread <= MAX_UNREAD_BYTES) this.onmessage?.({ data })
      else giveUp()
    }
    socket.on('data', contained(onData, giveUp))
    socket.once('close', () => {
      this.readyState = StompSocketState.CLOSED
      contain(() => this.onclose?.(), giveUp)
    })
  }

  /** Resets the count, because everything received so far has been parsed. */
  parsed(): void {
    this.#unread = 0
  }

  /** Corks the socket until the next tick, since a message costs little except its write. */
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
