import { CopyButton } from '../../../ui/copy/copy-button.tsx'
import classes from './header-table.module.css'

type HeaderTableProps = { label: string; headers: Readonly<Record<string, string>> }

export function HeaderTable({ label, headers }: HeaderTableProps) {
  const pairs = Object.entries(headers)
  const text = () => pairs.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <div className={classes.frame}>
      <div className={classes.head}>
        <span>{label}</span>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      {pairs.length === 0 && <p className={classes.none}>None.</p>}
      <dl className={classes.list} aria-label={label}>
        {pairs.map(([name, value]) => (
          <div key={name} className={classes.pair}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
