import { pipeline, type Readable, Transform } from 'node:stream'
import type { SQSClient } from '@aws-sdk/client-sqs'

/** Bytes of a response that are read: the client's own reading is unlimited. */
const MAX_BYTES = 262_144

/** The response is longer than any response of a queue. */
export class ResponseTooLong extends Error {}

/** Makes the client fail on responses that are too long. */
export function limitResponses(client: SQSClient): void {
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
      if (bytes > MAX_BYTES) done(new ResponseTooLong('the response is too long'))
      else done(null, chunk)
    },
  })
  return pipeline(body, counting, () => {})
}
