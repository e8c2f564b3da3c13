// The bare limit: one process signs and posts the same bodies to the same receiver, without a database.

import { Pool } from 'undici'
import { newId } from '../../../src/db/new-id.ts'
import type { WebhookIntegration } from '../../../src/deliveries/attempt.ts'
import { webhookComposer } from '../../../src/deliveries/rules/compose.ts'
import { signer } from '../../../src/deliveries/rules/sign.ts'
import { orderPayload } from '../payload.ts'

export type BareOrder = { url: string; seconds: number; organization_id: string; store_id: string }

const IN_FLIGHT = 128

process.once('message', async (order: BareOrder) => {
  const posted = await post(order)
  process.send?.({ posted, seconds: order.seconds }, () => process.exit(0))
})
process.send?.('ready')

async function post({ url, seconds, organization_id, store_id }: BareOrder): Promise<number> {
  const webhook: WebhookIntegration = {
    id: newId(Date.now()),
    integration_type: 'webhook',
    name: 'bench',
    description: '',
    configuration: { url, secret_key: 'bench-secret' },
    previous_secret_key: null,
    previous_secret_until: null,
  }
  const compose = webhookComposer(webhook, {
    trigger: 'X-Trigger',
    secret_key: 'X-Secret',
    resource_version: 'X-Version',
  })
  const sign = signer(webhook)
  const payload = JSON.stringify(orderPayload(organization_id, store_id, newId(Date.now())))
  const pool = new Pool(new URL(url).origin, { connections: IN_FLIGHT, pipelining: 1 })
  const end = performance.now() + seconds * 1000
  let posted = 0

  function one(): Promise<void> {
    const event = {
      organization_id,
      store_id,
      id: newId(Date.now()),
      triggered_by: 'order.updated',
      resource_version: null,
      external_id: null,
      payload,
      traceparent: null,
    }
    const job = {
      id: event.id,
      integration_id: webhook.id,
      triggered_by: event.triggered_by,
      attempt: 1,
      step: 0,
      generation: 1,
      manual_retries: 0,
      priority: 'live' as const,
      order_key: null,
      event,
    }
    const message = sign(compose(job), event.id, Date.now())
    return new Promise((resolve, reject) => {
      pool.dispatch(
        { method: 'POST', path: '/', headers: message.headers, body: message.body },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData() {},
          onResponseEnd() {
            posted += 1
            resolve()
          },
          onResponseError(_, error) {
            reject(error)
          },
        },
      )
    })
  }

  const keepOn = async () => {
    while (performance.now() < end) await one()
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, keepOn))
  await pool.close()
  return posted
}
