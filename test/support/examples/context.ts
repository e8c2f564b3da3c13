import type { Client } from '../app.ts'
import type { Receiver } from '../servers/receiver.ts'
import type { Show } from './recorder.ts'

/** Who plays the tour, and what else it needs. */
export type TourContext = {
  store_id: string
  /** Without a token. */
  guest: Show
  seller: Show
  /** With the key of the organization, and with one of the deployment. */
  organization: Show
  operator: Show
  shopper: Show
  /** With the token of a person. */
  as(token: string): Show
  /** Where the API is really. */
  origin: string
  /** The seller for what is no example. */
  aside: Client
  receiver: Receiver
  /** The credentials of the store's key. */
  key: { client_id: string; client_secret: string }
  /** From then on nothing is delivered, so that what waits keeps waiting. */
  stopWorker(): Promise<void>
  /** As the worker does every so often. */
  evaluateAlerts(): Promise<boolean>
  /** True for an operation of the document that was not shown yet. */
  isUnshown(operationId: string): boolean
  /** Shows the reads that were not shown yet. */
  read(under: string): Promise<void>
}
