import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Help, useControl } from './context.tsx'
import type { Field } from './field.ts'
import classes from './form.module.css'
import type { Path } from './values/values.ts'

type Props = { field: Field; path: Path; children: ReactNode; isNested?: boolean; toggle?: ReactNode }

/** Field made of several controls, which share its name, help and errors. */
export function FieldSet({ field, path, children, isNested, toggle }: Props) {
  const { id, label, withAsterisk, error } = useControl({ field, path })
  const described = [error === undefined ? '' : `${id}-error`, field.help === undefined ? '' : `${id}-help`]
  return (
    <fieldset
      className={classes.fieldset}
      aria-describedby={described.join(' ').trim() || undefined}
      data-in-error={error === undefined ? undefined : true}
      tabIndex={-1}
    >
      <legend className={classes.legend}>
        {toggle ?? label}
        {withAsterisk ? (
          <span className={classes.mark} aria-hidden>
            {' '}
            *
          </span>
        ) : null}
      </legend>
      {error === undefined ? null : (
        <p id={`${id}-error`} className={classes.wrong}>
          {error}
        </p>
      )}
      {field.help === undefined ? null : (
        <div id={`${id}-help`} className={classes.note}>
          <Help text={field.help} />
        </div>
      )}
      <Stack gap="md" className={isNested ? classes.nested : undefined} mt="xs">
        {children}
      </Stack>
    </fieldset>
  )
}
