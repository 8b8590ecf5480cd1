import { api } from '@heatfleet/contract/api.ts'
import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import type { BoundDevice } from '@heatfleet/contract/bindings/bindings.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ClaimDialog } from '../../bindings/claim-dialog.tsx'
import { TransferDialog } from '../../bindings/transfer-dialog.tsx'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/field-check.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/menu.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { AlarmMark, OnlineMark } from '../../ui/status.tsx'
import styles from './app-users.module.css'
import { MarkDialog } from './mark-dialog.tsx'
import { MarkSelected } from './mark-selected.tsx'
import { MarkChips } from './marks.tsx'
import { devicePath } from './paths.ts'
import { UnbindDialog } from './unbind-dialog.tsx'

type Props = { person: Person; devices: readonly BoundDevice[] }

/** Devices of an app user with their actions (product 3.22). */
export function BoundTable({ person, devices }: Props) {
  const t = useMessages('app-users')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const chosen = devices.filter(({ mac }) => ticked.includes(mac))
  const tick: PlainColumn<BoundDevice> = {
    key: 'tick',
    title: t(($) => $.bound.choose),
    tick: true,
    cell: ({ mac, device_name }) => (
      <CheckboxField
        quiet
        label={t(($) => $.bound.choose_named, { name: device_name || mac })}
        checked={ticked.includes(mac)}
        onChange={(on) => setTicked(on ? [...ticked, mac] : ticked.filter((other) => other !== mac))}
      />
    ),
  }
  const columns = useColumns(person)
  return (
    <>
      {devices.length > 1 && (
        <MarkSelected
          app_user_id={person.app_user_id}
          devices={devices}
          chosen={chosen}
          onAll={(all) => setTicked(all ? devices.map(({ mac }) => mac) : [])}
        />
      )}
      <PlainTable
        label={t(($) => $.bound.title)}
        columns={devices.length > 1 ? [tick, ...columns] : columns}
        rows={devices}
        keyOf={({ mac }) => mac}
        empty={<NeverAny title={t(($) => $.bound.none)} text={t(($) => $.bound.none_hint)} />}
      />
    </>
  )
}

/** The app user whose devices the table shows. */
type Person = Pick<AppUser, 'app_user_id' | 'nick_name'>
type ActionKind = 'mark' | 'unbind' | 'claim' | 'transfer'

const WAYS = ['scan', 'share', 'admin'] as const

const useColumns = (person: Person): PlainColumn<BoundDevice>[] => {
  const t = useMessages('app-users')
  const bindings = useMessages('bindings')
  const words = useMessages('devices')
  const productName = useProductName()
  const wayText = (way: string) => {
    const way_key = WAYS.find((one) => one === way)
    return way_key === undefined ? way : bindings(($) => $.ways[way_key])
  }
  return [
    {
      key: 'name',
      title: t(($) => $.bound.name),
      least_px: 150,
      cell: ({ mac, device_name }) => (
        <>
          <Link className={`${styles.link} ${styles.above}`} to={devicePath(mac)}>
            {device_name || mac}
          </Link>
          <div className={styles.below}>
            <Identifier id={mac} />
          </div>
        </>
      ),
    },
    {
      key: 'product',
      title: `${t(($) => $.bound.product)} · ${t(($) => $.bound.agent)}`,
      least_px: 110,
      cell: ({ product_name, product_english_name, agent_name }) => (
        <>
          {productName({ name: product_name, english_name: product_english_name })}
          <div className={styles.below}>{agent_name ?? words(($) => $.stock.yes)}</div>
        </>
      ),
    },
    {
      key: 'role',
      title: `${t(($) => $.bound.role)} · ${t(($) => $.bound.way)}`,
      cell: ({ role, bind_way }) => (
        <>
          {bindings(($) => $.roles[role])}
          <div className={styles.below}>{wayText(bind_way)}</div>
        </>
      ),
    },
    { key: 'bind_time', title: t(($) => $.bound.bind_time), cell: ({ bind_time }) => <Age at={bind_time} /> },
    {
      key: 'online',
      title: t(($) => $.bound.online),
      cell: ({ online_status }) => <OnlineMark state={online_status} />,
    },
    { key: 'alarms', title: t(($) => $.bound.alarms), cell: ({ alarm_count }) => <AlarmMark count={alarm_count} /> },
    { key: 'marks', title: t(($) => $.columns.marks), least_px: 110, cell: ({ marks }) => <MarkChips marks={marks} /> },
    {
      key: 'actions',
      title: t(($) => $.columns.actions),
      actions: true,
      cell: (device) => <DeviceActions person={person} device={device} />,
    },
  ]
}

function DeviceActions({ person, device }: { person: Person; device: BoundDevice }) {
  const t = useMessages('app-users')
  const bindings = useMessages('bindings')
  const { app_user_id } = person
  const navigate = useNavigate()
  const [open, setOpen] = useState<ActionKind | null>(null)
  const close = () => setOpen(null)
  const mark = useChange(api.markDevice)
  const missing_transfer_permission = useMissingPermission('binding:transfer')
  const missing_permission = {
    mark: useMissingPermission('appuser:mark'),
    unbind: useMissingPermission('binding:unbind'),
    claim: useMissingPermission('binding:bind'),
    transfer: missing_transfer_permission ?? (device.role === 'owner' ? undefined : t(($) => $.bound.not_owner)),
  }
  const name = device.device_name || device.mac
  const item = (key: ActionKind, label: string, danger = false): MenuItem => {
    const disabledReason = missing_permission[key]
    return {
      key,
      label,
      danger,
      ...(disabledReason === undefined ? {} : { disabledReason }),
      onSelect: () => setOpen(key),
    }
  }
  return (
    <>
      <DropdownMenu
        label={t(($) => $.bound.more, { name })}
        trigger={(button) => (
          <Button {...button} kind="text" size="small" icon={MoreIcon} label={t(($) => $.bound.more, { name })} />
        )}
        items={[
          { key: 'open', label: t(($) => $.bound.open), onSelect: () => void navigate(devicePath(device.mac)) },
          item(
            'mark',
            t(($) => $.bound.mark),
          ),
          item(
            'claim',
            bindings(($) => $.claim.action),
          ),
          item(
            'transfer',
            bindings(($) => $.transfer.action),
          ),
          { key: 'line', divider: true },
          item(
            'unbind',
            t(($) => $.bound.unbind),
            true,
          ),
        ]}
      />
      {open === 'mark' && (
        <MarkDialog
          name={name}
          marks={device.marks}
          onSave={(marks) => mark.mutateAsync({ params: { id: app_user_id, x: device.mac }, body: { marks } })}
          onClose={close}
        />
      )}
      {open === 'claim' && <ClaimDialog mac={device.mac} name={name} onClose={close} />}
      {open === 'transfer' && <TransferDialog mac={device.mac} name={name} owner={person} onClose={close} />}
      {open === 'unbind' && <UnbindDialog app_user_id={app_user_id} device={device} name={name} onClose={close} />}
    </>
  )
}
