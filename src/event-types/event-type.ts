import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Owner } from '../kernel/owner.ts'

/** The levels at which events of a type occur. */
export type EventLevel = 'store' | 'store_organization'

/** Who emits events of a type: this store, or only producers outside that publish them. */
type EventOrigin = 'store' | 'outside'

/** The resource as it was then with the resources related to it, or the type and id of a deleted one. */
export type EventPayload = { data: Record<string, unknown>; included?: object } | DeletedPayload

/** The payload of every deletion. */
export type DeletedPayload = { type: string; id: string }

/** What a sample is made of: the resource's id (a UUID), its owner, the API's address and the event's time in ms since the epoch. */
export type SampleSource = Owner & { id: string; base_url: string; time: number }

/** One kind of observable event. */
export type EventType<Key extends string = string, Payload = EventPayload> = {
  key: Key
  /** Name of the resource that the event reports on, such as "Account member". */
  entity: string
  level: EventLevel
  origin: EventOrigin
  /** When it is emitted. */
  description: string
  payload: TSchema
  /** A complete payload that `payload` accepts; the same source gives the same sample. */
  sample(source: SampleSource): Payload
}

/** Whose events: a store's, or an organization's own. */
export type OwnerLevel = 'store' | 'organization'

/** Whose events an owner's are. */
export function levelOf({ store_id }: Pick<Owner, 'store_id'>): OwnerLevel {
  return store_id === null ? 'organization' : 'store'
}

/** What happens to a resource, the second half of a key: `created`, `paid`, `deleted`. */
export type EventAction = string

/** A key's two halves; the action of a text without a dot is ''. */
export function splitKey(key: string): { prefix: string; action: EventAction } {
  const dot = key.indexOf('.')
  return dot < 0 ? { prefix: key, action: '' } : { prefix: key.slice(0, dot), action: key.slice(dot + 1) }
}

type PayloadSchema = TObject<{ data: TObject<{ type: TSchema; id: TSchema }> }>

/** What the event types of one resource share. Members that a payload schema does not name may be added later. */
export type EventSource<Payload extends PayloadSchema, Prefix extends string> = {
  entity: string
  /** The first half of its keys. */
  prefix: Prefix
  level: EventLevel
  origin: EventOrigin
  payload: Payload
  /** The resource as it is after the action. */
  sample(source: SampleSource, action: EventAction): Static<Payload> & { data: { type: string; id: string } }
}

/** The event types of a resource: one for each action, with the sentence that describes it. */
export function eventsOf<Payload extends PayloadSchema, Prefix extends string, Action extends string>({
  actions,
  ...source
}: EventSource<Payload, Prefix> & { actions: Readonly<Record<Action, string>> }): EventType<
  `${Prefix}.${Action}`,
  Static<Payload> | DeletedPayload
>[] {
  const { entity, prefix, level, origin } = source
  const descriptions = Object.entries(actions) as [Action, string][]
  return descriptions.map(([action, description]) => {
    const key = `${prefix}.${action}` as const
    return { key, entity, level, origin, description, ...contents<Payload>(source, action) }
  })
}

/** A deleted resource's payload is its type and id, nothing else. */
function contents<Payload extends PayloadSchema>(
  { payload, sample }: EventSource<Payload, string>,
  action: EventAction,
): Pick<EventType<string, Static<Payload> | DeletedPayload>, 'payload' | 'sample'> {
  if (action !== 'deleted') return { payload, sample: (source) => sample(source, action) }
  const { type, id } = payload.properties.data.properties
  return {
    payload: Type.Object({ type, id }, { additionalProperties: false }),
    sample: (source) => {
      const { data } = sample(source, action)
      return { type: data.type, id: data.id }
    },
  }
}
