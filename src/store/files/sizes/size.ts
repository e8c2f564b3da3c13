/** Widths of served pictures, in pixels. Few, so that a picture costs few conversions and few bytes. */
export const WIDTHS = [160, 320, 640, 1280] as const
export type Width = (typeof WIDTHS)[number]

/** Media types with smaller sizes. An SVG has no pixels, and a link is not fetched. */
const RASTER_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const
export type RasterType = (typeof RASTER_TYPES)[number]

/** Pixels of the largest picture to convert: decoding a progressive picture of that size needs about 350 MB. */
const MAX_PIXELS = 8_192 * 6_144
/** AVIF needs four times as much memory per pixel. */
const MAX_AVIF_PIXELS = 4_096 * 3_072

/** Storage key and number of bytes of a smaller picture. */
export type StoredSize = { key: string; file_size: number }
export type StoredSizes = Readonly<Partial<Record<Width, StoredSize>>>

type Picture = { mime_type: string; width: number | null; height: number | null; checksum: string | null }

/** Returns the smaller sizes in which a file is served; empty unless the file is a raster picture. */
export function sizesOf({ mime_type, width, height, checksum }: Picture): { width: Width; height: number }[] {
  if (checksum === null || width === null || height === null || !isRaster(mime_type)) return []
  if (width * height > pixelLimit(mime_type)) return []
  const narrower = WIDTHS.filter((one) => one < width)
  return narrower.map((one) => ({ width: one, height: Math.max(1, Math.round((height * one) / width)) }))
}

/** Maximum pixels of a picture of this type to convert. */
export function pixelLimit(type: RasterType): number {
  return type === 'image/avif' ? MAX_AVIF_PIXELS : MAX_PIXELS
}

export function isRaster(mime_type: string): mime_type is RasterType {
  return RASTER_TYPES.some((one) => one === mime_type)
}
