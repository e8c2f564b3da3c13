import { Code, Group, Stack } from '@mantine/core'
import type { IntegrationReplay } from '../../../generated/schema.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { SELECTIONS } from '../rules/run-words.ts'
import { useIntegration } from '../use-job.ts'

export function ReplayFacts({ replay }: { replay: IntegrationReplay }) {
  const paths = usePaths()
  const { selection, keys, event_ids, from, to, rate, relationships, meta } = replay
  const target_id = relationships.target.data.id
  const target = useIntegration(target_id)
  const { created_at, finished_at } = meta.timestamps
  return (
    <Section title="Facts">
      <KeyValue
        items={[
          ...(event_ids !== null && selection === 'all' ? [] : [whatFact(selection)]),
          {
            label: 'Events',
            value:
              event_ids === null ? (
                <>
                  <Time at={from} /> to <Time at={to} />
                </>
              ) : (
                <EventLinks ids={event_ids} />
              ),
          },
          { label: 'Keys', value: <KeyTexts keys={keys} /> },
          { label: 'To', value: <LinkTo to={paths.integration(target_id)}>{target?.name ?? target_id}</LinkTo> },
          { label: 'Rate', value: `${rate} events a second at most` },
          { label: 'Started', value: <Time at={created_at} /> },
          ...(finished_at === null ? [] : [{ label: 'Finished', value: <Time at={finished_at} /> }]),
        ]}
      />
    </Section>
  )
}

function whatFact(selection: IntegrationReplay['selection']) {
  const { name, detail } = SELECTIONS[selection]
  return { label: 'What', value: name, hint: detail }
}

export function EventLinks({ ids }: { ids: readonly string[] }) {
  const paths = usePaths()
  return (
    <Stack gap={4}>
      {ids.map((id) => (
        <LinkTo key={id} to={paths.event(id)} ff="monospace">
          {id}
        </LinkTo>
      ))}
    </Stack>
  )
}

function KeyTexts({ keys }: { keys: readonly string[] }) {
  return (
    <Group gap={6}>
      {keys.map((key) => (
        <Code key={key}>{key}</Code>
      ))}
    </Group>
  )
}
