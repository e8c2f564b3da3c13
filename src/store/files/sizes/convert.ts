import type { Readable } from 'node:stream'
import type { Sharp } from 'sharp'
import { pixelLimit, type RasterType } from './size.ts'

/** Seconds after which the conversion of one picture is given up. */
const TIMEOUT_SECONDS = 10

/**
 * A picture in a smaller width and the same format, upright and without metadata; null for an animation. Decoding takes
 * place in a thread of its own. The promise or the stream fails for a picture that is damaged, too large or too slow.
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
  // Three times as fast as by default, for some more bytes.
  'image/avif': (picture) => picture.avif({ quality: 55, effort: 2 }),
}

let loading: ReturnType<typeof openSharp> | null = null

/** Loads the library when the first picture is converted: a process without pictures does without its memory. */
function loadSharp(): ReturnType<typeof openSharp> {
  loading ??= openSharp()
  return loading
}

async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // One thread: conversions must leave the cores to requests and deliveries.
  sharp.concurrency(1)
  // Decoders of other formats stay unreachable, whatever bytes a file holds.
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
