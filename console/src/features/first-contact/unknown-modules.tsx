import { UNKNOWN_MODULE_STATES } from '@heatfleet/contract/first-contact/unknown-modules.ts'
import { useState } from 'react'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { nothingSelected } from '../../ui/data-table-selection.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { ApprovalDrawer } from './approval.tsx'
import { SelectedDecisions } from './decisions.tsx'
import { unknownModules } from './list.tsx'

/** The approval list: modules that tried to log in and are no device. It changes by itself. */
export function Component() {
  const t = useMessages('first-contact')
  const [approving, setApproving] = useState<string[] | null>(null)
  const list = useList(unknownModules, { onApprove: setApproving })
  const { address, change, selection } = list
  const release = () => list.select(nothingSelected())
  const [first, ...more] = approving ?? []
  const proven = more.length > 0 ? null : list.rows.find(({ mac }) => mac === first)?.product_key
  return (
    <ListScreen
      of={list}
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      above={
        <Tabs
          label={t(($) => $.title)}
          value={address.state}
          onChange={(state) => change({ state })}
          items={UNKNOWN_MODULE_STATES.map((key) => ({ key, label: t(($) => $.states[key]) }))}
        />
      }
      selectionTools={<SelectedDecisions selection={selection} onApprove={setApproving} onDone={release} />}
    >
      {approving !== null && (
        <ApprovalDrawer macs={approving} product_key={proven} onDone={release} onClose={() => setApproving(null)} />
      )}
    </ListScreen>
  )
}
