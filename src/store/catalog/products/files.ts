import { Type } from 'typebox'
import type { Database, Transaction } from '../../../db/database.ts'
import type { Problem } from '../../../kernel/errors.ts'
import { Id } from '../../../kernel/schemas.ts'
import { type File, files } from '../../files/file.ts'
import type { Includes } from '../../kit/includes.ts'
import { type Draft, type Frame, present } from '../../kit/resource.ts'
import { lockIds, selectRowsById } from '../../kit/store.ts'

/** The files of a product. Deleting a file removes it from the product. */
export type ProductFiles = {
  owner_id: string
  main_image_file_id: string | null
  file_ids: string[]
  file_tags: FileTags
}

/** Tags of the files of one product, by file id. */
export type FileTags = Readonly<Record<string, string[]>>

export const MAX_FILES = 100

const types = Type.Optional(Type.Enum(['file', 'main_image'], { type: 'string' }))
const Identifier = Type.Object({ type: types, id: Id })
const description = 'Its first image. Null or an empty list: none.'

const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 })
const Meta = Type.Optional(
  Type.Object({ tags: Tags }, { title: 'FileTags', description: 'What the product uses the file for; for sellers.' }),
)

/** Files in a body, in the order in which the product shows them. */
export const FileList = Type.Array(Type.Object({ ...Identifier.properties, meta: Meta }, { title: 'NewTaggedFile' }), {
  maxItems: MAX_FILES,
})
export type SentFile = { id: string; meta?: { tags: string[] } }
export const MainImage = Type.Union([Identifier, Type.Null(), Type.Array(Identifier, { maxItems: 0 })], { description })
type MainImage = { id: string } | null | readonly unknown[]

export const ShownFiles = Type.Object({
  data: Type.Array(Type.Object({ type: Type.Literal('file'), id: Id, meta: Meta }, { title: 'TaggedFile' })),
})
export const ShownImage = Type.Object({
  data: Type.Union([Type.Object({ type: Type.Literal('file'), id: Id }), Type.Null()]),
})

export const fileRelationships = {
  bodies: {
    files: Type.Optional(Type.Object({ data: FileList })),
    main_image: Type.Optional(Type.Object({ data: MainImage })),
  },
  shown: { files: ShownFiles, main_image: ShownImage },
}

const identify = (id: string) => ({ type: 'file' as const, id })

export function relatedFiles({
  main_image_file_id,
  file_ids,
  file_tags = {},
}: Pick<ProductFiles, 'main_image_file_id' | 'file_ids'> & Partial<Pick<ProductFiles, 'file_tags'>>) {
  const withTags = (id: string) => ({ ...identify(id), ...(file_tags[id] && { meta: { tags: file_tags[id] } }) })
  return {
    files: { data: file_ids.map(withTags) },
    main_image: { data: main_image_file_id === null ? null : identify(main_image_file_id) },
  }
}

/** Files that `include` adds to products. */
export const fileIncludes = includesOf(() => true)
/** Same for shoppers, who see public files only. */
export const publicFileIncludes = includesOf((file) => file.public)

function includesOf(isShown: (file: File) => boolean): Includes {
  const { resource: schema } = files.schemas
  const read = async (db: Database, { owner_id, ids }: FilesOfOwner, base_url: string) => {
    const rows = await selectRowsById(db, files, owner_id, ids)
    return rows.filter(isShown).map((row) => present(files, row, base_url))
  }
  const imageOf = ({ main_image_file_id }: ProductFiles) => main_image_file_id ?? []
  const filesOf = ({ file_ids }: ProductFiles) => file_ids
  return {
    main_image: {
      member: 'main_images',
      schema,
      read: (db, rows, base_url) => read(db, filesIn(rows, imageOf), base_url),
    },
    files: { member: 'files', schema, read: (db, rows, base_url) => read(db, filesIn(rows, filesOf), base_url) },
  }
}

type FilesOfOwner = { owner_id: string; ids: string[] }

function filesIn(rows: readonly { owner_id: string }[], idsOf: (row: ProductFiles) => string | string[]): FilesOfOwner {
  const ids = rows.flatMap((row) => idsOf(row as ProductFiles))
  return { owner_id: rows[0]?.owner_id ?? '', ids: [...new Set(ids)] }
}

type SentFiles = { files?: { data: readonly SentFile[] }; main_image?: { data: MainImage } }

/** Sets the product's files from the relationships of a body. Returns the problems with new files. */
export async function setFiles(tx: Transaction, draft: Draft<Frame & ProductFiles>): Promise<Problem[]> {
  const { files: list, main_image } = (draft.sent.relationships ?? {}) as SentFiles
  const problems: Problem[] = []
  if (list !== undefined) {
    const { owner_id } = draft.after
    draft.after.file_ids = idsOf(list.data)
    draft.after.file_tags = tagsOf(draft.after, list.data)
    problems.push(...(await unknownFiles(tx, owner_id, { data: list.data, pointer: '/data/relationships/files/data' })))
  }
  return [...problems, ...(await takeMainImage(tx, draft, main_image))]
}

async function takeMainImage(
  tx: Transaction,
  { after, before }: Draft<Frame & ProductFiles>,
  sent: SentFiles['main_image'],
): Promise<Problem[]> {
  const current = before?.main_image_file_id ?? null
  const named = after.main_image_file_id
  const related = sent === undefined ? current : imageIn(sent.data)
  if (named !== current && related !== current && named !== related) return [differentImages]
  // A client that sends back what it read, with one of the two changed, means the changed one.
  const isRelated = related !== current
  after.main_image_file_id = isRelated ? related : named
  if (after.main_image_file_id === current) return []
  const pointer = isRelated ? '/data/relationships/main_image/data/id' : '/data/attributes/main_image_file_id'
  return unknownImage(tx, after.owner_id, { id: after.main_image_file_id, pointer })
}

const differentImages: Problem = {
  detail:
    'data.relationships.main_image and data.attributes.main_image_file_id name different files: send one of them only.',
  pointer: '/data/relationships/main_image/data',
}

/** Returns the tags of the product's files: the sent tags, otherwise the current ones. */
export function tagsOf(
  { file_ids, file_tags }: Pick<ProductFiles, 'file_ids' | 'file_tags'>,
  sent: readonly SentFile[],
) {
  const sent_tags = sent.flatMap(({ id, meta }) => (meta === undefined ? [] : [[id.toLowerCase(), meta.tags] as const]))
  const tags: FileTags = { ...file_tags, ...Object.fromEntries(sent_tags) }
  return Object.fromEntries(file_ids.flatMap((id) => (tags[id] === undefined ? [] : [[id, tags[id]]])))
}

export function idsOf(data: readonly { id: string }[]): string[] {
  return [...new Set(data.map(({ id }) => id.toLowerCase()))]
}

/** Returns the id of a main image in a body; null if empty. */
export function imageIn(data: MainImage): string | null {
  return data !== null && 'id' in data ? data.id.toLowerCase() : null
}

type SentList = { data: readonly { id: string }[]; pointer: string }

/** Locks files against deletion. Returns a problem for each unknown id. */
export async function unknownFiles(tx: Transaction, owner_id: string, { data, pointer }: SentList): Promise<Problem[]> {
  const known = await lockIds(tx, 'files', owner_id, idsOf(data))
  return data.flatMap(({ id }, index) => (known.has(id.toLowerCase()) ? [] : unknown(`${pointer}/${index}/id`)))
}

/** Same for one image; null is no problem. */
export async function unknownImage(
  tx: Transaction,
  owner_id: string,
  { id, pointer }: { id: string | null; pointer: string },
): Promise<Problem[]> {
  if (id === null || (await lockIds(tx, 'files', owner_id, [id])).has(id)) return []
  return [unknown(pointer)]
}

function unknown(pointer: string): Problem {
  return { detail: `${pointer.slice(1).replaceAll('/', '.')} must be the id of a file of the store.`, pointer }
}
