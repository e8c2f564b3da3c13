import { IconWebhook } from '@tabler/icons-react'
import { advanced, longText, secret } from '../form/overrides.ts'
import type { Target } from './target.ts'

export const webhook: Target = {
  kind: 'webhook',
  name: 'Webhook',
  about: 'Each event is sent to an address of yours by HTTP, signed. The response says whether it has arrived.',
  icon: IconWebhook,
  form: {
    'configuration.url': { label: 'Address', help: 'Each event is sent there by `POST`.' },
    'configuration.secret_key': {
      ...secret,
      label: 'Signing secret',
      help: 'Receivers verify by it that a delivery is genuine. Empty: the server makes one and shows it once.',
    },
    'configuration.ordered': { ...advanced, label: 'Keep the events of one resource in order' },
    'configuration.private_key': { ...secret, advanced: true },
    'configuration.headers': { advanced: true, keyLabel: 'Name' },
    'configuration.secret_key_headers': {
      ...advanced,
      label: 'Headers that carry the secret',
      help: 'Such as `X-Moltin-Secret-Key`, in place of the name of the server. Several carry it several times.',
    },
    'configuration.trigger_headers': {
      ...advanced,
      label: 'Headers that carry the event key',
      help: 'Such as `X-Moltin-Integration-Trigger`, in place of the name of the server.',
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
