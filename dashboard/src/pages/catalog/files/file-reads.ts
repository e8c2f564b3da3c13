import { useQueries } from '@tanstack/react-query'
import { getOptions } from '../../../api/queries.ts'
import type { File } from '../../../generated/schema.ts'
import { printFilter } from '../../../kit/filter.ts'
import type { Picker } from '../../../kit/form/field.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { type Scope, useScope, whyForbidden } from '../../../kit/scope.ts'
import { inFilter } from '../products/product-reads.ts'

const FILES = '/v2/files'
const PAGE_SIZE = 100

export function useFilesOf(blocks: readonly string[][]): ReadonlyMap<string, File> {
  const scope = useScope()
  const enabled = whyForbidden('ListFiles', scope) === null
  return useQueries({
    queries: blocks
      .filter((ids) => ids.length > 0)
      .map((ids) => ({
        ...getOptions(scope, FILES, { params: { query: { filter: inFilter('id', ids), 'page[limit]': PAGE_SIZE } } }),
        enabled,
      })),
    combine: (results) => new Map(results.flatMap(({ data }) => data?.data ?? []).map((one) => [one.id, one] as const)),
  })
}

/** Products with the file as main image. The API cannot search their other pictures. */
export function useUsersOf(file_id: string) {
  const filter = printFilter({ conditions: [{ field: 'main_image_file_id', operator: 'eq', values: [file_id] }] })
  return useRead('/v2/products', { params: { query: { filter, 'page[limit]': 10 } } })
}

export function filePicker({ api, id }: Scope): Picker {
  const label = (file: File) => file.file_name ?? file.id
  return {
    name: `${id} files`,
    search: async (text) => {
      const conditions = [{ field: 'file_name', operator: 'ilike', values: [`*${text.trim()}*`] }]
      const filter = text.trim() === '' ? {} : { filter: printFilter({ conditions }) }
      const { data } = await api.GET(FILES, {
        params: { query: { 'page[limit]': 20, sort: '-created_at', ...filter } },
      })
      return (data?.data ?? []).map((file) => ({ value: file.id, label: label(file) }))
    },
    label: async (file_id) => {
      const found = await api.GET('/v2/files/{file_id}', { params: { path: { file_id } } }).catch(() => null)
      return found?.data === undefined ? null : label(found.data.data)
    },
  }
}
