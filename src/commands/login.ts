import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { baseUrl } from '../client/account.ts'
import { connect } from '../client/connection.ts'
import { contextsFile, readContexts, writeContexts } from '../client/contexts.ts'
import { readToolConfig } from '../config.ts'
import { uuid } from '../tool/arguments.ts'
import { addOutput, type OutputOptions, print, table } from '../tool/output.ts'
import { readSecretFile } from '../tool/secret-file.ts'
import { writeErr, writeOut } from '../tool/terminal.ts'

export function addLogin(program: Command): void {
  program
    .command('login')
    .description('Save the address and the key of a Tidings server as a context, and make it the current one.')
    .requiredOption('--url <address>', 'address of the API')
    .requiredOption('--client-id <id>', 'client id of the key')
    .option(
      '--client-secret-file <file>',
      'file with the client secret; standard input by default (or TIDINGS_CLIENT_SECRET)',
    )
    .option('--store <id>', 'store to act on (with the key of an organization)', uuid)
    .option('--name <name>', 'name of the context', 'default')
    .addHelpText('after', MORE)
    .action(logIn)
}

export function addLogout(program: Command): void {
  program
    .command('logout')
    .description('Delete a saved context with its key. The key stays valid: `tidings keys revoke` revokes it.')
    .argument('[context]', 'name of the context; the current one by default')
    .action(logOut)
}

export function addContexts(program: Command): void {
  const contexts = program
    .command('contexts')
    .description('List the saved contexts, or change the current one.')
    .argument('[context]', 'name of the context to make the current one')
  addOutput(contexts).action(listContexts)
}

const MORE = `
The context is saved in ~/.config/tidings/contexts.json, which only you can read.

Example:
  tidings login --url https://shop.example.com --client-id 019b8a10… --name production < secret.txt`

type LoginOptions = { url: string; clientId: string; clientSecretFile?: string; store?: string; name: string }

async function logIn({ url, clientId: client_id, clientSecretFile, store, name }: LoginOptions): Promise<void> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new Error(`Not an http(s) URL: ${url}`)
  const context = { base_url: baseUrl(url), client_id, client_secret: await readSecret(clientSecretFile) }
  await connect({ ...context, store_id: store })
  const { contexts } = await readContexts()
  const saved = { ...context, ...(store !== undefined && { store }) }
  await writeContexts({ current: name, contexts: { ...contexts, [name]: saved } })
  writeOut(`Logged in to ${url}. Commands use the context ${name} from now on.\n`)
}

async function readSecret(file: string | undefined): Promise<string> {
  if (file !== undefined) return (await readSecretFile(file)).join('')
  const { TIDINGS_CLIENT_SECRET } = readToolConfig()
  if (TIDINGS_CLIENT_SECRET !== undefined) return TIDINGS_CLIENT_SECRET
  if (process.stdin.isTTY) writeErr('Client secret, then Ctrl-D: ')
  const secret = (await text(process.stdin)).trim()
  if (secret === '')
    throw new Error('The client secret is missing: write it to standard input, or use --client-secret-file.')
  return secret
}

async function logOut(name: string | undefined): Promise<void> {
  const { current, contexts } = await readContexts()
  const removed = name ?? current
  if (removed === null || contexts[removed] === undefined) throw new Error(`No context ${removed ?? 'is current'}.`)
  const { [removed]: _, ...rest } = contexts
  await writeContexts({ current: removed === current ? null : current, contexts: rest })
  writeOut(`Deleted the context ${removed} from ${contextsFile()}.\n`)
}

const NONE = 'No context is saved: use `tidings login`.\n'

async function listContexts(name: string | undefined, options: OutputOptions): Promise<void> {
  const saved = await readContexts()
  if (name !== undefined && saved.contexts[name] === undefined) throw new Error(`No context ${name}.`)
  const current = name ?? saved.current
  if (name !== undefined) await writeContexts({ ...saved, current })
  const shown = Object.entries(saved.contexts).map(([context, { base_url, client_id, store = null }]) => ({
    name: context,
    current: context === current,
    base_url,
    client_id,
    store,
  }))
  await print(shown, options, () =>
    shown.length === 0
      ? NONE
      : table(
          ['', 'name', 'address', 'client id', 'store'],
          shown.map((one) => [one.current ? '*' : '', one.name, one.base_url, one.client_id, one.store ?? '']),
        ),
  )
}
