import type { Integration, IntegrationReplaySelection, NewReplay } from '../../../generated/schema.ts'

/** A replay to offer, filled in. */
export type ReplayOffer = {
  selection: IntegrationReplaySelection
  label: string
  detail: string
  replay: NewReplay & { from: string; to: string }
}

/** Why an integration does not get events, and what would make up for it. */
export type Disabling = { title: string; detail: string; since: string | null; offers: readonly ReplayOffer[] }

type Disabled = Pick<Integration, 'enabled'> & { meta: Pick<Integration['meta'], 'disabled' | 'timestamps'> }

/**
 * What to say and to offer for a disabled integration, as it was read before it is enabled again; null while it is
 * enabled. The replays can begin once it is enabled: a disabled target pauses them.
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
    detail: 'It was disabled by a person or a program. Events that occur meanwhile are not delivered later.',
    // When it was disabled is not recorded; its last change is the latest that it can have been.
    since: null,
    offers: offersSince(Date.parse(timestamps.updated_at), now),
  }
}

/** Jobs wait 47 hours by the default schedule, and failures disable after five days: older ones were not cancelled. */
const CANCELLED_BEFORE_MS = 7 * 86_400_000

function offersSince(since: number, now: number): ReplayOffer[] {
  const to = isoOf(Math.max(now, since + 1))
  return [
    {
      selection: 'cancelled',
      label: 'Replay what was cancelled',
      detail: 'Events whose jobs were waiting when it was disabled, unless they were delivered otherwise.',
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
