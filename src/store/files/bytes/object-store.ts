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
  /** Of a store of one's own, whose buckets are then part of the path. Default: the hosted one of the region. */
  endpoint?: string | undefined
  /** Default: what the machine itself is allowed. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Bytes in a bucket of an object store that speaks S3. */
export function objectStore({ bucket, region, endpoint, credentials }: ObjectStoreOptions): ByteStore {
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
    ...PLAIN_BODIES,
  })
  return {
    async put(key, file) {
      const Body = file.size <= REPEATABLE ? await readFile(file.path) : createReadStream(file.path)
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

/** Bytes up to which the client repeats an upload that fails: a stream cannot be sent twice. */
const REPEATABLE = 8_388_608

// Not every store knows the checksums that the client would add of itself.
const PLAIN_BODIES: S3ClientConfig = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
}

function unlessMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null
  throw error
}
