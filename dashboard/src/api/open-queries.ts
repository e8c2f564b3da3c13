import { QueryClient } from '@tanstack/react-query'
import { connectionNow, onConnection } from './connection.ts'
import { Problem } from './problem.ts'

/** Data younger than this is shown from the cache and not fetched again. */
const FRESH_MS = 5_000
const TRIES = 3

export function openQueries(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failed, error) => failed < TRIES && !connectionNow().isLost && mayPass(error),
        throwOnError: false,
        networkMode: 'always',
      },
      // A change fails at once when offline, since sending it later would surprise the user.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  const readAgain = () => void client.invalidateQueries()
  onConnection(() => !connectionNow().isLost && readAgain())
  window.addEventListener('online', readAgain)
  return client
}

/** True if a retry may help: not for a request that the API rejected. */
function mayPass(error: Error): boolean {
  return error instanceof Problem && (error.status === 0 || error.status >= 500 || error.status === 429)
}
