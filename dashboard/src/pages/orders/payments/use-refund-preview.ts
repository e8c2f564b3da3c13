import { useQuery } from '@tanstack/react-query'
import type { RefundPreview, RefundTransactionRequest } from '../../../generated/schema.ts'
import { useScope } from '../../../kit/scope.ts'

const PATH = '/v2/orders/{order_id}/transactions/{transaction_id}/refund/preview'

type Data = NonNullable<RefundTransactionRequest['data']>

/** Amounts of a refund as computed by the API; an empty request previews a full refund. */
export function useRefundPreview(path: { order_id: string; transaction_id: string }, data: Data | null) {
  const { api, id } = useScope()
  return useQuery({
    queryKey: [PATH, id, path, data],
    queryFn: async ({ signal }) => {
      const { data: found } = await api.POST(PATH, { params: { path }, body: { data: data ?? {} }, signal })
      return found?.data as RefundPreview
    },
    enabled: data !== null,
    gcTime: 0,
  })
}
