import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { SqsConfiguration } from '../../../src/integrations/kinds/cloud-sqs.ts'
import { type Listening, listening } from './listening.ts'

type SentEntry = { Id: string; MessageBody: string; MessageGroupId?: string; MessageDeduplicationId?: string }

type SqsRequest = {
  headers: IncomingMessage['headers']
  body: { QueueUrl: string; Entries: SentEntry[] }
}

export type SqsAnswer = (response: ServerResponse, request: SqsRequest) => void

export type ScriptedSqs = Listening & { queue: SqsConfiguration; requests: SqsRequest[]; answer: SqsAnswer }

/** A server that responds as the service's API reference documents, or as scripted. */
export async function scriptedSqs(answer: SqsAnswer = takeAll): Promise<ScriptedSqs> {
  const requests: SqsRequest[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null)
    if (body === null) return
    const got = { headers: request.headers, body: JSON.parse(body) }
    requests.push(got)
    sqs.answer(response, got)
  })
  const listener = await listening(server)
  const url = `http://127.0.0.1:${listener.port}/000000000000/events`
  const credentials = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'secret-of-the-test' }
  const sqs = Object.assign(listener, { requests, answer, queue: { url, region: 'eu-west-1', credentials } })
  return sqs
}

export const takeAll: SqsAnswer = (response, { body }) => {
  reply(response, 200, { Successful: body.Entries.map(taken) })
}

/** Response of the service for an accepted message. */
export function taken({ Id, MessageBody }: SentEntry) {
  return { Id, MessageId: `m-${Id}`, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') }
}

/** An error in the service's format. */
export function refuse(status: number, code: string, message = 'A reason.'): SqsAnswer {
  return (response) => reply(response, status, { __type: `com.amazonaws.sqs#${code}`, message })
}

export function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'request-1' })
  response.end(JSON.stringify(body))
}
