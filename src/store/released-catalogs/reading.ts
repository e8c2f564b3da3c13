import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Listed } from '../../db/list.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { ownerId } from '../../kernel/owner.ts'
import { currencyFor } from '../catalog/shopper.ts'
import type { ReleaseRef } from '../catalog/sql/choose.ts'
import { findMoneyFormats } from '../currencies/sql/money-format.ts'
import { files } from '../files/file.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { selectRowsById } from '../kit/store.ts'
import { readSettings } from '../settings/read.ts'
import { categoriesFor } from './categories.ts'
import { fileIdsOf } from './released-product.ts'
import type { Context, Released, ReleasedRow } from './released-resource.ts'
import { selectReleasedPage, selectReleasedRows, type Within } from './sql/read.ts'

/** Reads a release for one request. */
export type Reading = {
  ref: ReleaseRef
  /** Language (BCP 47) of the release's untranslated texts; absent if texts are not translated for the reader. */
  language?: string
  page_length(): Promise<number>
  /** Throws `not_found` for the hierarchy or node. */
  list(released: Released, within: Within, request: ListRequest): Promise<Listed<ReleasedRow>>
  /** Throws `not_found`. */
  get(released: Released, id: string): Promise<ReleasedRow>
  /** Returns the context that presents these products. */
  context(rows: readonly ReleasedRow[]): Promise<Context>
  /** Present if the response can be revalidated by its ETag. */
  validators?: { etag: string; cache_control: string }
}

/** Sellers read stored values, also of unpublished releases, with published prices. */
export function readForSeller(deps: RouteDeps, { caller, headers }: FastifyRequest, ref: ReleaseRef): Reading {
  const { db } = deps
  return {
    ref,
    page_length: () => deps.pageLength(caller),
    list: (released, within, request) => selectReleasedPage(db, released, ref, { within, one_of_each: false, request }),
    async get(released, id) {
      const read = async (of: Released) => (await selectReleasedRows(db, of, ref, [id]))[0]
      const row = (await read(released)) ?? (released.unlisted && (await read(released.unlisted)))
      if (row === undefined) throw notFound(released.type)
      return row
    },
    async context(rows) {
      const currency = await currencyFor(deps, caller, headers)
      const formats = currency === null ? null : await findMoneyFormats(db, ownerId(caller), [currency])
      const prices_include_tax = await includesTax(db, caller.store_id)
      const existing = await selectRowsById(db, files, ref.owner_id, rows.flatMap(fileIdsOf))
      return {
        currency,
        format: formats?.get(currency ?? '') ?? null,
        catalog_id: ref.catalog_id,
        now: deps.clock(),
        prices_include_tax,
        files: new Set(existing.map(({ id }) => id)),
        categories: await categoriesFor(db, ref, rows),
      }
    },
  }
}

/** Organizations have no settings, so their prices exclude tax unless they specify otherwise. */
async function includesTax(db: Database, store_id: string | null): Promise<boolean> {
  return store_id !== null && (await readSettings(db, store_id)).prices_include_tax
}
