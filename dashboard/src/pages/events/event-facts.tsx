import type { ResponseOf } from '../../api/queries.ts'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { Copyable } from '../../ui/copy/copyable.tsx'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import classes from './events.module.css'
import { type EventResource, pageOf, printResource, resourceOf } from './rules/resource-of.ts'

export type Event = ResponseOf<'/v2/events/{event_id}'>['data']

/** Subject and source of an event. */
export function EventFacts({ event, withKey = false }: { event: Event; withKey?: boolean }) {
  const paths = usePaths()
  const { id, triggered_by, external_id, resource_version, payload, meta } = event
  const resource = resourceOf(payload)
  const key = {
    label: 'Key',
    value: (
      <LinkTo to={paths.eventType(triggered_by)} className={classes.mono ?? ''}>
        {triggered_by}
      </LinkTo>
    ),
  }
  return (
    <KeyValue
      items={[
        ...(withKey ? [key] : []),
        { label: 'About', value: resource === null ? null : <ResourceLink resource={resource} /> },
        { label: 'Version', value: resource_version === null ? null : String(resource_version) },
        { label: 'Time', value: <Time at={meta.timestamps.created_at} /> },
        {
          label: 'Producer’s id',
          value: external_id,
          ...(external_id === null
            ? {}
            : { hint: 'Published from outside. A repeat with this id is not stored again.' }),
        },
        { label: 'Event ID', value: <Copyable value={id} label="event id" length={40} /> },
      ]}
    />
  )
}

function ResourceLink({ resource }: { resource: EventResource }) {
  const paths = usePaths()
  const page = pageOf(resource, paths)
  const name = `${resource.type} ${resource.id}`
  return (
    <>
      {page === null ? (
        <span className={classes.mono}>{name}</span>
      ) : (
        <LinkTo to={page} underline="always">
          {name}
        </LinkTo>
      )}
      {' · '}
      <LinkTo to={paths.events({ resource: printResource(resource) })} underline="always">
        its events
      </LinkTo>
    </>
  )
}
