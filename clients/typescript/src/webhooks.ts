import { Webhook } from 'standardwebhooks'

/** The body of a delivery to a webhook; see `docs/guides/webhooks.md`. */
export type Delivery = {
  /** Id of the event, identical on every attempt. */
  id: string
  triggered_by: string
  attempt: number
  org_id: string
  store_id?: string
  /** The resource in `data`, with related resources in `included`; for a deleted resource only its type and id. */
  payload: { data: Resource; included?: Record<string, unknown> } | Resource
}

type Resource = { type: string; id: string; [member: string]: unknown }

/**
 * Returns the delivery if it was signed with the integration's `secret_key` within the last five minutes; throws
 * otherwise. `body` is the raw text, `headers` those of a `Request` or of Node.
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

/** A secret with the prefix `whsec_` is base64; for any other secret the key is its UTF-8 bytes. */
function webhookOf(secretKey: string): Webhook {
  if (secretKey.startsWith('whsec_')) return new Webhook(secretKey)
  return new Webhook(new TextEncoder().encode(secretKey), { format: 'raw' })
}
