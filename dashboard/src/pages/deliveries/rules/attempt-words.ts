/** What the parts of an attempt are called where its integration delivers to. */
export type AttemptWords = {
  headers: string
  body: string
  /** A broker that confirms a message by a frame of its protocol gives no status. */
  confirmed: string
  responseHeaders: string
  responseBody: string
}

const WEBHOOK: AttemptWords = {
  headers: 'Request headers',
  body: 'Request body',
  confirmed: 'Confirmed',
  responseHeaders: 'Response headers',
  responseBody: 'Response body',
}

const QUEUE: AttemptWords = {
  headers: 'Message attributes',
  body: 'Message body',
  confirmed: 'Confirmed by the queue',
  responseHeaders: 'Response headers',
  responseBody: 'Receipt',
}

const BROKER: AttemptWords = {
  headers: 'Message headers',
  body: 'Message body',
  confirmed: 'Confirmed by the broker',
  responseHeaders: 'Receipt',
  responseBody: 'What the broker said',
}

export function attemptWords(integration_type: string | undefined): AttemptWords {
  if (integration_type === 'cloud_sqs' || integration_type === 'aws_sqs') return QUEUE
  return integration_type === 'stomp' ? BROKER : WEBHOOK
}
