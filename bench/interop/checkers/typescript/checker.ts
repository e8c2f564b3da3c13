// Answers the question of bench/interop/libraries.ts with this language's libraries.
import { createPublicKey, verify } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { CloudEvent, HTTP } from 'cloudevents'
import { Webhook } from 'standardwebhooks'
import type { Answer, AsymmetricVector, Question, Vector } from '../../question.ts'

const question = (await json(process.stdin)) as Question
const answer: Answer = {
  signatures: question.symmetric.map(signatureOf),
  verdicts: question.asymmetric.map(isValid),
  events: question.events.map(read),
}
console.log(JSON.stringify(answer))

function signatureOf({ secret, id, timestamp, body }: Vector): string {
  const webhook = secret.startsWith('whsec_')
    ? new Webhook(secret)
    : new Webhook(new TextEncoder().encode(secret), { format: 'raw' })
  return webhook.sign(id, new Date(1000 * Number(timestamp)), body)
}

function isValid({ public_key, id, timestamp, body, signature }: AsymmetricVector): boolean {
  const x = Buffer.from(public_key.slice('whpk_'.length), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signed = Buffer.from(`${id}.${timestamp}.${body}`)
  return verify(null, signed, key, Buffer.from(signature.slice('v1a,'.length), 'base64'))
}

function read(body: string): Answer['events'][number] {
  const event = HTTP.toEvent({ headers: { 'content-type': 'application/cloudevents+json' }, body })
  if (!(event instanceof CloudEvent)) throw new Error('Unexpected batch of events.')
  const { id, type, source, data } = event
  return { id, type, source, storeid: String(event.storeid), resourceversion: String(event.resourceversion), data }
}
