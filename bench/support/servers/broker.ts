import { freePort } from '../../../src/app/address/port.ts'
import { type RabbitMQ, startRabbitMQ } from '../../../test/support/servers/rabbitmq.ts'
import { stompListener } from '../../../test/support/servers/rabbitmq-stomp.ts'

/** A RabbitMQ for one bench that speaks STOMP. */
export type Broker = { rabbit: RabbitMQ; port: number; login: { username: string; password: string } }

export async function startBroker(): Promise<Broker> {
  const port = await freePort('127.0.0.1')
  const rabbit = await startRabbitMQ({ plugins: ['rabbitmq_stomp'], settings: stompListener(port) })
  return { rabbit, port, login: { username: 'tidings', password: rabbit.password } }
}
