import type { Integration, IntegrationReplaySelection, NewReplay } from '../../../generated/schema.ts'

/** Prefilled replay. */
export type ReplayOffer = {
  selection: IntegrationReplaySelection
  label: string
  detail: string
  replay: NewReplay & { from: string; to: string }
}

/** Reason why an integration is disabled, and replays to make up for missed events. */
export type Disabling = { title: string; detail: string; since: string | null; offers: readonly ReplayOffer[] }

type Disabled = Pick<Integration, 'enabled'> & { meta: Pick<Integration['meta'], 'disabled' | 'timestamps'> }

/**
 * Notice for a disabled integration, null if enabled. The replays can start only after the integration is enabled,
 * because a disabled target pauses them.
 */
export function disabling({ enabled, meta }: Disabled, now: number): Disabling | null {
  if (enabled) return null
  const { disabled, timestamps } = meta
  if (disabled !== undefined) {
    const title = disabled.code === 'gone' ? 'Disabled: the endpoint is gone' : 'Disabled: the endpoint kept failing'
    return { title, detail: disabled.detail, since: disabled.at, offers: offersSince(Date.parse(disabled.at), now) }
  }
  return {
    title: 'Disabled',
    detail:
      'It was disabled by a person or a program. Events that occur meanwhile are not delivered, but can be replayed.',
    // The time of disabling is not recorded, but cannot be later than the last change.
    since: null,
    offers: offersSince(Date.parse(timestamps.updated_at), now),
  }
}

/**
 * Jobs wait up to 47 hours by the default schedule, and five days of failures disable an integration, so older jobs
 * were not cancelled by the disabling.
 */
const CANCELLED_BEFORE_MS = 7 * 86_400_000

function offersSince(since: number, now: number): ReplayOffer[] {
  const to = isoOf(Math.max(now, since + 1))
  return [
    {
      selection: 'cancelled',
      label: 'Replay what was cancelled',
      detail: 'Events whose jobs were waiting when it was disabled, unless they were delivered in another way.',
      replay: { selection: 'cancelled', from: isoOf(since - CANCELLED_BEFORE_MS), to },
    },
    {
      selection: 'missed',
      label: 'Replay what was missed',
      detail: 'Events that occurred since it was disabled, and that it observes now.',
      replay: { selection: 'missed', from: isoOf(since), to },
    },
  ]
}

function isoOf(time: number): string {
  return new Date(time).toISOString()
}
