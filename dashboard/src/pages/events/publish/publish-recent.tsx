import { Button } from '@mantine/core'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { RecentPublish } from './recent-publishes.ts'

type PublishRecentProps = { recent: readonly RecentPublish[]; onUse: (published: RecentPublish) => void }

/** Events published in this tab, to be published again. */
export function PublishRecent({ recent, onUse }: PublishRecentProps) {
  const paths = usePaths()
  return (
    <Section title="Published in this tab" description="The last 20. They are forgotten when the tab is closed." flush>
      <Rows
        label="Published in this tab"
        rows={recent}
        keyOf={({ event, at }) => `${event} ${at}`}
        columns={[
          { header: 'Key', cell: ({ key, event }) => <LinkTo to={paths.event(event)}>{key}</LinkTo> },
          { header: 'Sent as', width: '140px', cell: ({ shape }) => SHAPES[shape] ?? shape },
          { header: 'Time', width: '190px', cell: ({ at }) => <Time at={at} /> },
          {
            header: 'Again',
            plain: true,
            align: 'end',
            width: '110px',
            cell: (published) => (
              <Button size="xs" onClick={() => onUse(published)} aria-label={`Fill in ${published.key} again`}>
                Fill in
              </Button>
            ),
          },
        ]}
      />
    </Section>
  )
}

const SHAPES: Readonly<Record<string, string>> = {
  plain: 'Tidings',
  structured: 'CloudEvent',
  binary: 'CloudEvent, binary',
}
