import { Stack, Text } from '@mantine/core'
import type { IntegrationHealth } from '../../../generated/schema.ts'
import { useAddressState } from '../../../kit/address-state.ts'
import { useInZone } from '../../../kit/cells/time.tsx'
import { Loaded } from '../../../kit/states.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { healthWords } from '../rules/health-sentence.ts'
import { TestResult } from '../test-result.tsx'
import { useHealth, useIntegration } from '../use-integration.ts'
import { DisabledNotice, MissedOffer } from './disabled-notice.tsx'
import { HealthCharts } from './health-charts.tsx'
import { HealthMetrics } from './health-metrics.tsx'

export function HealthPage() {
  const { data: read } = useIntegration()
  const [{ test, disabled_at }, change] = useAddressState()
  const query = useHealth()
  const integration = read?.data
  return (
    <Stack gap="md">
      {integration !== undefined && !integration.enabled && <DisabledNotice integration={integration} />}
      {integration?.enabled === true && disabled_at !== undefined && (
        <MissedOffer
          integration={integration}
          disabled_at={disabled_at}
          onClose={() => change({ disabled_at: null })}
        />
      )}
      {test !== undefined && integration !== undefined && (
        <TestResult key={test} integration={integration} job={test} onClose={() => change({ test: null })} />
      )}
      <Loaded query={query} what="integration">
        {({ data }) => (
          <>
            {data.status !== 'disabled' && <Sentence health={data} />}
            <HealthMetrics health={data} rate_limit={integration?.rate_limit} />
          </>
        )}
      </Loaded>
      <HealthCharts />
    </Stack>
  )
}

function Sentence({ health }: { health: IntegrationHealth }) {
  const { word, tone, sentence, remarks } = healthWords(health)
  const inZone = useInZone()
  return (
    <Section title="Now">
      <div role="status" aria-live="polite">
        <Status tone={tone} emphasis>
          {word}
        </Status>
        <Text size="sm" mt="xs">
          {inZone(sentence)}
        </Text>
        {remarks.map((remark) => (
          <Text key={remark} size="sm" mt={4}>
            {remark}
          </Text>
        ))}
      </div>
    </Section>
  )
}
