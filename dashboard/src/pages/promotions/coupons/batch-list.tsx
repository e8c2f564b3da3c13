import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import type { RowOf } from '../../../kit/list/list-query.ts'
import { type Column, ListView } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { batchName, limitOf } from '../rules/words.ts'
import { DownloadCodes } from './download-codes.tsx'

type Batch = RowOf<'/v2/promotions/{promotion_id}/coupon-batches'>

/** Batches of codes; hidden if there are none. */
export function BatchList({ promotion_id }: { promotion_id: string }) {
  const paths = usePaths()
  const path = '/v2/promotions/{promotion_id}/coupon-batches'
  const { list, sort, setSort } = useList({ path, params: { promotion_id }, prefix: 'batches_' })
  if (list.count === 0 && list.error === null) return null
  return (
    <Section title="Batches">
      <ListView
        label="batches"
        list={list}
        columns={columns(paths, promotion_id)}
        sort={sort}
        onSort={setSort}
        rowTo={({ id }) => paths.couponBatch(promotion_id, id)}
        empty={null}
      />
    </Section>
  )
}

const columns = (paths: Paths, promotion_id: string): readonly Column<Batch>[] => [
  {
    id: 'name',
    header: 'Batch',
    cell: (batch) => <LinkTo to={paths.couponBatch(promotion_id, batch.id)}>{batchName(batch)}</LinkTo>,
  },
  {
    id: 'uses',
    header: 'Uses of each',
    align: 'end',
    width: '130px',
    card: true,
    cell: ({ max_uses }) => limitOf(max_uses),
  },
  { id: 'made', header: 'Created', width: '190px', cell: ({ meta }) => <Time at={meta.timestamps.created_at} /> },
  {
    id: 'download',
    header: 'Codes',
    width: '200px',
    card: true,
    cell: (batch) => <DownloadCodes promotion_id={promotion_id} batch={batch} size="xs" />,
  },
]
