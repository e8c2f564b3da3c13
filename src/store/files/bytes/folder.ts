import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, moveFile } from '../../../disk/durable-files.ts'
import type { ByteStore } from './bytes.ts'

/** Bytes in a folder, a file for each key. The spool has to be on the same disk: a file is moved to its place. */
export function folderStore(folder: string): ByteStore {
  const placeOf = (key: string) => path.join(folder, checkedKey(key))
  return {
    async put(key, file) {
      const place = placeOf(key)
      await makeFolder(path.dirname(place), 0o700)
      await moveFile(file.path, place)
    },
    async read(key) {
      const handle = await open(placeOf(key)).catch(unlessMissing)
      return handle === null ? null : handle.createReadStream()
    },
    remove: (key) => rm(placeOf(key), { force: true }),
    close() {},
  }
}

/** Throws for a key that could lead out of the folder. */
function checkedKey(key: string): string {
  if (/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) return key
  throw new Error(`${JSON.stringify(key)} is not a key of bytes.`)
}

function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
