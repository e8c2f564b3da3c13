import { Alert, Button, Group } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { connectionNow, isOutdated } from '../api/connection.ts'
import { announce } from '../kit/announce.ts'
import { useIsLost } from '../kit/connection.ts'
import { useNow } from '../kit/values/now.ts'
import { formatRelative } from '../kit/values/time.ts'
import classes from './shell.module.css'

const POLL_INTERVAL_MS = 10 * 60_000

/**
 * Shown above every page while the API cannot be reached, with the age of the data, and when a newer dashboard is
 * available.
 */
export function ConnectionBanner() {
  const isLost = useIsLost()
  const wasLost = useRef(false)
  useEffect(() => {
    if (isLost) announce('Tidings cannot be reached.')
    else if (wasLost.current) announce('The connection is back.')
    wasLost.current = isLost
  }, [isLost])
  if (isLost) return <Lost />
  return <Outdated />
}

/** Checks again when the tab gets the focus. The reload is safe because a changed form confirms before it is left. */
function Outdated() {
  const { data: hasNewer = false } = useQuery({
    queryKey: ['dashboard', 'outdated'],
    queryFn: isOutdated,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data === true ? false : POLL_INTERVAL_MS),
    refetchOnWindowFocus: ({ state }) => state.data !== true,
  })
  if (!hasNewer) return null
  return (
    <Alert role="region" aria-label="Version" variant="outline" p="xs" mb="sm" icon={<IconRefresh aria-hidden />}>
      <Group justify="space-between" gap="xs">
        Tidings was updated. Reload this page to use the new version.
        <Button size="xs" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Group>
    </Alert>
  )
}

function Lost() {
  const client = useQueryClient()
  const now = useNow()
  return (
    <Alert
      role="region"
      aria-label="Connection"
      color="yellow"
      variant="outline"
      p="xs"
      mb="sm"
      icon={<IconPlugConnectedX aria-hidden />}
      className={classes.lost ?? ''}
    >
      Tidings cannot be reached. This page was loaded {formatRelative(oldestRead(client), Math.max(now, Date.now()))},
      and changes cannot be saved until the connection is back.
    </Alert>
  )
}

/** Time at which the oldest data on the page was read. */
function oldestRead(client: QueryClient): number {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey: [path], state }) => state.data !== undefined && isOfPage(String(path)))
    .map(({ state }) => state.dataUpdatedAt)
  return times.length === 0 ? connectionNow().reached_at : Math.min(...times)
}

const isOfPage = (path: string) => path.startsWith('/v2/') && path !== '/v2/sessions/current'
