import { Webhook } from 'standardwebhooks'

/** What Tidings delivers to a webhook: `docs/guides/webhooks.md`. */
export type Delivery = {
  /** The event; the same on every attempt. */
  id: string
  triggered_by: string
  attempt: number
  org_id: string
  store_id?: string
  /** The resource in `data`, with related ones in `included`; of a deleted resource only its type and id. */
  payload: { data: Resource; included?: Record<string, unknown> } | Resource
}

type Resource = { type: string; id: string; [member: string]: unknown }

/**
 * The delivery, if it was signed with the `secret_key` of the integration within the last five minutes; throws otherwise.
 * `body` is the text exactly as it came, `headers` those of a `Request` or of Node.
 */
export function verifyDelivery(
  secretKey: string,
  body: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
): Delivery {
  const read = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '')
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  return webhookOf(secretKey).verify(body, Object.fromEntries(names.map((name) => [name, read(name)]))) as Delivery
}

/** A secret that starts with `whsec_` is base64; of any other one the key is its UTF-8 bytes. */
function webhookOf(secretKey: string): Webhook {
  if (secretKey.startsWith('whsec_')) return new Webhook(secretKey)
  return new Webhook(new TextEncoder().encode(secretKey), { format: 'raw' })
}
