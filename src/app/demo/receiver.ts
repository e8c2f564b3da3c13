import type { Arrival, Checks } from '../../receiver/arrival.ts'
import { openReceiver } from '../../receiver/receiver.ts'
import { freePort } from '../port.ts'

const HOST = '127.0.0.1'

type ChecksFor = (integration_id: string | null) => Checks

/** The small receiver beside the API. It holds what arrives until it is told what to verify signatures with. */
export type DemoReceiver = { url: string; trust(checksFor: ChecksFor): void; close(): Promise<void> }

/** Opens it where it was the last time, or on another port when that one is taken. */
export async function openDemoReceiver(
  kept_url: string | null,
  onArrival: (arrival: Arrival) => void,
): Promise<DemoReceiver> {
  const trusted = Promise.withResolvers<ChecksFor>()
  const open = (port: number) =>
    openReceiver({ host: HOST, port, checksFor: trusted.promise, answer: { status: 200, after: 0 }, onArrival })
  const kept_port = kept_url === null ? null : Number(new URL(kept_url).port)
  const receiver = await (kept_port === null ? openAnywhere(open) : open(kept_port).catch(() => openAnywhere(open)))
  return {
    url: `http://${HOST}:${receiver.port}/webhooks`,
    trust: (checksFor) => trusted.resolve(checksFor),
    close: () => receiver.close(),
  }
}

async function openAnywhere<T>(open: (port: number) => Promise<T>): Promise<T> {
  return open(await freePort(HOST))
}
