import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Time } from '../../cells/time.tsx'
import { LastChange } from '../../last-change.tsx'
import { FieldValue } from '../../resource/facts.tsx'
import type { Clash, Merge } from '../values/merge.ts'
import { pointerOf, type Value, valueAt, withValueAt } from '../values/values.ts'

type ConflictProps = Merge & {
  theirs: Value
  /** The value to save; null to go on editing. */
  onChoose: (value: Value | null) => void
}

/** Fields that two people have changed, each with both values to choose from. */
export function ConflictDialog({ merged, clashes, taken, theirs, onChoose }: ConflictProps) {
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set())
  const isGiven = ({ path }: Clash) => given.has(pointerOf(path))
  const choose = (clash: Clash, whose: string) => {
    const next = new Set(given)
    if (whose === 'theirs') next.add(pointerOf(clash.path))
    else next.delete(pointerOf(clash.path))
    setGiven(next)
  }
  const chosen = () =>
    clashes.filter(isGiven).reduce((value, clash) => withValueAt(value, clash.path, clash.theirs), merged)
  const id = valueAt(theirs, ['id'])
  const at = valueAt(theirs, ['meta', 'timestamps', 'updated_at'])
  return (
    <Modal opened onClose={() => onChoose(null)} title="Someone else has changed this too" size="lg">
      <Stack gap="md">
        <Text size="sm" component="div">
          {typeof id === 'string' && <LastChange id={id} otherwise={typeof at === 'string' && <SavedAt at={at} />} />}
          {taken.length > 0 && ` ${taken.map(({ label }) => label).join(', ')} changed too, which you did not touch.`}
        </Text>
        {clashes.map((clash) => (
          <Radio.Group
            key={pointerOf(clash.path)}
            label={clash.field.label}
            value={isGiven(clash) ? 'theirs' : 'mine'}
            onChange={(whose) => choose(clash, whose)}
          >
            <Stack gap={6} mt={6}>
              <Choice value="mine" label="Yours" clash={clash} root={merged} />
              <Choice value="theirs" label="Theirs" clash={clash} root={theirs} />
            </Stack>
          </Radio.Group>
        ))}
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={() => onChoose(null)}>
            Keep editing
          </Button>
          <Button variant="default" onClick={() => onChoose(theirs)}>
            Discard my changes
          </Button>
          <Button variant="filled" onClick={() => onChoose(chosen())} data-autofocus>
            Save what is chosen
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function SavedAt({ at }: { at: string }) {
  return (
    <>
      Saved on <Time at={at} />, after you opened this page.
    </>
  )
}

type ChoiceProps = { value: 'mine' | 'theirs'; label: string; clash: Clash; root: Value }

function Choice({ value, label, clash, root }: ChoiceProps) {
  return (
    <Radio
      value={value}
      label={
        <Text size="sm" component="div">
          <strong>{label}:</strong> <FieldValue field={clash.field} root={root} path={clash.path} />
        </Text>
      }
    />
  )
}
