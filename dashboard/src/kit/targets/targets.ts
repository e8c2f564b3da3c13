import { cloudSqs } from './cloud-sqs.ts'
import { stomp } from './stomp.ts'
import type { AttemptWords, Consumers, Members, Target, TargetType } from './target.ts'
import { webhook } from './webhook.ts'

/** Every kind of target, by each of its aliases. */
export const TARGETS: Readonly<Record<TargetType, Target>> = {
  webhook,
  cloud_sqs: cloudSqs,
  aws_sqs: cloudSqs,
  stomp,
}

/** Each kind once. */
export const TARGET_KINDS: readonly Target[] = [...new Set(Object.values(TARGETS))]

export function isSigned(integration_type: TargetType): boolean {
  return TARGETS[integration_type].consumers === null
}

/** Defaults to the most common kind while the integration is loading. */
export function attemptWords(integration_type: TargetType = 'webhook'): AttemptWords {
  return TARGETS[integration_type].attempt
}

/** Example consumers with commands for the integration's queue. The commands contain no credentials. */
export function consumersOf(integration: { integration_type: TargetType; configuration: Members }): Consumers | null {
  return TARGETS[integration.integration_type].consumers?.(integration.configuration) ?? null
}
