import { Text } from '@mantine/core'
import { Problem } from '../../../api/problem.ts'
import { ProblemView } from '../../../kit/states.tsx'
import classes from './try.module.css'

/** Shows which parts of the draft are still missing, in the API's words. */
export function TryProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof Problem) || error.status !== 422) return <ProblemView error={error} onRetry={onRetry} />
  return (
    <div className={classes.incomplete} role="status">
      <Text size="sm" fw={500}>
        It cannot be tried yet
      </Text>
      <ul>
        {error.details.map(({ detail, title }) => (
          <li key={detail ?? title}>{(detail ?? title).replace(/^data\.(promotion\.)?/, '')}</li>
        ))}
      </ul>
    </div>
  )
}
