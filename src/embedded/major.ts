import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Folder } from './folder.ts'

/** Throws if another major version of PostgreSQL wrote the data. PostgreSQL's own error is less clear. */
export async function checkMajor({ root, data, programs }: Folder): Promise<void> {
  const version = (await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const own = await majorOf(programs.postgres.at(-1) ?? '')
  if (version === '' || own === '' || version === own) return
  throw new Error(
    `The database in ${root} was written by PostgreSQL ${version}. This release runs PostgreSQL ${own}, which cannot read it. ` +
      'Nothing has been changed. Install the release that ran it and run `tidings backup FILE`; then, with this release, ' +
      'set TIDINGS_DATA to a new folder, run `tidings restore FILE`, and start from that folder.',
  )
}

/** Read from the catalog from which `initdb` creates databases; '' if unreadable. */
async function majorOf(program: string): Promise<string> {
  const catalog = path.resolve(path.dirname(program), '..', 'share', 'postgresql', 'postgres.bki')
  const file = await open(catalog).catch(() => null)
  if (file === null) return ''
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0).finally(() => file.close())
  return /^# PostgreSQL (\d+)/.exec(buffer.toString('latin1', 0, bytesRead))?.[1] ?? ''
}
