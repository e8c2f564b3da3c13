export type Consumer = {
  name: string
  /** Below `examples/`, the program first. */
  files: readonly string[]
  /** Starts it, in its folder; null for what the queue itself calls. */
  start: string | null
}

type Target = { integration_type: string; configuration: object }

/** The consumers of the examples, with commands for the queue of an integration. Its own credentials are not in them. */
export function consumersOf({ integration_type, configuration }: Target): readonly [Consumer, ...Consumer[]] {
  const members = configuration as Readonly<Record<string, unknown>>
  return integration_type === 'stomp' ? ofBroker(members) : ofQueue(members)
}

/** Who sends need not be allowed to receive. */
const OWN = 'of a user who may receive'

const REQUIREMENTS = 'receive/queues/requirements.txt'
const PIP = 'pip install -r requirements.txt'
const NPM = 'npm install @stomp/stompjs @stomp/tcp-wrapper'

type Members = Readonly<Record<string, unknown>>

function ofQueue({ url, region }: Members): readonly [Consumer, ...Consumer[]] {
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

function ofBroker({ addresses, destination, username }: Members): readonly [Consumer, ...Consumer[]] {
  const [address = 'stomp://localhost:61613'] = Array.isArray(addresses) ? addresses : []
  const login = username === undefined ? {} : { STOMP_USERNAME: OWN, STOMP_PASSWORD: OWN }
  const { hostname, port } = hostOf(String(address))
  const python = { STOMP_HOST: hostname, STOMP_PORT: port, DESTINATION: destination, ...login }
  return [
    {
      name: 'TypeScript',
      files: ['stomp-consumer.ts', 'apply-event.ts'],
      start: `${NPM}\n${command({ STOMP_URL: address, STOMP_QUEUE: destination, ...login }, 'node stomp-consumer.ts')}`,
    },
    {
      name: 'Python',
      files: ['receive/queues/stomp_consumer.py', REQUIREMENTS],
      start: `${PIP}\n${command(python, 'python stomp_consumer.py')}`,
    },
  ]
}

function command(settings: Readonly<Record<string, unknown>>, start: string): string {
  return [...Object.entries(settings).map(([name, value]) => `${name}=${quoted(String(value))}`), start].join(' \\\n  ')
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function isOfAmazon(url: unknown): boolean {
  return /^https:\/\/[^/]*\.amazonaws\.com(\.cn)?\//.test(String(url))
}

function originOf(url: unknown): string {
  return /^https?:\/\/[^/]*/.exec(String(url))?.[0] ?? ''
}

function hostOf(address: string): { hostname: string; port: string } {
  const [, hostname = 'localhost', port = '61613'] = /^stomp(?:\+ssl)?:\/\/([^/]*?)(?::(\d+))?\/?$/.exec(address) ?? []
  return { hostname, port }
}
