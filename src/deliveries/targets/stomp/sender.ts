import { queueSender } from '../queue-sender.ts'
import type { Target, TargetOptions } from '../target.ts'
import { stompClient } from './stomp.ts'

export function stompTarget(options: Omit<TargetOptions, 'header_names' | 'machine_role'>): Target<'stomp'> {
  const client = stompClient(options)
  return {
    sender: ({ id, configuration }) =>
      queueSender({ id }, options.source, [configuration.password], (message) =>
        client.send(message, configuration, id),
      ),
    close: () => client.close(),
  }
}
