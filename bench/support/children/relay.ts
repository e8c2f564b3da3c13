// The minimum that relays an event through PostgreSQL: no token, no validation, no lease, no log. It reads a request,
// inserts a row, responds, posts the signed payload, and updates the row. Needs DATABASE_URL, PORT and RECEIVER.
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { Pool } from 'undici'

const { DATABASE_URL, PORT, RECEIVER = '' } = process.env
const db = new pg.Pool({ connectionString: DATABASE_URL, max: 4 })
const receiver = new Pool(new URL(RECEIVER).origin, { connections: 16, pipelining: 1 })
const secret = 'bench-secret'

await db.query('create table relayed (id uuid primary key, payload text, delivered boolean)')
const server = createServer((request, response) => void relay(request, response))
server.listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.once('disconnect', () => process.exit())

async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.stringify(JSON.parse(await text(request)).payload)
  const id = randomUUID()
  await db.query({ name: 'insert', text: 'insert into relayed values ($1, $2, false)', values: [id, body] })
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [{ id }] }))
  const signature = createHmac('sha256', secret).update(`${id}.${body}`).digest('base64')
  const headers = { 'content-type': 'application/json', 'webhook-id': id, 'webhook-signature': `v1,${signature}` }
  const sent = await receiver.request({ method: 'POST', path: '/', headers, body })
  await sent.body.dump()
  await db.query({ name: 'update', text: 'update relayed set delivered = true where id = $1', values: [id] })
}
