import { Group, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Status } from '../../../ui/status.tsx'
import type { LiveView } from './live-store.ts'

const NUMBER = new Intl.NumberFormat('en-US')

/** Connection state, number of deliveries, and number of missing deliveries. */
export function LiveStatus({ view, isPaused }: { view: LiveView; isPaused: boolean }) {
  const { total, skipped, has_gap } = view
  return (
    <Group gap="md" mih={24}>
      <Connection view={view} isPaused={isPaused} />
      <Text size="sm" c="var(--text-dim)" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {NUMBER.format(total)} since you opened this page
      </Text>
      {skipped > 0 && <Status tone="warning">{NUMBER.format(skipped)} not shown: more than 200 a second</Status>}
      {has_gap && <Status tone="warning">Some are not shown: the connection was lost for more than 5 minutes</Status>}
      <Announced text={isPaused && view.waiting > 0 ? `${NUMBER.format(view.waiting)} new` : ''} />
    </Group>
  )
}

function Connection({ view: { state }, isPaused }: { view: LiveView; isPaused: boolean }) {
  switch (state.kind) {
    case 'connecting':
      return <Status tone="waiting">Connecting</Status>
    case 'open':
      return isPaused ? <Status tone="warning">Paused</Status> : <Status tone="working">Live</Status>
    case 'lost':
      return <Status tone="failed">Connection lost, trying again</Status>
    case 'refused':
      return <Status tone="off">Not connected</Status>
  }
}

const ANNOUNCE_INTERVAL_MS = 5_000

/** Announces a constantly changing count at most every five seconds. */
function Announced({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  const latest = useRef(text)
  latest.current = text
  useEffect(() => {
    const timer = window.setInterval(() => setAnnounced(latest.current), ANNOUNCE_INTERVAL_MS)
    return () => window.clearInterval(timer)
  }, [])
  return <VisuallyHidden role="status">{announced}</VisuallyHidden>
}
