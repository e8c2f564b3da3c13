import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { LinkTo, target } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { HIERARCHIES_ABOUT } from '../../../messages/en.ts'
import { Empty } from '../../../ui/layout/empty.tsx'

export function HierarchiesPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/hierarchies' })
  const toNew = paths.hierarchy('new')
  return (
    <Page
      title="Hierarchies"
      description={HIERARCHIES_ABOUT}
      actions={[{ name: 'New hierarchy', key: 'n', to: toNew, operation: 'CreateHierarchy' as const }]}
    >
      <ListBlock
        label="hierarchies"
        state={state}
        columns={[
          {
            id: 'name',
            header: 'Name',
            sort: 'name',
            cell: ({ id, attributes }) => <LinkTo to={paths.hierarchy(id)}>{attributes.name}</LinkTo>,
          },
          {
            id: 'description',
            header: 'Description',
            card: true,
            width: 'minmax(0, 2fr)',
            cell: ({ attributes }) => attributes.description,
          },
          { id: 'slug', header: 'Slug', sort: 'slug', cell: ({ attributes }) => attributes.slug },
        ]}
        rowTo={({ id }) => paths.hierarchy(id)}
        search={{ field: 'name', label: 'Find by name' }}
        empty={
          <Empty
            title="No hierarchies yet"
            action={
              <Button component={Link} {...target(toNew)}>
                New hierarchy
              </Button>
            }
          >
            A catalog consists of hierarchies. Shoppers find products in their nodes.
          </Empty>
        }
      />
      <Outlet />
    </Page>
  )
}
