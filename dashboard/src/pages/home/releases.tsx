import { Text } from '@mantine/core'
import type { ResponseOf } from '../../api/queries.ts'
import type { CatalogReleaseStatus } from '../../generated/schema.ts'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { RELEASE_STATUS } from '../../messages/release-states.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Status } from '../../ui/status.tsx'
import { countOf } from '../deliveries/rules/run-words.ts'
import classes from './home.module.css'

const SHOWN = 3
/** A release has up to three events. */
const READ = 12
const POLL_INTERVAL_MS = 30_000

type Event = ResponseOf<'/v2/events'>['data'][number]
type Release = {
  id: string
  attributes: { name: string; catalog_id: string }
  meta: { release_status: CatalogReleaseStatus; summary?: { products: number } }
}

/** Latest releases of all catalogs. Their events need only one request, however many catalogs there are. */
export function ReleasesSection() {
  const paths = usePaths()
  const query = useRead(
    '/v2/events',
    { params: { query: { filter: 'like(triggered_by,catalog-release.*)', 'page[limit]': READ } } },
    { every_ms: POLL_INTERVAL_MS },
  )
  return (
    <Loaded query={query} what="list of releases">
      {({ data }) => {
        const shown = latestOf(data)
        return (
          <Section
            title="Latest releases"
            description={shown.length === 0 ? 'No recent releases.' : 'The catalogs as shoppers see them.'}
            actions={<LinkTo to={paths.catalogs()}>All catalogs</LinkTo>}
            flush
          >
            {shown.map((event) => (
              <Line key={event.id} event={event} />
            ))}
          </Section>
        )
      }}
    </Loaded>
  )
}

const releaseOf = ({ payload }: Event) => (payload as { data: Release }).data

/** External producers may publish events with these keys and fewer members. */
function isRelease({ payload }: Event): boolean {
  const { data } = payload as { data?: Partial<Release> }
  return data?.attributes?.catalog_id !== undefined && (data.meta?.release_status ?? '') in RELEASE_STATUS
}

/** Latest event of each release, without deleted releases. The event of a deletion has only the id. */
function latestOf(events: readonly Event[]): Event[] {
  const last = Map.groupBy(events, ({ payload }) => {
    const { id, data } = payload as { id?: string; data?: { id?: string } }
    return data?.id ?? id
  })
  return [...last.values()]
    .flatMap(([event]) => event ?? [])
    .filter((event) => isRelease(event) && !event.triggered_by.endsWith('.deleted'))
    .slice(0, SHOWN)
}

function Line({ event }: { event: Event }) {
  const paths = usePaths()
  const { id, attributes, meta } = releaseOf(event)
  const { tone, word } = RELEASE_STATUS[meta.release_status]
  return (
    <div className={classes.order}>
      <LinkTo to={paths.release(attributes.catalog_id, id)}>{attributes.name}</LinkTo>
      <Status tone={tone}>{word}</Status>
      <Text size="sm" c="dimmed">
        {meta.summary === undefined ? '' : countOf(meta.summary.products, 'product')}
      </Text>
      <Text size="sm" c="dimmed" component="span">
        <Time at={event.meta.timestamps.created_at} />
      </Text>
    </div>
  )
}
