import { Money } from '../../kit/cells/money.tsx'
import { Nothing, Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import type { RowsColumn } from '../../ui/layout/rows.tsx'
import { shorten } from '../../ui/shorten.ts'
import { LATEST, Latest } from './latest.tsx'

const ID_LENGTH = 18

/** Carts of a customer or an account. */
export function CartsOf({ filter }: { filter: string }) {
  const paths = usePaths()
  const mayRead = whyForbidden('ListCarts', useScope()) === null
  const query = useRead(
    '/v2/carts',
    { params: { query: { filter, 'page[limit]': LATEST, sort: '-updated_at' } } },
    { enabled: mayRead },
  )
  return (
    mayRead && (
      <Latest title="Carts" query={query} columns={columns(paths)} all={paths.carts({ filter })} none="No carts." />
    )
  )
}

const columns = (paths: Paths): readonly RowsColumn<RowOf<'/v2/carts'>>[] => [
  {
    header: 'Cart',
    cell: ({ id, name }) => <LinkTo to={paths.cart(id)}>{name || shorten(id, ID_LENGTH)}</LinkTo>,
  },
  { header: 'Coupons', cell: ({ coupons }) => (coupons.length === 0 ? <Nothing /> : coupons.join(', ')) },
  { header: 'Total', align: 'end', cell: ({ meta }) => <Money {...meta.display_price.with_tax} /> },
  { header: 'Updated', align: 'end', width: '170px', cell: ({ meta }) => <Time at={meta.timestamps.updated_at} /> },
]
