import { Alert, Button, Code, CopyButton, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconHourglass,
  IconLock,
  IconPlugConnectedX,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useContext } from 'react'
import { BrowserRefusal, Problem } from '../api/problem.ts'
import { Countdown } from '../ui/countdown.tsx'
import { ScopeContext, whyForbidden } from './scope.ts'

/** Lazy because few people open pages of deleted resources. */
const Deletion = lazy(async () => ({ default: (await import('./deletion.tsx')).Deletion }))

type LoadedProps<T> = {
  query: UseQueryResult<T>
  /** Placeholder in the shape of the content. */
  skeleton?: ReactNode
  /** Noun for the "not found" message: `order`. */
  what?: string
  children: (data: T) => ReactNode
}

/** Result of a read in all its states. Old data stays visible during a refetch and after a failed refetch. */
export function Loaded<T>({ query, skeleton = <Lines />, what = 'page', children }: LoadedProps<T>) {
  const { data, error, isPending } = query
  const failed = error === null ? null : <ProblemView error={error} what={what} onRetry={() => void query.refetch()} />
  if (data !== undefined && !isGone(error))
    return (
      <>
        {isUnreachable(error) ? null : failed}
        {children(data)}
      </>
    )
  if (failed !== null) return failed
  return isPending ? <Late>{skeleton}</Late> : null
}

/** Delayed, so that fast responses do not flicker. */
function Late({ children }: { children: ReactNode }) {
  const [isLate] = useDebouncedValue(true, 150, { leading: false })
  return (
    <div aria-busy="true" role="status" aria-label="Loading">
      {isLate ? children : null}
    </div>
  )
}

export function Lines({ count = 6 }: { count?: number }) {
  return (
    <Stack gap="sm" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Skeleton key={index} height={18} width={`${92 - ((index * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}

type ProblemViewProps = { error: Error; what?: string; onRetry?: () => void }

/** Error with what the person can do about it. */
export function ProblemView({ error, what = 'page', onRetry }: ProblemViewProps) {
  const { title, sentence, icon } = describe(error, what, onRetry === undefined)
  const requestId = error instanceof Problem ? error.requestId : null
  const retryAt = error instanceof Problem && error.status === 429 ? error.retryAt : null
  return (
    <Alert
      color="red"
      variant="outline"
      title={title}
      icon={icon}
      role="alert"
      my="md"
      data-gone={isGone(error) || undefined}
    >
      <Text size="sm">{sentence}</Text>
      {isGone(error) && <DeletionOf id={error.requested} />}
      {retryAt !== null && (
        <Text size="sm" fw={500}>
          <Countdown to={retryAt} prefix="Try again in" reached="Try again now." />
        </Text>
      )}
      {(onRetry !== undefined || requestId !== null) && (
        <Group gap="sm" mt="sm">
          {onRetry !== undefined && !isForbidden(error) && !isGone(error) && (
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {requestId !== null && <RequestId id={requestId} />}
        </Group>
      )}
    </Alert>
  )
}

/** Copyable request id, which is in the server log. */
export function RequestId({ id }: { id: string }) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Group gap={6}>
          <Text size="xs">Request</Text>
          <Code>{id}</Code>
          <Button size="compact-xs" variant="subtle" onClick={copy} aria-label={`Copy the request id ${id}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </Group>
      )}
    </CopyButton>
  )
}

/** Only for people who may read the audit log. */
function DeletionOf({ id }: { id: string }) {
  const scope = useContext(ScopeContext)
  if (scope === null || id === '' || whyForbidden('ListAuditEntries', scope) !== null) return null
  return (
    <Suspense fallback={null}>
      <Deletion id={id} />
    </Suspense>
  )
}

function describe(
  error: Error,
  what: string,
  is_change: boolean,
): { title: string; sentence: string; icon: ReactNode } {
  if (error instanceof BrowserRefusal)
    return { title: 'The request failed', sentence: error.message, icon: <IconAlertTriangle aria-hidden /> }
  if (!(error instanceof Problem))
    return { title: 'This page has an error', sentence: error.message, icon: <IconAlertTriangle aria-hidden /> }
  const sentence = error.message
  if (error.status === 0)
    return {
      title: 'Tidings cannot be reached',
      sentence: is_change
        ? 'Your input is kept. Try again when the connection is back.'
        : 'The page loads when the connection is back.',
      icon: <IconPlugConnectedX aria-hidden />,
    }
  if (error.isStaleVersion)
    return {
      title: 'Someone else has changed this meanwhile',
      sentence: `The ${what} is shown as it is now. Look at it, and save again.`,
      icon: <IconUsers aria-hidden />,
    }
  if (error.status === 429) return { title: 'Too many attempts', sentence, icon: <IconHourglass aria-hidden /> }
  if (error.status === 403) return { title: 'You do not have access', sentence, icon: <IconLock aria-hidden /> }
  if (error.status === 404)
    return {
      title: `${what.charAt(0).toUpperCase()}${what.slice(1)} not found`,
      sentence: `It was deleted, or belongs to another store.`,
      icon: <IconTrash aria-hidden />,
    }
  return { title: 'The request failed', sentence, icon: <IconAlertTriangle aria-hidden /> }
}

/** The connection banner covers this case. */
export const isUnreachable = (error: Error | null) => error instanceof Problem && error.status === 0
const isForbidden = (error: Error | null) => error instanceof Problem && error.status === 403
const isGone = (error: Error | null): error is Problem => error instanceof Problem && error.isGone
