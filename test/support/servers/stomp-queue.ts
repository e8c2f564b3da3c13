import { Client, type IMessage } from '@stomp/stompjs'
import { TCPWrapper } from '@stomp/tcp-wrapper'
import { TIMEOUT_MS } from '../timeout.ts'

/** Access to a queue of a broker on loopback, independent of the code under test. */
export type StompReader = { port: number; username: string; password: string; destination: string }

export type Taken = { body: string; headers: Record<string, string> }

/** Consumes messages until the condition holds for one, and returns all. */
export function takeFromBroker(reader: StompReader, isLast: (taken: Taken) => boolean): Promise<Taken[]> {
  const { port, username, password, destination } = reader
  const taken: Taken[] = []
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => end(new Error(`Waited in vain; ${taken.length} messages came`)), TIMEOUT_MS)
    const client = new Client({
      webSocketFactory: () => new TCPWrapper('127.0.0.1', port),
      connectHeaders: { login: username, passcode: password },
      reconnectDelay: 0,
      onConnect: () => client.subscribe(destination, take, { ack: 'client-individual' }),
      onStompError: ({ headers, body }) => end(new Error(`${headers.message}: ${body}`)),
      onWebSocketClose: () => end(new Error('The broker closed the connection')),
    })

    let isOver = false
    function take(message: IMessage): void {
      if (isOver) return
      message.ack()
      taken.push({ body: message.body, headers: { ...message.headers } })
      if (!isLast({ body: message.body, headers: message.headers })) return
      isOver = true
      end(null)
    }

    /** An acknowledgment is certain once the broker has responded to DISCONNECT. */
    function end(error: Error | null): void {
      clearTimeout(giveUp)
      if (error !== null && !isOver) reject(error)
      isOver = true
      void client.deactivate().then(() => resolve(taken))
    }

    client.activate()
  })
}
