import path from 'node:path'
import type { DatabaseSource } from '../database.ts'
import type { Demo } from './demo.ts'
import { demoPath } from './demo-file.ts'

type StartFacts = Pick<Demo, 'file' | 'integration' | 'owner'> & {
  version: string
  folder: string
  database: DatabaseSource['kind']
  opened_networks: readonly string[]
  dashboard: boolean
}

export function greeting(facts: StartFacts): string {
  const { file, integration } = facts
  const store = `${file.storefront_scope} (${file.store_id})`
  const data = facts.database === 'embedded' ? `embedded PostgreSQL in ${facts.folder}` : 'PostgreSQL of DATABASE_URL'
  return `${enterLines(facts)}
Tidings ${facts.version} is running. Press Ctrl-C to stop it.

  Dashboard   ${dashboardLine(facts)}
  API         ${file.base_url}
  API docs    ${docsUrl(file.base_url)}
  Tokens      ${file.token_url}
  People      ${peopleLine(facts)}
  Explorer    ${file.storefront_url}/explorer?scope=${file.storefront_scope}
  Receiver    ${file.receiver_url}
  Demo store  ${store}
  Data        ${data}
  Keys        ${demoPath(facts.folder)}

The demo allows deliveries to this machine (${facts.opened_networks.join(', ')}). Other commands refuse private addresses
unless TIDINGS_ALLOW_NETWORKS allows them.

The demo store has products with pictures, prices and stock, customers, taxes, shipping and promotions. To simulate
shoppers, run this in another terminal, in the same folder:

${shopCommand(facts)}

${integration.enabled ? ENABLED : DISABLED}

${publishCommands(facts)}

Get its job and its attempt log:

${jobCommands(facts)}

Get the catalog that shoppers see:

${catalogCommand(facts)}

All commands: tidings --help. In a checkout, the folder bin has it: export PATH="$PWD/bin:$PATH"

${integration.enabled ? 'Deliveries to the receiver:' : ''}
`
}

const ENABLED = `The store's integration delivers the events of orders, carts and customers to the receiver. To publish an event, run:`
const DISABLED = `The store's integration is disabled: the receiver gets no deliveries until you enable it. To publish an event, run:`

/** Commands read demo.json from the same folder. */
function shopCommand({ folder }: StartFacts): string {
  return inFolder(folder, 'tidings demo shop --minutes 5 --rate 20')
}

/** Printed first, because most people start with it; the code follows `#`, because servers do not log the fragment. */
function enterLines({ owner }: StartFacts): string {
  if (owner === null || owner.link === null) return ''
  return `
Open the dashboard (this link logs ${owner.email} in, once and within 15 minutes):

  ${owner.link}
`
}

function dashboardLine({ file, dashboard }: StartFacts): string {
  return dashboard ? `${rootOf(file.base_url)}/dashboard/` : 'switched off (TIDINGS_DASHBOARD)'
}

/** Explains how to log in later, because there is no default password, and creating a link needs the database. */
function peopleLine({ folder, owner }: StartFacts): string {
  const command = owner === null ? 'people invite --email ADDRESS --role owner' : `people link ${owner.email}`
  return `${inFolder(folder, `tidings ${command}`)}   (prints another link: docs/guides/people.md)`
}

/** Returns a command that uses this data folder. */
function inFolder(folder: string, command: string): string {
  return folder === path.resolve(DEFAULT_FOLDER) ? command : `TIDINGS_DATA='${folder}' ${command}`
}

const DEFAULT_FOLDER = '.tidings'

function publishCommands({ file }: StartFacts): string {
  const payload = { data: { type: 'order', id: '1001', payment: 'paid', shipping: 'unfulfilled' } }
  const event = JSON.stringify({ triggered_by: 'order.paid', payload })
  const credentials = `-d client_id=${file.client_id} -d client_secret=${file.client_secret}`
  const pick = `sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`
  return `TOKEN=$(curl -s ${file.token_url} -d grant_type=client_credentials ${credentials} | ${pick})
curl -s ${file.base_url}/events ${AUTHORIZED} -H 'Content-Type: application/json' -d '${event}'`
}

function jobCommands({ file, integration }: StartFacts): string {
  const address = `${file.base_url}/integrations/${integration.id}`
  return `curl -sg '${address}/jobs?page[limit]=1' ${AUTHORIZED}
curl -sg '${address}/logs?page[limit]=1' ${AUTHORIZED}`
}

function catalogCommand({ file }: StartFacts): string {
  return `curl -sg '${file.base_url}/catalog/products?page[limit]=3' ${AUTHORIZED}`
}

const AUTHORIZED = `-H "Authorization: Bearer $TOKEN"`

function docsUrl(base_url: string): string {
  return `${rootOf(base_url)}/docs`
}

function rootOf(base_url: string): string {
  return base_url.replace(/\/v2$/, '')
}
