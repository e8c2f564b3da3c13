// The bare limit of a kind of queue: one process composes the same messages and sends them with the same client and
// concurrency, without a database.

import { newId } from '../../../src/db/new-id.ts'
import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import type { Sender } from '../../../src/deliveries/targets/target.ts'
import { closeTargets, openTargets, senderFor } from '../../../src/deliveries/targets/targets.ts'
import { aDueJob, anEvent, anIntegration } from '../../../test/support/targets/due-job.ts'
import { orderPayload } from '../payload.ts'

export type BareQueuesOrder = {
  integration_type: 'stomp' | 'cloud_sqs'
  /** One configuration per integration; messages use them round-robin. */
  configurations: readonly Record<string, unknown>[]
  seconds: number
  /** Seconds of warm-up, whose messages do not count. */
  warm_up: number
}

/** Over all integrations: a worker's maximum while its endpoints respond fast. */
const IN_FLIGHT = 128
const OPTIONS = {
  policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }),
  header_names: { trigger: 'X-Trigger', secret_key: 'X-Secret-Key', resource_version: 'X-Version' },
  source: 'https://tidings.example/v2',
  machine_role: false,
}

process.once('message', async (order: BareQueuesOrder) => {
  const sent = await send(order)
  process.send?.({ sent }, () => process.exit(0))
})
process.send?.('ready')

async function send({ integration_type, configurations, seconds, warm_up }: BareQueuesOrder): Promise<number> {
  const targets = openTargets(OPTIONS)
  const senders = configurations.map((configuration) =>
    senderFor(targets, anIntegration({ id: newId(Date.now()), integration_type, configuration })),
  )
  const payload = JSON.stringify(orderPayload('organization', 'store', newId(Date.now())))
  const begin = performance.now() + warm_up * 1000
  const end = begin + seconds * 1000
  let sent = 0

  async function keepOn(sender: Sender): Promise<void> {
    while (performance.now() < end) {
      const id = newId(Date.now())
      const { reply } = await sender(aDueJob({ id, event: anEvent({ id, payload }) }), Date.now())
      if (reply.kind !== 'accepted') throw new Error(`Not accepted: ${JSON.stringify(reply)}`)
      if (performance.now() >= begin) sent += 1
    }
  }

  const loops = Array.from({ length: IN_FLIGHT }, (_, index) => senders[index % senders.length])
  await Promise.all(loops.map((sender) => sender && keepOn(sender)))
  await closeTargets(targets)
  return sent
}
