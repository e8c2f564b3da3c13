import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { deletePending } from '../../../src/store/files/bytes/sql/pending-deletion.ts'
import { createFile } from '../../../src/store/files/create.ts'
import { type Client, eventually, send } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { OBJECT_STORE_KEYS, startObjectStore } from '../../support/servers/object-store.ts'
import { openStage, type Stage } from '../../support/stage.ts'

const LIMIT = 200_000

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openStage({ env: { TIDINGS_FILES_LIMIT: String(LIMIT) } })
})
beforeEach(async () => {
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

/** Header of an image with these dimensions. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(25)
  header.writeUInt32BE(13)
  header.write('IHDR', 4, 'latin1')
  header.writeUInt32BE(width, 8)
  header.writeUInt32BE(height, 12)
  header.set([8, 6], 16)
  const rest = Buffer.from('000000004944415435af061e0000000049454e44ae426082', 'hex')
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, rest])
}

type Part = Buffer | string

async function upload(content: Part, file_name = 'lamp.png', fields: Record<string, string> = {}, client = seller) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([content as never], { type: 'text/html' }), file_name)
  return sendForm(form, client)
}

async function sendForm(body: FormData, client = seller) {
  const headers = { authorization: `Bearer ${client.token}` }
  const response = await fetch(`${stage.app.origin}/v2/files`, { method: 'POST', headers, body })
  const answered = { status: response.status, headers: response.headers, body: await response.json() }
  stage.contract.check('POST', '/v2/files', answered as never)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the response holds
  return answered as { status: number; headers: Headers; body: any }
}

const link = (data: object) => seller.post('/v2/files', { data })

/** Reads content at a public or API URL. */
async function read(address: string, headers: Record<string, string> = {}) {
  const token = address.includes('/v2/') ? { authorization: `Bearer ${seller.token}` } : {}
  const response = await fetch(address, { headers: { ...token, ...headers }, redirect: 'manual' })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function emitted() {
  const { body } = await seller.get('/v2/events?filter=like(triggered_by,file.*)&sort=created_at')
  return body.data as { triggered_by: string; payload: unknown }[]
}

const pending_deletion = () => query<{ key: string }>(stage.database.db, 'select key from doomed_bytes', [])

describe('uploads', () => {
  test('are returned as sent, with their type, size and dimensions', async () => {
    const content = png(1200, 800)
    const { status, headers, body } = await upload(content, 'larch-desk-lamp.jpg')
    expect([status, headers.get('etag')]).toEqual([201, '"1"'])
    expect(body.data).toMatchObject({
      type: 'file',
      file_name: 'larch-desk-lamp.jpg',
      mime_type: 'image/png',
      file_size: content.length,
      public: false,
      meta: { dimensions: { width: 1200, height: 800 } },
    })
    expect((await seller.get(`/v2/files/${body.data.id}`)).body).toEqual(body)
    const got = await read(body.data.link.href)
    expect([got.status, got.bytes.equals(content)]).toEqual([200, true])
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(content.length),
      'content-disposition': 'inline; filename="larch-desk-lamp.jpg"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    expect(await pending_deletion()).toEqual([])
  })

  test.each([
    ['<html><script>alert(1)</script>', 'page.html', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
    [
      '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>',
      'a.svg',
      'image/svg+xml',
      'image/svg+xml',
      'attachment',
    ],
    ['a,b\n1,2\n', 'list.csv', 'text/csv', 'text/csv; charset=utf-8', 'attachment'],
    [Buffer.from([0xff, 0x00, 0x01]), 'what.png', 'application/octet-stream', 'application/octet-stream', 'attachment'],
    ['%PDF-1.7\n', 'terms.pdf', 'application/pdf', 'application/pdf', 'inline'],
    ['', 'empty.bin', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
  ])(
    'get their type from their bytes, never one that a browser runs: %#',
    async (content, name, mime_type, served, kind) => {
      const { body } = await upload(content, name)
      expect(body.data).toMatchObject({ mime_type, file_size: Buffer.byteLength(content) })
      const { headers } = await read(body.data.link.href)
      expect([headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]).toEqual([served, kind])
      expect(headers.get('content-security-policy')).toContain('sandbox')
    },
  )

  test('have a name without folders and unsafe characters', async () => {
    const { body } = await upload('a', 'ignored', { file_name: '../..\\up/naïve "lamp"\n.txt' })
    expect(body.data.file_name).toBe('naïve "lamp".txt')
    const { headers } = await read(body.data.link.href)
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="na_ve _lamp_.txt"; filename*=UTF-8''na%C3%AFve%20%22lamp%22.txt`,
    )
  })

  test('have alternative text if the client sends it', async () => {
    const alternative_text = 'A lamp of larch, ä'.padEnd(1000, '.')
    const { body } = await upload(png(1, 1), 'a.png', { alternative_text })
    expect(body.data.alternative_text).toBe(alternative_text)
    const { triggered_by, payload } = (await emitted()).at(-1) ?? {}
    expect({ triggered_by, payload }).toMatchObject({ triggered_by: 'file.created', payload: body })
    const linked = await link({ file_location: 'https://a.test/', alternative_text: 'A link' })
    expect((await seller.get(`/v2/files/${linked.body.data.id}`)).body.data.alternative_text).toBe('A link')
    for (const fields of [{}, { alternative_text: '' }])
      expect((await upload('a', 'a.txt', fields)).body.data).not.toHaveProperty('alternative_text')
    const long = await upload('a', 'a.txt', { alternative_text: `${alternative_text}.` })
    expect([long.status, long.body.errors[0].source]).toEqual([422, { pointer: '/alternative_text' }])
  })

  test('return 413 above the limit, with or without a length, and leave nothing', async () => {
    expect((await upload(Buffer.alloc(LIMIT), 'most.bin')).status).toBe(201)
    const over = await upload(Buffer.alloc(LIMIT + 1), 'more.bin')
    expect([over.status, over.body.errors[0].detail]).toEqual([413, expect.stringContaining(String(LIMIT))])
    expect((await upload(Buffer.alloc(LIMIT * 3), 'far-more.bin')).status).toBe(413)
    const folder = stage.app.foundation.config.TIDINGS_FILES_FOLDER ?? ''
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
    expect((await seller.get('/v2/files?page[total_method]=exact')).body.meta.results.total).toBe(1)
  })

  test('are rejected if malformed', async () => {
    const headers = { authorization: `Bearer ${seller.token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const broken = await send(`${stage.app.origin}/v2/files`, 'POST', '--x\r\ncontent-disp', headers)
    expect(broken.status).toBe(400)
    const empty = new FormData()
    empty.append('public', 'true')
    expect((await sendForm(empty)).status).toBe(422)
    expect((await upload('a', 'a.txt', { public: 'perhaps' })).body.errors[0].source).toEqual({ pointer: '/public' })
    for (const fields of [
      { file_name: '' },
      { file_name: 'a'.repeat(256) },
      { file_location: 'a' },
      { mime_type: 'a' },
    ])
      expect((await upload('a', 'a.txt', fields)).body.errors[0].source).toEqual({ pointer: `/${Object.keys(fields)}` })
    const misnamed = new FormData()
    misnamed.append('photo', new Blob(['a']), 'a.txt')
    expect((await sendForm(misnamed)).status).toBe(422)
    const two = new FormData()
    for (const name of ['a', 'b']) two.append('file', new Blob([name]), name)
    expect((await sendForm(two)).status).toBe(422)
    expect((await seller.get('/v2/files')).body.data).toEqual([])
  })
})

describe('links', () => {
  test.each([['application/json'], ['application/x+json'], ['application/vnd.api+json; charset=utf-8']])(
    'are validated for every JSON content type: %s',
    async (type) => {
      const headers = { authorization: `Bearer ${seller.token}`, 'content-type': type }
      const problemsOf = async (body: string) => {
        const response = await send(`${stage.app.origin}/v2/files`, 'POST', body, headers)
        return [response.status, response.body.errors?.[0]?.source?.pointer]
      }
      const linked = (members: object) =>
        problemsOf(JSON.stringify({ data: { file_location: 'https://a.test/', ...members } }))
      expect(await linked({ file_location: 'javascript:alert(1)' })).toEqual([422, '/data/file_location'])
      expect(await linked({ mime_type: 'text/html\r\nx: y' })).toEqual([422, '/data/mime_type'])
      expect(await linked({ public: 'yes' })).toEqual([422, '/data/public'])
      expect(await linked({ pubilc: true })).toEqual([422, '/data/pubilc'])
      for (const body of ['{}', '[]', '0', 'null', '']) expect((await problemsOf(body))[0]).toBe(422)
      expect(await linked({})).toEqual([201, undefined])
    },
  )

  test('are validated in forms as in JSON', async () => {
    const problemOf = async (fields: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ file_location: 'https://a.test/', ...fields }))
        form.append(name, value)
      const { status, body } = await sendForm(form)
      return [status, body.errors?.[0].source.pointer]
    }
    expect(await problemOf({ mime_type: 'text/html\r\nx: y' })).toEqual([422, '/mime_type'])
    expect(await problemOf({ pubilc: 'true' })).toEqual([422, '/pubilc'])
    expect(await problemOf({ mime_type: 'text/html' })).toEqual([201, undefined])
  })

  test('contain the URL of a file as JSON or a form, which is not fetched', async () => {
    const file_location = `${stage.receiver.url}pictures/larch%20lamp.jpg?size=2`
    const made = await link({ type: 'file', file_location, mime_type: 'image/jpeg', public: true })
    expect(made.body.data).not.toHaveProperty('file_name')
    expect(made.body.data).toMatchObject({
      mime_type: 'image/jpeg',
      file_size: 0,
      file_location,
      link: { href: file_location },
    })
    expect((await seller.post('/v2/files', { file_location })).status).toBe(201)
    const form = new FormData()
    form.append('file_location', file_location)
    expect((await sendForm(form)).body.data.file_location).toBe(file_location)
    const { status, headers } = await read(`${stage.app.origin}/v2/files/${made.body.data.id}/content`)
    expect([status, headers.get('location')]).toEqual([302, file_location])
    expect(stage.receiver.received).toEqual([])
  })

  test('never redirect from the server to another site without a token', async () => {
    const { body } = await link({ file_location: 'https://evil.example/log-in', public: true })
    const address = `${stage.app.origin}/files/${seller.store_id}/${body.data.id}/log-in.pdf`
    const { status, headers } = await fetch(address, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([404, null])
  })

  test.each([{}, { file_location: 'lamp.jpg' }, { file_location: 'javascript:alert(1)' }, { file_location: 7 }])(
    'return 422 without a usable URL: %j',
    async (data) => {
      const { status, body } = await link(data)
      expect(status).toBe(422)
      expect(JSON.stringify(body)).toContain('file_location')
    },
  )
})

describe('public files', () => {
  test('are readable without a token, and 304 while unchanged', async () => {
    const content = png(1, 1)
    const { body } = await upload(content, 'häuser.png', { public: 'true' })
    const { href } = body.data.link
    expect(new URL(href).pathname).toMatch(/^\/files\/.*h%C3%A4user\.png$/)
    const { status, headers, bytes } = await read(href)
    expect([status, bytes.equals(content), headers.get('cache-control')]).toEqual([200, true, 'public, max-age=86400'])
    const known = await read(href, { 'if-none-match': `"other", ${headers.get('etag')}` })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    expect((await read(href, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('are the only ones readable without a token', async () => {
    const { body } = await upload('secret', 'a.txt')
    const guessed = `${stage.app.origin}/files/${seller.store_id}/${body.data.id}/a.txt`
    expect((await read(guessed)).status).toBe(404)
    expect((await read(guessed.replace(body.data.id, 'none'))).status).toBe(404)
    expect((await fetch(body.data.link.href)).status).toBe(401)
    const { store: stranger, shopper } = await stage.tenant()
    for (const [client, status] of [
      [stranger, 404],
      [shopper, 403],
    ] as const) {
      const headers = { authorization: `Bearer ${client.token}` }
      expect((await fetch(body.data.link.href, { headers })).status).toBe(status)
    }
  })
})

describe('a file', () => {
  test('emits events when created and deleted, and deleting it deletes its bytes', async () => {
    const { body } = await upload('a', 'a.txt', { public: 'true' })
    const removed = await seller.delete(`/v2/files/${body.data.id}`)
    expect(removed.body).toEqual({ data: { type: 'file', id: body.data.id } })
    expect((await read(body.data.link.href)).status).toBe(404)
    expect(await emitted()).toMatchObject([
      { triggered_by: 'file.created', payload: body },
      { triggered_by: 'file.deleted', payload: { type: 'file', id: body.data.id } },
    ])
    const { fileStorage } = stage.app.foundation
    const key = `${seller.store_id}/${body.data.id}`
    await eventually(
      () => fileStorage.bytes.read(key),
      (stream) => {
        stream?.destroy()
        return stream === null
      },
    )
  })

  test('is immutable', async () => {
    const { body } = await upload('a', 'a.txt')
    const put = { data: { type: 'file', file_name: 'b.txt' } }
    const response = await send(`${stage.app.origin}/v2/files/${body.data.id}`, 'PUT', put, {
      authorization: `Bearer ${seller.token}`,
    })
    expect(response.status).toBe(405)
  })

  test('is listed up to an offset of 10,000', async () => {
    await upload('a', 'a.txt')
    await upload('bb', 'b.txt')
    const { body } = await seller.get('/v2/files?sort=-file_size&filter=eq(mime_type,text/plain)')
    expect(body.data.map(({ file_name }: { file_name: string }) => file_name)).toEqual(['b.txt', 'a.txt'])
    expect((await seller.get('/v2/files?page[offset]=10000')).status).toBe(200)
    expect((await seller.get('/v2/files?page[offset]=10001')).status).toBe(400)
  })
})

describe('a crash between bytes and row', () => {
  const deps = () => ({ ...stage.app.integrationDeps, fileStorage: stage.app.foundation.fileStorage })
  const owner = () => ({ organization_id: seller.organization_id, store_id: seller.store_id })

  async function spooled(text: string) {
    const bytes = async function* () {
      yield Buffer.from(text)
    }
    return deps().fileStorage.spool.take(bytes(), null)
  }

  test('leaves no row, and the bytes are removed an hour later', async () => {
    const failing = { ...deps(), record: () => Promise.reject(new Error('died')) }
    const upload = { file: await spooled('lost'), file_name: 'a', public: false, alternative_text: '' }
    await expect(createFile(failing, owner(), upload)).rejects.toThrow('died')
    expect((await seller.get('/v2/files')).body.data).toEqual([])
    const [lost] = (await pending_deletion()).filter(({ key }) => key.startsWith(seller.store_id))
    const { db, fileStorage } = deps()
    const left = await fileStorage.bytes.read(lost?.key ?? '')
    expect(left).not.toBeNull()
    left?.destroy()
    await deletePending(db, fileStorage, Date.now() + 3_700_000)
    expect(await fileStorage.bytes.read(lost?.key ?? '')).toBeNull()
    expect((await pending_deletion()).filter(({ key }) => key.startsWith(seller.store_id))).toEqual([])
  })

  test('leaves no row without bytes, even if the cleanup comes first', async () => {
    const { db, fileStorage } = deps()
    const slow = {
      ...deps(),
      fileStorage: {
        ...fileStorage,
        bytes: {
          ...fileStorage.bytes,
          async put(key: string, file: Awaited<ReturnType<typeof spooled>>) {
            await fileStorage.bytes.put(key, file)
            await deletePending(db, fileStorage, Date.now() + 3_700_000)
          },
        },
      },
    }
    const upload = { file: await spooled('late'), file_name: 'a', public: false, alternative_text: '' }
    await expect(createFile(slow, owner(), upload)).rejects.toMatchObject({ code: 'request_timeout' })
    expect((await seller.get('/v2/files')).body.data).toEqual([])
  })
})

test('a process stores its files in a bucket if the settings configure one', async () => {
  const server = await startObjectStore()
  await server.bucket('shop')
  const own = await openStage({
    env: {
      TIDINGS_FILES_BUCKET: 'shop',
      TIDINGS_FILES_ENDPOINT: server.endpoint,
      TIDINGS_FILES_ACCESS_KEY_ID: OBJECT_STORE_KEYS.accessKeyId,
      TIDINGS_FILES_SECRET_ACCESS_KEY: OBJECT_STORE_KEYS.secretAccessKey,
    },
  })
  try {
    const { store } = await own.tenant()
    const form = new FormData()
    form.append('public', 'true')
    form.append('file', new Blob(['in the bucket']), 'a.txt')
    const headers = { authorization: `Bearer ${store.token}` }
    const made = await fetch(`${own.app.origin}/v2/files`, { method: 'POST', headers, body: form })
    const { data } = (await made.json()) as { data: { link: { href: string } } }
    expect(await (await fetch(data.link.href)).text()).toBe('in the bucket')
    const folder = own.app.foundation.config.TIDINGS_FILES_FOLDER ?? ''
    expect(await readdir(folder)).toEqual(['incoming'])
  } finally {
    await own.close()
    await server.close()
  }
})

test('covers a success and a failure of every file operation', async () => {
  expect((await seller.get('/v2/files/00000000-0000-7000-8000-000000000000')).status).toBe(404)
  expect((await seller.delete('/v2/files/00000000-0000-7000-8000-000000000000')).status).toBe(404)
  const ofJson = unseen(stage.contract, ({ tag, operationId }) => tag === 'Files' && !/Content$/.test(operationId))
  expect(ofJson).toEqual([])
})
