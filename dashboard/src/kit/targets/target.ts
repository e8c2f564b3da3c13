import type { ComponentType } from 'react'
import type { NewIntegration } from '../../generated/schema.ts'
import type { Overrides } from '../form/overrides.ts'

/** A kind of target, or another spelling of one. */
export type TargetType = NonNullable<NewIntegration['integration_type']>

/** Everything that the dashboard says of a kind of target. */
export type Target = {
  /** The spelling with which one is created. */
  kind: TargetType
  name: string
  /** What becomes of an event. */
  about: string
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  /** Fields of its configuration. */
  form: Overrides
  attempt: AttemptWords
  /** Programs that consume its messages; null where deliveries are signed requests, verified by a secret. */
  consumers: ((configuration: Members) => Consumers) | null
}

/** What the parts of an attempt are called where its integration delivers to. */
export type AttemptWords = {
  headers: string
  body: string
  /** A broker that confirms a message by a frame of its protocol gives no status. */
  confirmed: string
  responseHeaders: string
  responseBody: string
}

export type Members = Readonly<Record<string, unknown>>

export type Consumers = readonly [Consumer, ...Consumer[]]

type Consumer = {
  name: string
  /** Below `examples/`, the program first. */
  files: readonly string[]
  /** Starts it, in its folder; null for what the queue itself calls. */
  start: string | null
}
