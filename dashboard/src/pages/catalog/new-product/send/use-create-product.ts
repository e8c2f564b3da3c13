import { useRef, useState } from 'react'
import { Problem } from '../../../../api/problem.ts'
import { useIdempotencyKey } from '../../../../kit/requests/idempotency-key.ts'
import { useInvalidate } from '../../../../kit/requests/use-read.ts'
import { useUpload } from '../../../../kit/requests/use-upload.ts'
import { useScope } from '../../../../kit/scope.ts'
import type { FieldErrors } from '../../rules/product-draft.ts'
import type { Step } from '../../rules/product-steps.ts'
import { Made } from './made.ts'
import { runStep, TakenSkus } from './run-steps.ts'

/** Steps of the latest try. Those before `at` are done; with an error, the one at `at` failed. */
export type Try = { steps: readonly Step[]; at: number; error: Error | null }

/** Sends the steps of a draft in order. After a failure another try goes on where it failed, and sends what was changed. */
export function useCreateProduct() {
  const { api } = useScope()
  const upload = useUpload()
  const invalidate = useInvalidate()
  const idempotencyKey = useIdempotencyKey()
  const [made] = useState(() => new Made())
  const sent = useRef(new Map<Step['do'], string>())
  const [latest, setLatest] = useState<Try | null>(null)
  const isBusy = latest !== null && latest.error === null

  /** Returns the id of the product; null after a failure. */
  const create = async (steps: readonly Step[]): Promise<string | null> => {
    let mustSend = false
    for (const [at, step] of steps.entries()) {
      setLatest({ steps, at, error: null })
      const content = JSON.stringify(step)
      // Later steps depend on a changed one.
      mustSend ||= sent.current.get(step.do) !== content
      if (!mustSend) continue
      try {
        await runStep(step, { api, upload: (one) => upload(one, () => undefined), idempotencyKey, made })
        sent.current.set(step.do, content)
      } catch (error) {
        setLatest({ steps, at, error: error as Error })
        await invalidate(...STALE)
        return null
      }
    }
    await invalidate(...STALE)
    return made.id('product')
  }
  return { create, latest, isBusy, hasProduct: made.ids.has('product') }
}

const STALE = [
  '/v2/catalogs',
  '/v2/products',
  '/v2/pricebooks',
  '/v2/inventories',
  '/v2/files',
  '/v2/variations',
  '/v2/hierarchies',
]

/** Fields that an error of the API is about. */
export function fieldsOf(error: Error | null, skuOf: ReadonlyMap<string, string>): FieldErrors {
  if (error instanceof TakenSkus)
    return new Map(error.skus.map((sku) => [skuOf.get(sku) ?? 'sku', 'Another product has this SKU.']))
  if (!(error instanceof Problem)) return new Map()
  return new Map(
    ['sku', 'name', 'slug', 'description', 'weight', 'tags'].flatMap((name) => {
      const [sentence] = error.at(`/data/attributes/${name}`)
      return sentence === undefined ? [] : [[name, sentence] as const]
    }),
  )
}
