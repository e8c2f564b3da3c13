import { Alert, Code, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFilterOff } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Problem } from '../../api/problem.ts'
import type { IntegrationFilterTest } from '../../generated/schema.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'

const PAUSE_MS = 300

/** What a filter does with the samples of the observed events, while it is typed. */
export function FilterTrial({ filter, observes }: { filter: unknown; observes: readonly string[] }) {
  const [typed] = useDebouncedValue(typeof filter === 'string' ? filter.trim() : '', PAUSE_MS)
  const { data, error } = useFilterTest(isClosed(typed) ? typed : '', observes)
  return (
    <Text component="div" size="xs" mt={4} role="status">
      {typed !== '' && error instanceof Problem && (
        <Text span inherit c="red">
          {error.at('/data/filter').join(' ') || error.message}
        </Text>
      )}
      {typed !== '' && error === null && data !== undefined && <Outcome samples={data.data.samples} />}
    </Text>
  )
}

/** True when every parenthesis is closed; before that, the API would reject each letter. */
function isClosed(filter: string): boolean {
  return filter.endsWith(')') && filter.split('(').length === filter.split(')').length
}

/** Tests a filter by the API; nothing is read without a filter. */
export function useFilterTest(
  filter: string,
  observes: readonly string[],
): UseQueryResult<{ data: IntegrationFilterTest }> {
  const scope = useScope()
  const body = { data: { filter, observes: [...observes] } }
  return useQuery({
    queryKey: ['filter test', scope.id, body],
    queryFn: async ({ signal }) => {
      const { data } = await scope.api.POST('/v2/integrations/test-filter', { body, signal })
      return data as { data: IntegrationFilterTest }
    },
    enabled: filter !== '' && observes.length > 0 && whyForbidden('TestFilter', scope) === null,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const MAX_NAMED = 3

function Outcome({ samples }: { samples: IntegrationFilterTest['samples'] }) {
  const kept = samples.filter(({ failing_conditions }) => failing_conditions.length > 0)
  const delivered = samples.filter(({ failing_conditions }) => failing_conditions.length === 0)
  const [first] = kept
  if (first === undefined) return 'Delivers the sample of every observed event.'
  return (
    <>
      {delivered.length === 0 ? 'Keeps back the sample of every observed event' : `Delivers ${named(delivered)}`}
      {delivered.length === 0 ? '' : `; keeps back ${named(kept)}`}. {first.triggered_by} does not meet{' '}
      <Conditions of={first.failing_conditions} />.
    </>
  )
}

function named(samples: IntegrationFilterTest['samples']): string {
  const names = samples.slice(0, MAX_NAMED).map(({ triggered_by }) => triggered_by)
  const others = samples.length - names.length
  return others === 0 ? names.join(', ') : `${names.join(', ')} and ${others} more`
}

/** Says that the filter would keep a tested event back; nothing if it would not. */
export function KeptBack({ triggered_by, failing }: { triggered_by: string; failing: readonly string[] }) {
  if (failing.length === 0) return null
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconFilterOff aria-hidden />}
      title="The filter would keep this event back"
    >
      A test is sent whatever the filter. The sample of {triggered_by} does not meet <Conditions of={failing} />.
    </Alert>
  )
}

function Conditions({ of }: { of: readonly string[] }) {
  return of.map((condition, index) => (
    <Fragment key={condition}>
      {index > 0 && ' and '}
      <Code>{condition}</Code>
    </Fragment>
  ))
}
