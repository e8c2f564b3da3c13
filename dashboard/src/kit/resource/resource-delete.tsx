import { List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type OperationId, operationAt } from '../../api/operations.ts'
import { Problem } from '../../api/problem.ts'
import { send } from '../../api/send.ts'
import { CANNOT_BE_UNDONE } from '../../messages/en.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAllParams } from '../address-state.ts'
import { LinkTo, target, useGoTo } from '../link.tsx'
import { readList } from '../list/list-query.ts'
import { useInvalidate } from '../requests/use-read.ts'
import { useScope, whyForbidden } from '../scope.ts'
import { RequestId } from '../states.tsx'
import { usePaths } from '../use-paths.ts'
import { type AnyResource, addressOf, type Dependent, keyOf, type Row, titleOf } from './resource.ts'
import { useRow } from './row.ts'

/** Delete confirmation with its own address. */
export function ResourceDelete({ resource }: { resource: AnyResource }) {
  const params = useAllParams()
  const { data } = useRow(resource, params)
  const operation = operationAt('delete', resource.one)
  if (data === undefined || operation === null) return null
  return <Question resource={resource} row={data.data} operation={operation} />
}

type QuestionProps = { resource: AnyResource; row: Row; operation: OperationId }

/** Lists what refers to the resource and what is deleted with it. */
function Question({ resource, row, operation }: QuestionProps) {
  const { label, dependents = [] } = resource
  const paths = usePaths()
  const goTo = useGoTo()
  const params = useAllParams()
  const forbidden = whyForbidden(operation, useScope())
  const { remove, error, isForced, busy } = useRemove(resource)
  const counts = useCounts(dependents, row)
  const lost = counts.filter(({ isDeleted }) => isDeleted)
  const total = lost.reduce((sum, { count }) => sum + count, 0)
  const title = titleOf(resource, row)
  return (
    <ConfirmDialog
      opened
      onClose={() => goTo(paths.resource(addressOf(resource, params), keyOf(resource, row)))}
      title={`Delete the ${label.one} “${title}”?`}
      confirmLabel={isForced ? 'Delete anyway' : `Delete ${label.one}`}
      onConfirm={() => forbidden === null && void remove()}
      busy={busy}
      irreversible={CANNOT_BE_UNDONE}
      {...(total > CONFIRM_ABOVE ? { typeToConfirm: title } : {})}
      {...(error === null && forbidden === null ? {} : { error: forbidden ?? (error && <Refusal error={error} />) })}
    >
      <Dependents counts={counts} loses={resource.loses} />
    </ConfirmDialog>
  )
}

/** Above this number of dependents, the name must be typed to confirm. */
const CONFIRM_ABOVE = 100

function useRemove(resource: AnyResource) {
  const { api } = useScope()
  const params = useAllParams()
  const paths = usePaths()
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const isForced = error instanceof Problem && error.canBeForced
  const remove = async () => {
    setBusy(true)
    setError(null)
    try {
      await send(api, 'delete', resource.one, {
        params: { path: params, ...(isForced && { query: { force: true } }) },
      })
      notifications.show({ message: `Deleted the ${resource.label.one}.` })
      // Back must not lead to the deleted resource, and its unsaved changes no longer matter.
      await navigate({ ...target(paths.resource(addressOf(resource, params))), replace: true, ignoreBlocker: true })
      await invalidate(resource.list)
    } catch (thrown) {
      setError(thrown as Error)
    } finally {
      setBusy(false)
    }
  }
  return { remove, error, isForced, busy }
}

type Counted = Dependent & { count: number; to: string }

/** Dependents with a count above zero. */
function useCounts(dependents: readonly Dependent[], row: Row): Counted[] {
  const { api, id } = useScope()
  const params = useAllParams()
  const paths = usePaths()
  const filterOf = ({ field }: Dependent) => (field === undefined ? undefined : `eq(${field},${row.id})`)
  const results = useQueries({
    queries: dependents.map((dependent) => ({
      queryKey: [dependent.counted, 'count', id, params, row.id],
      queryFn: async () => {
        const query = { filter: filterOf(dependent), 'page[limit]': 1 }
        const { meta } = await readList(api, dependent.counted, { params: { path: params, query } })
        return meta?.results?.total ?? 0
      },
    })),
  })
  return dependents.flatMap((dependent, at) => {
    const count = results[at]?.data ?? 0
    const filter = filterOf(dependent)
    const list = paths.resource(addressOf(dependent, params))
    return count === 0 ? [] : [{ ...dependent, count, to: filter === undefined ? list : `${list}?filter=${filter}` }]
  })
}

function Dependents({ counts, loses }: { counts: readonly Counted[]; loses: string | undefined }) {
  const refusing = counts.filter(({ isDeleted }) => !isDeleted)
  const lost = counts.filter(({ isDeleted }) => isDeleted)
  return (
    <>
      {refusing.length > 0 && <Referrers intro="It is used by:" counts={refusing} />}
      {lost.length > 0 && <Referrers intro="Deleted with it:" counts={lost} />}
      {loses ?? (counts.length === 0 && 'It can no longer be read.')}
    </>
  )
}

/** Padding for an easy touch target. */
const TARGET = { display: 'inline-block', paddingBlock: 3 }

function Referrers({ intro, counts }: { intro: string; counts: readonly Counted[] }) {
  return (
    <>
      <Text size="sm">{intro}</Text>
      <List size="sm" mt={4}>
        {counts.map(({ count, label, to }) => (
          <List.Item key={to}>
            <LinkTo to={to} style={TARGET}>
              {count.toLocaleString('en-US')} {count === 1 ? label.one : label.many}
            </LinkTo>
          </List.Item>
        ))}
      </List>
    </>
  )
}

function Refusal({ error }: { error: Error }) {
  return (
    <>
      <Text size="sm">{error.message}</Text>
      {error instanceof Problem && error.requestId !== null && <RequestId id={error.requestId} />}
    </>
  )
}
