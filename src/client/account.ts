import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { type DemoFile, readDemoFile } from '../app/demo/demo-file.ts'
import { readToolConfig, type ToolConfig } from '../config.ts'
import { uuid } from '../tool/arguments.ts'
import type { Account } from './connection.ts'
import { type Context, findContext } from './contexts.ts'

export type AccountOptions = {
  url?: string
  clientId?: string
  clientSecretFile?: string
  store?: string
  context?: string
}

/**
 * Options for the API address and the key. No option accepts the secret itself, because other users of the machine
 * could read it.
 */
export function addAccountOptions(command: Command): Command {
  const store = new Option('--store <id>', 'store to act on (with the key of an organization)').argParser(uuid)
  const [url, id, secret, context] = serverOptions()
  return addGroup(command, {
    heading: 'API and key (default: the current context, or the demo store in the data folder):',
    options: [url, id, secret, store, context],
  })
}

/** Options for commands that use a database by default and give `--store` another meaning. */
export function addServerOptions(command: Command): Command {
  return addGroup(command, { heading: 'A running server instead of the database:', options: serverOptions() })
}

function serverOptions(): [Option, Option, Option, Option] {
  return [
    new Option('--url <address>', 'address of the API (or TIDINGS_URL)'),
    new Option('--client-id <id>', 'client id of the key (or TIDINGS_CLIENT_ID)'),
    new Option('--client-secret-file <file>', 'file with the client secret (or TIDINGS_CLIENT_SECRET)'),
    new Option('--context <name>', 'saved address and key, from `tidings login` (or TIDINGS_CONTEXT)'),
  ]
}

function addGroup(command: Command, { heading, options }: { heading: string; options: readonly Option[] }): Command {
  command.optionsGroup(heading)
  for (const option of options) command.addOption(option)
  return command.optionsGroup('Options:')
}

/**
 * Resolves the account: options take precedence over the environment, the environment over a context, a context over
 * demo.json. Throws an error that names the missing settings.
 */
export async function findAccount(options: AccountOptions): Promise<Account> {
  const config = readToolConfig()
  const context = await contextFor(options, config)
  if (context !== null) {
    const { base_url, client_id, client_secret, store } = context
    return { base_url, client_id, client_secret, store_id: options.store ?? store }
  }
  const demo = await readDemoFile(config.TIDINGS_DATA)
  const address = options.url ?? config.TIDINGS_URL ?? demo?.base_url
  if (address === undefined)
    throw new Error(`No API address: ${noDemo(config)} Use \`tidings login\`, --url or TIDINGS_URL.`)
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) throw new Error(`Not an http(s) URL: ${address}`)
  return { base_url: baseUrl(address), ...(await findKey(options, config, demo)), store_id: options.store }
}

/** Returns null if another address or key is named. */
async function contextFor({ url, clientId, context }: AccountOptions, config: ToolConfig): Promise<Context | null> {
  const named = context ?? config.TIDINGS_CONTEXT
  if (named !== undefined) return findContext(named)
  if (url !== undefined || clientId !== undefined) return null
  if (config.TIDINGS_URL !== undefined || config.TIDINGS_CLIENT_ID !== undefined) return null
  return findContext(undefined)
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

export function baseUrl(address: string): string {
  return `${address.replace(/\/+$/, '').replace(/\/v2$/, '')}/v2`
}
