import { LinkTo } from '../../kit/link.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { shorten } from '../../ui/shorten.ts'

/** Link with the order number, or with the id if the person may not read orders. */
export function OrderLink({ id, to }: { id: string; to: string }) {
  const enabled = whyForbidden('GetOrder', useScope()) === null
  const { data } = useRead('/v2/orders/{order_id}', { params: { path: { order_id: id } } }, { enabled })
  return <LinkTo to={to}>{data?.data.order_number ?? shorten(id, 12)}</LinkTo>
}
