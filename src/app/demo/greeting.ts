import path from 'node:path'
import type { DatabaseSource } from '../database.ts'
import type { Demo } from './demo.ts'
import { demoPath } from './demo-file.ts'

type Told = Pick<Demo, 'file' | 'integration'> & {
  version: string
  folder: string
  database: DatabaseSource['kind']
  opened_networks: readonly string[]
}

/** What `tidings start` tells the person who started it. */
export function greeting(told: Told): string {
  const { file, integration } = told
  const store = `${file.storefront_scope} (${file.store_id})`
  const data = told.database === 'embedded' ? `embedded PostgreSQL in ${told.folder}` : 'the PostgreSQL of DATABASE_URL'
  return `
Tidings ${told.version} is running. Ctrl-C ends it.

  API        ${file.base_url}
  Docs       ${docsUrl(file.base_url)}
  Tokens     ${file.token_url}
  Explorer   ${file.storefront_url}/explorer?scope=${file.storefront_scope}
  Receiver   ${file.receiver_url}
  Demo store ${store}
  Data       ${data}
  Keys       ${demoPath(told.folder)}

Deliveries may reach this machine (${told.opened_networks.join(', ')}): the demo needs it and allows it. Other ways to
run Tidings refuse private addresses unless TIDINGS_ALLOW_NETWORKS opens them.

The demo store has a shop: products with prices and stock, customers, taxes, shipping, promotions. Simulate shoppers:
run this in another terminal, in the folder of the repository.

${playShop(told)}

${integration.enabled ? CAUSE : DISABLED}

${causeEvent(told)}

See its job and its log:

${seeJob(told)}

See what shoppers see:

${seeCatalog(told)}

More: npm run tidings -- --help

${integration.enabled ? 'What the receiver gets:' : ''}
`
}

const CAUSE = `The store's integration tells the receiver of orders, carts and customers. Or cause an event yourself: paste this there.`
const DISABLED = `The store's integration is disabled and stays so: the receiver gets nothing until you enable it. To cause an event
yourself, paste this there.`

/** Commands look for demo.json in the same folder as we do. */
function playShop({ folder }: Told): string {
  const command = 'npm run tidings -- demo shop --minutes 5 --rate 20'
  return folder === path.resolve(USUAL_FOLDER) ? command : `TIDINGS_DATA='${folder}' ${command}`
}

const USUAL_FOLDER = '.tidings'

function causeEvent({ file }: Told): string {
  const payload = { data: { type: 'order', id: '1001', payment: 'paid', shipping: 'unfulfilled' } }
  const event = JSON.stringify({ triggered_by: 'order.paid', payload })
  const credentials = `-d client_id=${file.client_id} -d client_secret=${file.client_secret}`
  const pick = `sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`
  return `TOKEN=$(curl -s ${file.token_url} -d grant_type=client_credentials ${credentials} | ${pick})
curl -s ${file.base_url}/events ${AUTHORIZED} -H 'Content-Type: application/json' -d '${event}'`
}

function seeJob({ file, integration }: Told): string {
  const address = `${file.base_url}/integrations/${integration.id}`
  return `curl -sg '${address}/jobs?page[limit]=1' ${AUTHORIZED}
curl -sg '${address}/logs?page[limit]=1' ${AUTHORIZED}`
}

function seeCatalog({ file }: Told): string {
  return `curl -sg '${file.base_url}/catalog/products?page[limit]=3' ${AUTHORIZED}`
}

const AUTHORIZED = `-H "Authorization: Bearer $TOKEN"`

function docsUrl(base_url: string): string {
  return `${base_url.replace(/\/v2$/, '')}/docs`
}
