import type { Socket } from 'node:net'
import { type Listening, rawServer } from './listening.ts'

/** A raw frame; header values are not unescaped. */
export type Frame = { command: string; headers: Record<string, string>; body: string }

export type Script = {
  /** Responds to CONNECT; by default with STOMP 1.2 and no heart-beats. */
  login?: (say: (bytes: string | Buffer) => void, frame: Frame, socket: Socket) => void
  /** Responds to SEND; by default with a receipt. */
  take?: (say: (bytes: string | Buffer) => void, frame: Frame, socket: Socket) => void
  /** Responds to SUBSCRIBE; by default not at all. */
  subscribe?: (say: (bytes: string | Buffer) => void, frame: Frame) => void
}

export type ScriptedBroker = Listening & {
  address: string
  frames: Frame[]
  heartbeats(): number
  mute(): void
}

/** A STOMP server that sends exactly what a test scripts, including what no broker would send. */
export async function scriptedBroker({
  login = connected(),
  take = confirm,
  subscribe = () => {},
}: Script = {}): Promise<ScriptedBroker> {
  const state = { frames: [] as Frame[], heartbeats: 0, isMute: false }
  const server = await rawServer((socket) => {
    const say = (bytes: string | Buffer) => void (socket.writable && !state.isMute && socket.write(bytes))
    let unread = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      unread += text
      for (let end = unread.indexOf('\0'); end !== -1; end = unread.indexOf('\0')) {
        const frame = readFrame(unread.slice(0, end))
        unread = unread.slice(end + 1)
        state.frames.push(frame)
        if (frame.command === 'CONNECT') login(say, frame, socket)
        if (frame.command === 'SEND') take(say, frame, socket)
        if (frame.command === 'SUBSCRIBE') subscribe(say, frame)
        if (frame.command === 'DISCONNECT') say(receiptFor(frame))
      }
      if (unread === '\n') {
        state.heartbeats += 1
        unread = ''
      }
    })
  })
  return Object.assign(server, {
    frames: state.frames,
    address: `stomp://127.0.0.1:${server.port}`,
    heartbeats: () => state.heartbeats,
    mute: () => {
      state.isMute = true
    },
  })
}

export function connected(...headers: string[]): NonNullable<Script['login']> {
  const lines = headers.length === 0 ? ['version:1.2'] : headers
  return (say) => say(`CONNECTED\n${lines.map((line) => `${line}\n`).join('')}\n\0`)
}

export function receiptFor({ headers }: Frame): string {
  return `RECEIPT\nreceipt-id:${headers.receipt}\n\n\0`
}

function confirm(say: (bytes: string) => void, frame: Frame): void {
  say(receiptFor(frame))
}

function readFrame(text: string): Frame {
  const [head = '', ...rest] = text.replace(/^\n+/, '').split('\n\n')
  const [command = '', ...lines] = head.split('\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1)]
  })
  return { command, headers: Object.fromEntries(headers), body: rest.join('\n\n') }
}
