type StoredFile = {
  mime_type: string
  public: boolean
  link: { href: string }
  file_location?: string | undefined
}

const UNITS = ['bytes', 'KB', 'MB', 'GB']

/** Size of a file: "1.5 MB". */
export function describeSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })} ${UNITS[unit]}`
}

const RASTER = /^image\/(jpeg|png|webp|gif|avif)$/

/**
 * Path of a thumbnail on the page's own server, the only image source that the content security policy allows. Null for
 * files that are not images, are stored elsewhere, or need a token.
 */
export function thumbnailOf(file: StoredFile, width: 160 | 320 | 640 | 1280): string | null {
  if (!file.public || !file.mime_type.startsWith('image/') || file.file_location !== undefined) return null
  const { pathname } = new URL(file.link.href, 'http://localhost')
  return RASTER.test(file.mime_type) ? `${pathname}?width=${width}` : pathname
}

/** Type of a file in words. */
export function describeType(mime_type: string): string {
  const [type = '', subtype = ''] = mime_type.split('/', 2)
  const name = subtype.replace(/^(x-|vnd\.)/, '').replace(/\+.*$/, '')
  return type === 'image' || type === 'video' || type === 'audio' ? `${name.toUpperCase()} ${type}` : name.toUpperCase()
}
