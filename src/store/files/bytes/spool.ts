import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../kernel/errors.ts'
import type { Spooled } from './bytes.ts'

/** A folder for files that are on their way to where they are kept. */
export type Spool = {
  /** Writes all of it, never more than `limit` bytes; null is no limit. Throws `too_large`. */
  take(bytes: AsyncIterable<Uint8Array>, limit: number | null): Promise<Spooled>
  /** Does nothing when the file is gone. */
  discard(file: Spooled): Promise<void>
  /** Discards what a crash has left before a moment; milliseconds since the epoch. */
  sweep(before: number): Promise<void>
}

export function openSpool(folder: string): Spool {
  return {
    async take(bytes, limit) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const place = path.join(folder, randomUUID())
      try {
        return await write(bytes, place, limit)
      } catch (error) {
        await rm(place, { force: true })
        throw error
      }
    },
    discard: (file) => rm(file.path, { force: true }),
    async sweep(before) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const place = path.join(folder, name)
        const found = await stat(place).catch(() => null)
        if (found !== null && found.mtimeMs < before) await rm(place, { force: true })
      }
    },
  }
}

async function write(bytes: AsyncIterable<Uint8Array>, place: string, limit: number | null): Promise<Spooled> {
  const hash = createHash('sha256')
  let size = 0
  const counted = async function* () {
    for await (const chunk of bytes) {
      size += chunk.length
      if (limit !== null && size > limit) throw tooLarge(limit)
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(counted(), createWriteStream(place, { mode: 0o600 }))
  return { path: place, size, checksum: hash.digest('hex') }
}

export function tooLarge(limit: number): AppError {
  return new AppError('too_large', [{ detail: `The file is larger than ${limit} bytes, the most that is taken here.` }])
}
