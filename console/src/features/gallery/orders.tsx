import { useState } from 'react'
import { OrderList } from '../../ui/order-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Steps } from '../../ui/steps.tsx'
import styles from './gallery.module.css'

const STEPS = [
  { key: 'basics', label: 'Basics', done: true, to: '/gallery?step=basics' },
  { key: 'points', label: 'Data points', done: true, to: '/gallery?step=points' },
  { key: 'panel', label: 'Panel', done: false, to: '/gallery?step=panel' },
  { key: 'check', label: 'Check & save', done: false },
]
const GROUPS = [
  { key: 'water', label: 'Water circuit' },
  { key: 'refrigerant', label: 'Refrigerant circuit' },
  { key: 'electric', label: 'Sprężarka i zasilanie' },
  { key: 'fault', label: '故障' },
]

/** The way through a wizard, and things whose order counts. */
export function Orders() {
  const [keys, setKeys] = useState(GROUPS.map(({ key }) => key))
  const items = keys.flatMap((key) => GROUPS.filter((group) => group.key === key))
  return (
    <Panel title="Steps and order">
      <div className={styles.stack}>
        <Steps label="Steps of a wizard" steps={STEPS} now="panel" />
        <OrderList label="Order of groups" items={items} onOrder={setKeys} />
        <OrderList label="Order that is fixed" items={items.slice(0, 2)} onOrder={setKeys} disabled />
      </div>
    </Panel>
  )
}
