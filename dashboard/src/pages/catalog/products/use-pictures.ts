import { useChange } from '../../../kit/requests/use-change.ts'

/** Absent members stay unchanged. */
export type PictureChange = { files?: readonly string[]; main?: string | null }

/** Changes the order of a product's pictures and its main image. */
export function usePictures(product_id: string) {
  const path = { product_id }
  return useChange<PictureChange>({
    stale: ['/v2/products'],
    run: async (api, { files, main }) => {
      if (files !== undefined) {
        const data = files.map((id) => ({ type: 'file' as const, id }))
        await api.PUT('/v2/products/{product_id}/relationships/files', { params: { path }, body: { data } })
      }
      if (main !== undefined) {
        const data = main === null ? null : { type: 'file' as const, id: main }
        await api.PUT('/v2/products/{product_id}/relationships/main_image', { params: { path }, body: { data } })
      }
      return {}
    },
  })
}
