import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { type DemoFile, readDemoFile } from '../app/demo/demo-file.ts'
import { readToolConfig, type ToolConfig } from '../config.ts'
import { uuid } from '../tool/arguments.ts'
import type { Account } from './connection.ts'

export type AccountOptions = { url?: string; clientId?: string; clientSecretFile?: string; store?: string }

/** The options by which a command finds the API and its key. No option takes the secret itself: others could read it. */
export function addAccountOptions(command: Command): Command {
  const options = [
    new Option('--url <address>', 'address of the API (TIDINGS_URL)'),
    new Option('--client-id <id>', 'id of the key (TIDINGS_CLIENT_ID); its secret comes from TIDINGS_CLIENT_SECRET'),
    new Option('--client-secret-file <file>', 'or from this file'),
    new Option('--store <id>', "with an organization's key: the store to act on").argParser(uuid),
  ]
  command.optionsGroup('Which API and key (by default those in demo.json of the data folder):')
  for (const option of options) command.addOption(option)
  return command.optionsGroup('Options:')
}

/** Options first, then the environment, then the demo's file. Throws an error that names what is missing. */
export async function findAccount(options: AccountOptions): Promise<Account> {
  const config = readToolConfig()
  const demo = await readDemoFile(config.TIDINGS_DATA)
  const address = options.url ?? config.TIDINGS_URL ?? demo?.base_url
  if (address === undefined) throw new Error(`No API is known: ${noDemo(config)} Name one with --url or TIDINGS_URL.`)
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) throw new Error(`${address} is no http(s) address.`)
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
    throw new Error(
      'The secret of the key is missing: set TIDINGS_CLIENT_SECRET or name a file with --client-secret-file.',
    )
  }
  const missing = client_secret === undefined ? noDemo(config) : 'The secret of a key is given, but not its id.'
  throw new Error(`${missing} Name a key with --client-id or TIDINGS_CLIENT_ID; \`tidings keys create\` makes one.`)
}

function noDemo({ TIDINGS_DATA }: ToolConfig): string {
  return `There is no demo in ${TIDINGS_DATA} (\`tidings start\` makes one).`
}

function baseUrl(address: string): string {
  return `${address.replace(/\/+$/, '').replace(/\/v2$/, '')}/v2`
}
