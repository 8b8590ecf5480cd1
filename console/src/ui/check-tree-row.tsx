import { useMessages } from '../messages/messages.ts'
import styles from './check-tree.module.css'
import type { CheckState, CheckTreeRow } from './check-tree-state.ts'
import { ChevronRightIcon, LockIcon, WarningIcon } from './icons.tsx'

const CHECKED = { all: 'true', some: 'mixed', none: 'false' } as const satisfies Record<CheckState, string>

/** One row of a permission tree: expander, checkbox, name with description, marks. */
export function CheckTreeRowView(props: {
  id: string
  row: CheckTreeRow
  state: CheckState
  focused: boolean
  readOnly: boolean
  /** Why it is locked. */
  locked: string | undefined
  change: 'added' | 'removed' | undefined
  onPress: () => void
  onFold: (open: boolean) => void
}) {
  const t = useMessages('ui')
  const { row, state, locked, change } = props
  const { node, level, open } = row
  const fixed = props.readOnly || locked !== undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree is focused and tells which line is in hand
    <div
      id={props.id}
      role="treeitem"
      aria-level={level}
      aria-posinset={row.at}
      aria-setsize={row.of}
      aria-expanded={open}
      aria-checked={CHECKED[state]}
      aria-disabled={fixed || undefined}
      data-hand={props.focused || undefined}
      data-group={node.right === undefined || undefined}
      className={styles.line}
      style={{ paddingInlineStart: 4 + (level - 1) * 20 }}
      title={locked}
      onClick={props.onPress}
    >
      <span
        className={styles.fold}
        data-open={open}
        aria-hidden="true"
        onClick={(event) => {
          if (open === undefined) return
          event.stopPropagation()
          props.onFold(!open)
        }}
      >
        {open !== undefined && <ChevronRightIcon size={14} />}
      </span>
      <span className={styles.box} data-state={state} aria-hidden="true" />
      <span className={styles.title}>
        {node.title}
        {node.hint !== undefined && <span className={styles.hint}>{node.hint}</span>}
      </span>
      {change !== undefined && (
        <span className={styles.change} data-change={change}>
          {t(($) => $.parts.check.change[change])}
        </span>
      )}
      {node.dangerous && (
        <span className={styles.danger}>
          <WarningIcon size={12} />
          {t(($) => $.parts.check.dangerous)}
        </span>
      )}
      {locked !== undefined && (
        <span className={styles.locked}>
          <LockIcon size={13} />
          <span className="hf-hidden">{locked}</span>
        </span>
      )}
      {node.right !== undefined && <code className={styles.right}>{node.right}</code>}
    </div>
  )
}
