import type { Database, Transaction } from '../db/tables.ts'
import type { Record } from '../event-types/event.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Permissions } from './rules/configuration.ts'

/** What the verbs of this room work with. */
export type IntegrationDeps = {
  db: Database
  cipher: Cipher
  clock: Clock
  record: Record
  /** Cancels what an integration still has to deliver, in the transaction that disables or deletes it. */
  cancelJobs: (tx: Transaction, integration_id: string) => Promise<void>
  /** The newest job of an integration, whatever became of it; null when it never had one. */
  newestJob: (tx: Transaction, integration_id: string) => Promise<string | null>
  permissions: Permissions
  /** Ends in `/v2`. */
  base_url: string
}
