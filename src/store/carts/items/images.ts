import type { Database } from '../../../db/database.ts'
import { releaseFiles } from '../../catalog/products/release-files.ts'
import type { Offer } from '../../catalog/sql/offers.ts'
import type { CatalogView } from '../../catalog/sql/view.ts'
import { contentAddress, type File } from '../../files/file.ts'

/** Main images of offered products by file id. Takes no statement if all are cached. */
export async function imagesOf(
  db: Database,
  { release, file_revision }: CatalogView,
  offers: readonly Offer[],
): Promise<ReadonlyMap<string, File>> {
  const ids = offers.flatMap(({ image_file_id }) => image_file_id ?? [])
  return release === null || ids.length === 0 ? new Map() : releaseFiles(db, release, file_revision, ids)
}

/** Returns empty texts if there is no public image. */
export function presentImage(file: File | undefined, base_url: string) {
  if (file === undefined || !file.public) return { href: '', mime_type: '', file_name: '' }
  const { mime_type, file_name } = file
  return { href: contentAddress(file, base_url), mime_type, file_name }
}
