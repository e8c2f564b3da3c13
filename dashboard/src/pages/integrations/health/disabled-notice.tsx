import { Alert, Button, Text } from '@mantine/core'
import { IconPlayerPause, IconRestore } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Time } from '../../../kit/cells/time.tsx'
import { target } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { useEnable } from '../integration-actions.tsx'
import { disabling, type ReplayOffer } from '../rules/disable-reason.ts'
import { type MissedCounts, missedFilter, missedSentence } from '../rules/missed.ts'
import type { Integration } from '../use-integration.ts'
import { useCheckNow } from './check-now.tsx'
import classes from './health.module.css'

/** Shows why the integration is disabled, since when, and what happens to events meanwhile. */
export function DisabledNotice({ integration }: { integration: Integration }) {
  const scope = useScope()
  const enable = useEnable(integration)
  const now = useMemo(() => Date.now(), [])
  const reason = disabling(integration, now)
  const check = useCheckNow(integration)
  const forbidden = whyForbidden('UpdateIntegration', scope)
  const counts = useCounts(integration, reason?.offers ?? [])
  if (reason === null) return null
  return (
    <Alert
      variant="outline"
      color="gray"
      icon={<IconPlayerPause aria-hidden />}
      title={<span className={classes.noticeTitle}>{reason.title}</span>}
      role="status"
    >
      <Text size="sm">
        {reason.detail}
        {reason.since !== null && (
          <>
            {' '}
            Since <Time at={reason.since} />.
          </>
        )}
      </Text>
      <Text size="sm" mt={4}>
        {missedSentence(counts)}
      </Text>
      {enable.error !== null && <ProblemView error={enable.error} />}
      <div className={classes.offers}>
        <Button
          variant="filled"
          loading={enable.isPending}
          {...(forbidden === null ? {} : { disabled: true, title: forbidden })}
          onClick={() => enable.mutate()}
        >
          Enable
        </Button>
        {check.button}
      </div>
      {check.result}
    </Alert>
  )
}

type MissedOfferProps = { integration: Integration; disabled_at: string; onClose: () => void }

/** Offers to replay missed events after the integration was enabled again. */
export function MissedOffer({ integration, disabled_at, onClose }: MissedOfferProps) {
  const paths = usePaths()
  const now = useMemo(() => Date.now(), [])
  const offers = useMemo(() => offersSince(disabled_at, now), [disabled_at, now])
  const counts = useCounts(integration, offers)
  const shown = offers.filter(({ selection }) => countOf(counts, selection) !== 0)
  return (
    <Alert
      variant="outline"
      color="tide"
      icon={<IconRestore aria-hidden />}
      title={<span className={classes.noticeTitle}>Enabled again</span>}
      style={{ background: 'var(--surface)' }}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
      role="status"
    >
      <Text size="sm">
        {missedSentence(counts)}
        {shown.length > 0 && ' Replay them?'}
      </Text>
      <div className={classes.offers}>
        {shown.map((offer) => (
          <Button
            key={offer.selection}
            variant="default"
            component={Link}
            {...target(paths.newReplay(integration.id, prefilled(offer)))}
          >
            {offer.label}
          </Button>
        ))}
      </div>
    </Alert>
  )
}

function offersSince(disabled_at: string, now: number): readonly ReplayOffer[] {
  const disabled = { code: 'failing', detail: '', at: disabled_at } as const
  const timestamps = { created_at: disabled_at, updated_at: disabled_at }
  return disabling({ enabled: false, meta: { disabled, timestamps } }, now)?.offers ?? []
}

function prefilled({ replay: { selection, from, to } }: ReplayOffer): Record<string, string | undefined> {
  return { selection, from, to }
}

const countOf = (counts: MissedCounts, selection: string) =>
  selection === 'cancelled' ? counts.cancelled?.count : counts.missed?.count

/** Number of cancelled jobs and of missed events. */
function useCounts(integration: Integration, offers: readonly ReplayOffer[]): MissedCounts {
  const path = { integration_id: integration.id }
  const from = (selection: string) => offers.find((offer) => offer.selection === selection)?.replay.from ?? null
  const cancelled = useRead(
    '/v2/integrations/{integration_id}/jobs',
    {
      params: {
        path,
        query: { filter: `eq(status,cancelled):ge(created_at,${from('cancelled')})`, 'page[limit]': 1 },
      },
    },
    { enabled: from('cancelled') !== null },
  )
  const events = missedFilter(integration.observes)
  const missed = useRead(
    '/v2/events',
    { params: { query: { filter: `${events}:ge(created_at,${from('missed')})`, 'page[limit]': 1 } } },
    { enabled: from('missed') !== null && events !== null, every_ms: 10_000 },
  )
  return {
    cancelled: totalOf(cancelled.data),
    missed: totalOf(missed.data),
    is_filtered: integration.filter !== undefined,
  }
}

type Listed = { meta: { results: { total: number; total_method: string } } }

function totalOf(list: Listed | undefined): { count: number; is_exact: boolean } | null {
  if (list === undefined) return null
  const { total, total_method } = list.meta.results
  return { count: total, is_exact: total_method === 'exact' }
}
