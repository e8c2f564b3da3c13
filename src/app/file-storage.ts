import path from 'node:path'
import type { Config } from '../config.ts'
import type { ByteStore } from '../store/files/bytes/bytes.ts'
import type { FileStorage } from '../store/files/bytes/file-storage.ts'
import { folderStore } from '../store/files/bytes/folder.ts'
import { openSpool } from '../store/files/bytes/spool.ts'

/** The storage of files: a bucket if one is configured, otherwise a folder. Opening it accesses neither. */
export async function openFileStorage(config: Config): Promise<FileStorage> {
  const folder = config.TIDINGS_FILES_FOLDER ?? path.join(config.TIDINGS_DATA, 'files')
  return {
    bytes: await bytesIn(config, path.join(folder, 'content')),
    spool: openSpool(path.join(folder, 'incoming')),
    size_limit: config.TIDINGS_FILES_LIMIT,
  }
}

async function bytesIn(config: Config, folder: string): Promise<ByteStore> {
  const { TIDINGS_FILES_BUCKET: bucket, TIDINGS_FILES_ACCESS_KEY_ID: accessKeyId } = config
  if (bucket === undefined) return folderStore(folder)
  const { TIDINGS_FILES_SECRET_ACCESS_KEY: secretAccessKey } = config
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined
  // Loads the client of S3, which an installation without a bucket does without.
  const { objectStore } = await import('../store/files/bytes/object-store.ts')
  return objectStore({
    bucket,
    region: config.TIDINGS_FILES_REGION,
    endpoint: config.TIDINGS_FILES_ENDPOINT,
    credentials: hasKey ? { accessKeyId, secretAccessKey } : undefined,
  })
}
