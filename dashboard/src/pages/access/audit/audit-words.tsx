import { Group, Text } from '@mantine/core'
import { useLoggedIn } from '../../../frame/session-state.tsx'
import type { AuditEntry } from '../../../generated/schema.ts'
import summaries from '../../../generated/summaries.json'
import { Nothing } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { actorName } from '../../../messages/access.ts'
import { pathsIn } from '../../../paths.ts'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { entryWords, kindWords, operationWords } from '../rules/operation-words.ts'
import { resourceAddress } from '../rules/resource-address.ts'

const summaryOf = (operation: string) => (summaries as Record<string, string>)[operation]

/** Operation in the past tense: "Created a tax class". */
export function wordsOf(operation: string): string {
  return operationWords(operation, summaryOf(operation))
}

/** Operation of an entry, with the method of a log-in: "Logged in with a passkey". */
export function wordsOfEntry(entry: Pick<AuditEntry, 'operation' | 'log_in'>): string {
  return entryWords(entry, summaryOf(entry.operation))
}

/** Actor of an entry, with a link to the person or key. */
export function Actor({ actor }: Pick<AuditEntry, 'actor'>) {
  const { type, id } = actor
  const here = usePaths()
  const { organization } = useLoggedIn().current
  // A key of the organization is not listed in the store where it acted.
  const isAllowed = organization.permissions.includes('access:read')
  const paths = isAllowed ? pathsIn({ level: 'o', id: organization.id }) : here
  const label = actor.name ?? capitalized(actorName(actor))
  if (id === null || (type !== 'person' && type !== 'key')) return label
  return (
    <>
      <LinkTo to={type === 'person' ? paths.person(id) : paths.key(id)}>{label}</LinkTo>
      {type === 'key' && (
        <Text span size="xs" c="var(--text-dim)">
          {' '}
          key
        </Text>
      )}
    </>
  )
}

/** Changed resource, with a link if it has a page. */
export function Resource({ resource }: { resource: AuditEntry['resource'] }) {
  const paths = usePaths()
  if (resource === null) return <Nothing />
  const address = resourceAddress(resource, paths)
  const label = capitalized(kindWords(resource.type))
  return (
    <Group gap={10} wrap="wrap">
      {address === null ? (
        label
      ) : (
        <LinkTo to={address} lh="24px" display="inline-block">
          {label}
        </LinkTo>
      )}
      <Copyable value={resource.id} label={`${kindWords(resource.type)} id`} length={12} />
    </Group>
  )
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
