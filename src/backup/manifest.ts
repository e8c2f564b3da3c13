import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Raised when a reader of an earlier release would misread a backup. */
export const FORMAT_VERSION = 1

/** The first entry of a backup: what is known before its data are. */
export const HEAD_ENTRY = 'backup.json'
/** The last entry: what its data have turned out to be. */
export const MANIFEST_ENTRY = 'manifest.json'
export const KEY_ENTRY = 'encryption.key'

export const Head = Type.Object({
  format_version: Type.Integer(),
  tidings_version: Type.String(),
  created_at: Type.String(),
  postgresql_version: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  /** Partitions are tables of their own. */
  tables: Type.Array(
    Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), is_partition: Type.Boolean() }),
  ),
  /** The ids of the keys that secrets in the database are encrypted with. */
  key_ids: Type.Array(Type.String()),
})
export type Head = Static<typeof Head>
export type Table = Head['tables'][number]

export const Manifest = Type.Object({
  entries: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer(), sha256: Type.String() })),
  tables: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer() })),
  /** `last_value` as text: it may exceed what a number holds exactly. */
  sequences: Type.Array(Type.Object({ name: Type.String(), last_value: Type.String(), is_called: Type.Boolean() })),
  /** Uploaded files whose content is in the backup; null when they are in a bucket. */
  files: Type.Union([Type.Integer(), Type.Null()]),
})
export type Manifest = Static<typeof Manifest>

/** The parts of a table or a file are numbered from 1, so that memory holds one of them at a time. */
export function partName(folder: 'tables' | 'files', name: string, part: number): string {
  return `${folder}/${name}/${String(part).padStart(6, '0')}`
}

const PART = /^(tables|files)\/(.+)\/(\d{6,})$/

/** What a part belongs to, and its number; null for any other entry. */
export function ownerOfPart(entry: string): { folder: 'tables' | 'files'; name: string; number: number } | null {
  const [, folder, name, number] = PART.exec(entry) ?? []
  if ((folder !== 'tables' && folder !== 'files') || name === undefined) return null
  return { folder, name, number: Number(number) }
}

/** A backup that a newer release has written in another form. */
export class NewerFormat extends Error {}

export function parseHead(text: string): Head {
  const head: unknown = JSON.parse(text)
  const version = typeof head === 'object' && head !== null && 'format_version' in head ? head.format_version : null
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw new NewerFormat(
      `The backup has format ${version}, and this release reads ${FORMAT_VERSION}: use a newer release.`,
    )
  return Value.Parse(Head, head)
}

export function parseManifest(text: string): Manifest {
  return Value.Parse(Manifest, JSON.parse(text))
}
