import { CallFailed } from '@heatfleet/contract/client.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { ChangeLine, ChangeList } from '../../ui/change-list.tsx'
import { changesOf } from '../../ui/changes.ts'
import { MultiRegionField, type Place, PlaceField } from '../../ui/field.tsx'
import * as icons from '../../ui/icons.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { OrderList } from '../../ui/order-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useRegionName } from '../../ui/region-names.ts'
import { ErrorState, Gone, Loading, NeverAny, NoMatch, NoPermission } from '../../ui/states.tsx'
import { Steps } from '../../ui/steps.tsx'
import { COLOURS, useTheme } from '../../ui/theme.ts'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { Actions } from './actions.tsx'
import { Fields } from './fields.tsx'
import { Forms } from './forms.tsx'
import styles from './gallery.module.css'
import { Marks } from './marks.tsx'
import { MoreFields } from './more-fields.tsx'
import { Rights } from './rights.tsx'
import { Secrets } from './secrets.tsx'
import { Table } from './table.tsx'
import { Trees } from './trees.tsx'

const failed = new CallFailed(502, 'Bad Gateway', 'req-7f3a91c2')

/** Empty, loading and error states. */
function States() {
  return (
    <>
      <Panel title="Loading">
        <Loading />
      </Panel>
      <Panel title="Never any">
        <NeverAny
          title="No devices yet"
          text="Devices appear here once they are imported."
          action={<Button kind="primary">Import</Button>}
        />
      </Panel>
      <Panel title="No match">
        <NoMatch onClear={() => {}} />
      </Panel>
      <Panel title="No permission">
        <NoPermission permission="device:control" />
      </Panel>
      <Panel title="Error">
        <ErrorState error={failed} onRetry={() => {}} />
      </Panel>
      <Panel title="Gone">
        <Gone />
      </Panel>
    </>
  )
}

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

/** Steps, and lists that can be reordered. */
function Orders() {
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

const CHANGES = changesOf({
  before: { name: 'Zhejiang', remark: '', enabled: true, rights: ['device:view', 'device:control'], limit: 1200 },
  after: {
    name: 'Zhejiang Heat',
    remark: 'New owner',
    enabled: false,
    rights: ['device:view', 'pii:view'],
    limit: 12000,
  },
})
const NAMES: Record<string, string> = {
  name: 'Name',
  remark: 'Remark',
  enabled: 'Enabled',
  rights: 'Rights',
  limit: 'Limit',
}
const nameOf = (field: string) => NAMES[field] ?? field

/** Changes of an audit entry, in full and in one line. */
function Changes() {
  return (
    <Panel title="Changes" note={<ChangeLine changes={CHANGES} nameOf={nameOf} />}>
      <div className={styles.row}>
        <ChangeList changes={CHANGES} nameOf={nameOf} />
      </div>
    </Panel>
  )
}

/** The colour table and the icons. */
function Colours() {
  const theme = useTheme((state) => state.theme)
  return (
    <>
      <Panel title="Colours" className={styles.wide}>
        <div className={styles.swatches}>
          {Object.keys(COLOURS[theme]).map((name) => (
            <div key={name} className={styles.swatch}>
              <span style={{ background: `var(--hf-${name})` }} />
              {name}
            </div>
          ))}
        </div>
      </Panel>
      <Panel title="Icons" className={styles.wide}>
        <div className={styles.icons}>
          {Object.entries(icons).map(([name, IconComponent]) => (
            <span key={name} title={name}>
              <IconComponent size={20} />
            </span>
          ))}
        </div>
      </Panel>
    </>
  )
}

/** Regions of China and places abroad. */
function Regions() {
  const [place, setPlace] = useState<Place>({ country: 'CN', region_code: '330110', region_text: '' })
  const [abroad, setAbroad] = useState<Place>({ country: 'PL', region_code: null, region_text: 'Małopolska' })
  const [area, setArea] = useState<string[]>(['330000', '320500'])
  const nameOf = useRegionName()
  return (
    <Panel title="Regions" note={nameOf('110101')}>
      <div className={styles.fields} style={{ gridTemplateColumns: '1fr' }}>
        <PlaceField value={place} onChange={setPlace} />
        <PlaceField value={abroad} onChange={setAbroad} />
        <MultiRegionField label="Agency area" value={area} onChange={setArea} />
      </div>
    </Panel>
  )
}

/** Every part of the UI kit on one page, in development builds: for review and screenshot tests. */
export function Component() {
  return (
    <>
      <LeaveGuard />
      <main className={styles.gallery}>
        <header className={styles.head}>
          <h1>Gallery</h1>
          <Link to="/login">Sign in</Link>
          <LanguageSwitch full />
          <ThemeSwitch />
        </header>
        <div className={styles.grid}>
          <Marks />
          <Actions />
          <Fields />
          <MoreFields />
          <Regions />
          <Trees />
          <Rights />
          <Forms />
          <Changes />
          <Secrets />
          <Table />
          <States />
          <Colours />
          <Orders />
        </div>
      </main>
    </>
  )
}
