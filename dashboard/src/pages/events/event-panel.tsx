import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { target } from '../../kit/link.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { Deliveries } from './event-deliveries.tsx'
import { EventFacts } from './event-facts.tsx'
import classes from './events.module.css'

/** Content of `PanelBeside` for an event. */
export function panelOfEvent(event: string) {
  return { title: 'Event', actions: <OpenEvent event={event} />, children: <EventPanel key={event} event={event} /> }
}

function OpenEvent({ event }: { event: string }) {
  const paths = usePaths()
  return (
    <Button size="xs" component={Link} {...target(paths.event(event))} aria-keyshortcuts="Enter">
      Open
    </Button>
  )
}

function EventPanel({ event }: { event: string }) {
  const query = useRead('/v2/events/{event_id}', { params: { path: { event_id: event } } })
  return (
    <Loaded query={query} what="event">
      {({ data }) => (
        <Stack gap="md">
          <EventFacts event={data} withKey />
          <div>
            <h3 className={classes.heading}>Who got it</h3>
            <div className={classes.flush}>
              <Deliveries event={event} />
            </div>
          </div>
          <h3 className={classes.heading}>Payload</h3>
          <JsonView label="Payload" value={data.payload} maxHeight={420} />
        </Stack>
      )}
    </Loaded>
  )
}
