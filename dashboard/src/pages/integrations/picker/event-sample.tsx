import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Help } from '../../../kit/form/context.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { JsonView } from '../../../ui/json/json-view.tsx'
import type { KnownEvent } from '../rules/event-choice.ts'
import classes from './event-picker.module.css'

/** Sample and schema of the current event. */
export function EventSample({ event }: { event: KnownEvent | null }) {
  const [part, setPart] = useState('sample')
  return (
    <section className={classes.sample} aria-label="Sample and schema">
      {event === null ? (
        <Text size="sm" className={classes.dim}>
          Point at an event to see what its payload looks like.
        </Text>
      ) : (
        <Stack gap="xs">
          <Text fw={600} ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {event.key}
          </Text>
          <Text size="sm">
            <Help text={event.description} />
          </Text>
          <SegmentedControl
            size="xs"
            aria-label="What to show of the event"
            value={part}
            onChange={setPart}
            data={[
              { value: 'sample', label: 'Sample' },
              { value: 'payload', label: 'Schema' },
            ]}
          />
          <Payload event={event.key} part={part === 'payload' ? 'payload' : 'sample'} />
        </Stack>
      )}
    </section>
  )
}

function Payload({ event, part }: { event: string; part: 'sample' | 'payload' }) {
  const paths = usePaths()
  const query = useRead('/v2/events/types/{event_key}', { params: { path: { event_key: event } } })
  return (
    <Loaded query={query} what="event type">
      {({ data }) => (
        <>
          <JsonView
            key={`${event} ${part}`}
            label={part === 'sample' ? 'Sample payload' : 'Schema of the payload'}
            value={data[part]}
            maxHeight={360}
          />
          <LinkTo to={paths.eventType(event)} size="sm">
            All about {event}
          </LinkTo>
        </>
      )}
    </Loaded>
  )
}
