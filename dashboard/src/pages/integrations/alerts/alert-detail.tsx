import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { RowOf } from '../../../kit/list/list-query.ts'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Status } from '../../../ui/status.tsx'

type Incident = RowOf<'/v2/alerts/{alert_id}/incidents'>

/** State of an alert: unconfirmed recipients, a test message, and the incidents it reported. */
export function AlertDetail({ id, unconfirmed }: { id: string; unconfirmed: readonly string[] }) {
  return (
    <Stack gap="md" mt="md">
      {unconfirmed.length > 0 && <Unconfirmed addresses={unconfirmed} />}
      <TestMessage id={id} />
      <Incidents id={id} />
    </Stack>
  )
}

function Unconfirmed({ addresses }: { addresses: readonly string[] }) {
  return (
    <Section
      title="Not confirmed yet"
      description="These recipients get no messages until they confirm through the link that was sent to them by e-mail. To send the link again, save the alert; an address gets at most one a day. People who are invited here need no confirmation."
    >
      <List size="sm" listStyleType="none" aria-label="Unconfirmed recipients">
        {addresses.map((address) => (
          <List.Item key={address} style={{ overflowWrap: 'anywhere' }}>
            {address} <Status tone="waiting">Not confirmed</Status>
          </List.Item>
        ))}
      </List>
    </Section>
  )
}

function TestMessage({ id }: { id: string }) {
  const forbidden = whyForbidden('TestAlert', useScope())
  const test = useChange({
    stale: [],
    run: (api) => api.POST('/v2/alerts/{alert_id}/test', { params: { path: { alert_id: id } } }),
  })
  const result = test.data?.data
  return (
    <Section title="Try it" description="Sends one message to the recipients of the alert. Save changes first.">
      <Button
        variant="default"
        loading={test.isPending}
        {...(forbidden === null ? {} : { 'data-disabled': true, 'aria-disabled': true, title: forbidden })}
        onClick={() => forbidden === null && test.mutate()}
      >
        Send a test message
      </Button>
      {test.error !== null && <ProblemView error={test.error} />}
      <div role="status" aria-live="polite">
        {result !== undefined && (
          <Alert variant="outline" color={result.sent ? 'green' : 'red'} mt="sm">
            <Status tone={result.sent ? 'ok' : 'failed'}>{result.sent ? 'Sent' : 'Not sent'}</Status>
            {result.error !== null && (
              <Text size="sm" mt={4}>
                {result.error}
              </Text>
            )}
            {result.sent && result.unconfirmed_recipients.length > 0 && (
              <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
                Not to {result.unconfirmed_recipients.join(', ')}: not confirmed yet.
              </Text>
            )}
          </Alert>
        )}
      </div>
    </Section>
  )
}

const POLL_INTERVAL_MS = 10_000

function Incidents({ id }: { id: string }) {
  const paths = usePaths()
  const names = useNames()
  const state = useList({
    path: '/v2/alerts/{alert_id}/incidents',
    params: { alert_id: id },
    every_ms: POLL_INTERVAL_MS,
  })
  return (
    <Section title="Incidents">
      <ListBlock
        label="incidents"
        state={state}
        columns={columns(paths, names)}
        empty={<Empty title="No incidents">There is nothing to report as long as its integrations deliver.</Empty>}
      />
    </Section>
  )
}

/** Names of integrations by id. */
function useNames(): ReadonlyMap<string, string> {
  const { data } = useRead('/v2/integrations', { params: { query: { 'page[limit]': 100 } } })
  return new Map((data?.data ?? []).map(({ id, name }) => [id, name]))
}

const PROBLEMS = { failing: 'Failing', disabled: 'Disabled', backlog: 'Backlog' }

const columns = (paths: Paths, names: ReadonlyMap<string, string>): readonly Column<Incident>[] => [
  {
    id: 'problem',
    header: 'Problem',
    sort: 'problem',
    width: '120px',
    cell: ({ problem, resolved_at }) => (
      <Status tone={resolved_at === null ? 'failed' : 'off'}>{PROBLEMS[problem]}</Status>
    ),
  },
  {
    id: 'integration',
    header: 'Integration',
    card: 'named',
    width: 'minmax(120px, 1fr)',
    cell: ({ integration_id }) => (
      <LinkTo to={paths.integration(integration_id)}>{names.get(integration_id) ?? integration_id}</LinkTo>
    ),
  },
  {
    id: 'detail',
    header: 'What was wrong',
    card: true,
    width: 'minmax(180px, 2fr)',
    cell: ({ detail }) => (
      <Text size="sm" lh={1.35} lineClamp={2} style={{ whiteSpace: 'normal' }} title={detail}>
        {detail}
      </Text>
    ),
  },
  { id: 'since', header: 'Since', sort: 'since', width: '190px', cell: ({ since }) => <Time at={since} /> },
  {
    id: 'resolved',
    header: 'Over',
    sort: 'resolved_at',
    width: '190px',
    cell: ({ resolved_at }) => (resolved_at === null ? 'Not yet' : <Time at={resolved_at} />),
  },
  {
    id: 'message',
    header: 'Message',
    width: '190px',
    hidden: true,
    cell: (row) => <Message incident={row} />,
  },
]

function Message({ incident: { last_error, notified_at, failed_tries } }: { incident: Incident }) {
  if (last_error !== null)
    return (
      <Text size="sm" title={last_error} lineClamp={1}>
        Not sent, tried {failed_tries === 1 ? 'once' : `${failed_tries} times`}
      </Text>
    )
  return notified_at === null ? <Text size="sm">Not sent yet</Text> : <Time at={notified_at} />
}
