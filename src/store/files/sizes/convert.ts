import type { Readable } from 'node:stream'
import type { Sharp } from 'sharp'
import { pixelLimit, type RasterType } from './size.ts'

/** Time limit for the conversion of one picture. */
const TIMEOUT_SECONDS = 10

/**
 * Converts a picture to a smaller width in the same format, upright and without metadata; null for an animation.
 * Decodes in a separate thread. The promise or the stream fails for a picture that is damaged, too large or too slow.
 */
export async function convertPicture(path: string, format: RasterType, width: number): Promise<Readable | null> {
  const sharp = await loadSharp()
  const picture = sharp(path, { limitInputPixels: pixelLimit(format) })
  const { pages = 1 } = await picture.metadata()
  if (pages > 1) return null
  const smaller = picture.autoOrient().resize({ width, withoutEnlargement: true })
  return ENCODERS[format](smaller).timeout({ seconds: TIMEOUT_SECONDS })
}

const ENCODERS: Readonly<Record<RasterType, (picture: Sharp) => Sharp>> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 80, progressive: true }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 80 }),
  'image/gif': (picture) => picture.gif(),
  // Three times as fast as the default effort, for slightly larger files.
  'image/avif': (picture) => picture.avif({ quality: 55, effort: 2 }),
}

let loading: ReturnType<typeof openSharp> | null = null

/** Loads the library lazily, because it costs memory that a process without pictures does not need. */
function loadSharp(): ReturnType<typeof openSharp> {
  loading ??= openSharp()
  return loading
}

async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // One thread, so that conversions leave the cores to requests and deliveries.
  sharp.concurrency(1)
  // Decoders of other formats stay unreachable, whatever bytes a file contains.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [...DECODERS] })
  return sharp
}

const DECODERS = [
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadNsgifFile',
  'VipsForeignLoadHeifFile',
] as const
