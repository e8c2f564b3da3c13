import { Box, Button, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { target } from '../../kit/link.tsx'
import { Loaded } from '../../kit/states.tsx'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** Number of rows in `Latest`. */
export const LATEST = 10

type LatestProps<Row> = {
  /** "Orders". */
  title: string
  query: UseQueryResult<{ data: Row[] }>
  columns: readonly RowsColumn<Row>[]
  /** Address of the complete list. */
  all: string
  /** Text of the empty state. */
  none: string
}

/** Latest orders or carts of a customer or an account. */
export function Latest<Row extends { id: string }>({ title, query, columns, all, none }: LatestProps<Row>) {
  const button = (
    <Button size="xs" component={Link} {...target(all)}>
      All {title.toLowerCase()}
    </Button>
  )
  return (
    <Box mt="md">
      <Section title={title} flush actions={button}>
        <Loaded query={query} what={`list of ${title.toLowerCase()}`}>
          {({ data }) =>
            data.length === 0 ? (
              <Text size="sm" px="md" pb="md">
                {none}
              </Text>
            ) : (
              <Rows label={title} rows={data} columns={columns} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Section>
    </Box>
  )
}
