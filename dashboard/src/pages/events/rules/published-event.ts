/** How an event is sent: the shape of Tidings, or a CloudEvent with its attributes in the body or in headers. */
export type EventShape = 'plain' | 'structured' | 'binary'
export const EVENT_SHAPES: readonly EventShape[] = ['plain', 'structured', 'binary']

export type EventDraft = {
  key: string
  /** Of the producer; a repeat with it is not stored again. Empty for none. */
  id: string
  /** Of a CloudEvent: where it comes from. */
  source: string
  version: string
  payload: Record<string, unknown>
}

export type PublishRequest = { headers: Record<string, string>; body: unknown }

/** The request that publishes the event in a shape. */
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

/** A CloudEvent carries the resource itself, with related ones among its members. That of a deletion is nothing else. */
function resourceWithIncluded(payload: EventDraft['payload']): unknown {
  const { data, included } = payload
  if (typeof data !== 'object' || data === null) return payload
  return included === undefined ? data : { ...data, included }
}

/** What is not a number is sent as it is, for the API to say so. */
function numberOf(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

/** The pointer into the payload of what the API says about a request, or null for what is not in the payload. */
export function payloadPointer(pointer: string | undefined, shape: EventShape): string | null {
  const inside = /^(?:\/data)?\/payload(\/.*)?$/s.exec(pointer ?? '')
  if (shape === 'plain') return inside === null ? null : (inside[1] ?? '')
  const at = shape === 'structured' ? /^(?:\/data)?\/data(\/.*)?$/s.exec(pointer ?? '')?.[1] : pointer
  if (at === undefined || at === '') return null
  return at.startsWith('/included') ? at : `/data${at}`
}
