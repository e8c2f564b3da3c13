import { QueryClient } from '@tanstack/react-query'
import { Problem } from './problem.ts'

/** What has been read lately is shown at once, and read again when it is older than this. */
const FRESH_MS = 5_000
const TRIES = 3

export function openQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: (failed, error) => failed < TRIES && mayPass(error), throwOnError: false },
      mutations: { retry: false },
    },
  })
}

/** Whether trying again may help: not with what the API refuses. */
function mayPass(error: Error): boolean {
  return error instanceof Problem && (error.status === 0 || error.status >= 500 || error.status === 429)
}
