import type { CatalogReleaseStatus } from '../../../generated/schema.ts'
import { RELEASE_STATUS } from '../../../messages/release-states.ts'
import { Status } from '../../../ui/status.tsx'

export function ReleaseStatus({ status, emphasis }: { status: CatalogReleaseStatus; emphasis?: boolean }) {
  const { tone, word } = RELEASE_STATUS[status]
  return (
    <Status tone={tone} {...(emphasis ? { emphasis } : {})}>
      {word}
    </Status>
  )
}

export function isInProgress(status: CatalogReleaseStatus | undefined): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS'
}
