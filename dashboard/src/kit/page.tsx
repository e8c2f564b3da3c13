import { Anchor, Box, Breadcrumbs, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GetPath } from '../api/queries.ts'
import { type Action, ActionBar, useActions } from './actions.tsx'
import { target } from './link.tsx'
import classes from './page.module.css'
import { AsRequest } from './requests/as-request-button.tsx'

/** Selector of the page's heading. */
export const HEADING = '[data-page-heading]'

export type Crumb = { label: string; to: string }

export type PageRequest = { path: GetPath; params?: Record<string, string> }

type PageProps = {
  title: string
  /** Next to the title: the status, the id. */
  beside?: ReactNode
  /** One sentence about the page. */
  description?: ReactNode
  /** Breadcrumbs. */
  crumbs?: readonly Crumb[]
  actions?: readonly Action[]
  shownActions?: number
  /** Read that *As request* shows; lists have the button next to their filters. */
  request?: PageRequest
  /** Makes all actions secondary, since the content has the primary button. */
  quiet?: boolean
  /** Tabs below the heading. */
  tabs?: ReactNode
  children: ReactNode
}

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
