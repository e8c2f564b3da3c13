import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { CodeBlock } from '../copy/code-block.tsx'
import { CopyButton } from '../copy/copy-button.tsx'
import { isAbove, isAround, isSmall, type Json, matchingPaths, textOf, visibleRows } from './json-tree.ts'
import { type HrefOf, JsonTree } from './json-tree-rows.tsx'
import classes from './json-view.module.css'

type JsonViewProps = {
  value: unknown
  /** Accessible name: "Payload". */
  label: string
  /** Received text for the "Raw" tab; by default the value, indented by two spaces. */
  raw?: string
  /** Levels that are open initially. A small value is fully open. */
  openDepth?: number
  /** Maximum height in CSS pixels before the view scrolls. */
  maxHeight?: number | string
  /** Turns addresses into links. */
  hrefOf?: HrefOf
}

/** Values with fewer nodes are fully open. */
const SMALL = 60
/** More rows are shown only on request. */
const MAX_ROWS = 400
const MAX_MATCHES = 200
const NO_FOLDS: ReadonlyMap<string, boolean> = new Map()

/** JSON tree with folding, search, copying and a raw view. */
export function JsonView({ value: given, label, raw, openDepth = 2, maxHeight = 480, hrefOf }: JsonViewProps) {
  const value = given as Json
  const [mode, setMode] = useState('tree')
  const [search, setSearch] = useState('')
  const text = () => raw ?? textOf(value)
  return (
    <div className={classes.view}>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label={`How to show ${label}`}
          value={mode}
          onChange={setMode}
          data={[
            { value: 'tree', label: 'Tree' },
            { value: 'raw', label: 'Raw' },
          ]}
        />
        <CopyButton text={text} label={`Copy all of ${label}`}>
          Copy all
        </CopyButton>
        {mode === 'tree' && (
          <TextInput
            className={classes.search}
            size="xs"
            type="search"
            aria-label={`Search in ${label}`}
            placeholder="Search names and values"
            leftSection={<IconSearch size={13} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
      </div>
      {mode === 'raw' ? (
        <RawText text={text()} label={label} maxHeight={maxHeight} />
      ) : (
        <Tree {...{ value, label, search, openDepth, maxHeight, hrefOf }} />
      )}
    </div>
  )
}

/** Browsers lay out this much text without a noticeable pause. */
const RAW_LIMIT = 64 * 1024

function RawText({ text, label, maxHeight }: { text: string; label: string; maxHeight: number | string }) {
  const [whole, setWhole] = useState(false)
  const cut = !whole && text.length > RAW_LIMIT
  return (
    <>
      <CodeBlock code={cut ? text.slice(0, RAW_LIMIT) : text} label={`${label}, raw`} wrapped maxHeight={maxHeight} />
      {cut && (
        <Button size="xs" mt={6} onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en-US')} characters
        </Button>
      )}
    </>
  )
}

type TreeProps = {
  value: Json
  label: string
  search: string
  openDepth: number
  maxHeight: number | string
  hrefOf: HrefOf | undefined
}

function Tree({ value, label, search, openDepth, maxHeight, hrefOf }: TreeProps) {
  const [{ folds, searched }, setFolded] = useState({ folds: NO_FOLDS, searched: '' })
  const [baseDepth, setBaseDepth] = useState(() => (isSmall(value, SMALL) ? Number.POSITIVE_INFINITY : openDepth))
  const [limit, setLimit] = useState(MAX_ROWS)
  const query = useDeferredValue(search)
  // Folded rows would hide matches.
  if (searched !== query) setFolded({ folds: NO_FOLDS, searched: query })
  const matches = useMemo(() => matchingPaths(value, query, MAX_MATCHES), [value, query])
  const isOpen = (path: string, depth: number) =>
    folds.get(path) ?? (depth < baseDepth || matches.some((match) => isAbove(path, match)))
  const isShown = (path: string) => matches.length === 0 || isAround(path, matches)
  const rows = visibleRows(value, isOpen, limit + 1, isShown)
  const nested = rows.filter(({ size = 0, depth }) => size > 0 && depth > 0)
  const foldAll = (depth: number) => {
    setBaseDepth(depth)
    setFolded({ folds: NO_FOLDS, searched })
  }
  return (
    <>
      <div className={classes.summary}>
        <span role="status">{query.trim() === '' ? '' : matchesText(matches.length)}</span>
        <span className={classes.folds}>
          {nested.some((row) => !isOpen(row.path, row.depth)) && (
            <Button size="compact-xs" variant="subtle" onClick={() => foldAll(Number.POSITIVE_INFINITY)}>
              Unfold all
            </Button>
          )}
          {nested.some((row) => isOpen(row.path, row.depth)) && (
            <Button size="compact-xs" variant="subtle" onClick={() => foldAll(1)}>
              Fold all
            </Button>
          )}
        </span>
      </div>
      <JsonTree
        rows={rows.slice(0, limit)}
        label={label}
        matches={matches}
        isOpen={isOpen}
        onFold={(path, open) => setFolded({ folds: new Map(folds).set(path, open), searched })}
        maxHeight={maxHeight}
        hrefOf={hrefOf}
      />
      {rows.length > limit && (
        <Button size="xs" mt={6} onClick={() => setLimit(Number.POSITIVE_INFINITY)}>
          Only the first {limit} rows are shown. Show all
        </Button>
      )}
    </>
  )
}

function matchesText(count: number): string {
  if (count === 0) return 'No match'
  if (count >= MAX_MATCHES) return `The first ${MAX_MATCHES} matches`
  return count === 1 ? '1 match' : `${count} matches`
}
