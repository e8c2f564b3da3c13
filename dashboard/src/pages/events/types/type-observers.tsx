import { Text } from '@mantine/core'
import { LinkTo } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { covers } from '../../integrations/rules/event-choice.ts'
import classes from '../events.module.css'

const MAX_OBSERVERS = 100

/** Integrations that observe a type, with the matching key or pattern. */
export function TypeObservers({ type }: { type: string }) {
  const forbidden = whyForbidden('ListIntegrations', useScope())
  const query = useRead(
    '/v2/integrations',
    { params: { query: { 'page[limit]': MAX_OBSERVERS } } },
    { enabled: forbidden === null },
  )
  return (
    <Section title="Who observes it" description="Integrations that get events with this key." flush>
      {forbidden !== null ? (
        <Text size="sm" className={classes.pad}>
          {forbidden}
        </Text>
      ) : (
        <Loaded query={query} what="list of integrations">
          {({ data, meta }) => <Observers type={type} integrations={data} total={meta.results.total} />}
        </Loaded>
      )}
    </Section>
  )
}

type Integration = { id: string; name: string; enabled: boolean; observes: readonly string[] }

type ObserversProps = { type: string; integrations: readonly Integration[]; total: number }

function Observers({ type, integrations, total }: ObserversProps) {
  const paths = usePaths()
  const observers = integrations.filter(({ observes }) => observes.some((text) => covers(text, type)))
  return (
    <>
      {observers.length === 0 ? (
        <Text size="sm" className={classes.pad}>
          No integration observes it: its events are stored, but not delivered.
        </Text>
      ) : (
        <Rows
          label="Integrations that observe it"
          rows={observers}
          keyOf={({ id }) => id}
          columns={[
            { header: 'Integration', cell: ({ id, name }) => <LinkTo to={paths.integration(id)}>{name}</LinkTo> },
            {
              header: 'Status',
              width: '130px',
              cell: ({ enabled }) => <Status tone={enabled ? 'ok' : 'off'}>{enabled ? 'Enabled' : 'Disabled'}</Status>,
            },
            {
              header: 'By',
              cell: ({ observes }) => (
                <span className={classes.mono}>{observes.filter((text) => covers(text, type)).join(', ')}</span>
              ),
            },
          ]}
        />
      )}
      {total > MAX_OBSERVERS && (
        <Text size="sm" className={classes.pad}>
          Only the first {MAX_OBSERVERS} of {total} integrations were checked.
        </Text>
      )}
    </>
  )
}
