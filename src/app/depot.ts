import path from 'node:path'
import type { Config } from '../config.ts'
import type { ByteStore } from '../store/files/bytes/bytes.ts'
import type { Depot } from '../store/files/bytes/depot.ts'
import { folderStore } from '../store/files/bytes/folder.ts'
import { objectStore } from '../store/files/bytes/object-store.ts'
import { openSpool } from '../store/files/bytes/spool.ts'

/** Where files are kept: in a bucket when one is set, else in a folder. Opening it touches neither. */
export function openDepot(config: Config): Depot {
  const folder = config.TIDINGS_FILES_FOLDER ?? path.join(config.TIDINGS_DATA, 'files')
  return {
    bytes: bytesIn(config, path.join(folder, 'content')),
    spool: openSpool(path.join(folder, 'incoming')),
    size_limit: config.TIDINGS_FILES_LIMIT,
  }
}

function bytesIn(config: Config, folder: string): ByteStore {
  const { TIDINGS_FILES_BUCKET: bucket, TIDINGS_FILES_ACCESS_KEY_ID: accessKeyId } = config
  if (bucket === undefined) return folderStore(folder)
  const { TIDINGS_FILES_SECRET_ACCESS_KEY: secretAccessKey } = config
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined
  return objectStore({
    bucket,
    region: config.TIDINGS_FILES_REGION,
    endpoint: config.TIDINGS_FILES_ENDPOINT,
    credentials: hasKey ? { accessKeyId, secretAccessKey } : undefined,
  })
}
