import { LinkTo } from '../../kit/link.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { shorten } from '../../ui/shorten.ts'

/** By its number, where the person may read orders. */
export function OrderLink({ id, to }: { id: string; to: string }) {
  const enabled = whyForbidden('GetOrder', useScope()) === null
  const { data } = useRead('/v2/orders/{order_id}', { params: { path: { order_id: id } } }, { enabled })
  return <LinkTo to={to}>{data?.data.order_number ?? shorten(id, 12)}</LinkTo>
}
