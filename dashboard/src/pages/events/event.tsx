import { Stack } from '@mantine/core'
import { useParam } from '../../kit/address-state.ts'
import { LoadedPage } from '../../kit/loaded-page.tsx'
import { Page } from '../../kit/page.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Deliveries } from './event-deliveries.tsx'
import { type Event, EventFacts } from './event-facts.tsx'
import { EventVersions } from './event-versions.tsx'
import { resourceOf } from './rules/resource-of.ts'

/** Event with its deliveries and the versions of its resource. */
export function EventPage() {
  const paths = usePaths()
  const event = useParam('event')
  const query = useRead('/v2/events/{event_id}', { params: { path: { event_id: event } } })
  return (
    <LoadedPage query={query} what="event" crumbs={crumbsOf(paths)}>
      {({ data }) => <Content key={data.id} event={data} />}
    </LoadedPage>
  )
}

const crumbsOf = (paths: Paths) => [{ label: 'Events', to: paths.events() }]

function Content({ event }: { event: Event }) {
  const paths = usePaths()
  const { id, triggered_by, payload } = event
  const resource = resourceOf(payload)
  return (
    <Page
      title={triggered_by}
      crumbs={crumbsOf(paths)}
      request={{ path: '/v2/events/{event_id}', params: { event_id: id } }}
      actions={[
        { name: 'Publish again', to: paths.publish({ key: triggered_by, event: id }), operation: 'PublishEvents' },
        { name: 'Event type', to: paths.eventType(triggered_by), operation: 'GetEventType' },
      ]}
    >
      <Stack gap="md">
        <Section title="What it is about">
          <EventFacts event={event} />
        </Section>
        <Section
          title="Who got it"
          description="The outcome at each integration, or the reason why it has no job."
          flush
        >
          <Deliveries event={id} withReplay />
        </Section>
        {resource !== null && <EventVersions event={event} resource={resource} />}
        <Section title="Payload">
          <JsonView label="Payload" value={payload} />
        </Section>
      </Stack>
    </Page>
  )
}
