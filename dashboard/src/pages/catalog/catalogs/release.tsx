import { Stack } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import type { CatalogRelease, CatalogReleaseChange } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { QuickFilters } from '../quick-filters.tsx'
import { ChangeWord } from './change-word.tsx'
import { isInProgress, ReleaseStatus } from './release-status.tsx'

const POLL_INTERVAL_MS = 1_000
const PATH = '/v2/catalogs/{catalog_id}/releases/{catalog_release_id}'

export function ReleasePage() {
  const paths = usePaths()
  const path = { catalog_id: useParam('catalog'), catalog_release_id: useParam('release') }
  const known = useRead(PATH, { params: { path } })
  const isMoving = isInProgress(known.data?.data.meta.release_status)
  const query = useRead(PATH, { params: { path } }, isMoving ? { every_ms: POLL_INTERVAL_MS } : {})
  const release = query.data?.data
  const remove = {
    name: 'Delete',
    danger: true,
    to: paths.release(path.catalog_id, path.catalog_release_id, 'delete'),
    operation: 'DeleteCatalogRelease' as const,
    disabledReason: isMoving ? 'It is being published.' : null,
  }
  return (
    <Page
      title="Release"
      beside={release !== undefined && <ReleaseStatus status={release.meta.release_status} emphasis />}
      request={{ path: PATH, params: path }}
      crumbs={[
        { label: 'Catalogs', to: paths.catalogs() },
        { label: release?.attributes.name ?? 'Catalog', to: paths.catalog(path.catalog_id) },
      ]}
      actions={[remove]}
    >
      <Loaded query={query} what="release">
        {({ data }) => (
          <Stack gap="md">
            <Facts release={data} />
            {data.meta.release_status === 'PUBLISHED' && <Changes path={path} />}
          </Stack>
        )}
      </Loaded>
      <Outlet />
    </Page>
  )
}

function Facts({ release: { attributes, meta } }: { release: CatalogRelease }) {
  const counts = meta.summary
  return (
    <Section title="Summary">
      <div role="status">{isInProgress(meta.release_status) && 'It is being published. This page updates itself.'}</div>
      <KeyValue
        items={[
          { label: 'Requested', value: <Time at={meta.created_at} /> },
          { label: 'Published', value: meta.finished_at === null ? null : <Time at={meta.finished_at} /> },
          { label: 'Hierarchies', value: attributes.hierarchies.map(({ label }) => label).join(', ') },
          {
            label: 'Content',
            value:
              counts && `${counts.products} products in ${counts.nodes} nodes of ${counts.hierarchies} hierarchies`,
          },
          ...(meta.release_message === null ? [] : [{ label: 'Message', value: meta.release_message }]),
        ]}
      />
    </Section>
  )
}

const QUICK = [
  { label: 'Added', filter: 'eq(change,created)' },
  { label: 'Changed', filter: 'eq(change,updated)' },
  { label: 'Removed', filter: 'eq(change,deleted)' },
]

function Changes({ path }: { path: { catalog_id: string; catalog_release_id: string } }) {
  const paths = usePaths()
  const state = useList({ path: `${PATH}/delta`, params: path })
  return (
    <Section title="Changes" description="Compared with the previous release.">
      <ListBlock
        label="changes"
        state={state}
        columns={columns(paths)}
        search={{ field: 'label', label: 'Find by SKU or name' }}
        beside={<QuickFilters state={state} filters={QUICK} />}
        empty={<Empty title="Nothing changed">This release is identical to the previous one.</Empty>}
      />
    </Section>
  )
}

const columns = (paths: Paths): readonly Column<CatalogReleaseChange>[] => [
  {
    id: 'label',
    header: 'What',
    width: 'minmax(0, 2fr)',
    cell: ({ type, id, attributes }) =>
      type === 'product' ? <LinkTo to={paths.product(id)}>{attributes.label}</LinkTo> : attributes.label,
  },
  { id: 'type', header: 'Kind', card: 'named', width: '110px', cell: ({ type }) => type },
  {
    id: 'change',
    header: 'Change',
    card: true,
    width: '120px',
    cell: ({ attributes }) => <ChangeWord change={attributes.change} />,
  },
]
