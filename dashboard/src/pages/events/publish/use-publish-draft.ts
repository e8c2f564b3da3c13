import { useState } from 'react'
import type { ResponseOf } from '../../../api/queries.ts'
import { useAddressState } from '../../../kit/address-state.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { type ReadJson, readJsonLines } from '../../../ui/json/json-lines.ts'
import { EVENT_SHAPES, type EventDraft, type EventShape } from '../rules/published-event.ts'

export type EventTypeDetail = ResponseOf<'/v2/events/types/{event_key}'>['data']

export type PayloadView = 'json' | 'form'

/** Address of the publish page: key, format, and the event to repeat. */
export function usePublishAddress() {
  const [{ key = '', shape: text, event, view }, change] = useAddressState()
  const shape: EventShape = EVENT_SHAPES.find((one) => one === text) ?? 'plain'
  return {
    key,
    shape,
    event: event ?? null,
    view: view === 'form' ? ('form' as const) : ('json' as const),
    setView: (next: PayloadView) => change({ view: next === 'json' ? null : next }),
    setKey: (next: string) => change({ key: next === '' ? null : next, event: null }),
    setShape: (next: EventShape) => change({ shape: next === 'plain' ? null : next }),
  }
}

/** Initial payload: that of the repeated event, or the sample of the type. */
export function usePrefill(key: string, event: string | null) {
  const type = useRead(
    '/v2/events/types/{event_key}',
    { params: { path: { event_key: key } } },
    { enabled: key !== '' },
  )
  const repeated = useRead(
    '/v2/events/{event_id}',
    { params: { path: { event_id: event ?? '' } } },
    { enabled: event !== null },
  )
  return { type, repeated }
}

export type DraftTexts = { payload: string; id: string; source: string; version: string }

/** Draft texts. The id is generated once, so that a repeated request stores the event once. */
export function useDraftTexts(payload: unknown) {
  const [texts, setTexts] = useState<DraftTexts>(() => ({
    payload: JSON.stringify(payload, null, 2),
    id: newId(),
    source: 'dashboard',
    version: '',
  }))
  const put = (change: Partial<DraftTexts>) => setTexts((current) => ({ ...current, ...change }))
  return [texts, put] as const
}

const BYTES = 6

/** Random bytes, since browsers offer `randomUUID` only in secure contexts. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return `dashboard-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Parses the texts; `draft` is null unless the payload is a JSON object. */
export function draftOf(key: string, { payload, ...texts }: DraftTexts): { read: ReadJson; draft: EventDraft | null } {
  const read = readJsonLines(payload)
  const value = 'value' in read ? read.value : null
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return { read, draft: isObject && key !== '' ? { key, ...texts, payload: value as EventDraft['payload'] } : null }
}
