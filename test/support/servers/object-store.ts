import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { buildApp } from 'fauxqs'
import { freePort } from '../../../src/app/address/port.ts'

/** An object store on loopback for one test, which accepts any keys. */
export type TestObjectStore = {
  endpoint: string
  bucket(name: string): Promise<void>
  close(): Promise<void>
}

export const OBJECT_STORE_KEYS = { accessKeyId: 'key-of-the-test', secretAccessKey: 'secret-of-the-test' }

export async function startObjectStore(): Promise<TestObjectStore> {
  const port = await freePort('127.0.0.1')
  const app = buildApp({ logger: false, host: '127.0.0.1' })
  await app.listen({ port, host: '127.0.0.1' })
  const endpoint = `http://127.0.0.1:${port}`
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: OBJECT_STORE_KEYS })
  return {
    endpoint,
    async bucket(name) {
      await client.send(new CreateBucketCommand({ Bucket: name }))
    },
    async close() {
      client.destroy()
      await app.close()
    },
  }
}
