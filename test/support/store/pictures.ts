import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Client } from '../app.ts'

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

const NOISE = { channels: 3, background: '#c08552', noise: { type: 'gaussian', mean: 128, sigma: 30 } } as const

/** A picture of noise; `orientation` is the Exif value. */
export async function pictureOf(
  width: number,
  height: number,
  format: Format = 'jpeg',
  orientation?: number,
): Promise<Buffer> {
  const picture = sharp({ create: { width, height, ...NOISE } }).toFormat(
    format,
    format === 'avif' ? { effort: 0 } : {},
  )
  return (orientation === undefined ? picture : picture.withMetadata({ orientation })).toBuffer()
}

export function animationOf(width: number, height: number): Promise<Buffer> {
  const create = { width, height: height * 2, pageHeight: height, ...NOISE }
  return sharp({ create })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

/** A monochrome PNG with one bit per pixel: a few kilobytes at any size. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export type Uploaded = { id: string; link: { href: string }; meta: { dimensions?: object } } & Record<string, unknown>

export async function uploadTo(
  origin: string,
  { token }: Pick<Client, 'token'>,
  content: Buffer | string,
  file_name: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Uploaded> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ public: 'true', ...fields })) form.append(name, value)
  form.append('file', new Blob([content as never]), file_name)
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${origin}/v2/files`, { method: 'POST', headers, body: form })
  const body = (await response.json()) as { data: Uploaded }
  if (response.status !== 201) throw new Error(`Not uploaded: ${response.status} ${JSON.stringify(body)}`)
  return body.data
}
