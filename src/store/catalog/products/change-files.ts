import { invalid, type Problem } from '../../../kernel/errors.ts'
import { type Collection, getOne, lockOne } from '../../kit/operations.ts'
import type { Frame } from '../../kit/resource.ts'
import { save } from '../../kit/rows.ts'
import { change, type StoreDeps } from '../../kit/work.ts'
import { products } from '../product.ts'
import { idsOf, MAX_FILES, type ProductFiles, type SentFile, tagsOf, unknownFiles, unknownImage } from './files.ts'

export type ProductRef = Collection & { product_id: string }

/** Change of a list of ids: `add` appends, `set` replaces, `remove` ignores ids that are not in the list. */
export type ListChange<Item extends { id: string } = { id: string }> = {
  how: 'add' | 'set' | 'remove'
  data: readonly Item[]
}

/** Changes the files of a product. Throws `not_found`, and `invalid` with a pointer to each unknown file. */
export function changeFiles(
  deps: StoreDeps,
  ref: ProductRef,
  { how, data }: ListChange<SentFile>,
): Promise<ProductFiles> {
  return change(deps, ref.owner, async (work) => {
    const row = (await lockOne(work, products, { id: ref.product_id })) as Frame & ProductFiles
    if (how !== 'remove') refuse(await unknownFiles(work.tx, row.owner_id, { data, pointer: '/data' }))
    const file_ids = changed(row.file_ids, { how, data })
    if (file_ids.length > MAX_FILES) refuse([tooMany])
    const file_tags = tagsOf({ file_ids, file_tags: row.file_tags }, how === 'remove' ? [] : data)
    return (await save(work, products, row, { file_ids, file_tags } as Partial<Frame>)) as Frame & ProductFiles
  })
}

/** Sets or clears the main image of a product and returns it. Throws `not_found`, and `invalid` for an unknown file. */
export function changeMainImage(deps: StoreDeps, ref: ProductRef, id: string | null): Promise<ProductFiles> {
  return change(deps, ref.owner, async (work) => {
    const row = (await lockOne(work, products, { id: ref.product_id })) as Frame & ProductFiles
    refuse(await unknownImage(work.tx, row.owner_id, { id, pointer: '/data/id' }))
    return (await save(work, products, row, { main_image_file_id: id } as Partial<Frame>)) as Frame & ProductFiles
  })
}

/** Returns the files of a product. Throws `not_found`. */
export async function readFilesOf(deps: Pick<StoreDeps, 'db'>, ref: ProductRef): Promise<ProductFiles> {
  return (await getOne(deps, products, ref, ref.product_id)) as Frame & ProductFiles
}

/** Returns the changed list, each id once. */
export function changed(before: readonly string[], { how, data }: ListChange): string[] {
  const ids = idsOf(data)
  switch (how) {
    case 'add':
      return [...new Set([...before, ...ids])]
    case 'set':
      return ids
    case 'remove':
      return before.filter((id) => !ids.includes(id))
  }
}

const tooMany: Problem = { detail: `A product has at most ${MAX_FILES} files.`, pointer: '/data' }

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid(problems)
}
