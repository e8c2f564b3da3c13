import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useAddressState } from '../../kit/address-state.ts'
import { Nothing, Time } from '../../kit/cells/time.tsx'
import { target, useGoTo } from '../../kit/link.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import type { Column } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { PanelBeside } from '../../ui/layout/panel.tsx'
import { EventNarrow } from './event-narrow.tsx'
import { panelOfEvent } from './event-panel.tsx'
import classes from './events.module.css'
import { filterOf } from './rules/event-filter.ts'
import { resourceOf } from './rules/resource-of.ts'

type Event = RowOf<'/v2/events'>

/** What happened, the last first. */
export function EventsPage() {
  const paths = usePaths()
  const [{ key = '', resource = '', producer = '', range }, change] = useAddressState()
  const fixed = filterOf({ key, resource, producer }, range === 'all')
  const state = useList({ path: '/v2/events', fixed, range: 'day' })
  const [opened, open] = useOpenEvent()
  const isNarrowed = fixed !== ''
  const list = (
    <ListBlock
      label="events"
      state={state}
      columns={columns(open, opened).filter(({ id }) => opened === null || !NOT_BESIDE.has(id))}
      onOpen={({ id }) => open(id)}
      isOpen={({ id }) => id === opened}
      labels={LABELS}
      beside={<EventNarrow />}
      empty={
        isNarrowed ? (
          <NoMatch onClear={() => change({ key: null, resource: null, producer: null }, 'push')} />
        ) : (
          <None />
        )
      }
      announceNew
    />
  )
  return (
    <Page
      title="Events"
      description="What happened, with who got it. Events are kept for the time of retention."
      actions={[
        { name: 'Publish an event', key: 'n', to: paths.publish(), operation: 'PublishEvents' },
        { name: 'Event types', to: paths.eventTypes(), operation: 'ListEventTypes' },
      ]}
    >
      <PanelBeside list={list} panel={opened === null ? undefined : panelOfEvent(opened)} onClose={() => open(null)} />
    </Page>
  )
}

/** The event that is beside the list, as the address has it: `panel=event:{id}`. Enter opens its page. */
function useOpenEvent(): [string | null, (event: string | null) => void] {
  const paths = usePaths()
  const goTo = useGoTo()
  const [{ panel }, change] = useAddressState()
  const opened = panel?.startsWith('event:') ? panel.slice('event:'.length) : null
  const open = (event: string | null) => {
    const value = event === null ? null : `event:${event}`
    // Going through the list is one step in the history.
    if (opened === null) change({ panel: value }, 'push')
    else change({ panel: value })
  }
  const enter = () => {
    const isOnControl = document.activeElement?.closest('a, button, input, pre, [role="dialog"], [tabindex="0"]')
    if (opened !== null && !isOnControl) goTo(paths.event(opened))
  }
  useHotkeys([['Enter', enter, { preventDefault: false }]])
  return [opened, open]
}

/** A list with a panel beside it is narrow. */
const NOT_BESIDE = new Set(['version', 'producer'])

const LABELS = { triggered_by: 'Key', external_id: 'Producer’s id', resource_version: 'Version' }

const columns = (open: (event: string) => void, opened: string | null): readonly Column<Event>[] => [
  {
    id: 'key',
    header: 'Key',
    width: 'minmax(200px, 1.1fr)',
    cell: ({ id, triggered_by }) => (
      <button type="button" className={classes.key} aria-expanded={id === opened} onClick={() => open(id)}>
        {triggered_by}
      </button>
    ),
  },
  {
    id: 'resource',
    header: 'Resource',
    card: true,
    width: 'minmax(0, 1.4fr)',
    cell: ({ payload }) => <ResourceText payload={payload} />,
  },
  { id: 'version', header: 'Version', align: 'end', width: '74px', cell: ({ resource_version }) => resource_version },
  {
    id: 'producer',
    header: 'Producer’s id',
    width: 'minmax(0, 0.8fr)',
    cell: ({ external_id }) =>
      external_id === null ? <Nothing /> : <span className={classes.resource}>{external_id}</span>,
  },
  {
    id: 'created',
    header: 'Time',
    sort: 'created_at',
    card: true,
    width: 'minmax(168px, 200px)',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
]

function ResourceText({ payload }: Pick<Event, 'payload'>) {
  const resource = resourceOf(payload)
  if (resource === null) return <Nothing />
  return (
    <span className={classes.resource} title={resource.id}>
      {resource.type} <span className={`${classes.mono} ${classes.dim}`}>{resource.id}</span>
    </span>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty title="No events match" action={<Button onClick={onClear}>Show all events</Button>}>
      Of the events that are kept, none has this key, resource and producer’s id.
    </Empty>
  )
}

function None() {
  const paths = usePaths()
  return (
    <Empty
      title="No events yet"
      action={
        <Button component={Link} {...target(paths.publish())}>
          Publish an event
        </Button>
      }
      command="tidings publish --key order.paid --sample"
    >
      Every change in a store is an event, and other systems publish theirs here. Integrations deliver them.
    </Empty>
  )
}
