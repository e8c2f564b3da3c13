import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { openInvitation } from '../../api/session.ts'
import type { OpenedPersonInvitation } from '../../generated/schema.ts'
import { Time } from '../../kit/cells/time.tsx'
import { ROLES } from '../../messages/access.ts'

/** Invitation of a link, as long as its code is valid. */
export function useInvitation(code: string) {
  return useQuery({
    queryKey: ['invitation', code],
    queryFn: () => openInvitation(code),
    enabled: code !== '',
    retry: false,
    gcTime: 0,
  })
}

/** Inviter, organization and roles; for a reset, the person whose password is set. */
export function InvitationFacts({ invitation }: { invitation: OpenedPersonInvitation }) {
  const { organization, email, roles, invited_by, expires_at } = invitation
  return (
    <div>
      <Text size="sm">
        {roles.length > 0
          ? `${invited_by ?? 'You are invited'}${invited_by === null ? '' : ' invites you'} to `
          : 'At '}
        <strong>{organization}</strong>, as <strong>{email}</strong>
        {roles.length > 0 && `: ${roles.map(wordsOf).join('; ')}`}.
      </Text>
      <Text size="sm" c="var(--text-dim)" mt={4}>
        The link is valid until <Time at={expires_at} />.
      </Text>
    </div>
  )
}

function wordsOf({ role, store }: OpenedPersonInvitation['roles'][number]): string {
  return `${ROLES[role].label} ${store === null ? 'of all stores' : `of ${store}`}`
}
