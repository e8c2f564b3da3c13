import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ByteStore } from './bytes.ts'

/** Bytes in a folder, a file for each key. The spool has to be on the same disk: a file is moved to its place. */
export function folderStore(folder: string): ByteStore {
  const placeOf = (key: string) => path.join(folder, checkedKey(key))
  return {
    async put(key, file) {
      const place = placeOf(key)
      const made = await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
      await sync(file.path)
      await rename(file.path, place)
      await syncFolders(path.dirname(place), made)
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
  throw new Error(`${JSON.stringify(key)} is no key of bytes.`)
}

/** Up to the first folder that was there before: a new name is on the disk once its folder is. */
async function syncFolders(folder: string, made: string | undefined): Promise<void> {
  await sync(folder)
  if (made !== undefined && folder.startsWith(made)) await syncFolders(path.dirname(folder), made)
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
