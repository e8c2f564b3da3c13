import type { StompClientOptions } from '../../../../src/deliveries/targets/stomp/stomp.ts'
import type { TargetOptions } from '../../../../src/deliveries/targets/target.ts'
import type { Targets } from '../../../../src/deliveries/targets/targets.ts'
import type { Event } from '../../../../src/event-types/event.ts'
import type { TargetKind } from '../../../../src/integrations/kinds/kinds.ts'

type Closable = { close(): Promise<void> }

/** Closes what was opened to provoke a failure. */
export type Keep = <T extends Closable>(thing: T) => T

/** An attempt that fails: where it goes, and what differs from how deliveries are usually made. */
export type Provocation = {
  configuration: Record<string, unknown>
  options?: Partial<TargetOptions> & Pick<StompClientOptions, 'heartbeat_ms'>
  event?: Partial<Event>
  /** Runs between opening the targets and the attempt; `send` sends another message the same way. */
  before?: (opened: { targets: Targets; send: () => Promise<unknown> }) => Promise<unknown>
  /** Other messages that are sent at the same time. */
  beside?: number
  /** What stands in the braces of the message. */
  values?: Record<string, string>
}

/** A broker that is not scripted. */
export type RealBroker = {
  port: number
  username: string
  password: string
  /** Makes it run short of memory, or no longer, as it takes itself to be. */
  setAlarm?: (state: 'on' | 'off') => Promise<unknown>
}

/** What a person reads when a delivery fails, and how the failure is provoked. */
export type Failure = {
  id: string
  kind: TargetKind
  /** What was provoked. */
  cause: string
  /** `error_detail` of the log. What differs from one failure to the next is in braces. */
  message: string
  remedy: string
  next: 'retried' | 'final'
  /** Whether fewer messages are sent concurrently from then on. */
  overload: boolean
} & (
  | { provoke: (keep: Keep) => Promise<Provocation> }
  /** By a broker that a journey has started. */
  | { broker: 'rabbitmq' | 'activemq'; provokeAt: (broker: RealBroker, keep: Keep) => Promise<Provocation> }
)

/** The message with values for what stands in its braces. */
export function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (brace, name: string) => values[name] ?? brace)
}

export type Section = { title: string; failures: readonly Failure[] }
