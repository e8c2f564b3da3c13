// A receiver on Node's own server. npm install && WEBHOOK_SECRET=… PORT=4000 node receiver.ts
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env
// A secret with the prefix whsec_ is base64. For any other secret the key is its UTF-8 bytes. Rejects an empty secret.
const webhook = WEBHOOK_SECRET.startsWith('whsec_')
  ? new Webhook(WEBHOOK_SECRET)
  : new Webhook(new TextEncoder().encode(WEBHOOK_SECRET), { format: 'raw' })

type Delivery = { id: string; triggered_by: string }
const seen = new Set<string>()

const server = createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers as Record<string, string>) as Delivery
    response.writeHead(204).end(() => work(String(request.headers['webhook-id']), event))
  } catch {
    response.writeHead(401).end()
  }
})
server.listen(Number(PORT), '127.0.0.1')

/** Replace with your own work after the response. */
function work(id: string, event: Delivery): void {
  const is_repeat = seen.has(id)
  seen.add(id)
  console.log(is_repeat ? 'skipped' : event.triggered_by, id)
}
