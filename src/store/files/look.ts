import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { imageSizeFromFile } from 'image-size/fromFile'
import type { Spooled } from './bytes/bytes.ts'
import { typeOfText } from './rules/type-of-text.ts'

/** What a file's own bytes say of it. */
export type Looks = { mime_type: string; width: number | null; height: number | null }

const UNKNOWN = 'application/octet-stream'
const LOOKED_AT = 4096

/** Tells what a file is by its bytes; its name only tells kinds of text apart. */
export async function look({ path }: Pick<Spooled, 'path'>, file_name: string): Promise<Looks> {
  const mime_type = await typeOf(path, file_name)
  const { width, height } = mime_type.startsWith('image/') ? await dimensionsOf(path) : NO_DIMENSIONS
  return { mime_type, width, height }
}

async function typeOf(path: string, file_name: string): Promise<string> {
  const known = await fileTypeFromFile(path)
  if (known !== undefined && known.mime !== 'application/xml') return known.mime
  return typeOfText(await firstBytes(path), file_name) ?? known?.mime ?? UNKNOWN
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const NO_DIMENSIONS = { width: null, height: null }

async function dimensionsOf(path: string): Promise<Pick<Looks, 'width' | 'height'>> {
  try {
    const { width, height } = await imageSizeFromFile(path)
    return { width: Math.round(width), height: Math.round(height) }
  } catch {
    // Damaged, or a kind whose header is not understood.
    return NO_DIMENSIONS
  }
}
