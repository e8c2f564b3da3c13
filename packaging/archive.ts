import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BUILT_AT_S } from './project.ts'
import { runProgram } from './run-program.ts'

/** gzip level of published archives. */
export const COMPRESSION_LEVEL = 9

/**
 * Packs a folder with GNU tar. Reproducible: the same files produce the same bytes on every machine. `level` is gzip's,
 * 1 to 9.
 */
export async function packFolder(folder: string, archive: string, level: number): Promise<void> {
  await runProgram('tar', [
    '--create',
    '--sort=name',
    '--format=posix',
    '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
    `--mtime=@${BUILT_AT_S}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go+u,go-w',
    `--use-compress-program=gzip -n -${level}`,
    `--file=${archive}`,
    `--directory=${path.dirname(folder)}`,
    path.basename(folder),
  ])
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
