import { ScrollArea } from '@mantine/core'
import type { CatalogReleasePreview } from '../../../generated/schema.ts'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { ChangeWord } from './change-word.tsx'

type Change = CatalogReleasePreview['attributes']['changes'][number]

/** First changes of a release, with their differences. */
export function ChangeRows({ changes }: { changes: readonly Change[] }) {
  const paths = usePaths()
  return (
    <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Changes', role: 'region' }}>
      <Rows
        label="Changes"
        rows={changes}
        keyOf={({ type, id }) => `${type}${id}`}
        columns={[
          {
            header: 'What',
            width: 'minmax(0, 2fr)',
            cell: ({ type, id, attributes }) =>
              type === 'product' ? <LinkTo to={paths.product(id)}>{attributes.name}</LinkTo> : attributes.name,
          },
          { header: 'Kind', width: '90px', cell: ({ type }) => type },
          { header: 'Change', width: '100px', cell: ({ attributes }) => <ChangeWord change={attributes.change} /> },
          {
            header: 'In',
            cell: ({ attributes }) =>
              attributes.members.length === 0 ? '–' : attributes.members.join(', ').replaceAll('_', ' '),
          },
        ]}
      />
    </ScrollArea.Autosize>
  )
}
