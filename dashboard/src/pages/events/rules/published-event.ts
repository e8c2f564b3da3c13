/** Request format: Tidings' own, or a CloudEvent with its attributes in the body or in headers. */
export type EventShape = 'plain' | 'structured' | 'binary'
export const EVENT_SHAPES: readonly EventShape[] = ['plain', 'structured', 'binary']

export type EventDraft = {
  key: string
  /** Id of the producer, for deduplication; empty for none. */
  id: string
  /** Source of the CloudEvent. */
  source: string
  version: string
  payload: Record<string, unknown>
}

export type PublishRequest = { headers: Record<string, string>; body: object }

/** Request that publishes the event. */
export function requestOf(draft: EventDraft, shape: EventShape): PublishRequest {
  if (shape === 'plain') return { headers: {}, body: plainOf(draft) }
  return shape === 'structured' ? { headers: {}, body: structuredOf(draft) } : binaryOf(draft)
}

function plainOf({ key, id, version, payload }: EventDraft) {
  return {
    triggered_by: key,
    payload,
    ...(id === '' ? {} : { id }),
    ...(version === '' ? {} : { resource_version: numberOf(version) }),
  }
}

function structuredOf({ key, id, source, version, payload }: EventDraft) {
  return {
    specversion: '1.0',
    id,
    source,
    type: key,
    data: resourceWithIncluded(payload),
    ...(version === '' ? {} : { resourceversion: numberOf(version) }),
  }
}

function binaryOf({ key, id, source, version, payload }: EventDraft): PublishRequest {
  const headers = {
    'ce-specversion': '1.0',
    'ce-id': id,
    'ce-source': source,
    'ce-type': key,
    ...(version === '' ? {} : { 'ce-resourceversion': version }),
  }
  return { headers, body: resourceWithIncluded(payload) }
}

/**
 * A CloudEvent carries the resource itself, with related resources as members. A deletion is already a bare resource.
 */
function resourceWithIncluded(payload: EventDraft['payload']): object {
  const { data, included } = payload
  if (typeof data !== 'object' || data === null) return payload
  return included === undefined ? data : { ...data, included }
}

/** An invalid number is sent as text, so that the API reports the error. */
function numberOf(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

/** Converts a pointer into the request to a pointer into the payload; null if it is elsewhere. */
export function payloadPointer(pointer: string | undefined, shape: EventShape): string | null {
  const inside = /^(?:\/data)?\/payload(\/.*)?$/s.exec(pointer ?? '')
  if (shape === 'plain') return inside === null ? null : (inside[1] ?? '')
  const at = shape === 'structured' ? /^(?:\/data)?\/data(\/.*)?$/s.exec(pointer ?? '')?.[1] : pointer
  if (at === undefined || at === '') return null
  return at.startsWith('/included') ? at : `/data${at}`
}
