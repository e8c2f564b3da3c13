import { Alert, Button, Code, Group } from '@mantine/core'
import { type Missing, missingPaths } from '../api/missing.ts'
import type { Resource } from '../api/resource.ts'
import { ROOT } from '../api/target.ts'
import { withoutPath, withPath } from '../api/zoom.ts'
import { useExplorer, useExplorerState } from '../context.ts'
import classes from './explorer.module.css'

/** Missing paths of the zoom, with suggestions. */
export function MissingPaths({ resource }: { resource: Resource }) {
  const { kinds } = useExplorer()
  const { target } = useExplorerState()
  const missing = missingPaths(target?.zoom ?? '', resource, kinds)
  if (missing.length === 0) return null
  return (
    <Alert role="region" aria-label="Not found by the zoom" color="yellow" variant="outline" p="xs" my="sm">
      <ul className={classes.list}>
        {missing.map((one) => (
          <MissingPath key={one.path} missing={one} />
        ))}
      </ul>
    </Alert>
  )
}

function MissingPath({ missing }: { missing: Missing }) {
  const explorer = useExplorer()
  const { uri, zoom } = useExplorerState().target ?? ROOT
  const { path, lacking, total, suggestions } = missing
  const replaced = withoutPath(zoom, path)
  return (
    <li>
      <p className={classes.sentence}>
        <Code>{path}</Code> {`${extentOf(missing)}: ${reasonOf(missing)}`}
      </p>
      {lacking === total && (
        <Group gap="xs">
          {suggestions.length > 0 && 'Instead:'}
          {suggestions.map((other) => (
            <Button
              key={other}
              size="compact-xs"
              aria-label={`Zoom ${other} instead of ${path}`}
              onClick={() => explorer.navigate({ uri, zoom: withPath(replaced, other) })}
            >
              {other}
            </Button>
          ))}
          <Button
            size="compact-xs"
            aria-label={`Remove ${path} from the zoom`}
            onClick={() => explorer.navigate({ uri, zoom: replaced })}
          >
            Remove
          </Button>
        </Group>
      )}
    </li>
  )
}

function extentOf({ lacking, total }: Missing): string {
  return lacking === total ? 'was not found' : `was not found at ${lacking} of ${total}`
}

function reasonOf({ reason, relation, at, kind, when }: Missing): string {
  const from = [kind || 'the resource', at && `(${at})`].filter(Boolean).join(' ')
  if (reason === 'unknown') return `${from} has no relation ${relation}.`
  if (reason === 'absent') return `${from} has no link ${relation} now.${when === '' ? '' : ` Present: ${when}.`}`
  return `${from} has the link ${relation}, but its resource is absent or not permitted.`
}
