import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Listening, rawServer } from '../servers/listening.ts'

/** Behavior of an endpoint on a connection. */
type Attack = (socket: Socket) => void

export type AttackName = keyof typeof ATTACKS

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`
/** Slow enough that 10 seconds bring fewer lines than the limit. */
const DRIP_INTERVAL_MS = 50
/** After the deadline of an attempt, because only a reader learns that the other side has gone. */
const READS_AFTER_MS = 10_500

/** Zeros compress to a thousandth: these expand to 10 MB and 100 MB. */
const [smallBomb, bigBomb] = [10, 100].map((megabytes) => gzipSync(Buffer.alloc(megabytes * 1_000_000))) as [
  Buffer,
  Buffer,
]

/** Ways for an endpoint to hold a caller or to exhaust its memory. */
export const ATTACKS = {
  'accepts and never reads': (socket) => {
    const reading = setTimeout(() => socket.resume(), READS_AFTER_MS)
    socket.once('close', () => clearTimeout(reading))
  },
  'never answers': (socket) => void socket.resume(),
  'never begins TLS': (socket) => void socket.resume(),
  // Start of a 16 KiB handshake record, whose remainder is sent byte by byte.
  'drips its TLS handshake': onRequest((socket) => drip(socket, Buffer.of(0), Buffer.from('1603034000', 'hex'))),
  'drips one header after another': onRequest((socket) => drip(socket, 'x-a: b\r\n', OK)),
  'drips one endless header': onRequest((socket) => drip(socket, 'y', `${OK}x-a: `)),
  'sends thousands of tiny headers and falls silent': onRequest((socket) => {
    socket.write(`${OK}${'a:\r\n'.repeat(8_000)}`)
  }),
  'floods with headers': onRequest((socket) => flood(socket, `x-a: ${'y'.repeat(1_000)}\r\n`, OK)),
  'floods with one header': onRequest((socket) => flood(socket, 'y'.repeat(1_000), `${OK}x-a: `)),
  'drips early hints': onRequest((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')),
  'floods with early hints': onRequest((socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50))),
  'drips its body': onRequest((socket) => drip(socket, 'y', `${OK}content-length: 1000000\r\n\r\n`)),
  'drips chunks of one byte': onRequest((socket) => drip(socket, '1\r\ny\r\n', CHUNKED)),
  'never ends its body': onRequest(
    (socket) => void socket.write(`${OK}content-length: 70000\r\n\r\n${'y'.repeat(65_000)}`),
  ),
  'sends thousands of tiny trailers and falls silent': onRequest((socket) => {
    socket.write(`${CHUNKED}1\r\ny\r\n0\r\n${'a:\r\n'.repeat(8_000)}`)
  }),
  'floods with chunk extensions': onRequest((socket) => flood(socket, 'y'.repeat(10_000), `${CHUNKED}1;`)),
  'answers in a million chunks': onRequest((socket) => flood(socket, '1\r\ny\r\n'.repeat(1_000), CHUNKED, 1_000)),
  'sends a gzip bomb of 10 KB': onRequest((socket) => sendGzip(socket, smallBomb)),
  'sends a gzip bomb of 100 KB': onRequest((socket) => sendGzip(socket, bigBomb)),
  'redirects to itself': onRequest((socket) => {
    socket.end('HTTP/1.1 302 Found\r\nconnection: close\r\nlocation: /hook\r\ncontent-length: 0\r\n\r\n')
  }),
  'closes inside its body': onRequest((socket) => {
    socket.end(`${OK}content-length: 10\r\n\r\nhalf`)
  }),
} as const satisfies Record<string, Attack>

/** Opens an endpoint with this behavior; names that contain TLS are called over https. */
export async function openHostile(name: AttackName): Promise<Listening> {
  const server = await rawServer(ATTACKS[name])
  return name.includes('TLS') ? { ...server, url: server.url.replace('http:', 'https:') } : server
}

/** Attacks once a request has begun to arrive. */
function onRequest(attack: Attack): Attack {
  return (socket) => {
    socket.once('data', () => attack(socket))
  }
}

function drip(socket: Socket, drop: string | Buffer, first: string | Buffer = ''): void {
  socket.write(first)
  const dripping = setInterval(() => socket.writable && socket.write(drop), DRIP_INTERVAL_MS)
  socket.once('close', () => clearInterval(dripping))
}

/** Writes as fast as the caller reads, forever or a number of times. */
function flood(socket: Socket, wave: string, first = '', times = Number.POSITIVE_INFINITY): void {
  let waves = 0
  const more = () => {
    while (socket.writable && waves < times) {
      waves += 1
      if (!socket.write(wave)) return
    }
  }
  socket.on('drain', more)
  socket.write(first)
  more()
}

function sendGzip(socket: Socket, bomb: Buffer): void {
  socket.write(`${OK}connection: close\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
  socket.end(bomb)
}
