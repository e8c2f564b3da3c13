import { type Retention, retentionOf } from '../../../src/db/partitions/partitions.ts'

/** The same number of days for every table. */
export function keepFor(days: number): Retention {
  return retentionOf({ days, audit_days: days })
}
