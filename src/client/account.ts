import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { type DemoFile, readDemoFile } from '../app/demo/demo-file.ts'
import { readToolConfig, type ToolConfig } from '../config.ts'
import { uuid } from '../tool/arguments.ts'
import type { Account } from './connection.ts'

export type AccountOptions = { url?: string; clientId?: string; clientSecretFile?: string; store?: string }

/** Options for the API address and the key. No option accepts the secret itself: other users could read it. */
export function addAccountOptions(command: Command): Command {
  const options = [
    new Option('--url <address>', 'address of the API (or TIDINGS_URL)'),
    new Option('--client-id <id>', 'client id of the key (or TIDINGS_CLIENT_ID)'),
    new Option('--client-secret-file <file>', 'file with the client secret (or TIDINGS_CLIENT_SECRET)'),
    new Option('--store <id>', 'store to act on (with the key of an organization)').argParser(uuid),
  ]
  command.optionsGroup('API and key (default: those in demo.json in the data folder):')
  for (const option of options) command.addOption(option)
  return command.optionsGroup('Options:')
}

/** Options take precedence over the environment, the environment over demo.json. Throws an error that names what is missing. */
export async function findAccount(options: AccountOptions): Promise<Account> {
  const config = readToolConfig()
  const demo = await readDemoFile(config.TIDINGS_DATA)
  const address = options.url ?? config.TIDINGS_URL ?? demo?.base_url
  if (address === undefined) throw new Error(`No API address: ${noDemo(config)} Use --url or TIDINGS_URL.`)
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) throw new Error(`Not an http(s) URL: ${address}`)
  return { base_url: baseUrl(address), ...(await findKey(options, config, demo)), store_id: options.store }
}

async function findKey(options: AccountOptions, config: ToolConfig, demo: DemoFile | null) {
  const client_id = options.clientId ?? config.TIDINGS_CLIENT_ID
  const file = options.clientSecretFile
  const client_secret = file === undefined ? config.TIDINGS_CLIENT_SECRET : (await readFile(file, 'utf8')).trim()
  if (client_id !== undefined && client_secret !== undefined) return { client_id, client_secret }
  if (client_id === undefined && client_secret === undefined && demo !== null) {
    return { client_id: demo.client_id, client_secret: demo.client_secret }
  }
  if (client_id !== undefined) {
    throw new Error('The client secret is missing: set TIDINGS_CLIENT_SECRET or use --client-secret-file.')
  }
  const missing = client_secret === undefined ? noDemo(config) : 'The client id is missing.'
  throw new Error(`${missing} Use --client-id or TIDINGS_CLIENT_ID; \`tidings keys create\` creates a key.`)
}

function noDemo({ TIDINGS_DATA }: ToolConfig): string {
  return `${TIDINGS_DATA} has no demo.json (\`tidings start\` writes it).`
}

function baseUrl(address: string): string {
  return `${address.replace(/\/+$/, '').replace(/\/v2$/, '')}/v2`
}
