import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Delivery } from '../../../api/stream.ts'
import { useZone } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { formatClock, formatDuration } from '../../../kit/values/time.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { AttemptStatus } from '../jobs/job-status.tsx'
import { failureOf } from '../rules/job-words.ts'
import { Subject } from '../subject.tsx'
import classes from './live-rows.module.css'
import type { LiveView } from './live-store.ts'

type LiveRowsViewProps = {
  view: LiveView
  /** Paused by the button. */
  paused: boolean
  onPause: (isPaused: boolean) => void
  showsIntegration: boolean
  status: (isPaused: boolean) => ReactNode
}

const ROW_HEIGHT = 34
const NUMBER = new Intl.NumberFormat('en-US')

/** Newest rows first. Updates stop while the pointer or the focus is in the list, and while it is scrolled. */
export function LiveRowsView({ view, paused, onPause, showsIntegration, status }: LiveRowsViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const rest = useRest()
  const isPaused = paused || rest.isResting
  useEffect(() => onPause(isPaused), [isPaused, onPause])
  const names = useNames(showsIntegration)
  const virtualizer = useVirtualizer({
    count: view.rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  })
  const showNew = () => {
    place.current?.scrollTo({ top: 0 })
    rest.end()
  }
  return (
    // The pause button is inside this element, so moving to the button does not resume updates.
    <div className={classes.live} {...rest.pointer}>
      <div className={classes.head}>
        {status(isPaused)}
        {view.waiting > 0 && (
          <Button size="xs" onClick={showNew} disabled={paused}>
            {NUMBER.format(view.waiting)} new
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={place} className={classes.frame} aria-label="Deliveries" tabIndex={0} {...rest.frame}>
        {view.rows.length === 0 ? (
          <Empty title="No deliveries yet">
            Delivery attempts appear here as they finish. Publish an event, or wait for activity in the shop.
          </Empty>
        ) : (
          <div
            role="table"
            aria-label="deliveries"
            aria-rowcount={view.rows.length}
            style={{ height: virtualizer.getTotalSize(), position: 'relative' }}
          >
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = view.rows[index]
              return row === undefined ? null : (
                <Row key={row.id} row={row} index={index} top={start} {...(showsIntegration ? { names } : {})} />
              )
            })}
          </div>
        )}
      </section>
    </div>
  )
}

/** Reasons to stop updates; any one suffices. */
function useRest() {
  const [reasons, setReasons] = useState({ hover: false, focus: false, scroll: false })
  const set = (change: Partial<typeof reasons>) => setReasons((current) => ({ ...current, ...change }))
  return {
    isResting: reasons.hover || reasons.focus || reasons.scroll,
    end: () => setReasons({ hover: false, focus: false, scroll: false }),
    pointer: { onPointerEnter: () => set({ hover: true }), onPointerLeave: () => set({ hover: false }) },
    frame: {
      onFocus: () => set({ focus: true }),
      onBlur: () => set({ focus: false }),
      onScroll: (event: { currentTarget: HTMLElement }) => set({ scroll: event.currentTarget.scrollTop > 0 }),
    },
  }
}

function useNames(enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useRead('/v2/integrations', { params: { query: { 'page[limit]': 100, sort: 'name' } } }, { enabled })
  return new Map(data?.data.map(({ id, name }) => [id, name]))
}

type RowProps = { row: Delivery; index: number; top: number; names?: ReadonlyMap<string, string> }

function Row({ row, index, top, names }: RowProps) {
  const paths = usePaths()
  const integration = row.relationships.integration.data.id
  const { succeeded, status_code, event, attempt, processing_time, meta } = row
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={classes.row}
      data-named={names !== undefined || undefined}
      style={{ transform: `translateY(${top}px)`, height: ROW_HEIGHT }}
    >
      <span role="cell" className={classes.time}>
        {formatClock(meta.timestamps.created_at, useZone().timeZone)}
      </span>
      <span role="cell">
        <AttemptStatus succeeded={succeeded} />
      </span>
      {names !== undefined && (
        <span role="cell" className={classes.text}>
          {names.get(integration) ?? integration}
        </span>
      )}
      <span role="cell" className={classes.text}>
        <LinkTo to={paths.attempt(integration, row.relationships.job.data.id, row.id)} ff="monospace" size="xs">
          {event?.triggered_by ?? 'attempt'}
        </LinkTo>
      </span>
      <span role="cell" className={classes.text}>
        {event !== null && <Subject event={event.id} />}
      </span>
      <span role="cell" className={classes.number}>
        {attempt === 1 ? '' : `#${attempt}`}
      </span>
      <span role="cell" className={classes.number}>
        {status_code ?? '–'}
      </span>
      <span role="cell" className={classes.number}>
        {formatDuration(processing_time * 1000)}
      </span>
      <span role="cell" className={classes.text} title={succeeded ? undefined : failureOf(row)}>
        {succeeded ? '' : failureOf(row)}
      </span>
    </div>
  )
}
