import { ActionIcon, Checkbox, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { type Kind, targetKinds } from '../api/graph.ts'
import { includesPath, joinPath, relationsOf, withoutPath, withPath } from '../api/zoom.ts'
import { useExplorer } from '../context.ts'
import classes from './explorer.module.css'

type ZoomProps = { zoom: string; onChange: (zoom: string) => void }

/** Tree of relations with checkboxes that change the zoom. */
export function ZoomBuilder({ kind, ...zoom }: ZoomProps & { kind: Kind | null }) {
  return (
    <div className={classes.builder}>
      <Relations from={kind === null ? [] : [kind]} path="" {...zoom} />
    </div>
  )
}

/** Relations of the kinds at the end of a path. */
function Relations({ from, path, ...zoom }: ZoomProps & { from: readonly Kind[]; path: string }) {
  const relations = relationsOf(from)
  if (relations.length === 0) return <Text c="dimmed">No relations.</Text>
  return (
    <ul>
      {relations.map((rel) => (
        <RelationItem key={rel} from={from} rel={rel} path={joinPath(path, rel)} {...zoom} />
      ))}
    </ul>
  )
}

type RelationItemProps = ZoomProps & { from: readonly Kind[]; rel: string; path: string }

function RelationItem({ from, rel, path, zoom, onChange }: RelationItemProps) {
  const { kinds } = useExplorer()
  const [isOpen, setOpen] = useState(false)
  const targets = targetKinds(kinds, from, rel)
  return (
    <li>
      {relationsOf(targets).length > 0 && (
        <ActionIcon
          className={classes.fold}
          variant="subtle"
          color="gray"
          size={24}
          aria-expanded={isOpen}
          aria-label={`Relations of ${path}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        </ActionIcon>
      )}
      <Checkbox
        label={rel}
        aria-label={path}
        checked={includesPath(zoom, path)}
        onChange={(event) => onChange(event.currentTarget.checked ? withPath(zoom, path) : withoutPath(zoom, path))}
      />
      {isOpen && <Relations from={targets} path={path} zoom={zoom} onChange={onChange} />}
    </li>
  )
}
