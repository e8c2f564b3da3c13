import { IconWebhook } from '@tabler/icons-react'
import { advanced, longText, secret } from '../form/overrides.ts'
import type { Target } from './target.ts'

export const webhook: Target = {
  kind: 'webhook',
  name: 'Webhook',
  about: 'Each event is sent to your address as a signed HTTP request. The response confirms the delivery.',
  icon: IconWebhook,
  form: {
    'configuration.url': { label: 'Address', help: 'Each event is sent there by `POST`.' },
    'configuration.secret_key': {
      ...secret,
      label: 'Signing secret',
      help: 'Receivers use it to verify that a delivery is genuine. Empty: the server generates a secret and shows it.',
    },
    'configuration.ordered': { ...advanced, label: 'Keep the events of one resource in order' },
    'configuration.private_key': { ...secret, advanced: true },
    'configuration.headers': { advanced: true, keyLabel: 'Name' },
    'configuration.secret_key_headers': {
      ...advanced,
      label: 'Headers that carry the secret',
      help: 'Such as `X-Moltin-Secret-Key`, instead of the server’s default name. Each header carries the secret.',
    },
    'configuration.trigger_headers': {
      ...advanced,
      label: 'Headers that carry the event key',
      help: 'Such as `X-Moltin-Integration-Trigger`, instead of the server’s default name.',
    },
    'configuration.authentication': advanced,
    'configuration.authentication.password': secret,
    'configuration.authentication.token': secret,
    'configuration.authentication.client_secret': secret,
    'configuration.cloudevents': { ...advanced, label: 'As CloudEvents' },
    'configuration.handshake': advanced,
    'configuration.client_certificate': advanced,
    'configuration.client_certificate.certificate': longText,
    'configuration.client_certificate.private_key': longText,
    'configuration.ca': { ...longText, advanced: true, label: 'Trusted authority' },
  },
  attempt: {
    headers: 'Request headers',
    body: 'Request body',
    confirmed: 'Confirmed',
    responseHeaders: 'Response headers',
    responseBody: 'Response body',
  },
  consumers: null,
}
