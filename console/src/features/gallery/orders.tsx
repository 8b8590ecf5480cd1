import { useState } from 'react'
import { OrderList } from '../../ui/order-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Steps } from '../../ui/steps.tsx'
import styles from './gallery.module.css'

const STEPS = [
  { key: 'basics', label: 'Basics', done: true, to: '/gallery' },
  { key: 'access', label: 'Bus & polling', done: true, to: '/gallery' },
  { key: 'points', label: 'Data points', done: false, to: '/gallery' },
  { key: 'review', label: 'Check', done: false },
] as const

const TABS = [
  { key: 'overview', label: 'Overview' },
  { key: 'heating', label: 'Heating' },
  { key: 'service', label: 'Service' },
]

/** What stands in an order: the way through something long, and things people put in order themselves. */
export function Orders() {
  const [tabs, setTabs] = useState(TABS)
  const order = (keys: readonly string[]) => setTabs(keys.flatMap((key) => TABS.filter((tab) => tab.key === key)))
  return (
    <Panel title="Steps and order">
      <div className={styles.row}>
        <Steps label="New product" now="access" steps={STEPS} />
      </div>
      <div className={styles.row}>
        <OrderList label="Tabs" items={tabs} onOrder={order} />
        <OrderList label="Tabs, read only" items={tabs} onOrder={order} disabled />
      </div>
    </Panel>
  )
}
