import { QueryClient } from '@tanstack/react-query'
import { connectionNow, onConnection } from './connection.ts'
import { Problem } from './problem.ts'

/** What has been read lately is shown at once, and read again when it is older than this. */
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
      // What cannot be sent fails at once: nothing is sent later, when no one expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  const readAgain = () => void client.invalidateQueries()
  onConnection(() => !connectionNow().isLost && readAgain())
  window.addEventListener('online', readAgain)
  return client
}

/** Whether trying again may help: not with what the API refuses. */
function mayPass(error: Error): boolean {
  return error instanceof Problem && (error.status === 0 || error.status >= 500 || error.status === 429)
}
