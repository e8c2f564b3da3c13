import type { Cipher } from '../db/cipher.ts'
import type { Database, Transaction } from '../db/tables.ts'
import type { Record } from '../events/event.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Permissions } from './rules/configuration.ts'

/** What the verbs of this room work with. */
export type IntegrationDeps = {
  db: Database
  cipher: Cipher
  clock: Clock
  record: Record
  /** Cancels what an integration still has to deliver, in the transaction that disables or deletes it. */
  cancelJobs: (tx: Transaction, integration_id: string) => Promise<void>
  permissions: Permissions
  /** Ends in `/v2`. */
  base_url: string
}
