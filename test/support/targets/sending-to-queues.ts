import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import {
  type SqsBatchClient,
  type SqsClientOptions,
  sqsBatchClient,
} from '../../../src/deliveries/targets/sqs/cloud-sqs.ts'
import { keeping } from '../keeping.ts'
import { type ScriptedSqs, type SqsAnswer, scriptedSqs } from '../servers/scripted-sqs.ts'

/** Utilities to send to a queue service of a test; everything opened is closed at the end of the file. */
export function sendingToQueues() {
  const keep = keeping()

  /** A target that may reach 127.0.0.1 and no other private address. */
  function target(options: Partial<SqsClientOptions> = {}): SqsBatchClient {
    const policy = addressPolicy({ networks: ['127.0.0.1'], hosts: [] })
    return keep(sqsBatchClient({ policy, machine_role: false, ...options }))
  }

  const service = async (answer?: SqsAnswer): Promise<ScriptedSqs> => keep(await scriptedSqs(answer))
  return { keep, target, service }
}
