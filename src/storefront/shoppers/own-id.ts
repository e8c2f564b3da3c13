import { isUuid } from '../../kernel/ids.ts'
import type { StorefrontContext } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence } from '../hypermedia/resource.ts'
import { shopperIdOf } from './sql/checkout-details.ts'

/**
 * The id of a shopper's resource in URIs. It contains the shopper's id, so that another shopper's resource is rejected
 * without a lookup.
 */
export function ownId(shopper_id: string, id: string): string {
  return encodeId(`${shopper_id}.${id}`)
}

export function findOwn<Of>(
  { caller }: Pick<StorefrontContext, 'caller'>,
  requested: string,
  find: (id: string) => Of | undefined,
): Of | Absence {
  const [, shopper_id, id = ''] = /^([0-9a-f-]{36})\.(.+)$/s.exec(decodeId(requested)) ?? []
  if (shopper_id === undefined) return 'missing'
  return shopper_id === shopperIdOf(caller).shopper_id ? (find(id) ?? 'missing') : 'forbidden'
}

/** Null if an id in a URI is the shopper's own, or `default`. Does not reveal whether another shopper exists. */
export function absenceOfShopper({ caller }: Pick<StorefrontContext, 'caller'>, requested: string): Absence | null {
  if (requested.toLowerCase() === 'default') return null
  const shopper_id = decodeId(requested)
  if (!isUuid(shopper_id)) return 'missing'
  return shopper_id === shopperIdOf(caller).shopper_id ? null : 'forbidden'
}
