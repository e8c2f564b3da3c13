import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../kernel/errors.ts'
import type { Spooled } from './bytes.ts'

export type Spool = {
  /** Writes at most `limit` bytes to a temporary file; null means no limit. Throws `too_large`. */
  take(bytes: AsyncIterable<Uint8Array>, limit: number | null): Promise<Spooled>
  /** Deletes the file if it still exists. */
  discard(file: Spooled): Promise<void>
  /** Deletes files that a crash left behind, last modified before a time in milliseconds since the epoch. */
  sweep(before: number): Promise<void>
}

export function openSpool(folder: string): Spool {
  return {
    async take(bytes, limit) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, randomUUID())
      try {
        return await write(bytes, file, limit)
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    },
    discard: (file) => rm(file.path, { force: true }),
    async sweep(before) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const file = path.join(folder, name)
        const stats = await stat(file).catch(() => null)
        if (stats !== null && stats.mtimeMs < before) await rm(file, { force: true })
      }
    },
  }
}

async function write(bytes: AsyncIterable<Uint8Array>, file: string, limit: number | null): Promise<Spooled> {
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
  // Opened before anything can fail, because a file created later would never be deleted.
  const handle = await open(file, 'wx', 0o600)
  await pipeline(counted(), handle.createWriteStream())
  return { path: file, size, checksum: hash.digest('hex') }
}

export function tooLarge(limit: number): AppError {
  return new AppError('too_large', [{ detail: `The file must have at most ${limit} bytes.` }])
}
