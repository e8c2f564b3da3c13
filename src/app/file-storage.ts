import path from 'node:path'
import type { Archive } from '../archive/archive.ts'
import type { Config } from '../config.ts'
import type { ByteStore } from '../store/files/bytes/bytes.ts'
import type { FileStorage } from '../store/files/bytes/file-storage.ts'
import { folderStore } from '../store/files/bytes/folder.ts'
import { openSpool } from '../store/files/bytes/spool.ts'

/** Opens the storage of files: a bucket if configured, otherwise a folder. Opening accesses neither of them. */
export async function openFileStorage(config: Config): Promise<FileStorage> {
  const folder = config.TIDINGS_FILES_FOLDER ?? path.join(config.TIDINGS_DATA, 'files')
  return {
    bytes: await openBytes(config, config.TIDINGS_FILES_BUCKET, path.join(folder, 'content')),
    spool: openSpool(path.join(folder, 'incoming')),
    size_limit: config.TIDINGS_FILES_LIMIT,
  }
}

/** Opens the archive of dropped partitions: a bucket or a folder; null if neither is configured. */
export async function openArchive(config: Config): Promise<Archive | null> {
  const { TIDINGS_ARCHIVE_FOLDER, TIDINGS_ARCHIVE_BUCKET: bucket, TIDINGS_DATA } = config
  if (TIDINGS_ARCHIVE_FOLDER === undefined && bucket === undefined) return null
  const folder = TIDINGS_ARCHIVE_FOLDER ?? path.join(TIDINGS_DATA, 'archive')
  return { bytes: await openBytes(config, bucket, folder), spool: openSpool(path.join(folder, 'incoming')) }
}

async function openBytes(config: Config, bucket: string | undefined, folder: string): Promise<ByteStore> {
  if (bucket === undefined) return folderStore(folder)
  const { TIDINGS_FILES_ACCESS_KEY_ID: accessKeyId, TIDINGS_FILES_SECRET_ACCESS_KEY: secretAccessKey } = config
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined
  // Imported lazily, because an installation without a bucket does not need the S3 client.
  const { objectStore } = await import('../store/files/bytes/object-store.ts')
  return objectStore({
    bucket,
    region: config.TIDINGS_FILES_REGION,
    endpoint: config.TIDINGS_FILES_ENDPOINT,
    credentials: hasKey ? { accessKeyId, secretAccessKey } : undefined,
  })
}
