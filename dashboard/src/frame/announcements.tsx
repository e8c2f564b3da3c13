import { VisuallyHidden } from '@mantine/core'
import { useAnnouncement } from '../kit/announce.ts'

/** A live region must exist before its text changes; otherwise screen readers do not announce the change. */
export function Announcements() {
  return (
    <VisuallyHidden role="status" aria-label="Announcements">
      {useAnnouncement()}
    </VisuallyHidden>
  )
}
