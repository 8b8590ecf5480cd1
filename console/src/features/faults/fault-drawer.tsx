import { api } from '@heatfleet/contract/api.ts'
import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { parseNumber } from '../../ui/field.tsx'
import { useMayLeave } from '../../ui/leave-guard.tsx'
import { ErrorState, Loading, NoMatch } from '../../ui/states.tsx'
import { FaultForm } from './fault-form.tsx'
import { FaultHelp, FaultSource } from './fault-help.tsx'
import { FaultNotes } from './fault-notes.tsx'
import { registerText, useCategoryText, useFaultName } from './fault-texts.ts'
import { FaultUse } from './fault-use.tsx'
import css from './faults.module.css'
import { SeverityMark } from './severity-mark.tsx'

const WIDTH_PX = 640
/** Three columns: names in three languages fit one row. */
const FACT_PX = 170

/** One fault code by its id, with alarms and notes, or `new`; custom entries can be edited. */
export function FaultDrawer({ opened, onClose }: { opened: string; onClose: () => void }) {
  const t = useMessages('faults')
  const missing_permission = useMissingPermission('faultcode:edit')
  const faultName = useFaultName()
  const [query] = useSearchParams()
  const [editing, setEditing] = useState(false)
  const mayLeave = useMayLeave()
  /** Asks before a started note is discarded. */
  const confirmLeave = (leave: () => void) => () => void mayLeave().then((may) => may && leave())
  const is_new = opened === 'new'
  const fault_id = parseNumber(opened) ?? 0
  const body = { fault_id }
  const read = useRead(api.faultCodeList, { query: { pageNo: 1, size: 1 }, body }, { enabled: !is_new })
  const [fault] = read.data?.list ?? []
  if (is_new) return <FaultForm fault={null} value={parseNumber(query.get('value') ?? '')} onClose={onClose} />
  if (fault !== undefined && editing) return <FaultForm fault={fault} value={null} onClose={() => setEditing(false)} />
  return (
    <Drawer
      open
      width={WIDTH_PX}
      title={fault === undefined ? t(($) => $.title) : `${fault.code} · ${faultName(fault)}`}
      onClose={confirmLeave(onClose)}
      footer={
        fault === undefined ? undefined : (
          <Button
            kind="primary"
            disabledReason={fault.built_in ? t(($) => $.read_only) : missing_permission}
            onClick={confirmLeave(() => setEditing(true))}
          >
            {t(($) => $.change)}
          </Button>
        )
      }
    >
      {fault !== undefined ? (
        <FaultDetails fault={fault} />
      ) : read.error !== null ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <Loading />
      ) : (
        <NoMatch />
      )}
    </Drawer>
  )
}

function FaultDetails({ fault }: { fault: FaultCode }) {
  const t = useMessages('faults')
  const categoryText = useCategoryText()
  const { names, severity } = fault
  return (
    <div className={css.parts}>
      <Facts
        least_px={FACT_PX}
        items={[
          {
            label: t(($) => $.fields.severity),
            value: <SeverityMark severity={severity} />,
          },
          { label: t(($) => $.fields.category), value: categoryText(fault.category) },
          { label: t(($) => $.fields.set_name), value: fault.set_name },
          { label: t(($) => $.fields.name_en), value: names.en },
          { label: t(($) => $.fields.name_zh), value: names.zh },
          { label: t(($) => $.fields.name_pl), value: names.pl },
          { label: t(($) => $.fields.register), value: registerText(fault) },
          { label: t(($) => $.fields.code_num), value: fault.code_num },
        ]}
      />
      <FaultHelp fault={fault} />
      <FaultUse fault_id={fault.fault_id} />
      <FaultNotes fault_id={fault.fault_id} />
      <FaultSource source={fault.source} />
    </div>
  )
}
