import type { Arrival, Checks } from '../../receiver/arrival.ts'
import { openReceiver } from '../../receiver/receiver.ts'
import { freePort } from '../address/port.ts'

const HOST = '127.0.0.1'

type ChecksFor = (integration_id: string | null) => Checks

/** The webhook receiver of the demo. Deliveries wait until `setChecks` is called. */
export type DemoReceiver = { url: string; setChecks(checksFor: ChecksFor): void; close(): Promise<void> }

const respond = async () => ({ status: 200, delay_ms: 0 })

/** Opens the receiver on its previous port, or on another port if that is in use. */
export async function openDemoReceiver(
  saved_url: string | null,
  onArrival: (arrival: Arrival) => void,
): Promise<DemoReceiver> {
  const checks = Promise.withResolvers<ChecksFor>()
  const open = (port: number) => openReceiver({ host: HOST, port, checksFor: checks.promise, respond, onArrival })
  const saved_port = saved_url === null ? null : Number(new URL(saved_url).port)
  const openOnFreePort = async () => open(await freePort(HOST))
  const receiver = await (saved_port === null ? openOnFreePort() : open(saved_port).catch(openOnFreePort))
  return {
    url: `http://${HOST}:${receiver.port}/webhooks`,
    setChecks: checks.resolve,
    close: () => receiver.close(),
  }
}
