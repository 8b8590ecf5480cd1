import { useRef, useState } from 'react'
import { useLanguage, useMessages } from '../messages/messages.ts'
import bar from './filter-bar.module.css'
import s from './filter-bar-tree.module.css'
import { ancestorsOf, isNodeFound, type TreeRow, treeRows } from './filter-bar-tree.ts'
import type { TreeProps } from './filter-bar-tree-field.tsx'
import { formatNumber } from './format.ts'

/** The tree of a filter, with search. */
export const TreePicker = ({ label, value, nodes, footer, onChange }: TreeProps) => {
  const t = useMessages('ui')
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(value === undefined ? nodes.slice(0, 3).map((node) => node.value) : ancestorsOf(nodes, value)),
  )
  const rows = treeRows(nodes, open, search)
  const [at, setAt] = useState(() => value ?? rows[0]?.node.value)
  const focused = rows.find((row) => row.node.value === at) ?? rows[0]

  const fold = (row: TreeRow, unfold: boolean) => {
    const next = new Set(open)
    if (unfold) next.add(row.node.value)
    else next.delete(row.node.value)
    setOpen(next)
  }
  const goTo = (row: TreeRow | undefined) => {
    if (row === undefined) return
    setAt(row.node.value)
    list.current?.querySelector<HTMLElement>(`[data-value="${row.node.value}"]`)?.focus()
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (focused === undefined) return
    const index = rows.indexOf(focused)
    const { open: unfolded, parent, node } = focused
    if (event.key === 'ArrowDown') goTo(rows[index + 1])
    else if (event.key === 'ArrowUp') goTo(rows[index - 1])
    else if (event.key === 'Home') goTo(rows[0])
    else if (event.key === 'End') goTo(rows.at(-1))
    else if (event.key === 'ArrowRight' && unfolded === false) fold(focused, true)
    else if (event.key === 'ArrowRight') goTo(unfolded ? rows[index + 1] : undefined)
    else if (event.key === 'ArrowLeft' && unfolded && search === '') fold(focused, false)
    else if (event.key === 'ArrowLeft') goTo(rows.find((row) => row.node.value === parent))
    else if (event.key === 'Enter' || event.key === ' ') onChange(node.value)
    else return
    event.preventDefault()
  }
  return (
    <div className={s.tree}>
      <input
        type="search"
        className={s.search}
        aria-label={`${label}, ${t(($) => $.table.search)}`}
        placeholder={t(($) => $.table.search)}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            goTo(focused)
          }
          if (event.key === 'Enter' && search !== '') {
            const found = rows.find((row) => isNodeFound(row.node, search))
            if (found !== undefined) onChange(found.node.value)
          }
        }}
      />
      {value !== undefined && (
        <button type="button" className={bar.link} onClick={() => onChange(undefined)}>
          {t(($) => $.table.any)}
        </button>
      )}
      <div ref={list} role="tree" aria-label={label} className={s.nodes} onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <TreeItem
            key={row.node.value}
            row={row}
            chosen={row.node.value === value}
            focused={row === focused}
            onFold={() => fold(row, row.open === false)}
            onChoose={() => onChange(row.node.value)}
          />
        ))}
      </div>
      <div className={s.treeFoot}>{footer}</div>
    </div>
  )
}

type ItemProps = { row: TreeRow; chosen: boolean; focused: boolean; onFold: () => void; onChoose: () => void }

const TreeItem = ({ row, chosen, focused, onFold, onChoose }: ItemProps) => {
  const lang = useLanguage()
  const { node, level, open } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      role="treeitem"
      aria-level={level}
      aria-expanded={open}
      aria-selected={chosen}
      tabIndex={focused ? 0 : -1}
      data-value={node.value}
      className={s.node}
      style={{ paddingInlineStart: 4 + (level - 1) * 18 }}
      onClick={onChoose}
    >
      <span
        className={s.fold}
        data-open={open}
        aria-hidden
        onClick={(event) => {
          if (open === undefined) return
          event.stopPropagation()
          onFold()
        }}
      >
        {open !== undefined && (
          <svg viewBox="0 0 12 12" aria-hidden>
            <path d="M4.5 3l3 3-3 3" />
          </svg>
        )}
      </span>
      <span className={s.nodeTitle}>{node.title}</span>
      {node.count !== undefined && <small>{formatNumber(node.count, 0, lang)}</small>}
    </div>
  )
}
