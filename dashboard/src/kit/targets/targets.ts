import { cloudSqs } from './cloud-sqs.ts'
import { stomp } from './stomp.ts'
import type { AttemptWords, Consumers, Members, Target, TargetType } from './target.ts'
import { webhook } from './webhook.ts'

/** Every kind of target, under each of its spellings. */
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

/** While the integration is not known, what most of them have. */
export function attemptWords(integration_type: TargetType = 'webhook'): AttemptWords {
  return TARGETS[integration_type].attempt
}

/** The consumers of the examples, with commands for the queue of an integration. Its own credentials are not in them. */
export function consumersOf(integration: { integration_type: TargetType; configuration: Members }): Consumers | null {
  return TARGETS[integration.integration_type].consumers?.(integration.configuration) ?? null
}
