import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useAddressState } from '../../kit/address-state.ts'
import { target, useGoTo } from '../../kit/link.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { PanelBeside } from '../../ui/layout/panel.tsx'
import { columns } from './event-columns.tsx'
import { EventNarrow } from './event-narrow.tsx'
import { panelOfEvent } from './event-panel.tsx'
import { filterOf } from './rules/event-filter.ts'

/** Events, newest first. */
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
      columns={columns({ paths, open, opened }).filter(({ id }) => opened === null || !NOT_BESIDE.has(id))}
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
      description="What happened, and who received it. Events are kept for the retention period."
      actions={[
        { name: 'Publish an event', key: 'n', to: paths.publish(), operation: 'PublishEvents' },
        { name: 'Event types', to: paths.eventTypes(), operation: 'ListEventTypes' },
      ]}
    >
      <PanelBeside list={list} panel={opened === null ? undefined : panelOfEvent(opened)} onClose={() => open(null)} />
    </Page>
  )
}

/** Event whose panel is open; the address has `panel=event:{id}`. Enter opens its page. */
function useOpenEvent(): [string | null, (event: string | null) => void] {
  const paths = usePaths()
  const goTo = useGoTo()
  const [{ panel }, change] = useAddressState()
  const opened = panel?.startsWith('event:') ? panel.slice('event:'.length) : null
  const open = (event: string | null) => {
    const value = event === null ? null : `event:${event}`
    // Moving through the list must add only one entry to the history.
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

/** Columns hidden while the panel narrows the list. */
const NOT_BESIDE = new Set(['version', 'producer'])

const LABELS = { triggered_by: 'Key', external_id: 'Producer’s id', resource_version: 'Version' }

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty title="No events match" action={<Button onClick={onClear}>Show all events</Button>}>
      No stored event has this key, resource and producer’s id.
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
