import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, moveFile } from '../../../disk/durable-files.ts'
import { hasCode } from '../../../kernel/error-code.ts'
import type { ByteStore } from './bytes.ts'

/** Stores bytes in a folder, one file per key. The spool must be on the same disk, because files are moved from it. */
export function folderStore(folder: string): ByteStore {
  const pathOf = (key: string) => path.join(folder, checkedKey(key))
  return {
    async put(key, file) {
      const target = pathOf(key)
      await makeFolder(path.dirname(target), 0o700)
      await moveFile(file.path, target)
    },
    async read(key) {
      const handle = await open(pathOf(key)).catch(unlessMissing)
      return handle === null ? null : handle.createReadStream()
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    close() {},
  }
}

/** Throws for a key that could escape the folder. */
function checkedKey(key: string): string {
  if (/^[a-z0-9_-]+(\/[a-z0-9_-]+)*(\.[a-z0-9]+)*$/.test(key)) return key
  throw new Error(`${JSON.stringify(key)} is not a valid storage key.`)
}

function unlessMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null
  throw error
}
