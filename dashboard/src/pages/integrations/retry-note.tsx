import { Text } from '@mantine/core'
import { useRetrySchedule } from '../../kit/requests/use-retry-schedule.ts'
import { retrySentence } from './rules/retry-words.ts'

/** Retry schedule of this installation. */
export function RetryNote() {
  const schedule = useRetrySchedule()
  return schedule === undefined ? null : <Text size="sm">{retrySentence(schedule)}</Text>
}
