import type { ComponentType } from 'react'
import type { NewIntegration } from '../../generated/schema.ts'
import type { Overrides } from '../form/overrides.ts'

/** Kind of target, or an alias. */
export type TargetType = NonNullable<NewIntegration['integration_type']>

/** Presentation of a kind of target. */
export type Target = {
  /** Alias used when creating an integration. */
  kind: TargetType
  name: string
  /** Sentence about the delivery of events. */
  about: string
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  /** Overrides for the fields of the configuration. */
  form: Overrides
  attempt: AttemptWords
  /** Example programs that consume the messages; null if deliveries are signed HTTP requests. */
  consumers: ((configuration: Members) => Consumers) | null
}

/** Labels for the parts of an attempt. */
export type AttemptWords = {
  headers: string
  body: string
  /** Shown instead of a status when a broker confirms a message by a protocol frame. */
  confirmed: string
  responseHeaders: string
  responseBody: string
}

export type Members = Readonly<Record<string, unknown>>

export type Consumers = readonly [Consumer, ...Consumer[]]

type Consumer = {
  name: string
  /** Paths below `examples/`, the program first. */
  files: readonly string[]
  /** Command to start the program in its folder; null if the queue calls it. */
  start: string | null
}
