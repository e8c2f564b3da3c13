import type { StompConfiguration } from '../../../integrations/kinds/stomp.ts'

export type Addressing = { destination: string; 'destination-type'?: 'ANYCAST' | 'MULTICAST' }

/**
 * Headers that address a destination on a broker. ActiveMQ Artemis does not know `/queue/` and `/topic/`: without a routing type
 * it treats an unknown address as a topic, confirms each message and stores none. Source: ActiveMQ Artemis manual, "STOMP",
 * "Specifying the routing type of destinations".
 * @param server The header `server` of the broker's CONNECTED frame; undefined if it has none.
 */
export function addressing(
  { destination, destination_type }: Pick<StompConfiguration, 'destination' | 'destination_type'>,
  server: string | undefined,
): Addressing {
  const isArtemis = server?.startsWith('ActiveMQ-Artemis') === true
  if (!isArtemis && destination_type === undefined) return { destination }
  const [, prefix, name = destination] = /^\/(queue|topic)\/(.+)$/s.exec(destination) ?? []
  const isTopic = (destination_type ?? prefix) === 'topic'
  return { destination: name, 'destination-type': isTopic ? 'MULTICAST' : 'ANYCAST' }
}
