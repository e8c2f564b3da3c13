import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Catalog, CatalogRelease } from '../../../generated/schema.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo, target } from '../../../kit/link.tsx'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { CatalogFrame } from './catalog-frame.tsx'
import { ReleaseStatus } from './release-status.tsx'
import { useReleases } from './use-releases.ts'

export function CatalogPage() {
  return <CatalogFrame>{(catalog) => <Releases catalog={catalog} />}</CatalogFrame>
}

function Releases({ catalog: { id } }: { catalog: Catalog }) {
  const paths = usePaths()
  const query = useReleases(id)
  return (
    <Loaded query={query} what="catalog">
      {({ data }) =>
        data.length === 0 ? (
          <NeverPublished to={paths.catalog(id, 'publish')} />
        ) : (
          <Section title="Releases" description="Newest first. Shoppers see the newest published release." flush>
            <Rows
              label="Releases"
              rows={data}
              columns={columns(paths, data.find(({ meta }) => meta.release_status === 'PUBLISHED')?.id)}
              keyOf={(release) => release.id}
            />
          </Section>
        )
      }
    </Loaded>
  )
}

const columns = (paths: Paths, seen: string | undefined): readonly RowsColumn<CatalogRelease>[] => [
  {
    header: 'Release',
    width: 'minmax(170px, 1.4fr)',
    cell: ({ id, attributes, meta }) => (
      <LinkTo to={paths.release(attributes.catalog_id, id)}>
        <Time at={meta.created_at} />
      </LinkTo>
    ),
  },
  { header: 'Status', width: '120px', cell: ({ meta }) => <ReleaseStatus status={meta.release_status} /> },
  {
    header: 'Shoppers',
    width: '120px',
    cell: ({ id }) => (id === seen ? <Status tone="ok">See this</Status> : '–'),
  },
  { header: 'Products', align: 'end', width: '90px', cell: ({ meta }) => meta.summary?.products ?? '–' },
  { header: 'Added', align: 'end', width: '80px', cell: ({ meta }) => meta.summary?.delta.created ?? '–' },
  { header: 'Changed', align: 'end', width: '80px', cell: ({ meta }) => meta.summary?.delta.updated ?? '–' },
  { header: 'Removed', align: 'end', width: '80px', cell: ({ meta }) => meta.summary?.delta.deleted ?? '–' },
]

function NeverPublished({ to }: { to: string }) {
  return (
    <Empty
      title="Not published yet"
      action={
        <Button component={Link} {...target(to)}>
          Publish
        </Button>
      }
    >
      Shoppers see this catalog only after it is published. A release is a copy of its products and prices.
    </Empty>
  )
}
