import { ChangeLine, ChangeList } from '../../ui/change-list.tsx'
import { changesOf } from '../../ui/changes.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './gallery.module.css'

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

/** What an audit line changed, in full and in one line. */
export function Changes() {
  return (
    <Panel title="Changes" note={<ChangeLine changes={CHANGES} nameOf={nameOf} />}>
      <div className={styles.row}>
        <ChangeList changes={CHANGES} nameOf={nameOf} />
      </div>
    </Panel>
  )
}
