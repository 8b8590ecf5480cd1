import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { useRowWindow } from './data-table-scroll.ts'
import { scrollToRow } from './data-table-window.ts'
import { SearchField } from './field-text.tsx'
import { ancestorsOf, type FilterNode, type TreeRow, treeRows } from './filter-bar-tree.ts'
import { formatNumber } from './format.ts'
import { ChevronRightIcon } from './icons.tsx'
import { treeMove, typeAheadRow } from './tree-keys.ts'
import styles from './tree-view.module.css'

type AnyNode<Node> = FilterNode & { children: Node[] }

type TreeViewProps<Node extends AnyNode<Node>> = {
  /** Accessible name of the tree. */
  label: string
  nodes: readonly Node[]
  value: number | undefined
  onChange: (value: number, node: Node) => void
  /** An icon before the title, by level, and marks after it. */
  iconOf?: (node: Node, level: number) => ReactNode
  marksOf?: (node: Node) => ReactNode
  /** Levels expanded initially. */
  open_levels?: number
}

const ROW_PX = 30
/** Letters typed within this time form one search text, ms. */
const TYPING_MS = 600

/**
 * A tree to select one node, with a search that keeps ancestors of matches. Only visible rows are rendered, so it holds
 * tens of thousands of nodes; fills its container.
 */
export function TreeView<Node extends AnyNode<Node>>(props: TreeViewProps<Node>) {
  const { nodes, value, onChange, open_levels = 1 } = props
  const t = useMessages('ui')
  const [search, setSearch] = useState('')
  const [folds, setFolds] = useState<ReadonlyMap<number, boolean>>(new Map())
  const start = useMemo(() => openAtFirst(nodes, value, open_levels), [nodes, value, open_levels])
  const open = useMemo(() => withFolds(start, folds), [start, folds])
  const rows = useMemo(() => treeRows(nodes, open, search), [nodes, open, search])
  const tree = useRef<HTMLDivElement>(null)
  const choose = (row: TreeRow<Node> | undefined) => row && onChange(row.node.value, row.node)
  return (
    <div className={styles.view}>
      <div className={styles.search}>
        <SearchField
          label={`${props.label}, ${t(($) => $.search)}`}
          placeholder={t(($) => $.search)}
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault()
              tree.current?.focus()
            }
            if (event.key === 'Enter' && search !== '') choose(rows.find(({ node }) => holds(node.title, search)))
          }}
        />
      </div>
      {rows.length === 0 ? (
        <p className={styles.none} role="status">
          {t(($) => $.states.no_match)}
        </p>
      ) : (
        <TreeRows
          {...props}
          tree={tree}
          rows={rows}
          search={search}
          onChoose={choose}
          onFold={(row, unfold) => setFolds(new Map(folds).set(row.node.value, unfold))}
        />
      )}
    </div>
  )
}

type TreeRowsProps<Node extends AnyNode<Node>> = TreeViewProps<Node> & {
  tree: React.RefObject<HTMLDivElement | null>
  rows: readonly TreeRow<Node>[]
  search: string
  onChoose: (row: TreeRow<Node> | undefined) => void
  onFold: (row: TreeRow<Node>, unfold: boolean) => void
}

function TreeRows<Node extends AnyNode<Node>>(props: TreeRowsProps<Node>) {
  const { tree, rows, search, value, onChoose, onFold } = props
  const id = useId()
  const { first, end } = useRowWindow({ scroller: tree, head_px: 0, row_px: ROW_PX, rows: rows, page: search })
  // The focused row; follows the selected value until a key moves on.
  const [focused, setFocused] = useState<number | undefined>(value)
  const typed = useRef({ text: '', at_ms: 0 })
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.value === (focused ?? value)),
  )
  const show = (index: number) => {
    const element = tree.current
    if (element === null) return
    element.scrollTop = scrollToRow(index, element.scrollTop, element.clientHeight, ROW_PX)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen comes into view once, not when lines change
  useEffect(() => {
    setFocused(value)
    const index = rows.findIndex(({ node }) => node.value === value)
    if (index >= 0) show(index)
  }, [value])

  const go = (index: number) => {
    setFocused(rows[index]?.node.value)
    show(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = treeMove(rows, at, event.key)
    const row = rows[at]
    if (move !== null && 'go' in move) go(move.go)
    else if (move !== null && row !== undefined) onFold(row, move.open)
    else if (event.key === 'Enter' || event.key === ' ') onChoose(row)
    else if (event.key.length === 1) {
      const later = event.timeStamp - typed.current.at_ms > TYPING_MS
      typed.current = { text: (later ? '' : typed.current.text) + event.key, at_ms: event.timeStamp }
      const to = typeAheadRow(
        rows.map(({ node }) => node.title),
        at,
        typed.current.text,
      )
      if (to >= 0) go(to)
    } else return
    event.preventDefault()
  }
  return (
    <div
      ref={tree}
      role="tree"
      tabIndex={0}
      aria-label={props.label}
      aria-activedescendant={at >= first && at < end ? `${id}${rows[at]?.node.value}` : undefined}
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      <div className={styles.whole} style={{ height: rows.length * ROW_PX }} role="presentation">
        {rows.slice(first, end).map((row, offset) => {
          const index = first + offset
          const { node, level, open } = row
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the tree is focused and tells which line is in hand
            <div
              key={node.value}
              id={`${id}${node.value}`}
              role="treeitem"
              aria-level={level}
              aria-posinset={row.at}
              aria-setsize={row.of}
              aria-expanded={open}
              aria-selected={node.value === value}
              data-hand={index === at || undefined}
              className={styles.line}
              style={{ top: index * ROW_PX, paddingInlineStart: 4 + (level - 1) * 16 }}
              onClick={() => {
                setFocused(node.value)
                onChoose(row)
              }}
            >
              <span
                className={styles.fold}
                data-open={open}
                aria-hidden="true"
                onClick={(event) => {
                  if (open === undefined) return
                  event.stopPropagation()
                  onFold(row, !open)
                }}
              >
                {open !== undefined && <ChevronRightIcon size={14} />}
              </span>
              {props.iconOf !== undefined && <span className={styles.sign}>{props.iconOf(node, level)}</span>}
              <Title text={node.title} search={search} />
              {props.marksOf?.(node)}
              <Count count={node.count} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The title with the search text highlighted. */
function Title({ text, search }: { text: string; search: string }) {
  const search_text = search.trim().toLocaleLowerCase()
  const at = search_text === '' ? -1 : text.toLocaleLowerCase().indexOf(search_text)
  return (
    <span className={styles.title} title={text}>
      {at < 0 ? (
        text
      ) : (
        <>
          {text.slice(0, at)}
          <mark>{text.slice(at, at + search_text.length)}</mark>
          {text.slice(at + search_text.length)}
        </>
      )}
    </span>
  )
}

function Count({ count }: { count: number | undefined }) {
  const lang = useLanguage()
  return count === undefined ? null : <small className={styles.count}>{formatNumber(count, 0, lang)}</small>
}

const holds = (title: string, search: string) => title.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())

/** The first levels, and the ancestors of the selected node. */
const openAtFirst = (nodes: readonly FilterNode[], value: number | undefined, levels: number): ReadonlySet<number> => {
  const open = new Set(value === undefined ? [] : ancestorsOf(nodes, value))
  const walk = (list: readonly FilterNode[], level: number) => {
    if (level > levels) return
    for (const node of list) {
      open.add(node.value)
      walk(node.children, level + 1)
    }
  }
  walk(nodes, 1)
  return open
}

/** Explicit folds override the initially expanded nodes. */
const withFolds = (start: ReadonlySet<number>, folds: ReadonlyMap<number, boolean>): ReadonlySet<number> => {
  const open = new Set(start)
  for (const [value, unfolded] of folds) {
    if (unfolded) open.add(value)
    else open.delete(value)
  }
  return open
}
