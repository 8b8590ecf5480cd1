import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ShipProblem, ShipRow } from '@heatfleet/contract/shipments/shipments.ts'
import { useRead } from '../../cloud/call.ts'
import type { MenuAgent } from '../../cloud/distributor-tree.ts'
import { useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { CheckboxField, RadioGroupField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { useMayLeave } from '../../ui/leave-guard.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useUnsavedMark } from '../../ui/unsaved-forms.ts'
import { AskRelease } from './ask-release.tsx'
import { type ShipWork, useShipWork } from './ship-work.ts'
import css from './shipments.module.css'
import { Verdicts } from './verdicts.tsx'

/** Who can receive units: those directly below the own distributor, for the manufacturer's people all. */
const receiversOf = (agents: readonly MenuAgent[], own_id: number | null): MenuAgent[] =>
  agents.filter(({ parent_id }) => own_id === null || parent_id === own_id)

/** Base64 is a third longer than the file. */
const FILE_BYTES_MAX = Math.floor((LIMITS.import_body_bytes * 3) / 4) - 4_096

/** Puts a shipment together; `chosen` = units that were ticked, null = they are to be named here. Mounted = open. */
export function ShipDrawer(props: { chosen: readonly string[] | null; onDone: () => void; onClose: () => void }) {
  const { chosen, onDone, onClose } = props
  const t = useMessages('shipments')
  const ui = useMessages('ui')
  const done = () => {
    onDone()
    onClose()
  }
  const work = useShipWork(chosen, done)
  const id = useUnsavedMark(work.dirty)
  const mayLeave = useMayLeave(id)
  const close = () => void mayLeave().then((leave) => leave && onClose())
  return (
    <Drawer
      open
      title={t(($) => $.ship.title)}
      width={620}
      onClose={close}
      footer={
        <>
          <Problem problem={work.problem} />
          <Button onClick={close}>{ui(($) => $.cancel)}</Button>
          <Button
            kind={work.check === null ? 'primary' : 'default'}
            busy={work.busy && work.check === null}
            disabledReason={work.check_reason}
            onClick={work.look}
          >
            {t(($) => $.ship.check)}
          </Button>
          {work.check !== null && (
            <Button kind="primary" busy={work.busy} disabledReason={work.ship_reason} onClick={work.confirm}>
              {t(($) => $.ship.confirm, { count: work.good.length })}
            </Button>
          )}
        </>
      }
    >
      <div className={css.fields}>
        {chosen === null ? <Source work={work} /> : <b>{t(($) => $.ship.chosen, { count: chosen.length })}</b>}
        <Receiver work={work} />
        <Papers work={work} />
        {work.check !== null && (
          <>
            <Verdicts rows={work.check.rows} />
            <div className={css.asks}>
              <AskRelease kind="stock" macs={macsWith(work.check.rows, HELD_ELSEWHERE)} />
              <AskRelease kind="binding" macs={macsWith(work.check.rows, ['bound'])} />
            </div>
            {work.check.errors > 0 && work.good.length > 0 && (
              <CheckboxField
                label={t(($) => $.ship.leave_out, { count: work.check.errors })}
                checked={work.leaves_out}
                onChange={work.setLeavesOut}
              />
            )}
          </>
        )}
      </div>
    </Drawer>
  )
}

/** A unit that another distributor has, or that is not seen from here. */
const HELD_ELSEWHERE = ['already_shipped', 'not_in_stock', 'unknown'] as const satisfies readonly ShipProblem[]

const macsWith = (rows: readonly ShipRow[], problems: readonly ShipProblem[]): string[] =>
  rows.filter((row) => row.problems.some((problem) => problems.includes(problem))).map(({ mac }) => mac)

const WAYS = ['paste', 'file'] as const

function Source({ work }: { work: ShipWork }) {
  const t = useMessages('shipments')
  const notify = useNotify()
  const max = LIMITS.shipment_devices_max
  return (
    <>
      <RadioGroupField
        label={t(($) => $.ship.source)}
        value={work.way}
        options={WAYS.map((value) => ({ value, label: t(($) => $.ship.ways[value]) }))}
        onChange={work.setWay}
      />
      {work.way === 'paste' ? (
        <TextAreaField
          label={t(($) => $.ship.paste)}
          hint={t(($) => $.ship.paste_hint, { max })}
          error={work.pasted_error}
          rows={6}
          value={work.pasted}
          onChange={work.setPasted}
        />
      ) : (
        <FileDrop
          label={t(($) => $.ship.file)}
          choose={work.file_name === null ? t(($) => $.ship.choose_file) : t(($) => $.ship.other_file)}
          accept=".xlsx,.csv,.txt"
          file_name={work.file_name}
          hint={t(($) => $.ship.file_hint, { max })}
          bytes_max={FILE_BYTES_MAX}
          onFile={work.readFile}
          onTooLarge={() => notify.error(t(($) => $.ship.file_too_large))}
        />
      )}
    </>
  )
}

function Receiver({ work }: { work: ShipWork }) {
  const t = useMessages('shipments')
  const own_id = useSession((session) => session.user?.agent_id ?? null)
  const agents = useRead(api.menuAgents)
  const receivers = receiversOf(agents.data ?? [], own_id)
  return (
    <SelectField
      label={t(($) => $.ship.receiver)}
      hint={t(($) => $.ship.receiver_hint)}
      error={agents.data !== undefined && receivers.length === 0 && t(($) => $.no_receiver)}
      required
      search
      loading={agents.data === undefined}
      value={work.agent_id}
      options={receivers.map((agent) => ({ value: agent.agent_id, label: agent.agent_name }))}
      onChange={work.setAgent}
    />
  )
}

function Papers({ work }: { work: ShipWork }) {
  const t = useMessages('shipments')
  const number = (key: 'order_no' | 'logistics_no') => (
    <TextField
      label={t(($) => $.columns[key])}
      maxLength={LIMITS.shipment_no_max}
      value={work.papers[key]}
      onChange={(value) => work.setPapers({ [key]: value })}
    />
  )
  return (
    <>
      {number('order_no')}
      {number('logistics_no')}
      <TextField
        label={t(($) => $.columns.remark)}
        maxLength={LIMITS.remark_max}
        value={work.papers.remark}
        onChange={(remark) => work.setPapers({ remark })}
      />
    </>
  )
}
