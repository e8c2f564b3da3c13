import { useQuery } from '@tanstack/react-query'
import { type AreaFacts, areaFactsOf, type Schema } from '../../api/operations.ts'
import { advanced, hidden, longText, type Overrides, secret } from '../../kit/form/overrides.ts'

/** The schema of a body for one kind of integration; undefined while it is loaded. */
export function useKindSchema(operation: 'CreateIntegration' | 'UpdateIntegration', kind: string): Schema | undefined {
  const { data } = useQuery({
    queryKey: ['facts', operation],
    queryFn: (): Promise<AreaFacts> => areaFactsOf(operation),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shapes = data?.body?.oneOf ?? data?.body?.anyOf ?? []
  return shapes.find(({ properties }) => isOfKind(properties?.integration_type, kind)) ?? data?.body
}

function isOfKind(schema: Schema | undefined, kind: string): boolean {
  return schema?.const === kind || (schema?.enum?.includes(kind) ?? false)
}

/** What its page asks for elsewhere. */
const ELSEWHERE: Overrides = {
  integration_type: hidden,
  observes: hidden,
  enabled: hidden,
  generate_secret: hidden,
}

const COMMON: Overrides = {
  ...ELSEWHERE,
  name: { help: 'How it is called in lists and alerts.' },
  description: { ...longText, advanced: true, help: 'For people: what it is for, who looks after it.' },
  filter: {
    ...longText,
    advanced: true,
    label: 'Only events whose payload matches',
    help: 'Conditions as in the filters of lists, such as `ge(data.meta.display_price.with_tax.amount,10000)` for orders. Empty: all that it observes.',
  },
  rate_limit: { advanced: true, label: 'Attempts a second, at most', help: 'Empty: as many as the receiver takes.' },
  concurrency: {
    advanced: true,
    label: 'Attempts at the same time, at most',
    help: 'For each process that delivers. Empty: as many as the receiver takes without delay.',
  },
  configuration: { label: 'Target', help: '' },
}

const WEBHOOK: Overrides = {
  ...COMMON,
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
}

const QUEUE: Overrides = {
  ...COMMON,
  'configuration.url': {
    label: 'Address of the queue',
    help: 'Such as `https://sqs.eu-central-1.amazonaws.com/123/orders`.',
  },
  'configuration.region': { help: 'The one in the address, such as `eu-central-1`.' },
  'configuration.access_key_id': {
    label: 'Access key ID',
    help: 'Of a user who may only send to this queue: `sqs:SendMessage`.',
  },
  'configuration.secret_access_key': secret,
  'configuration.session_token': { ...secret, advanced: true },
}

const BROKER: Overrides = {
  ...COMMON,
  'configuration.destination': {
    help: 'Such as `/queue/orders`, or `/topic/orders` where each subscriber gets every message.',
  },
  'configuration.destination_type': advanced,
  'configuration.addresses': {
    label: 'Addresses',
    help: 'Such as `stomp+ssl://broker.example.com:61612`. With several, the next is tried when one is down.',
  },
  'configuration.password': secret,
  'configuration.ordered': { ...advanced, label: 'Keep the events of one resource in order' },
  'configuration.host': { ...advanced, label: 'Virtual host' },
  'configuration.ca': { ...longText, advanced: true, label: 'Trusted authority' },
}

/** For a new one. */
export function overridesOf(kind: string): Overrides {
  if (kind === 'webhook') return WEBHOOK
  return kind === 'stomp' ? BROKER : QUEUE
}

const CHANGED_WEBHOOK: Overrides = { ...WEBHOOK, 'configuration.secret_key': hidden }

/** For one that is there: its secret has a page of its own. */
export function changeOverridesOf(kind: string): Overrides {
  return kind === 'webhook' ? CHANGED_WEBHOOK : overridesOf(kind)
}

export const TARGET_ORDER = ['name', 'configuration', 'description', 'filter', 'rate_limit', 'concurrency']
