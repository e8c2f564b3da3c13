import { pipeline, type Readable, Transform } from 'node:stream'
import type { SQSClient } from '@aws-sdk/client-sqs'

/** Bytes of an answer that are read: the client would keep as many as come. */
const MOST_READ = 262_144

/** The queue's address answered with more than a queue would. */
export class AnswerTooLong extends Error {}

/** Makes the client give up on answers that are too long. */
export function boundAnswers(client: SQSClient): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { response } = result
      if (hasBody(response)) response.body = bounded(response.body)
      return result
    },
    { step: 'deserialize', priority: 'low' },
  )
}

function hasBody(response: unknown): response is { body: Readable } {
  return typeof response === 'object' && response !== null && 'body' in response
}

function bounded(body: Readable): Readable {
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      if (bytes > MOST_READ) done(new AnswerTooLong('the answer is too long'))
      else done(null, chunk)
    },
  })
  return pipeline(body, counting, () => {})
}
