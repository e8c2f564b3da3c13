import { createReadStream } from 'node:fs'
import { AppError } from '../../../kernel/errors.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { catalogs } from '../../../store/catalog/catalog.ts'
import { products } from '../../../store/catalog/product.ts'
import { createRelease } from '../../../store/catalog/releases/publish.ts'
import { type FileDeps, insertUploads, type StoredUploads, storeUploads } from '../../../store/files/create.ts'
import type { Frame } from '../../../store/kit/resource.ts'
import { save } from '../../../store/kit/rows.ts'
import { lockRow } from '../../../store/kit/store.ts'
import type { Work } from '../../../store/kit/work.ts'
import type { Tenant } from '../tenant.ts'
import { find } from './ensure.ts'
import { CATALOG_NAME, demoProducts, type ProductOfShop, pictureName } from './load-catalog.ts'
import { selectSkusWithoutImage } from './store.ts'

type PictureDeps = Pick<FileDeps, 'db' | 'fileStorage' | 'clock'>

/**
 * Stores the pictures of the products. Their rows are inserted in the transaction of this part, which precedes the
 * catalog, so that new products get them on creation. In a store with existing products, those without an image get it,
 * and the catalog is published again. Throws `unavailable` if the files cannot be stored.
 */
export async function preparePictures(deps: PictureDeps, tenant: Tenant): Promise<(work: Work) => Promise<void>> {
  const stored = await storePictures(deps, tenant).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('unavailable', [{ detail: `The files cannot be stored: ${reason}` }])
  })
  return async (work) => {
    const inserted = await insertUploads(work, stored)
    const pictures = new Map(inserted.map(({ file_name, id }) => [file_name, id]))
    const owner_id = ownerId(work.owner)
    const plain = new Set(await selectSkusWithoutImage(work.tx, owner_id))
    const changed = demoProducts().filter(({ sku }) => plain.has(sku))
    for (const product of changed) await showPicture(work, product, pictures.get(pictureName(product)) ?? null)
    const catalog = changed.length === 0 ? undefined : await find(work, catalogs, { name: CATALOG_NAME })
    if (catalog !== undefined) await createRelease(work, { catalog_id: catalog.id, export_full_delta: false })
  }
}

async function storePictures({ fileStorage, ...deps }: PictureDeps, tenant: Tenant): Promise<StoredUploads> {
  const spooling = demoProducts().map(async (product) => {
    const file = await fileStorage.spool.take(createReadStream(pictureOf(product)), null)
    return {
      file,
      file_name: pictureName(product),
      public: true,
      alternative_text: `${product.name}, drawn`,
      ...DETAILS,
    }
  })
  try {
    return await storeUploads({ ...deps, fileStorage }, tenant, await Promise.all(spooling))
  } finally {
    for (const upload of await Promise.allSettled(spooling))
      if (upload.status === 'fulfilled') await fileStorage.spool.discard(upload.value.file)
  }
}

const DETAILS = { mime_type: 'image/svg+xml', width: 800, height: 800 }

export function pictureOf({ sku }: ProductOfShop): URL {
  return new URL(`pictures/${sku}.svg`, import.meta.url)
}

/** Matches the slug too, because a product with another slug is another product by now. */
async function showPicture(work: Work, { sku, slug }: ProductOfShop, main_image_file_id: string | null): Promise<void> {
  const row = await lockRow(work.tx, products, { owner_id: ownerId(work.owner), sku, slug })
  if (row !== undefined) await save(work, products, row, { main_image_file_id } as Partial<Frame>)
}
