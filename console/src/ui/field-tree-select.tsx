import { type ReactNode, useMemo, useState } from 'react'
import { ComboBox } from './combo-box.tsx'
import { isFound } from './combo-rows.ts'
import { type ComboNode, comboPath, comboTreeRows } from './combo-tree.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

type TreeChoice<Value extends string | number> = {
  value: Value
  title: string
  children?: TreeChoice<Value>[]
}

/** A node of a tree, searched by title. `footer` is shown below the tree, e.g. "include lower levels". */
export function TreeSelectField<Value extends string | number>(
  props: FieldProps & {
    value: Value | undefined
    onChange: (value: Value | undefined) => void
    options: readonly TreeChoice<Value>[]
    placeholder?: string
    clearable?: boolean
    loading?: boolean
    prefix?: ReactNode
    footer?: ReactNode
    width?: number | string
  },
) {
  const { value, options, onChange } = props
  const { nodes, values } = useMemo(() => nodesOf(options), [options])
  // Null until a node is expanded or collapsed: the highest level, and what is above the selected node.
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null)
  const path = value === undefined ? [] : comboPath(nodes, String(value))
  const open = opened ?? new Set([...nodes, ...path.slice(0, -1)].map(({ key }) => key))
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <ComboBox
          ids={ids}
          label={props.label}
          popup="tree"
          text={value === undefined ? '' : (path.at(-1)?.label ?? String(value))}
          rowsOf={(search) =>
            comboTreeRows(nodes, {
              open,
              search,
              isFound: (nodes_down) => isFound(nodes_down.at(-1)?.label ?? '', search),
              state: (key) => ({ chosen: value !== undefined && key === String(value) }),
            })
          }
          onChoose={({ key }) => onChange(values.get(key))}
          onFold={({ key }, unfold) => {
            const next = new Set(open)
            if (unfold) next.add(key)
            else next.delete(key)
            setOpened(next)
          }}
          onClear={props.clearable ? () => onChange(undefined) : undefined}
          searchable
          placeholder={props.placeholder ?? props.label}
          disabled={props.disabled}
          loading={props.loading}
          prefix={props.prefix}
          footer={props.footer}
          width={props.width}
        />
      )}
    </FieldFrame>
  )
}

/** The nodes with keys of text, and the values of the keys. */
const nodesOf = <Value extends string | number>(options: readonly TreeChoice<Value>[]) => {
  const values = new Map<string, Value>()
  const walk = (list: readonly TreeChoice<Value>[]): ComboNode[] =>
    list.map(({ value, title, children = [] }) => {
      values.set(String(value), value)
      return { key: String(value), label: title, children: walk(children) }
    })
  return { nodes: walk(options), values }
}
