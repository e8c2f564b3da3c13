import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Increment if an earlier release would misread a backup. */
export const FORMAT_VERSION = 1

/** First entry of a backup, with everything known before its data. */
export const HEAD_ENTRY = 'backup.json'
/** Last entry of a backup, with the results about its data. */
export const MANIFEST_ENTRY = 'manifest.json'
export const KEY_ENTRY = 'encryption.key'

export const Head = Type.Object({
  format_version: Type.Integer(),
  tidings_version: Type.String(),
  created_at: Type.String(),
  postgresql_version: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  /** Partitions are listed as tables. */
  tables: Type.Array(
    Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), is_partition: Type.Boolean() }),
  ),
  key_ids: Type.Array(Type.String()),
})
export type Head = Static<typeof Head>
export type Table = Head['tables'][number]

export const Manifest = Type.Object({
  entries: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer(), sha256: Type.String() })),
  tables: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer() })),
  /** `last_value` is text, because it may exceed the exact range of a number. */
  sequences: Type.Array(Type.Object({ name: Type.String(), last_value: Type.String(), is_called: Type.Boolean() })),
  /** Number of uploaded files in the backup; null if they are in a bucket. */
  files: Type.Union([Type.Integer(), Type.Null()]),
})
export type Manifest = Static<typeof Manifest>

/** Returns the name of a part, numbered from 1. Parts bound the memory that a table or file needs. */
export function partName(folder: 'tables' | 'files', name: string, part: number): string {
  return `${folder}/${name}/${String(part).padStart(6, '0')}`
}

const PART = /^(tables|files)\/(.+)\/(\d{6,})$/

/** Returns the owner and number of a part; null for any other entry. */
export function ownerOfPart(entry: string): { folder: 'tables' | 'files'; name: string; number: number } | null {
  const [, folder, name, number] = PART.exec(entry) ?? []
  if ((folder !== 'tables' && folder !== 'files') || name === undefined) return null
  return { folder, name, number: Number(number) }
}

/** A backup that a newer release has written in another format. */
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
