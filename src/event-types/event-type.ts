import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Owner } from '../kernel/owner.ts'

export type EventLevel = 'store' | 'store_organization'

/** Source of the events of a type: this store, or only outside producers, which publish them. */
type EventOrigin = 'store' | 'outside'

/** The resource at that time with its related resources, or the type and id of a deleted resource. */
export type EventPayload = { data: Record<string, unknown>; included?: object } | DeletedPayload

export type DeletedPayload = { type: string; id: string }

/**
 * Input of a sample: the resource's id (a UUID), its owner, the API's address and the event's time in ms since the
 * epoch.
 */
export type SampleSource = Owner & { id: string; base_url: string; time: number }

export type EventType<Key extends string = string, Payload = EventPayload> = {
  key: Key
  entity: string
  level: EventLevel
  origin: EventOrigin
  /** Sentence about when it is emitted. */
  description: string
  payload: TSchema
  /** Returns a complete payload that matches `payload`; the same source gives the same sample. */
  sample(source: SampleSource): Payload
}

export type OwnerLevel = 'store' | 'organization'

export function levelOf({ store_id }: Pick<Owner, 'store_id'>): OwnerLevel {
  return store_id === null ? 'organization' : 'store'
}

/** Action on a resource, the second half of a key: `created`, `paid`, `deleted`. */
export type EventAction = string

/** Splits a key into its halves; without a dot the action is ''. */
export function splitKey(key: string): { prefix: string; action: EventAction } {
  const dot = key.indexOf('.')
  return dot < 0 ? { prefix: key, action: '' } : { prefix: key.slice(0, dot), action: key.slice(dot + 1) }
}

type PayloadSchema = TObject<{ data: TObject<{ type: TSchema; id: TSchema }> }>

/** Common parts of a resource's event types. Members that a payload schema does not name may be added later. */
export type EventSource<Payload extends PayloadSchema, Prefix extends string> = {
  entity: string
  prefix: Prefix
  level: EventLevel
  origin: EventOrigin
  payload: Payload
  /** Returns the resource after the action. */
  sample(source: SampleSource, action: EventAction): Static<Payload> & { data: { type: string; id: string } }
}

/** Returns the event types of a resource: one for each action and its description. */
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

/** Deletions carry only the type and id of the resource. */
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
