import { Anchor, Box, Breadcrumbs, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GetPath } from '../api/queries.ts'
import { type Action, ActionBar, useActions } from './actions.tsx'
import { target } from './link.tsx'
import classes from './page.module.css'
import { AsRequest } from './requests/as-request-button.tsx'

/** The heading of a page, in the document. */
export const HEADING = '[data-page-heading]'

export type Crumb = { label: string; to: string }

export type PageRequest = { path: GetPath; params?: Record<string, string> }

type PageProps = {
  title: string
  /** Beside the title: its state, its id. */
  beside?: ReactNode
  /** What is here, in one sentence. */
  description?: ReactNode
  /** The pages above this one. */
  crumbs?: readonly Crumb[]
  actions?: readonly Action[]
  shownActions?: number
  /** The read that shows the same, for *As request*; lists have it beside their filters. */
  request?: PageRequest
  /** The primary button stands in the content: these are all secondary. */
  quiet?: boolean
  /** Below the heading: tabs. */
  tabs?: ReactNode
  children: ReactNode
}

/** A page: where it is, what it is, what can be done, and its content. */
export function Page({
  title,
  beside,
  description,
  crumbs = [],
  actions = [],
  shownActions,
  request,
  quiet = false,
  tabs,
  children,
}: PageProps) {
  const offered = useActions(actions)
  return (
    <Box maw={1440} mx="auto">
      <title>{`${title} · Tidings`}</title>
      {crumbs.length > 0 && (
        <Breadcrumbs mb={6} aria-label="Breadcrumbs" role="navigation" separatorMargin={6} fz="sm">
          {crumbs.map(({ label, to }) => (
            <Anchor key={to} component={Link} {...target(to)} size="sm" lh="24px" display="inline-block">
              {label}
            </Anchor>
          ))}
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="flex-start" gap="md" mb="md">
        <Box>
          <Group gap="sm" align="center">
            <Title order={1} tabIndex={-1} data-page-heading className={classes.heading}>
              {title}
            </Title>
            {beside}
          </Group>
          {description !== undefined && (
            <Text c="dimmed" size="sm" mt={4} maw={720}>
              {description}
            </Text>
          )}
        </Box>
        <Group gap="xs">
          <ActionBar actions={offered} quiet={quiet} {...(shownActions === undefined ? {} : { shown: shownActions })} />
          {request !== undefined && <AsRequest method="GET" {...request} />}
        </Group>
      </Group>
      {tabs}
      {children}
    </Box>
  )
}
