/** Widths that pictures are served in, in pixels. Few, so that a picture costs few conversions and few bytes. */
export const WIDTHS = [160, 320, 640, 1280] as const
export type Width = (typeof WIDTHS)[number]

/** Media types of pictures that are made smaller. An SVG has no pixels, and a link is not fetched. */
const RASTER_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const
export type RasterType = (typeof RASTER_TYPES)[number]

/** Pixels of the largest picture that is made smaller: decoding a progressive one of that size needs some 350 MB. */
const MAX_PIXELS = 8_192 * 6_144
/** The same for AVIF, which needs four times as much for a pixel. */
const MAX_AVIF_PIXELS = 4_096 * 3_072

/** A smaller picture: where its bytes are, and how many. */
export type StoredSize = { key: string; file_size: number }
export type StoredSizes = Readonly<Partial<Record<Width, StoredSize>>>

type Picture = { mime_type: string; width: number | null; height: number | null; checksum: string | null }

/** The sizes in which a file is served besides its own: smaller ones, and none for what is not a picture with pixels. */
export function sizesOf({ mime_type, width, height, checksum }: Picture): { width: Width; height: number }[] {
  if (checksum === null || width === null || height === null || !isRaster(mime_type)) return []
  if (width * height > pixelLimit(mime_type)) return []
  const narrower = WIDTHS.filter((one) => one < width)
  return narrower.map((one) => ({ width: one, height: Math.max(1, Math.round((height * one) / width)) }))
}

/** Pixels of the largest picture of a type that is made smaller. */
export function pixelLimit(type: RasterType): number {
  return type === 'image/avif' ? MAX_AVIF_PIXELS : MAX_PIXELS
}

export function isRaster(mime_type: string): mime_type is RasterType {
  return RASTER_TYPES.some((one) => one === mime_type)
}
