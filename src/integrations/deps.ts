import type { Database, Transaction } from '../db/database.ts'
import type { Record } from '../event-types/event.ts'
import type { OwnTypes } from '../event-types/own-types.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Permissions } from './kinds/kind.ts'

export type IntegrationDeps = {
  db: Database
  cipher: Cipher
  clock: Clock
  record: Record
  ownTypes: OwnTypes
  cancelJobs: (tx: Transaction, integration_id: string) => Promise<void>
  /** Counts the unfinished jobs of an integration, up to 10,000. */
  countUnfinished: (tx: Transaction, integration_id: string) => Promise<number>
  /** Removes the order among the unfinished jobs of an integration, in the transaction that makes it unordered. */
  clearOrderKeys: (tx: Transaction, integration_id: string) => Promise<void>
  /** Returns the id of an integration's newest job, whatever its status; null without jobs. */
  newestJob: (tx: Transaction, integration_id: string) => Promise<string | null>
  permissions: Permissions
  /** Ends in `/v2`. */
  base_url: string
}
