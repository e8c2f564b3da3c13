import { Group, Stack, Text } from '@mantine/core'
import type { ResponseOf } from '../../api/queries.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { Metrics, SettingNote } from './metrics.tsx'
import { counted } from './rules/system-words.ts'

const POLL_INTERVAL_MS = 5_000

type Transport = ResponseOf<'/v2/operations/transport'>['data']

/** Transport that wakes workers: PostgreSQL alone, or a broker in addition. */
export function BrokerPage() {
  const query = useRead('/v2/operations/transport', {}, { every_ms: POLL_INTERVAL_MS })
  return (
    <Loaded query={query} what="transport">
      {({ data }) => (
        <Section
          title="Transport"
          description="It announces jobs to workers. PostgreSQL has the jobs themselves, so nothing is lost with a broker."
        >
          <Stack gap="md">
            <State transport={data} />
            {data.kind === 'rabbitmq' && <Numbers transport={data} />}
          </Stack>
          <SettingNote name={data.setting}>
            {data.kind === 'rabbitmq' ? 'Which broker it is:' : 'To use a RabbitMQ broker:'}
          </SettingNote>
        </Section>
      )}
    </Loaded>
  )
}

function State({ transport }: { transport: Transport }) {
  const { tone, word, sentence } = wordsOf(transport)
  return (
    <Group gap="sm" align="baseline">
      <Status tone={tone} emphasis>
        {word}
      </Status>
      <Text size="sm">{sentence}</Text>
    </Group>
  )
}

function wordsOf({ kind, connections }: Transport): { tone: Tone; word: string; sentence: string } {
  if (kind === 'postgresql')
    return {
      tone: 'ok',
      word: 'PostgreSQL',
      sentence: 'Workers are woken by the database. There is no broker to monitor.',
    }
  if (connections.down === 0)
    return { tone: 'ok', word: 'RabbitMQ is up', sentence: 'References of jobs go to workers through the broker.' }
  const sentence = 'PostgreSQL wakes workers until the broker is back. Deliveries go on.'
  return { tone: 'warning', word: connections.up === 0 ? 'RabbitMQ is down' : 'RabbitMQ is partly down', sentence }
}

function Numbers({ transport: { connections, queued } }: { transport: Transport }) {
  return (
    <Metrics
      metrics={[
        { label: 'Connections up', value: connections.up, hint: 'Of the process that responded.' },
        { label: 'Connections down', value: connections.down },
        {
          label: 'Messages in the queue',
          value: queued === null ? '–' : queued.toLocaleString('en-US'),
          hint:
            queued === null
              ? 'Unknown while the broker does not respond.'
              : `Each with up to 100 references: at most ${counted(queued * 100, 'job', 'jobs')}.`,
        },
      ]}
    />
  )
}
