import { ActionIcon } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import { type FieldProps, useFormState } from '../context.tsx'
import { FieldSet } from '../fieldset.tsx'
import classes from '../form.module.css'
import { Members } from '../members.tsx'
import { initialOf, type Value } from '../values/values.ts'
import { lowerFirst, singularOf } from '../words.ts'

export function ObjectsField({ field, path, value, onChange }: FieldProps) {
  const [item] = field.children
  const rows: readonly Value[] = Array.isArray(value) ? value : []
  const noun = singularOf(field.label)
  const most = field.limits.maxItems ?? Number.POSITIVE_INFINITY
  if (item === undefined) return null
  const replace = (index: number, row: Value) => onChange(rows.map((one, at) => (at === index ? row : one)))
  const remove = (index: number) => onChange(rows.length === 1 ? undefined : rows.filter((_, at) => at !== index))
  return (
    <FieldSet field={field} path={path}>
      {rows.map((row, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
          key={index}
          name={`${noun} ${index + 1}`}
          field={item}
          path={[...path, index]}
          value={row}
          onChange={(one) => replace(index, one)}
          onRemove={() => remove(index)}
        />
      ))}
      <DisableableButton
        className={classes.fold}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        reason={rows.length >= most ? `At most ${most} are allowed.` : null}
        onClick={() => onChange([...rows, initialOf(item) ?? {}])}
      >
        Add {lowerFirst(noun)}
      </DisableableButton>
    </FieldSet>
  )
}

export function Row({ name, onRemove, ...props }: FieldProps & { name: string; onRemove: () => void }) {
  const { Draw } = useFormState()
  const field = { ...props.field, label: name, required: false }
  return (
    <div className={classes.row}>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        aria-label={`Remove ${lowerFirst(name)}`}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      {field.kind === 'object' ? (
        <FieldSet field={field} path={props.path}>
          <Members fields={field.children} path={props.path} value={props.value} onChange={props.onChange} />
        </FieldSet>
      ) : (
        <Draw {...props} field={field} />
      )}
    </div>
  )
}
