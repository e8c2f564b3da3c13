import { Nothing, Time } from '../../kit/cells/time.tsx'
import { PanelLink } from '../../kit/link.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import type { Column } from '../../kit/list/list-view.tsx'
import type { Paths } from '../../paths.ts'
import classes from './events.module.css'
import { resourceOf } from './rules/resource-of.ts'

type Event = RowOf<'/v2/events'>

type Panel = { paths: Paths; open: (event: string) => void; opened: string | null }

export const columns = ({ paths, open, opened }: Panel): readonly Column<Event>[] => [
  {
    id: 'key',
    header: 'Key',
    width: 'minmax(200px, 1.1fr)',
    cell: ({ id, triggered_by }) => (
      <PanelLink to={paths.event(id)} isOpen={id === opened} onOpen={() => open(id)} className={classes.key}>
        {triggered_by}
      </PanelLink>
    ),
  },
  {
    id: 'resource',
    header: 'Resource',
    card: true,
    width: 'minmax(0, 1.4fr)',
    cell: ({ payload }) => <ResourceText payload={payload} />,
  },
  { id: 'version', header: 'Version', align: 'end', width: '74px', cell: ({ resource_version }) => resource_version },
  {
    id: 'producer',
    header: 'Producer’s id',
    width: 'minmax(0, 0.8fr)',
    cell: ({ external_id }) =>
      external_id === null ? <Nothing /> : <span className={classes.resource}>{external_id}</span>,
  },
  {
    id: 'created',
    header: 'Time',
    sort: 'created_at',
    card: 'named',
    width: 'minmax(168px, 200px)',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
]

function ResourceText({ payload }: Pick<Event, 'payload'>) {
  const resource = resourceOf(payload)
  if (resource === null) return <Nothing />
  return (
    <span className={classes.resource} title={resource.id}>
      {resource.type} <span className={`${classes.mono} ${classes.dim}`}>{resource.id}</span>
    </span>
  )
}
