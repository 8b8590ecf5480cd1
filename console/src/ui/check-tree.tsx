import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import styles from './check-tree.module.css'
import { CheckTreeRowView } from './check-tree-row.tsx'
import {
  type CheckNode,
  checkState,
  checkTreeRows,
  differences,
  rightsOf,
  type Toggled,
  toggle,
} from './check-tree-state.ts'
import { CheckboxField, SwitchField } from './field-check.tsx'
import { SearchField } from './field-text.tsx'
import { treeMove } from './tree-keys.ts'

type CheckTreeProps = {
  /** Accessible name. */
  label: string
  nodes: readonly CheckNode[]
  value: readonly string[]
  /** Undefined = read-only. */
  onChange?: (rights: string[]) => void
  requires: (right: string) => readonly string[]
  /** Base of a comparison: added and removed permissions are marked, and can be filtered. */
  base?: readonly string[]
  /** Why a permission is locked; undefined = it is not. */
  lockedReason?: (right: string) => string | undefined
}

/**
 * A permission tree with three-state checkboxes: checking a permission checks those it requires, unchecking unchecks
 * those that require it; a message lists the additional changes.
 */
export function CheckTree(props: CheckTreeProps) {
  const { nodes, value, onChange, requires, base, lockedReason } = props
  const t = useMessages('ui')
  const ui = useMessages('ui')
  const id = useId()
  const tree = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [narrow, setNarrow] = useState(false)
  const [focused, setFocused] = useState<string>()
  const [additional, setAdditional] = useState<Toggled>()

  const all = useMemo(() => rightsOf(nodes), [nodes])
  const titles = useMemo(() => titlesOf(nodes), [nodes])
  const checked = useMemo(() => new Set(value), [value])
  const changed = useMemo(() => (base === undefined ? null : differences(checked, new Set(base))), [checked, base])
  const different = changed === null ? null : new Set([...changed.added, ...changed.removed])
  const rows = checkTreeRows(nodes, folded, search, narrow ? different : null)
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.key === focused),
  )

  const press = (pressed: readonly CheckNode[]) => {
    if (onChange === undefined) return
    const rules = { requires, locked: (right: string) => lockedReason?.(right) !== undefined }
    const after = toggle(pressed, all, checked, rules)
    setAdditional(after)
    onChange([...after.checked])
  }
  const fold = (key: string, open: boolean) => {
    const next = new Set(folded)
    if (open) next.delete(key)
    else next.add(key)
    setFolded(next)
  }
  const go = (index: number) => {
    const key = rows[index]?.node.key
    if (key === undefined) return
    setFocused(key)
    document.getElementById(id + key)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[at]
    const move = treeMove(rows, at, event.key)
    if (move !== null && 'go' in move) go(move.go)
    else if (move !== null && row !== undefined) fold(row.node.key, move.open)
    else if ((event.key === ' ' || event.key === 'Enter') && row !== undefined) press([row.node])
    else return
    event.preventDefault()
  }
  const whole: CheckNode = { key: '', title: '', children: nodes }
  const state = checkState(whole, checked)
  const count = all.filter((right) => checked.has(right)).length
  const names = (rights: readonly string[]) => rights.map((right) => titles.get(right) ?? right).join(', ')
  return (
    <div className={styles.tree}>
      <div className={styles.bar}>
        <SearchField
          className={styles.search}
          label={`${props.label}, ${ui(($) => $.search)}`}
          placeholder={ui(($) => $.search)}
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            tree.current?.focus()
          }}
        />
        {changed !== null && (
          <SwitchField
            label={t(($) => $.parts.check.differences, {
              added: changed.added.length,
              removed: changed.removed.length,
            })}
            checked={narrow}
            onChange={setNarrow}
          />
        )}
        <span className={styles.count}>
          {onChange === undefined ? (
            t(($) => $.parts.check.count, { checked: count, total: all.length })
          ) : (
            <CheckboxField
              label={t(($) => $.parts.check.all, { checked: count, total: all.length })}
              checked={state === 'all'}
              some={state === 'some'}
              onChange={() => press(nodes)}
            />
          )}
        </span>
      </div>
      <p className={styles.along} role="status">
        {additional !== undefined &&
          additional.also_added.length > 0 &&
          t(($) => $.parts.check.also_added, { names: names(additional.also_added) })}
        {additional !== undefined &&
          additional.also_removed.length > 0 &&
          t(($) => $.parts.check.also_removed, { names: names(additional.also_removed) })}
      </p>
      {rows.length === 0 ? (
        <p className={styles.none}>
          {narrow && search === '' ? t(($) => $.parts.check.no_difference) : ui(($) => $.states.no_match)}
        </p>
      ) : (
        <div
          ref={tree}
          role="tree"
          tabIndex={0}
          aria-label={props.label}
          aria-multiselectable="true"
          aria-activedescendant={id + (rows[at]?.node.key ?? '')}
          className={styles.lines}
          onKeyDown={onKeyDown}
        >
          {rows.map((row, index) => (
            <CheckTreeRowView
              key={row.node.key}
              id={id + row.node.key}
              row={row}
              state={checkState(row.node, checked)}
              focused={index === at}
              readOnly={onChange === undefined}
              locked={row.node.right === undefined ? undefined : lockedReason?.(row.node.right)}
              change={changeOf(row.node.right, changed)}
              onPress={() => {
                setFocused(row.node.key)
                press([row.node])
              }}
              onFold={(open) => fold(row.node.key, open)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

const titlesOf = (nodes: readonly CheckNode[]): Map<string, string> =>
  new Map(
    nodes.flatMap((node): [string, string][] => [
      ...(node.right === undefined ? [] : [[node.right, node.title] satisfies [string, string]]),
      ...titlesOf(node.children),
    ]),
  )

const changeOf = (right: string | undefined, changed: ReturnType<typeof differences> | null) => {
  if (right === undefined || changed === null) return undefined
  if (changed.added.includes(right)) return 'added'
  return changed.removed.includes(right) ? 'removed' : undefined
}
