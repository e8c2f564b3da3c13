import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { makeFolder, replaceFile } from '../../disk/durable-files.ts'
import { hasCode } from '../../kernel/error-code.ts'

/** Contents of `demo.json`, which `tidings start` writes: addresses, ids and keys for trying the API. */
const DemoFile = Type.Object({
  /** Ends in `/v2`. */
  base_url: Type.String(),
  storefront_url: Type.String(),
  token_url: Type.String(),
  organization_id: Type.String(),
  store_id: Type.String(),
  storefront_scope: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
  organization_client_id: Type.String(),
  organization_client_secret: Type.String(),
  receiver_url: Type.String(),
})
export type DemoFile = Static<typeof DemoFile>

/** Reads the file in the data folder; null if it is missing or incomplete. */
export async function readDemoFile(folder: string): Promise<DemoFile | null> {
  try {
    const content: unknown = JSON.parse(await readFile(demoPath(folder), 'utf8'))
    return Value.Check(DemoFile, content) ? content : null
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return null
    throw error
  }
}

/** Replaces the file atomically, readable by its owner only, because it holds secrets. */
export async function writeDemoFile(folder: string, demo: DemoFile): Promise<void> {
  await makeFolder(folder)
  await replaceFile(demoPath(folder), `${JSON.stringify(demo, null, 2)}\n`)
}

export function demoPath(folder: string): string {
  return path.join(folder, 'demo.json')
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT')
}
