import { pipeline, type Readable, Transform } from 'node:stream'
import type { SQSClient } from '@aws-sdk/client-sqs'

/** Limit of a response in bytes, since the client itself has none. */
const MAX_BYTES = 262_144

export class ResponseTooLong extends Error {}

/** Bytes of a response that the log keeps, as for webhooks. */
const MAX_READ_BYTES = 65_536

const bodies = new WeakMap<object, Buffer[]>()

/** Beginning of the response body of a client error; '' if none was read. */
export function bodyOfError(error: unknown): string {
  const response = typeof error === 'object' && error !== null && '$response' in error ? error.$response : null
  const chunks = typeof response === 'object' && response !== null ? (bodies.get(response) ?? []) : []
  return Buffer.concat(chunks).subarray(0, MAX_READ_BYTES).toString()
}

/** Makes the client fail on oversized responses, and keeps their beginning. */
export function limitResponses(client: SQSClient): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { response } = result
      if (hasBody(response)) response.body = limited(response)
      return result
    },
    { step: 'deserialize', priority: 'low' },
  )
}

function hasBody(response: unknown): response is { body: Readable } {
  return typeof response === 'object' && response !== null && 'body' in response
}

function limited(response: { body: Readable }): Readable {
  const chunks: Buffer[] = []
  bodies.set(response, chunks)
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      if (bytes < MAX_READ_BYTES) chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_BYTES) done(new ResponseTooLong('the response is too long'))
      else done(null, chunk)
    },
  })
  return pipeline(response.body, counting, () => {})
}
