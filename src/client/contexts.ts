import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readToolConfig } from '../config.ts'
import { makeFolder, replaceFile } from '../disk/durable-files.ts'
import { parseJsonOrNull } from '../kernel/json/json.ts'

const Context = Type.Object({
  base_url: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
  store: Type.Optional(Type.String()),
})
export type Context = Static<typeof Context>

const File = Type.Object({
  current: Type.Union([Type.String(), Type.Null()]),
  contexts: Type.Record(Type.String(), Context),
})
type File = Static<typeof File>

const EMPTY: File = { current: null, contexts: {} }

/** Path of the user's contexts. They hold secrets, so only that user can read the file. */
export function contextsFile(): string {
  const { XDG_CONFIG_HOME: folder = path.join(homedir(), '.config') } = readToolConfig()
  return path.join(folder, 'tidings', 'contexts.json')
}

/** Throws if the file is corrupt. */
export async function readContexts(): Promise<File> {
  const file = contextsFile()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return EMPTY
  const parsed = parseJsonOrNull(text)
  if (Value.Check(File, parsed)) return parsed
  throw new Error(`${file} is damaged: delete it, then use \`tidings login\`.`)
}

export async function writeContexts(contents: File): Promise<void> {
  const file = contextsFile()
  await makeFolder(path.dirname(file), 0o700)
  await replaceFile(file, `${JSON.stringify(contents, null, 2)}\n`)
}

/**
 * Returns the named context, or the current context; null if none is current. Throws an error that lists the contexts.
 */
export async function findContext(name: string | undefined): Promise<Context | null> {
  const { current, contexts } = await readContexts()
  const requested = name ?? current
  if (requested === null) return null
  const found = contexts[requested]
  if (found !== undefined) return found
  const names = Object.keys(contexts)
  const known =
    names.length === 0 ? 'No context is saved: use `tidings login`.' : `Saved contexts: ${names.join(', ')}.`
  throw new Error(`No context ${requested}. ${known}`)
}
