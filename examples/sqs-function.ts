// A function that the queue service calls with a batch of messages. It lists failed messages in its response; those
// return to the queue, and the others are deleted. Enable ReportBatchItemFailures on the queue's trigger.
import { applyEvent, type QueueEvent } from './apply-event.ts'

type Batch = { Records: { messageId: string; body: string }[] }
type Answer = { batchItemFailures: { itemIdentifier: string }[] }

export async function handler({ Records }: Batch): Promise<Answer> {
  const batchItemFailures: Answer['batchItemFailures'] = []
  // Sequential, because a FIFO queue keeps the order of each resource.
  for (const { messageId, body } of Records) {
    try {
      const event: QueueEvent = JSON.parse(body)
      console.log(JSON.stringify({ id: event.id, outcome: await applyEvent(event, act) }))
    } catch (error) {
      console.error(`Message ${messageId} was not applied: ${error}`)
      batchItemFailures.push({ itemIdentifier: messageId })
    }
  }
  return { batchItemFailures }
}

/** Replace with your own work: store the resource's state, send the mail. */
async function act({ type, data }: QueueEvent): Promise<void> {
  if (type.endsWith('.deleted')) console.log(`${data.type} ${data.id} is gone`)
}
