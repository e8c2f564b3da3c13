import { type Retention, retentionOf } from '../../../src/db/partitions/partitions.ts'

export function keepFor(days: number): Retention {
  return retentionOf({ days, audit_days: days })
}
