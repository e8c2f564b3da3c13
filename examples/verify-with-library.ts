// A receiver that verifies deliveries with a Standard Webhooks library: `npm install standardwebhooks`.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env
// A secret with the prefix whsec_ is base64. For any other secret the key is its UTF-8 bytes. Rejects an empty secret.
const webhook = WEBHOOK_SECRET.startsWith('whsec_')
  ? new Webhook(WEBHOOK_SECRET)
  : new Webhook(new TextEncoder().encode(WEBHOOK_SECRET), { format: 'raw' })

const server = createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers as Record<string, string>) as Delivery
    response.writeHead(204).end()
    console.log(event.triggered_by, event.id, `attempt ${event.attempt}`)
  } catch {
    response.writeHead(401).end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('Listening on', server.address()))

type Delivery = { id: string; triggered_by: string; attempt: number; payload: unknown }
