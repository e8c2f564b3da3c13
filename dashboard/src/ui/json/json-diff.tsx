import { UnstyledButton } from '@mantine/core'
import { IconArrowsSort, IconChevronRight, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import classes from './json-diff.module.css'
import { type Difference, groupDifferences, jsonDifferences } from './json-difference.ts'
import { type Json, previewOf, textOf } from './json-tree.ts'

type JsonDiffProps = {
  before: Json
  after: Json
  /** Accessible name: "Attempt 1 and attempt 2". */
  label: string
  /** Column headings: "Attempt 1" and "Attempt 2". */
  beforeLabel?: string
  afterLabel?: string
}

type Changed = Exclude<Difference['kind'], 'unchanged'>

const ICONS = { added: IconPlus, removed: IconMinus, changed: IconPencil, reordered: IconArrowsSort }
const WORDS: Record<Changed, string> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  reordered: 'Reordered',
}

/** Differences between two JSON values, by path; equal parts are collapsed. */
export function JsonDiff({ before, after, label, beforeLabel = 'Before', afterLabel = 'After' }: JsonDiffProps) {
  const differences = useMemo(() => jsonDifferences(before, after), [before, after])
  const summary = summaryOf(differences)
  return (
    <div className={classes.diff}>
      <p className={classes.summary}>{summary}</p>
      <ul className={classes.list} aria-label={label}>
        {groupDifferences(differences).map((group) =>
          group.kind === 'unchanged' ? (
            <UnchangedParts key={`=${group.parts[0]?.path}`} parts={group.parts} />
          ) : (
            <ChangedPart
              key={`${group.difference.kind} ${group.difference.path}`}
              difference={group.difference}
              labels={[beforeLabel, afterLabel]}
            />
          ),
        )}
      </ul>
    </div>
  )
}

function ChangedPart({ difference, labels }: { difference: Difference; labels: [string, string] }) {
  const { kind, path, before, after } = difference
  if (kind === 'unchanged') return null
  const Icon = ICONS[kind]
  return (
    <li className={classes.part} data-kind={kind}>
      <div className={classes.head}>
        <span className={classes.word}>
          <Icon size={13} aria-hidden="true" />
          {WORDS[kind]}
        </span>
        <code className={classes.path}>{path === '' ? 'The whole value' : path}</code>
      </div>
      <div className={classes.values}>
        {before !== undefined && <Side label={labels[0]} value={before} side="before" />}
        {after !== undefined && <Side label={labels[1]} value={after} side="after" />}
      </div>
    </li>
  )
}

/** Longer values are truncated until expanded. */
const SHOWN = 600

function Side({ label, value, side }: { label: string; value: Json; side: 'before' | 'after' }) {
  const [whole, setWhole] = useState(false)
  const text = typeof value === 'string' ? JSON.stringify(value) : textOf(value)
  const cut = !whole && text.length > SHOWN
  return (
    <div className={classes.side} data-side={side}>
      <span className={classes.label}>{label}</span>
      <pre className={classes.value}>{cut ? `${text.slice(0, SHOWN)}…` : text}</pre>
      {cut && (
        <UnstyledButton className={classes.more} onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en-US')} characters
        </UnstyledButton>
      )}
    </div>
  )
}

function UnchangedParts({ parts }: { parts: Difference[] }) {
  const [open, setOpen] = useState(false)
  return (
    <li className={classes.unchanged}>
      <UnstyledButton className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconChevronRight className={classes.chevron} size={13} aria-hidden="true" />
        <span className={classes.count}>{parts.length === 1 ? '1 part' : `${parts.length} parts`} unchanged</span>
        {!open && <span className={classes.names}>{parts.map(({ path }) => path).join(', ')}</span>}
      </UnstyledButton>
      {open && (
        <ul className={classes.same}>
          {parts.map(({ path, after }) => (
            <li key={path}>
              <code>
                {path}: {previewOf(after ?? null, 160)}
              </code>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function summaryOf(differences: Difference[]): string {
  const counts = (Object.keys(WORDS) as Changed[])
    .map((kind) => ({ kind, count: differences.filter((difference) => difference.kind === kind).length }))
    .filter(({ count }) => count > 0)
  if (counts.length === 0) return 'No differences.'
  return `${counts.map(({ kind, count }) => `${count} ${kind}`).join(', ')}.`
}
