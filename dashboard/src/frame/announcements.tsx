import { VisuallyHidden } from '@mantine/core'
import { useAnnouncement } from '../kit/announce.ts'

/** For screen readers, which hear only of regions that were there before. */
export function Announcements() {
  return (
    <VisuallyHidden role="status" aria-label="Announcements">
      {useAnnouncement()}
    </VisuallyHidden>
  )
}
