import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { ByteStore } from './bytes.ts'

export type ObjectStoreOptions = {
  bucket: string
  region: string
  /** URL of another S3-compatible store, addressed with path-style buckets. Default: Amazon S3 in the region. */
  endpoint?: string | undefined
  /** Default: the credentials of the environment. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Stores bytes in a bucket of an S3-compatible object store. */
export function objectStore({ bucket, region, endpoint, credentials }: ObjectStoreOptions): ByteStore {
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
    ...PLAIN_BODIES,
  })
  return {
    async put(key, file) {
      const Body = file.size <= MAX_BUFFERED_BYTES ? await readFile(file.path) : createReadStream(file.path)
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentLength: file.size }))
      await rm(file.path, { force: true })
    },
    async read(key) {
      const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key })).catch(unlessMissing)
      return (found?.Body as Readable | undefined) ?? null
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    close: () => client.destroy(),
  }
}

/** Larger files are streamed, so the client cannot retry a failed upload of them. */
const MAX_BUFFERED_BYTES = 8_388_608

// Not every S3-compatible store supports the checksums that the client adds by default.
const PLAIN_BODIES: S3ClientConfig = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
}

function unlessMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null
  throw error
}
