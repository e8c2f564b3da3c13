import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Owner } from '../kernel/owner.ts'

/** The levels at which events of a type occur. */
export type EventLevel = 'store' | 'store_organization'

/** Who fires events of a type: this store, or only producers outside that publish them. */
type EventOrigin = 'store' | 'outside'

/** The resource as it was then with the resources related to it, or the type and id of a deleted one. */
export type EventPayload =
  | { data: Record<string, unknown>; included?: Record<string, unknown> }
  | { type: string; id: string }

/** What a sample is made of: the resource's id (a UUID), its owner, the API's address and the event's time in ms since the epoch. */
export type SampleSource = Owner & { id: string; base_url: string; time: number }

/** One kind of observable event. */
export type EventType = {
  key: string
  /** Name of the resource that the event tells of, such as "Account member". */
  entity: string
  level: EventLevel
  origin: EventOrigin
  /** When it fires. */
  description: string
  payload: TSchema
  /** A complete payload that `payload` accepts; the same source gives the same sample. */
  sample(source: SampleSource): EventPayload
}

/** Whose events: a store's, or an organization's own. */
export type OwnerLevel = 'store' | 'organization'

/** What becomes of a resource, as the second half of a key says it: `created`, `paid`, `deleted`. */
export type Occasion = string

/** A key's two halves; the occasion of a text without a dot is ''. */
export function splitKey(key: string): { prefix: string; occasion: Occasion } {
  const dot = key.indexOf('.')
  return dot < 0 ? { prefix: key, occasion: '' } : { prefix: key.slice(0, dot), occasion: key.slice(dot + 1) }
}

type PayloadSchema = TObject<{ data: TObject<{ type: TSchema; id: TSchema }> }>

/** What the event types of one resource have in common. Members that a payload schema does not name may be added later. */
export type EventSource<Payload extends PayloadSchema> = {
  entity: string
  /** The first half of its keys. */
  prefix: string
  level: EventLevel
  origin: EventOrigin
  payload: Payload
  /** The resource as it is after the occasion. */
  sample(source: SampleSource, occasion: Occasion): Static<Payload> & { data: { type: string; id: string } }
}

/** The event types of a resource: one for each occasion, which its sentence describes. */
export function eventsOf<Payload extends PayloadSchema>(
  source: EventSource<Payload>,
  descriptions: Readonly<Record<Occasion, string>>,
): EventType[] {
  const { entity, prefix, level, origin } = source
  return Object.entries(descriptions).map(([occasion, description]) => {
    const key = `${prefix}.${occasion}`
    return { key, entity, level, origin, description, ...contents(source, occasion) }
  })
}

/** A deleted resource's payload is its type and id, nothing else. */
function contents<Payload extends PayloadSchema>(
  { payload, sample }: EventSource<Payload>,
  occasion: Occasion,
): Pick<EventType, 'payload' | 'sample'> {
  if (occasion !== 'deleted') return { payload, sample: (source) => sample(source, occasion) }
  const { type, id } = payload.properties.data.properties
  return {
    payload: Type.Object({ type, id }, { additionalProperties: false }),
    sample: (source) => {
      const { data } = sample(source, occasion)
      return { type: data.type, id: data.id }
    },
  }
}
