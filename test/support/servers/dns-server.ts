import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type DnsServer = {
  /** `address:port`, the format of the setting. */
  address: string
  /** Queried names, with an entry for each A and AAAA query. */
  asked: string[]
  close(): Promise<void>
}

/** Answers A queries with the result of `response` for the name and the count of its queries; TTL 0. */
export async function openDnsServer(response: (name: string, times: number) => readonly string[]): Promise<DnsServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question)
    asked.push(name)
    const times = asked.filter((other) => other === name).length
    const addresses = type === A ? response(name, Math.ceil(times / 2)) : []
    socket.send(writeAnswer(question.subarray(0, end), addresses), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

const A = 1
const HEADER = 12

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** Repeats the question, then adds an A record for each address, with a pointer to the question's name. */
function writeAnswer(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  const records = addresses.map((address) =>
    Buffer.from([0xc0, HEADER, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([head, ...records])
}
