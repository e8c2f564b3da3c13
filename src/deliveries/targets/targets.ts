import type { EnabledIntegration } from '../../integrations/integration.ts'
import type { TargetKind } from '../../integrations/kinds/kinds.ts'
import { sqsTarget } from './sqs/sender.ts'
import { stompTarget } from './stomp/sender.ts'
import type { Sender, Target, TargetOptions } from './target.ts'
import { webhookTarget } from './webhook/sender.ts'

export type Targets = { readonly [Kind in TargetKind]: Target<Kind> }

export function openTargets(options: TargetOptions): Targets {
  return {
    webhook: webhookTarget(options),
    cloud_sqs: sqsTarget(options),
    stomp: stompTarget(options),
  }
}

export function senderFor<Kind extends TargetKind>(targets: Targets, integration: EnabledIntegration<Kind>): Sender {
  return targets[integration.kind].sender(integration)
}

export async function closeTargets(targets: Targets): Promise<void> {
  await Promise.all(Object.values(targets).map((target) => target.close()))
}
