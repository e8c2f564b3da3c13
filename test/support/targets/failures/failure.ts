import type { StompClientOptions } from '../../../../src/deliveries/targets/stomp/stomp.ts'
import type { TargetOptions } from '../../../../src/deliveries/targets/target.ts'
import type { Targets } from '../../../../src/deliveries/targets/targets.ts'
import type { Event } from '../../../../src/event-types/event.ts'
import type { TargetKind } from '../../../../src/integrations/kinds/kinds.ts'

type Closable = { close(): Promise<void> }

/** Collects what was opened to provoke a failure, for closing. */
export type Keep = <T extends Closable>(thing: T) => T

/** A failing attempt: its target, and deviations from normal delivery. */
export type Provocation = {
  configuration: Record<string, unknown>
  options?: Partial<TargetOptions> & Pick<StompClientOptions, 'heartbeat_ms'>
  event?: Partial<Event>
  /** Runs between opening the targets and the attempt; `send` sends another message the same way. */
  before?: (opened: { targets: Targets; send: () => Promise<unknown> }) => Promise<unknown>
  beside?: number
  values?: Record<string, string>
}

export type RealBroker = {
  port: number
  username: string
  password: string
  /** Sets or clears the broker's memory alarm. */
  setAlarm?: (state: 'on' | 'off') => Promise<unknown>
}

/** A failure of a delivery, its message for people, and how it is provoked. */
export type Failure = {
  id: string
  kind: TargetKind
  cause: string
  /** `error_detail` of the log, with variable parts in braces. */
  message: string
  remedy: string
  next: 'retried' | 'final'
  /** True if the failure reduces concurrency. */
  overload: boolean
} & (
  | { provoke: (keep: Keep) => Promise<Provocation> }
  /** Provoked with a broker that a journey has started. */
  | { broker: 'rabbitmq' | 'activemq'; provokeAt: (broker: RealBroker, keep: Keep) => Promise<Provocation> }
)

export function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (brace, name: string) => values[name] ?? brace)
}

export type Section = { title: string; failures: readonly Failure[] }
