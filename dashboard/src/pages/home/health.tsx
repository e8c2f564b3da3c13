import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useInZone } from '../../kit/cells/time.tsx'
import { LinkTo, target } from '../../kit/link.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { countText } from '../../kit/values/count.ts'
import { NO_INTEGRATIONS } from '../../messages/en.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status } from '../../ui/status.tsx'
import { healthWords } from '../integrations/rules/health-sentence.ts'
import classes from './home.module.css'

const POLL_INTERVAL_MS = 10_000
const MAX_SHOWN = 100

type Health = RowOf<'/v2/integrations/health'>

/** One line per unhealthy integration; a single sentence if all are healthy. */
export function HealthSection() {
  const paths = usePaths()
  const query = useRead(
    '/v2/integrations/health',
    { params: { query: { 'page[limit]': MAX_SHOWN } } },
    { every_ms: POLL_INTERVAL_MS },
  )
  return (
    <Loaded query={query}>
      {({ data, results }) => {
        const unwell = data.filter(
          ({ status }) => status === 'failing' || status === 'degraded' || status === 'disabled',
        )
        if (data.length === 0) return <NoIntegrations to={paths.newIntegration()} />
        return (
          <Section
            title="Integrations"
            {...(unwell.length === 0 ? {} : { description: waitingOf(data) })}
            actions={<LinkTo to={paths.integrations()}>View all ({results.total})</LinkTo>}
            flush={unwell.length > 0}
          >
            {unwell.length === 0 ? (
              <Group gap="sm" align="baseline">
                <Status tone="ok" emphasis>
                  All well
                </Status>
                <Text size="sm">{allWell(data)}</Text>
              </Group>
            ) : (
              <ul className={classes.lines}>
                {unwell.map((health) => (
                  <Line key={health.id} health={health} to={paths.integration(health.id)} />
                ))}
              </ul>
            )}
          </Section>
        )
      }}
    </Loaded>
  )
}

/** Number of waiting deliveries of all integrations. */
function waitingOf(all: readonly Health[]): string {
  const jobs = all.reduce((sum, { backlog }) => sum + backlog.jobs, 0)
  const due = all.reduce((sum, { backlog }) => sum + backlog.due, 0)
  if (jobs === 0) return 'No deliveries are waiting.'
  return `${deliveriesWait(jobs, isAtLeast(all))}, ${dueNow(due, isAtLeast(all))} due now.`
}

function isAtLeast(all: readonly Health[]): boolean {
  return all.some(({ backlog }) => backlog.at_least)
}

function dueNow(count: number, at_least: boolean): string {
  if (count === 0) return 'none is'
  return count === 1 ? '1 is' : `${countText(count, at_least)} are`
}

const COUNTED = [undefined, 'The integration is healthy', 'Both integrations are healthy']

function allWell(all: readonly Health[]): string {
  const waiting = all.reduce((sum, { backlog }) => sum + backlog.due, 0)
  const count = COUNTED[all.length] ?? `All ${all.length} integrations are healthy`
  return waiting === 0 ? `${count}, and nothing is waiting.` : `${count}; ${deliveriesWait(waiting, isAtLeast(all))}.`
}

function deliveriesWait(count: number, at_least: boolean): string {
  return count === 1 ? '1 delivery is waiting' : `${countText(count, at_least)} deliveries are waiting`
}

function Line({ health, to }: { health: Health; to: string }) {
  const { word, tone, sentence } = healthWords(health)
  const inZone = useInZone()
  return (
    <li className={classes.line}>
      <Group gap="sm" wrap="nowrap" className={classes.name}>
        <Status tone={tone}>{word}</Status>
        <LinkTo to={to}>{health.name}</LinkTo>
      </Group>
      <Text size="sm">{inZone(sentence)}</Text>
    </li>
  )
}

function NoIntegrations({ to }: { to: string }) {
  return (
    <Section title="Integrations">
      <Empty
        title={NO_INTEGRATIONS.title}
        action={
          <Button component={Link} {...target(to)}>
            New integration
          </Button>
        }
      >
        {NO_INTEGRATIONS.about}
      </Empty>
    </Section>
  )
}
