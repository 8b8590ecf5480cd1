import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useStartBatch } from '../../batches/start-batch.tsx'
import { call, useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { MuteDrawer } from '../alarms/public.ts'
import { LabelDialog } from '../imports/public.ts'
import { ReplaceDrawer } from '../replacements/public.ts'
import { RecallUnits, ShipDrawer } from '../shipments/public.ts'
import { detailPath } from './detail-path.ts'
import type { ActionKind, Target } from './device-actions.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { UnbindMany } from './unbind-dialog.tsx'
import { UnitDialog } from './unit-dialog.tsx'

type DialogProps = { asked: { kind: ActionKind; target: Target } | null; onDone: () => void; onClose: () => void }

/** The dialogs of all actions on devices, and the drawer of a batch begun with one. */
export function DeviceDialogs({ asked, onDone, onClose }: DialogProps) {
  const navigate = useNavigate()
  const t = useMessages('devices')
  const { start, drawer } = useStartBatch()
  const { kind, target } = asked ?? { kind: null, target: null }
  const which = { by: 'filter' as const, filter: target?.filter ?? {}, except: [] }
  return (
    <>
      {target !== null && kind === 'tags' && (
        <TagsDialog
          target={target}
          onBatch={(input) => start({ action: 'device-tag', which, input })}
          onClose={onClose}
        />
      )}
      {target !== null && kind === 'group' && (
        <GroupDialog
          target={target}
          onBatch={(input) => start({ action: 'device-group', which, input })}
          onClose={onClose}
        />
      )}
      {target !== null && kind === 'delete' && (
        <DeleteDialog
          target={target}
          onBatch={() => start({ action: 'device-delete', which, input: {} })}
          onClose={onClose}
        />
      )}
      {target !== null && (kind === 'ship' || kind === 'recall') && (
        <MoveDialog kind={kind} target={target} onDone={onDone} onClose={onClose} />
      )}
      {target?.device != null && kind === 'replace' && (
        <ReplaceDrawer
          mac={target.device.mac}
          name={target.device.device_name || target.device.mac}
          onDone={(mac) => void navigate(detailPath(mac))}
          onClose={onClose}
        />
      )}
      {target?.device != null && (kind === 'order' || kind === 'mute' || kind === 'labels' || kind === 'unbind') && (
        <UnitDialog action={kind} unit={target.device} onClose={onClose} />
      )}
      {target?.device === null && kind === 'mute' && (
        <MuteDrawer
          title={t(($) => $.actions.mute.title, { count: target.count })}
          onSend={(input) => start({ action: 'device-mute', which, input })}
          onClose={onClose}
        />
      )}
      {target?.device === null && kind === 'unbind' && (
        <UnbindMany
          count={target.count}
          onBatch={(input) => start({ action: 'device-unbind', which, input })}
          onClose={onClose}
        />
      )}
      {target?.device === null && kind === 'labels' && (
        <LabelDialog total={target.count} findMacs={(from, count) => findMacs(target, from, count)} onClose={onClose} />
      )}
      {drawer}
    </>
  )
}

function DeleteDialog(props: { target: Target; onBatch: () => Promise<void>; onClose: () => void }) {
  const t = useMessages('devices')
  const notify = useNotify()
  const remove = useChange(api.deleteDevice)
  const { device, count } = props.target
  return (
    <TypedConfirm
      danger
      title={t(($) => $.actions.delete.title, { count })}
      text={t(($) => $.actions.delete.text)}
      confirm={t(($) => $.actions.one.delete)}
      expected={String(count)}
      onClose={props.onClose}
      onConfirm={async () => {
        if (device === null) return props.onBatch()
        await remove.mutateAsync({ query: { mac: device.mac } })
        notify.success(t(($) => $.actions.delete.done, { name: device.device_name || device.mac }))
      }}
    />
  )
}

type MoveProps = { kind: 'ship' | 'recall'; target: Target; onDone: () => void; onClose: () => void }

/** Ships or recalls, as soon as the ids are known. */
function MoveDialog({ kind, target, onDone, onClose }: MoveProps) {
  const notify = useNotify()
  const errorText = useErrorText()
  const [macs, setMacs] = useState(target.macs)
  useEffect(() => {
    if (macs !== null) return
    macsOf(target).then(setMacs, (error: unknown) => {
      notify.failed(errorText(error))
      onClose()
    })
  }, [macs, target, notify, errorText, onClose])
  if (macs === null) return null
  return kind === 'ship' ? (
    <ShipDrawer chosen={macs} onDone={onDone} onClose={onClose} />
  ) : (
    <RecallUnits macs={macs} onDone={onDone} onClose={onClose} />
  )
}

/** The ids of a part of them: a file of labels holds as many as a page of the list at most. */
const findMacs = async ({ macs, filter }: Target, from: number, count: number): Promise<string[]> => {
  if (macs !== null) return macs.slice(from, from + count)
  const size = LIMITS.labels_max
  const { list } = await call(api.deviceList, { query: { pageNo: from / size + 1, size }, body: filter })
  return list.map(({ mac }) => mac)
}

/** The ids of all that match. */
const macsOf = async ({ filter }: Target): Promise<string[]> => {
  const size = LIMITS.page_size_max
  const all: string[] = []
  for (let pageNo = 1; ; pageNo += 1) {
    const { list, total } = await call(api.deviceList, { query: { pageNo, size }, body: filter })
    all.push(...list.map(({ mac }) => mac))
    if (pageNo * size >= total || list.length === 0) return all
  }
}
