import { useState } from 'react'
import type { CreateReplayRequest } from '../../../generated/schema.ts'
import { useAddressState } from '../../../kit/address-state.ts'

export type ReplayCreate = CreateReplayRequest['data']
export type Selection = NonNullable<ReplayCreate['selection']>

export type ReplayDraft = {
  selection: Selection
  /** Ids of single events. If present, the range and `selection` are ignored. */
  events: readonly string[]
  /** ISO 8601; an empty `to` means now. */
  from: string
  to: string
  keys: readonly string[]
  target: string
  rate: number
}

const SELECTIONS: readonly Selection[] = ['failed', 'cancelled', 'missed', 'all']
const DAY_MS = 24 * 60 * 60_000
const DEFAULT_RATE = 200

/** Draft of a replay in the address, so that a link can prefill it. */
export function useReplayDraft(integration: string): [ReplayDraft, (change: Partial<ReplayDraft>) => void] {
  const [state, change] = useAddressState()
  const [yesterday] = useState(() => new Date(Date.now() - DAY_MS).toISOString())
  const draft: ReplayDraft = {
    selection: SELECTIONS.find((one) => one === state.selection) ?? 'failed',
    events: listOf(state.events),
    from: isoOf(state.from) ?? yesterday,
    to: isoOf(state.to) ?? '',
    keys: listOf(state.keys),
    target: state.target ?? integration,
    rate: Number(state.rate) > 0 ? Number(state.rate) : DEFAULT_RATE,
  }
  const put = ({ keys, events, rate, ...texts }: Partial<ReplayDraft>) =>
    change({
      ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value === '' ? null : value])),
      ...(keys === undefined ? {} : { keys: keys.length === 0 ? null : keys.join(',') }),
      ...(events === undefined ? {} : { events: events.length === 0 ? null : events.join(',') }),
      ...(rate === undefined ? {} : { rate: String(rate) }),
    })
  return [draft, put]
}

function listOf(text = ''): string[] {
  return text.split(',').filter((part) => part !== '')
}

function isoOf(text: string | undefined): string | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

export function bodyOf(draft: ReplayDraft, integration: string): ReplayCreate {
  const { target, rate } = draft
  return { ...whichOf(draft), ...(target === integration ? {} : { target_id: target }), rate }
}

function whichOf({ events, selection, from, to, keys }: ReplayDraft): ReplayCreate {
  if (events.length > 0) return { event_ids: [...events] }
  return {
    from,
    ...(to === '' ? {} : { to }),
    selection,
    ...(keys.length === 0 ? {} : { keys: [...keys] }),
  }
}

export type DraftProps = {
  draft: ReplayDraft
  put: (change: Partial<ReplayDraft>) => void
  errorAt: (pointer: string) => string
}
