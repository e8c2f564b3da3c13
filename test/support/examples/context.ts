import type { Client } from '../app.ts'
import type { Receiver } from '../servers/receiver.ts'
import type { Show } from './recorder.ts'

export type TourContext = {
  store_id: string
  guest: Show
  seller: Show
  /** Clients with the key of the organization, and with a key of the deployment. */
  organization: Show
  operator: Show
  shopper: Show
  as(token: string): Show
  /** Real address of the API. */
  origin: string
  /** Seller client whose requests are not recorded as examples. */
  aside: Client
  receiver: Receiver
  key: { client_id: string; client_secret: string }
  /** Stops deliveries, so that waiting jobs keep waiting. */
  stopWorker(): Promise<void>
  /** Does what a worker does periodically. */
  evaluateAlerts(): Promise<boolean>
  /** True if no example of the operation was recorded yet. */
  isUnshown(operationId: string): boolean
  /** Records the reads that have no example yet. */
  read(under: string): Promise<void>
}
