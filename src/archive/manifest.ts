import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Increment if an earlier release would misread an archive. */
const FORMAT_VERSION = 1

/** A gzip file of JSON lines, one per row, sorted by id. */
const Part = Type.Object({
  key: Type.String(),
  rows: Type.Integer(),
  bytes: Type.Integer(),
  sha256: Type.String(),
})
export type ArchivePart = Static<typeof Part>
export const Parts = Type.Array(Part)

const Manifest = Type.Object({
  format_version: Type.Literal(FORMAT_VERSION),
  archive_id: Type.String(),
  partition: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Integer(),
  parts: Parts,
})
/** Written last, so that an archive with a manifest is complete. */
export type Manifest = Omit<Static<typeof Manifest>, 'format_version'>

export function manifestKey(partition: string): string {
  return `${partition}/manifest.json`
}

/** Returns the key of a part, numbered from 1. */
export function partKey(partition: string, part: number): string {
  return `${partition}/${String(part).padStart(6, '0')}.jsonl.gz`
}

export function writeManifest(manifest: Manifest): Buffer {
  return Buffer.from(`${JSON.stringify({ format_version: FORMAT_VERSION, ...manifest }, null, 1)}\n`)
}

export function parseManifest(text: string): Manifest {
  const found: unknown = JSON.parse(text)
  const version = typeof found === 'object' && found !== null && 'format_version' in found ? found.format_version : null
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw new Error(`The archive has format ${version}, and this release reads ${FORMAT_VERSION}: use a newer release.`)
  return Value.Parse(Manifest, found)
}
