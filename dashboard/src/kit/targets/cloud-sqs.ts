import { IconBrandAws } from '@tabler/icons-react'
import { secret } from '../form/overrides.ts'
import { command, OWN, PIP, REQUIREMENTS } from './commands.ts'
import type { Consumers, Members, Target } from './target.ts'

export const cloudSqs: Target = {
  kind: 'cloud_sqs',
  name: 'Amazon SQS',
  about: 'Each event becomes a message of a queue; FIFO queues keep the order of each resource.',
  icon: IconBrandAws,
  form: {
    'configuration.url': {
      label: 'Address of the queue',
      help: 'Such as `https://sqs.eu-central-1.amazonaws.com/123/orders`.',
    },
    'configuration.region': { help: 'The region in the address, such as `eu-central-1`.' },
    'configuration.access_key_id': {
      label: 'Access key ID',
      help: 'Use a user that may only send to this queue: `sqs:SendMessage`.',
    },
    'configuration.secret_access_key': secret,
    'configuration.session_token': { ...secret, advanced: true },
  },
  attempt: {
    headers: 'Message attributes',
    body: 'Message body',
    confirmed: 'Confirmed by the queue',
    responseHeaders: 'Response headers',
    responseBody: 'Receipt',
  },
  consumers: consumersOf,
}

function consumersOf({ url, region }: Members): Consumers {
  const settings = {
    ...(isOfAmazon(url) ? {} : { ENDPOINT_URL: originOf(url) }),
    QUEUE_URL: url,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: OWN,
    AWS_SECRET_ACCESS_KEY: OWN,
  }
  return [
    {
      name: 'Python',
      files: ['receive/queues/sqs_consumer.py', REQUIREMENTS],
      start: `${PIP}\n${command(settings, 'python sqs_consumer.py')}`,
    },
    { name: 'TypeScript, as a function', files: ['sqs-function.ts', 'apply-event.ts'], start: null },
  ]
}

function isOfAmazon(url: unknown): boolean {
  return /^https:\/\/[^/]*\.amazonaws\.com(\.cn)?\//.test(String(url))
}

function originOf(url: unknown): string {
  return /^https?:\/\/[^/]*/.exec(String(url))?.[0] ?? ''
}
