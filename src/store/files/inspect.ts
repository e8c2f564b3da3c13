import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { imageSizeFromFile } from 'image-size/fromFile'
import type { Spooled } from './bytes/bytes.ts'
import { typeOfText } from './rules/type-of-text.ts'

/** Details detected from the bytes of a file. */
export type FileDetails = { mime_type: string; width: number | null; height: number | null }

const UNKNOWN = 'application/octet-stream'
/** Bytes read to detect text. */
const SAMPLE_BYTES = 4096

/** Detects the media type and dimensions of a file from its bytes. Its name only distinguishes types of text. */
export async function inspectFile({ path }: Pick<Spooled, 'path'>, file_name: string): Promise<FileDetails> {
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
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Exif orientations from this one on swap rows and columns. */
const FIRST_ROTATED = 5
const NO_DIMENSIONS = { width: null, height: null }

async function dimensionsOf(path: string): Promise<Pick<FileDetails, 'width' | 'height'>> {
  try {
    const { width, height, orientation = 1 } = await imageSizeFromFile(path)
    const [across, down] = orientation < FIRST_ROTATED ? [width, height] : [height, width]
    return { width: Math.round(across), height: Math.round(down) }
  } catch {
    // The file is damaged or its format unsupported.
    return NO_DIMENSIONS
  }
}
