import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import styles from './change-list.module.css'
import { type FieldChange, listChange } from './changes.ts'
import { ArrowRightIcon } from './icons.tsx'
import { useValueText } from './value-text.ts'

type Texts = {
  /** The name of a field in the viewer's language. */
  nameOf: (field: string) => string
  /** Formats a value, e.g. a role by its id; undefined = the default format. */
  textOf?: (field: string, value: unknown) => ReactNode
}

/** A table of changes: field, before, after. */
export function ChangeList({ changes, ...texts }: Texts & { changes: readonly FieldChange[] }) {
  return (
    <dl className={styles.list}>
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{texts.nameOf(change.field)}</dt>
          <dd>
            <Change change={change} {...texts} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The first change and the number of others, in one line. */
export function ChangeLine({ changes, ...texts }: Texts & { changes: readonly FieldChange[] }) {
  const t = useMessages('ui')
  const [first] = changes
  if (first === undefined) return <span className={styles.none}>—</span>
  const more = changes.length - 1
  return (
    <span className={styles.line}>
      <span className={styles.name}>{texts.nameOf(first.field)}</span>
      <Change change={first} {...texts} />
      {more > 0 && <span className={styles.more}>{t(($) => $.parts.changes.more, { count: more })}</span>}
    </span>
  )
}

function Change({ change, nameOf, textOf }: Texts & { change: FieldChange }) {
  const t = useMessages('ui')
  const valueText = useValueText(nameOf)
  const text = (value: unknown) => textOf?.(change.field, value) ?? valueText(value)
  const items = listChange(change)
  if (items !== null)
    return (
      <span className={styles.items}>
        {items.removed.map((item) => (
          <del key={JSON.stringify(item)}>
            <span className="hf-hidden">{t(($) => $.parts.changes.removed)}</span>
            {text(item)}
          </del>
        ))}
        {items.added.map((item) => (
          <ins key={JSON.stringify(item)}>
            <span className="hf-hidden">{t(($) => $.parts.changes.added)}</span>
            {text(item)}
          </ins>
        ))}
      </span>
    )
  return (
    <span className={styles.change}>
      <del>
        <span className="hf-hidden">{t(($) => $.parts.changes.before)}</span>
        {text(change.before)}
      </del>
      <ArrowRightIcon size={12} />
      <ins>
        <span className="hf-hidden">{t(($) => $.parts.changes.after)}</span>
        {text(change.after)}
      </ins>
    </span>
  )
}
