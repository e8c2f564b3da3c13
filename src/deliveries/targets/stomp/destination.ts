import type { StompConfiguration } from '../../../integrations/kinds/stomp.ts'

/** The headers of a message that say where it goes. */
export type Addressing = { destination: string; 'destination-type'?: 'ANYCAST' | 'MULTICAST' }

/**
 * The headers that name a destination to a broker. ActiveMQ Artemis knows no `/queue/` and `/topic/`: without a routing type
 * it takes an address that it does not know for a topic, confirms each message and keeps none. Source: ActiveMQ Artemis
 * manual, "STOMP", "Specifying the routing type of destinations".
 * @param server The header `server` of the broker's CONNECTED frame; undefined when it has none.
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
