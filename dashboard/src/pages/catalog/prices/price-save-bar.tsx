import { Group, Text } from '@mantine/core'
import { useId } from 'react'
import { useUnsaved } from '../../../kit/form/unsaved.tsx'
import { ProblemView } from '../../../kit/states.tsx'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import { countEdits } from '../rules/price-edits.ts'
import type { PriceEdits } from './use-price-edits.ts'

type SaveBarProps = { edits: PriceEdits; wrong: number; forbidden: string | null }

/** Always mounted, so that the first change does not shift the layout. */
export function SaveBar({ edits, wrong, forbidden }: SaveBarProps) {
  const unsaved = useUnsaved({ isChanged: countEdits(edits.edits) > 0 })
  const changed = countEdits(edits.edits)
  const words =
    forbidden ??
    (changed === 0 ? 'No changes.' : `${counted(changed, 'price')} changed in ${counted(edits.edits.size, 'row')}.`)
  const id = useId()
  const isOff = changed === 0 || wrong > 0 || forbidden !== null
  return (
    <>
      {unsaved.question}
      <Group gap="sm">
        <DisableableButton
          variant="filled"
          reason={isOff ? words : null}
          saidBy={id}
          loading={edits.isSaving}
          onClick={() => void edits.save()}
        >
          Save
        </DisableableButton>
        <DisableableButton reason={changed === 0 || edits.isSaving ? words : null} saidBy={id} onClick={edits.discard}>
          Discard
        </DisableableButton>
        <Text size="sm" role="status" id={id}>
          {words}
          {wrong > 0 && ` Invalid: ${counted(wrong, 'cell')}.`}
          {edits.refused.size > 0 && ` Rejected: ${counted(edits.refused.size, 'cell')}. See the marked cells.`}
        </Text>
      </Group>
      {edits.error !== null && <ProblemView error={edits.error} what="price" />}
    </>
  )
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
