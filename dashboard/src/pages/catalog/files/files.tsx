import { Button, Group, Stack } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { File } from '../../../generated/schema.ts'
import { LinkTo, target } from '../../../kit/link.tsx'
import { FilterBar } from '../../../kit/list/filter-bar.tsx'
import { type ListState, useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { AsRequest } from '../../../kit/requests/as-request-button.tsx'
import { Lines, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { CLEAR_FILTER } from '../../../messages/en.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import classes from '../products/thumbnail.module.css'
import { Thumbnail } from '../products/thumbnail.tsx'
import { QuickFilters } from '../quick-filters.tsx'
import { describeSize, describeType } from '../rules/file-words.ts'

export function FilesPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/files' })
  const toNew = paths.file('new')
  return (
    <Page
      title="Files"
      description="Pictures of products, and other files that a shop links to."
      actions={[{ name: 'Upload', key: 'n', to: toNew, operation: 'CreateFile' as const }]}
    >
      <Stack gap="md">
        <Group justify="space-between" align="flex-start">
          <Group gap="xs">
            <FilterBar
              facts={state.facts}
              filter={state.filter}
              onChange={state.setFilter}
              search={{ field: 'file_name', label: 'Find by name' }}
            />
            <QuickFilters state={state} filters={QUICK} />
          </Group>
          <AsRequest method="GET" {...state.request} />
        </Group>
        <Content state={state} toNew={toNew} />
      </Stack>
      <Outlet />
    </Page>
  )
}

const QUICK = [
  { label: 'Pictures', filter: 'like(mime_type,image/*)' },
  { label: 'Private', filter: 'eq(public,false)' },
]
const STEP = 50

function Content({ state, toNew }: { state: ListState<File>; toNew: string }) {
  const paths = usePaths()
  const { list, filter } = state
  const [limit, setLimit] = useState(STEP)
  const { show } = list
  useEffect(() => show(0, limit - STEP))
  if (list.error !== null && list.count === 0) return <ProblemView error={list.error} onRetry={list.retry} />
  if (list.is_pending) return <Lines />
  if (list.count === 0) return filter === '' ? <NoFiles to={toNew} /> : <NoMatch clear={() => state.setFilter('')} />
  const shown = Math.min(list.count, limit)
  return (
    <>
      <ul className={classes.grid} aria-label="Files">
        {Array.from({ length: shown }, (_, at) => list.rowAt(at)).map(
          (file) => file !== undefined && <Card key={file.id} file={file} to={paths.file(file.id)} />,
        )}
      </ul>
      {(shown < list.count || list.has_more) && (
        <div>
          <Button onClick={() => setLimit(limit + STEP)}>Show more</Button>
        </div>
      )}
    </>
  )
}

function Card({ file, to }: { file: File; to: string }) {
  return (
    <li className={classes.card}>
      <Thumbnail file={file} size="card" />
      <LinkTo to={to} className={classes.name ?? ''}>
        {file.file_name ?? file.id}
      </LinkTo>
      <span className={classes.note}>
        {[describeType(file.mime_type), describeSize(file.file_size), ...(file.public ? [] : ['private'])].join(' · ')}
      </span>
    </li>
  )
}

function NoFiles({ to }: { to: string }) {
  return (
    <Empty
      title="No files yet"
      action={
        <Button component={Link} {...target(to)}>
          Upload
        </Button>
      }
    >
      Pictures of products are files. They are served in the sizes that a shop requests.
    </Empty>
  )
}

function NoMatch({ clear }: { clear: () => void }) {
  return (
    <Empty title="No files match" action={<Button onClick={clear}>{CLEAR_FILTER}</Button>}>
      Try another filter.
    </Empty>
  )
}
