import { Client } from '@stomp/stompjs'
import { TCPWrapper } from '@stomp/tcp-wrapper'

/** Consumed messages: the count of each event, by queue name. */
export type Counted = {
  seen(queue: string): Map<string, number>
  close(): Promise<void>
}

const RECONNECT_MS = 200

/** Consumes these queues of a broker on loopback until the process ends, reconnecting after outages, and counts. */
export function countFromBroker(port: number, login: Login, queues: readonly string[]): Counted {
  const counts = new Map(queues.map((queue) => [queue, new Map<string, number>()]))
  const client = new Client({
    webSocketFactory: () => new TCPWrapper('127.0.0.1', port),
    connectHeaders: { login: login.username, passcode: login.password },
    reconnectDelay: RECONNECT_MS,
    onConnect() {
      for (const queue of queues) {
        client.subscribe(
          `/queue/${queue}`,
          ({ headers, ack }) => {
            const seen = counts.get(queue)
            const id = headers['event-id'] ?? ''
            seen?.set(id, (seen.get(id) ?? 0) + 1)
            ack()
          },
          { ack: 'client-individual', 'prefetch-count': '100' },
        )
      }
    },
  })
  client.activate()
  return {
    seen: (queue) => counts.get(queue) ?? new Map(),
    close: () => client.deactivate(),
  }
}

type Login = { username: string; password: string }
