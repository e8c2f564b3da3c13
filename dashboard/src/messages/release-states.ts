import type { CatalogReleaseStatus } from '../generated/schema.ts'
import type { Word } from './order-states.ts'

export const RELEASE_STATUS: Readonly<Record<CatalogReleaseStatus, Word>> = {
  PENDING: { tone: 'waiting', word: 'Waiting' },
  IN_PROGRESS: { tone: 'working', word: 'Publishing' },
  PUBLISHED: { tone: 'ok', word: 'Published' },
  FAILED: { tone: 'failed', word: 'Failed' },
}
