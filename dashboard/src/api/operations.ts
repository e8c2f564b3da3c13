import type { AreaFacts, OperationFacts } from '../../scripts/describe-operations.ts'
import operations from '../generated/operations.json'

export type { AreaFacts, OperationFacts, Schema } from '../../scripts/describe-operations.ts'
export type OperationId = keyof typeof operations

const facts = operations as Record<string, OperationFacts>
const idsByAddress = new Map(Object.entries(facts).map(([id, { method, path }]) => [`${method} ${path}`, id]))

export function operationOf(id: OperationId): OperationFacts {
  return facts[id] as OperationFacts
}

/** Operation at a path template such as `/v2/orders/{order_id}`; null if unknown. */
export function operationAt(method: string, path: string): OperationId | null {
  return (idsByAddress.get(`${method} ${path}`) ?? null) as OperationId | null
}

const areas = import.meta.glob<Record<string, AreaFacts>>('../generated/areas/*.json', { import: 'default' })

/** Filters and schemas of an operation, loaded on demand. */
export async function areaFactsOf(id: OperationId): Promise<AreaFacts> {
  const load = areas[`../generated/areas/${operationOf(id).area}.json`]
  return (await load?.())?.[id] ?? {}
}
