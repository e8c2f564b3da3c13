import type { CatalogReleaseStatus } from '../../../generated/schema.ts'
import { Status, type Tone } from '../../../ui/status.tsx'

const WORDS: Record<CatalogReleaseStatus, { tone: Tone; word: string }> = {
  PENDING: { tone: 'waiting', word: 'Waiting' },
  IN_PROGRESS: { tone: 'working', word: 'Publishing' },
  PUBLISHED: { tone: 'ok', word: 'Published' },
  FAILED: { tone: 'failed', word: 'Failed' },
}

export function ReleaseStatus({ status, emphasis }: { status: CatalogReleaseStatus; emphasis?: boolean }) {
  const { tone, word } = WORDS[status]
  return (
    <Status tone={tone} {...(emphasis ? { emphasis } : {})}>
      {word}
    </Status>
  )
}

export function isUnderWay(status: CatalogReleaseStatus | undefined): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS'
}
