import { Alert } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { connectionNow } from '../api/connection.ts'
import { announce } from '../kit/announce.ts'
import { useIsLost } from '../kit/connection.ts'
import { useNow } from '../kit/values/now.ts'
import { formatRelative } from '../kit/values/time.ts'
import classes from './shell.module.css'

/** Above every page while the API cannot be reached: what is shown stays, with its age. */
export function ConnectionBanner() {
  const isLost = useIsLost()
  const wasLost = useRef(false)
  useEffect(() => {
    if (isLost) announce('Tidings cannot be reached.')
    else if (wasLost.current) announce('The connection is back.')
    wasLost.current = isLost
  }, [isLost])
  return isLost ? <Lost /> : null
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
      Tidings cannot be reached: what you see was read {formatRelative(oldestRead(client), Math.max(now, Date.now()))},
      and changes cannot be sent until the connection is back.
    </Alert>
  )
}

/** When the oldest part of what is shown was read. */
function oldestRead(client: QueryClient): number {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey: [path], state }) => state.data !== undefined && isOfPage(String(path)))
    .map(({ state }) => state.dataUpdatedAt)
  return times.length === 0 ? connectionNow().reached_at : Math.min(...times)
}

const isOfPage = (path: string) => path.startsWith('/v2/') && path !== '/v2/sessions/current'
