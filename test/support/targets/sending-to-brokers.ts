import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import { type StompClient, type StompClientOptions, stompClient } from '../../../src/deliveries/targets/stomp/stomp.ts'
import type { StompConfiguration } from '../../../src/integrations/kinds/stomp.ts'
import { keeping } from '../keeping.ts'
import { type Script, type ScriptedBroker, scriptedBroker } from '../servers/scripted-broker.ts'

/** Utilities to send to brokers of a test; everything opened is closed at the end of the file. */
export function sendingToBrokers() {
  const keep = keeping()

  /** A target that may reach 127.0.0.1 and no other private address. */
  function target(options: Partial<StompClientOptions> = {}): StompClient {
    return keep(stompClient({ policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }), ...options }))
  }

  const broker = async (script: Script = {}): Promise<ScriptedBroker> => keep(await scriptedBroker(script))
  return { keep, target, broker }
}

const queues = new Map<string, StompConfiguration>()

/** Same object for the same addresses, like an unchanged integration. */
export function queueAt(...addresses: string[]): StompConfiguration {
  const key = addresses.join(' ')
  const queue = queues.get(key) ?? { addresses, destination: '/queue/events' }
  queues.set(key, queue)
  return queue
}
