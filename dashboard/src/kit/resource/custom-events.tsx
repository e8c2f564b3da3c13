import { Code, Group, Stack, Text } from '@mantine/core'
import { Section } from '../../ui/layout/section.tsx'
import { LinkTo } from '../link.tsx'
import { usePaths } from '../use-paths.ts'

const ACTIONS = { created: 'when an entry is created', updated: 'when one changes', deleted: 'when one is deleted' }

/** Events of a custom API's entries, with links to list and to publish them. */
export function entryEvents(api_type: string) {
  return <Events api_type={api_type} />
}

const APART = { columnGap: 'var(--mantine-spacing-md)', rowGap: 0 }

function Events({ api_type }: { api_type: string }) {
  const paths = usePaths()
  return (
    <Section
      title="Events"
      description={
        <>
          Integrations that observe these keys receive the events; <Code>customAPIEntryType.*</Code> matches the entries
          of every custom API.
        </>
      }
    >
      <Stack gap="xs">
        {Object.entries(ACTIONS).map(([action, when]) => (
          <Group key={action} style={APART}>
            <LinkTo to={paths.eventType(`${api_type}.${action}`)} ff="monospace" size="sm" lh="24px">
              {api_type}.{action}
            </LinkTo>
            <Text size="sm">{when}</Text>
            <LinkTo
              to={paths.publish({ key: `${api_type}.${action}` })}
              size="sm"
              lh="24px"
              aria-label={`Publish an event: ${api_type}.${action}`}
            >
              Publish an event
            </LinkTo>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
