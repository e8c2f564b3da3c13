import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { imageSize } from 'image-size'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ByteStore } from '../../../src/store/files/bytes/bytes.ts'
import { deletePending } from '../../../src/store/files/bytes/sql/pending-deletion.ts'
import { type File, files } from '../../../src/store/files/file.ts'
import { convertPicture } from '../../../src/store/files/sizes/convert.ts'
import { makeSize } from '../../../src/store/files/sizes/make-size.ts'
import { Sizes } from '../../../src/store/files/sizes/sizes.ts'
import { selectRow } from '../../../src/store/kit/store.ts'
import { type Client, eventually } from '../../support/app.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { animationOf, hugePng, pictureOf, type Uploaded, uploadTo } from '../../support/store/pictures.ts'

let stage: Stage
let seller: Client
let photo: Buffer
beforeAll(async () => {
  stage = await openStage()
  photo = await pictureOf(1500, 1000)
})
beforeEach(async () => {
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

const upload = (content: Buffer | string, name: string, fields = {}) =>
  uploadTo(stage.app.origin, seller, content, name, fields)

async function read(href: string, headers: Record<string, string> = {}) {
  const response = await fetch(href, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const sized = ({ link }: Uploaded, width: number | string) => read(`${link.href}?width=${width}`)

/** Keys of the files of the store in storage, including resized files. */
async function stored(): Promise<string[]> {
  const folder = stage.app.foundation.config.TIDINGS_FILES_FOLDER ?? ''
  return readdir(path.join(folder, 'content', seller.store_id)).catch(() => [])
}

const deps = () => ({ db: stage.database.db, clock: Date.now, fileStorage: stage.app.foundation.fileStorage })

async function rowOf({ id }: Uploaded): Promise<File> {
  const row = await selectRow(stage.database.db, files, { owner_id: seller.store_id, id })
  if (row === undefined) throw new Error('The file is missing.')
  return row
}

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'is served in smaller widths, in its format and proportions: %s',
    async (format) => {
      const file = await upload(await pictureOf(240, 180, format), `lamp.${format}`)
      const { status, headers, bytes } = await sized(file, 160)
      expect([status, headers.get('content-type')]).toEqual([200, `image/${format}`])
      expect(Number(headers.get('content-length'))).toBe(bytes.length)
      expect(imageSize(bytes)).toMatchObject({ type: format === 'jpeg' ? 'jpg' : format, width: 160, height: 120 })
    },
  )

  test('is converted once per width for concurrent requests, with its own ETag', async () => {
    const file = await upload(photo, 'lamp.jpg')
    const all = await Promise.all(Array.from({ length: 8 }, () => sized(file, 640)))
    expect((await stored()).length).toBe(2)
    const [first] = all
    for (const { bytes } of all) expect(bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true)
    expect(first?.bytes.length).toBeLessThan(photo.length / 2)
    // Simulates another process, which has nothing cached and cannot convert.
    const { fileStorage } = stage.app.foundation
    const spool = { ...fileStorage.spool, take: () => Promise.reject(new Error('made again')) }
    const elsewhere = new Sizes({ ...deps(), fileStorage: { ...fileStorage, spool } }, (_, error) => {
      throw error
    })
    const opened = await elsewhere.open(await rowOf(file), 640)
    opened?.content.destroy()
    expect(opened?.file_size).toBe(first?.bytes.length)
    const original = await read(file.link.href)
    expect(original.bytes.equals(photo)).toBe(true)
    const tags = [original.headers.get('etag') ?? '', first?.headers.get('etag') ?? '']
    expect(new Set(tags).size).toBe(2)
    const href = `${file.link.href}?width=640`
    expect((await read(href, { 'if-none-match': tags[1] ?? '' })).status).toBe(304)
    expect((await read(href, { 'if-none-match': tags[0] ?? '' })).status).toBe(200)
    expect(first?.headers.get('cache-control')).toBe('public, max-age=86400')
    expect((await seller.get('/v2/files')).body.data).toHaveLength(1)
  })

  test('is converted again when its bytes are lost', async () => {
    const file = await upload(photo, 'lamp.jpg')
    const { bytes } = await sized(file, 320)
    const [key] = (await stored()).filter((name) => name !== file.id)
    await deps().fileStorage.bytes.remove(`${seller.store_id}/${key}`)
    const again = await sized(file, 320)
    expect([again.bytes.equals(bytes), (await stored()).length]).toEqual([true, 2])
  })

  test('is never enlarged', async () => {
    const content = await pictureOf(320, 200)
    const file = await upload(content, 'lamp.jpg')
    for (const width of [320, 640, 1280]) {
      const { headers, bytes } = await sized(file, width)
      expect([bytes.equals(content), headers.get('etag')]).toEqual([
        true,
        (await read(file.link.href)).headers.get('etag'),
      ])
    }
    expect(imageSize((await sized(file, 160)).bytes).width).toBe(160)
  })

  test.each(['0', '-1', '161', '9999', 'many', '', '640.5', '160&width=320'])(
    'rejects other widths: %s',
    async (width) => {
      const { status, bytes } = await sized(await upload(photo, 'lamp.jpg'), width)
      const [problem] = JSON.parse(String(bytes)).errors
      expect([status, problem.detail, problem.source]).toEqual([
        400,
        'width must be one of: 160, 320, 640, 1280.',
        { parameter: 'width' },
      ])
    },
  )

  test('is turned upright if the camera was rotated, and loses its location', async () => {
    const turned = await pictureOf(1500, 1000, 'jpeg', 6)
    expect(imageSize(turned)).toMatchObject({ width: 1500, height: 1000, orientation: 6 })
    const file = await upload(turned, 'lamp.jpg')
    expect(file.meta.dimensions).toEqual({ width: 1000, height: 1500 })
    const { bytes } = await sized(file, 320)
    expect(imageSize(bytes)).toEqual({ type: 'jpg', width: 320, height: 480 })
    expect([turned, bytes].map((content) => content.includes('Exif'))).toEqual([true, false])
  })
})

describe('files that cannot be resized are served as they are', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="9" height="9"/></svg>'

  test.each([
    ['an SVG', async () => SVG, 'a.svg'],
    ['text', async () => 'lamp', 'a.txt'],
    ['a picture of unknown size', async () => (await pictureOf(400, 300)).subarray(0, 40), 'a.jpg'],
  ])('%s, permanently', async (_, content, name) => {
    const file = await upload(await content(), name)
    const { status, headers, bytes } = await sized(file, 160)
    expect([status, bytes.equals(Buffer.from(await content()))]).toEqual([200, true])
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
  })

  test('a damaged image and an animation, until a retry', async () => {
    for (const content of [photo.subarray(0, photo.length / 3), await animationOf(170, 90)]) {
      const file = await upload(content, 'lamp')
      for (let tried = 0; tried < 2; tried += 1) {
        const { status, headers, bytes } = await sized(file, 160)
        expect([status, bytes.equals(content)]).toEqual([200, true])
        expect(headers.get('cache-control')).toBe('public, max-age=60')
      }
    }
    expect((await stored()).length).toBe(2)
  })

  test('an image with too many pixels, without using memory', async () => {
    const bomb = hugePng(30_000, 10_000)
    expect(bomb.length).toBeLessThan(100_000)
    const file = await upload(bomb, 'bomb.png')
    expect(file.meta.dimensions).toEqual({ width: 30_000, height: 10_000 })
    const before = process.memoryUsage.rss()
    const { status, bytes } = await sized(file, 160)
    expect([status, bytes.equals(bomb)]).toEqual([200, true])
    // The decoder reads the same header.
    const { path: place } = await deps().fileStorage.spool.take(asStream(bomb), null)
    await expect(convertPicture(place, 'image/png', 160).then((picture) => picture?.toArray())).rejects.toThrow(
      /pixel limit/,
    )
    expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
  })

  test('a file that is not of its declared format, even if it could be decoded', async () => {
    const { path: place } = await deps().fileStorage.spool.take(asStream(Buffer.from(SVG)), null)
    await expect(convertPicture(place, 'image/png', 160)).rejects.toThrow(/unsupported image format/)
  })
})

async function* asStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

describe('conversions', () => {
  const failing = (_: unknown, error: unknown) => {
    throw error
  }

  test('run one at a time in a process', async () => {
    const rows = await Promise.all(['a.jpg', 'b.jpg'].map(async (name) => rowOf(await upload(photo, name))))
    const { fileStorage } = deps()
    const seen = { now: 0, most: 0 }
    // A conversion starts by reading the original and ends when the result is stored.
    const read: ByteStore['read'] = (key) => {
      if (rows.some(({ id }) => key.endsWith(id))) seen.now += 1
      seen.most = Math.max(seen.most, seen.now)
      return fileStorage.bytes.read(key)
    }
    const put: ByteStore['put'] = async (key, spooled) => {
      await fileStorage.bytes.put(key, spooled)
      seen.now -= 1
    }
    const bytes = { ...fileStorage.bytes, read, put }
    const sizes = new Sizes({ ...deps(), fileStorage: { ...fileStorage, bytes } }, failing)
    const opened = await Promise.all(rows.flatMap((row) => [sizes.open(row, 160), sizes.open(row, 320)]))
    for (const size of opened) size?.content.destroy()
    expect([opened.includes(null), seen.most, (await stored()).length]).toEqual([false, 1, 6])
  })

  test('queue up to a hundred, beyond which the original is served at once', async () => {
    const row = await rowOf(await upload(photo, 'lamp.jpg'))
    const { fileStorage } = deps()
    const gate = Promise.withResolvers<void>()
    const read: ByteStore['read'] = async (key) => {
      await gate.promise
      return fileStorage.bytes.read(key)
    }
    const sizes = new Sizes(
      { ...deps(), fileStorage: { ...fileStorage, bytes: { ...fileStorage.bytes, read } } },
      failing,
    )
    const first = sizes.open(row, 160)
    const others = Array.from({ length: 99 }, () => sizes.open({ ...row, id: crypto.randomUUID() }, 160))
    // A rejected conversion shows that the queue is full.
    expect(await Promise.race(others)).toBeNull()
    expect(await sizes.open(row, 320)).toBeNull()
    gate.resolve()
    const opened = await first
    opened?.content.destroy()
    // Null if a slow machine exceeded the waiting time for an image.
    expect(opened === null || opened.file_size > 0).toBe(true)
    expect(new Set(await Promise.all(others))).toEqual(new Set([null]))
  })
})

describe('a resized image', () => {
  test('is as private as its file, and belongs to its store', async () => {
    const file = await upload(photo, 'lamp.jpg', { public: 'false' })
    const { token, store_id } = seller
    const own = await read(`${file.link.href}?width=160`, { authorization: `Bearer ${token}` })
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    expect(imageSize(own.bytes).width).toBe(160)
    expect((await read(`${file.link.href}?width=160`)).status).toBe(401)
    const { store: stranger } = await stage.tenant()
    const authorization = `Bearer ${stranger.token}`
    expect((await read(`${file.link.href}?width=160`, { authorization })).status).toBe(404)
    const guessed = `${stage.app.origin}/files/${store_id}/${file.id}/lamp.jpg?width=160`
    expect((await read(guessed)).status).toBe(404)
    const shown = await upload(photo, 'lamp.jpg')
    expect((await read(shown.link.href.replace(store_id, stranger.store_id))).status).toBe(404)
  })

  test('is deleted with its file', async () => {
    const file = await upload(photo, 'lamp.jpg')
    for (const width of [160, 320]) await sized(file, width)
    expect((await stored()).length).toBe(3)
    await seller.delete(`/v2/files/${file.id}`)
    expect((await sized(file, 160)).status).toBe(404)
    await deletePending(stage.database.db, deps().fileStorage, Date.now() + 1_000)
    await eventually(stored, (names) => names.length === 0)
  })

  test('is deleted later if created while its file is deleted', async () => {
    const file = await upload(photo, 'lamp.jpg')
    const row = await rowOf(file)
    const { fileStorage } = deps()
    const put: ByteStore['put'] = async (key, spooled) => {
      await seller.delete(`/v2/files/${file.id}`)
      await fileStorage.bytes.put(key, spooled)
    }
    const slow = { ...fileStorage, bytes: { ...fileStorage.bytes, put } }
    expect((await makeSize({ ...deps(), fileStorage: slow }, row, 160))?.file_size).toBeGreaterThan(0)
    await deletePending(stage.database.db, fileStorage, Date.now() + 1_000)
    await eventually(stored, (names) => !names.includes(file.id))
    expect((await stored()).length).toBe(1)
    while (await deletePending(stage.database.db, fileStorage, Date.now() + 3_700_000));
    expect(await stored()).toEqual([])
  })
})

test('a link redirects its store to the whole file at any width', async () => {
  const file_location = 'https://images.example.com/lamp.jpg'
  const { body } = await seller.post('/v2/files', { data: { file_location, mime_type: 'image/jpeg', public: true } })
  const { status, headers } = await read(`${stage.app.origin}/v2/files/${body.data.id}/content?width=160`, {
    authorization: `Bearer ${seller.token}`,
  })
  expect([status, headers.get('location')]).toEqual([302, file_location])
})
