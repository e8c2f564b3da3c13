// A receiver that verifies deliveries without dependencies.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

const { WEBHOOK_SECRET, PORT = '4000' } = process.env
if (!WEBHOOK_SECRET) throw new Error('Set WEBHOOK_SECRET to the secret_key of the integration.')
// A secret with the prefix whsec_ is base64. For any other secret the key is its UTF-8 bytes.
const key = WEBHOOK_SECRET.startsWith('whsec_') ? Buffer.from(WEBHOOK_SECRET.slice(6), 'base64') : WEBHOOK_SECRET

function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  // Rejects old deliveries, which an attacker may have recorded and replayed.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`)
  // During secret rotation there are two signatures.
  return String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}

const server = createServer(async (request, response) => {
  const body = await buffer(request).catch(() => Buffer.alloc(0))
  const genuine = isGenuine(request.headers, body)
  response.writeHead(genuine ? 204 : 401).end()
  if (!genuine) return
  const event = JSON.parse(body.toString())
  console.log(event.triggered_by, event.id, `attempt ${event.attempt}`)
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('Listening on', server.address()))
