import { useState } from 'react'
import { CheckTree } from '../../ui/check-tree.tsx'
import type { CheckNode } from '../../ui/check-tree-state.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './gallery.module.css'

const leaf = (right: string, title: string, hint: string, dangerous = false): CheckNode => ({
  key: right,
  right,
  title,
  hint,
  dangerous,
  children: [],
})
const NODES: CheckNode[] = [
  {
    key: 'device',
    title: 'Device management',
    children: [
      leaf('device:view', 'See devices', 'Lists units and opens them.'),
      leaf('device:edit', 'Edit devices', 'Renames units.'),
      leaf('device:control', 'Control devices', 'Sets mode, temperatures, timers.', true),
    ],
  },
  { key: 'field', title: 'Fields', children: [leaf('pii:view', 'Personal data', 'Phones unmasked.', true)] },
]
const requires = (right: string) => (right === 'device:edit' || right === 'device:control' ? ['device:view'] : [])
const lockedReason = (right: string) => (right === 'pii:view' ? 'You do not have this right yourself.' : undefined)

export function Rights() {
  const [value, setValue] = useState(['device:view', 'device:control'])
  return (
    <Panel title="Rights" className={styles.wide}>
      <CheckTree
        label="Rights"
        nodes={NODES}
        value={value}
        onChange={setValue}
        requires={requires}
        base={['device:view', 'device:edit']}
        lockedReason={lockedReason}
      />
    </Panel>
  )
}
