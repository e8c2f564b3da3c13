import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '../../../client/connection.ts'
import type { Item, Kind, Members } from '../../../client/transfer/kind.ts'
import { toLine } from '../../../client/transfer/line.ts'
import { itemIn, itemsWith } from '../../../client/transfer/lists.ts'

/** Files with their content in base64. Files are immutable, so different content means another file. */
export const files: Kind = {
  name: 'files',
  path: '/files',
  type: 'file',
  frame: 'flat',
  order: { key: 'file_name' },
  match: [],
  omit: ['file_size', 'link'],
  strip: (item) => ({ ...item, mime_type: isLink(item) ? item.mime_type : undefined }),
  read: async (connection, item) =>
    isLink(item) ? item : { ...item, content: await readContent(connection, item.id) },
  async write({ connection, path, content: { attributes }, isTaken }) {
    for await (const item of itemsWith(connection, path, { key: 'file_name' }, String(attributes.file_name ?? ''))) {
      if (isTaken(item.id) || !(await isSame(connection, item, attributes))) continue
      return { outcome: 'unchanged', id: item.id, fresh: false }
    }
    const { id } = itemIn(await create(connection, path, attributes))
    return { outcome: 'created', id, fresh: true }
  },
}

function isLink({ file_location }: Members): boolean {
  return file_location !== undefined
}

async function readContent(connection: Connection, id: string): Promise<string> {
  return (await connection.getBytes(`/files/${id}/content`)).toString('base64')
}

async function isSame(connection: Connection, item: Item, { content, ...attributes }: Members): Promise<boolean> {
  if (!isDeepStrictEqual(toLine(files, item).attributes, attributes)) return false
  return content === undefined || content === (await readContent(connection, item.id))
}

function create(connection: Connection, path: string, { content, ...attributes }: Members): Promise<unknown> {
  if (typeof content !== 'string') return connection.post(path, { data: attributes })
  const form = new FormData()
  const texts = Object.entries(attributes).map(([name, value]) => [name, String(value)] as const)
  for (const [name, text] of texts) form.set(name, text)
  form.set('file', new Blob([Buffer.from(content, 'base64')]), String(attributes.file_name ?? 'file'))
  return connection.postForm(path, form)
}
