import type { RowLimit } from '../../../db/row-limit.ts'

/** Unfinished exports per store. All stores take turns. */
const MAX_EXPORTS = 100

export const exportLimit: RowLimit = {
  max: MAX_EXPORTS,
  holder: 'A store',
  things: 'unfinished exports',
  rows: 'export_jobs where owner_id = $1 and next_at is not null',
  advice: 'Wait until one is finished.',
}
