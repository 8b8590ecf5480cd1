import { useState } from 'react'
import type { FilterNode } from '../../ui/filter-bar-tree.ts'
import { PinIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TreeView } from '../../ui/tree-view.tsx'
import styles from './gallery.module.css'

const PROVINCES = ['Zhejiang', 'Jiangsu', 'Małopolska', 'Śląskie', '山东']

/** As many nodes as the largest organisation: 20 provinces, 100 cities each, 10 counties each. */
const NODES: FilterNode[] = Array.from({ length: 20 }, (_, p) => ({
  value: p + 1,
  title: PROVINCES[p] ?? `Province ${p + 1}`,
  count: 12_480 - p * 311,
  children: Array.from({ length: 100 }, (_, c) => ({
    value: 1_000 + p * 100 + c,
    title: p === 0 && c === 0 ? 'Hangzhou' : `City ${p + 1}-${c + 1}`,
    count: 125,
    children: Array.from({ length: 10 }, (_, k) => ({
      value: 100_000 + (p * 100 + c) * 10 + k,
      title: p === 0 && c === 0 && k === 0 ? 'Yuhang' : `County ${p + 1}-${c + 1}-${k + 1}`,
      count: 12,
      children: [],
    })),
  })),
}))

export function Trees() {
  const [value, setValue] = useState<number | undefined>(100_000)
  return (
    <Panel title="Tree">
      <div className={styles.table} style={{ marginTop: 0 }}>
        <TreeView
          label="Distributors"
          nodes={NODES}
          value={value}
          onChange={setValue}
          open_levels={0}
          iconOf={(_, level) => (level === 1 ? <PinIcon size={14} /> : null)}
        />
      </div>
    </Panel>
  )
}
