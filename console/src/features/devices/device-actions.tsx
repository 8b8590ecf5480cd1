import type { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices/devices.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { createContext, lazy, Suspense, useContext, useState } from 'react'
import { useNavigate } from 'react-router'
import { loadLazyMessages, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import {
  ArrowRightIcon,
  ChevronLeftIcon,
  CloseIcon,
  CurveIcon,
  EditIcon,
  EyeIcon,
  ListIcon,
  RefreshIcon,
  SearchIcon,
  SettingsIcon,
  WarningIcon,
} from '../../ui/icons.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { detailPath } from './detail-path.ts'
import { type UnitAction, useUnitItems, useUnitReasons } from './unit-items.tsx'

/** Loaded with its words when the first action is opened. */
const DeviceDialogs = lazy(async () => {
  const [{ DeviceDialogs: part }] = await Promise.all([import('./device-dialogs.tsx'), loadLazyMessages()])
  return { default: part }
})

export type ListRequest = RequestOf<typeof api.deviceList>
/** The devices an action is for: as a filter of the list, and by their ids where these are known. */
export type Target = {
  filter: NonNullable<ListRequest['body']>
  count: number
  /** Null = all that match. */
  macs: readonly string[] | null
  /** The only one. */
  device: Device | null
}
const KINDS = ['tags', 'group', 'ship', 'recall', 'delete'] as const
export type ActionKind = (typeof KINDS)[number] | 'replace' | UnitAction
/** Those of a unit that are done to many as well. */
const UNIT_KINDS = ['mute', 'labels', 'unbind'] as const
const ICONS = {
  tags: EditIcon,
  group: ListIcon,
  ship: ArrowRightIcon,
  recall: ChevronLeftIcon,
  delete: CloseIcon,
} as const

const targetOf = (device: Device): Target => ({ filter: { macs: [device.mac] }, count: 1, macs: [device.mac], device })

const selectedTarget = (selection: Selection<Device>, total: number, { body }: ListRequest): Target => {
  const count = countSelected(selection, total)
  if (selection.kind === 'all')
    return { filter: { ...body, except_macs: [...selection.except] }, count, macs: null, device: null }
  const macs = [...selection.rows.keys()]
  return { filter: { macs }, count, macs, device: null }
}

/** The wizard of a rollout: a screen of its own, to which the devices are handed over. */
const ROLLOUT_WIZARD = '/device/rollout-create'

/** Settings of the target by a rollout; the product is named where all ticked devices are of one. */
const useChangeSettings = () => {
  const navigate = useNavigate()
  return ({ macs, filter }: Target, product_keys: ReadonlySet<string>) => {
    const [product_key] = product_keys.size === 1 ? product_keys : []
    const state = { ...(macs === null ? { filter } : { macs }), ...(product_key === undefined ? {} : { product_key }) }
    void navigate(ROLLOUT_WIZARD, { state })
  }
}

/** The form of a new campaign, to which the devices are handed over. */
const NEW_CAMPAIGN = '/device/ota-list?campaign=new'

/** Opens the dialog of an action for some devices. */
export const DeviceActionsContext = createContext<(kind: ActionKind, target: Target) => void>(() => {})

/** Why each action cannot be started. */
const useReasons = (): Record<(typeof KINDS)[number], string | undefined> => {
  const tag = useMissingPermission('device:tag')
  return {
    tags: tag,
    group: tag,
    ship: useMissingPermission('shipment:ship'),
    recall: useMissingPermission('shipment:recall'),
    delete: useMissingPermission('device:delete'),
  }
}

/** What can be done with one device. */
export function DeviceMenu({ device }: { device: Device }) {
  const t = useMessages('devices')
  const navigate = useNavigate()
  const open = useContext(DeviceActionsContext)
  const reasons = useReasons()
  const changeSettings = useChangeSettings()
  const no_rollout = useMissingPermission('rollout:create')
  const no_replacement = useMissingPermission('device:replace')
  const unit_items = useUnitItems((action) => open(action, targetOf(device)))
  const path = detailPath(device.mac)
  const go = (key: 'overview' | 'control' | 'curves' | 'alarms' | 'model', icon: typeof EyeIcon): MenuItem => ({
    key,
    label: t(($) => $.actions.open[key]),
    icon,
    onSelect: () => void navigate(`${path}?tab=${key}`),
  })
  return (
    <RowActions
      label={t(($) => $.actions.of, { name: device.device_name || device.mac })}
      items={[
        go('overview', EyeIcon),
        go('control', SettingsIcon),
        go('curves', CurveIcon),
        go('alarms', WarningIcon),
        go('model', SearchIcon),
        {
          key: 'settings',
          label: t(($) => $.actions.one.settings),
          icon: SettingsIcon,
          disabledReason: no_rollout,
          onSelect: () => changeSettings(targetOf(device), new Set([device.product_key])),
        },
        {
          key: 'replace',
          label: t(($) => $.actions.one.replace),
          icon: RefreshIcon,
          disabledReason: no_replacement,
          onSelect: () => open('replace', targetOf(device)),
        },
        { key: 'divider-unit', divider: true },
        ...unit_items,
        { key: 'divider', divider: true },
        ...KINDS.map((kind) => ({
          key: kind,
          label: t(($) => $.actions.one[kind]),
          icon: ICONS[kind],
          danger: kind === 'delete',
          disabledReason: reasons[kind],
          onSelect: () => open(kind, targetOf(device)),
        })),
      ]}
    />
  )
}

/** Bulk actions on the selected devices. */
export function SelectionActions(props: { selection: Selection<Device>; total: number; request: ListRequest }) {
  const t = useMessages('devices')
  const shared = useMessages('shared')
  const open = useContext(DeviceActionsContext)
  const reasons = { ...useReasons(), ...useUnitReasons() }
  const changeSettings = useChangeSettings()
  const no_rollout = useMissingPermission('rollout:create')
  const no_campaign = useMissingPermission('ota:campaign')
  const target = selectedTarget(props.selection, props.total, props.request)
  const max = target.macs === null ? LIMITS.batch_objects_max : LIMITS.filter_ids_max
  const too_many = target.count > max ? shared(($) => $.errors.batch_too_large, { max }) : undefined
  const rows = props.selection.kind === 'some' ? [...props.selection.rows.values()] : []
  const navigate = useNavigate()
  const model = useMissingPermission('model:view')
  const { macs } = target
  const rows_only = macs === null ? shared(($) => $.errors.batch_too_large, { max: LIMITS.filter_ids_max }) : undefined
  const buttons = [...KINDS, ...UNIT_KINDS].map((kind) => (
    <Button
      key={kind}
      kind="text"
      size="small"
      disabledReason={reasons[kind] ?? too_many}
      onClick={() => open(kind, target)}
    >
      {t(($) => $.actions.many[kind])}
    </Button>
  ))
  return (
    <>
      {buttons}
      <Button
        kind="text"
        size="small"
        disabledReason={no_rollout ?? too_many}
        onClick={() => changeSettings(target, new Set(rows.map(({ product_key }) => product_key)))}
      >
        {t(($) => $.actions.many.settings)}
      </Button>
      <Button
        kind="text"
        size="small"
        disabledReason={no_campaign ?? too_many}
        onClick={() => void navigate(NEW_CAMPAIGN, { state: macs === null ? { filter: target.filter } : { macs } })}
      >
        {t(($) => $.actions.many.upgrade)}
      </Button>
      <Button
        kind="text"
        size="small"
        disabledReason={model ?? rows_only ?? too_many}
        onClick={() => void navigate(`/device/model-setting?keyword=${(macs ?? []).join(',')}`)}
      >
        {t(($) => $.actions.many.models)}
      </Button>
    </>
  )
}

/** What opens the dialogs of the actions, and these; `onDone` releases the selection. */
export const useDeviceActions = (onDone: () => void) => {
  const [asked, setAsked] = useState<{ kind: ActionKind; target: Target } | null>(null)
  // A batch goes on in its drawer when the dialog that began it is closed.
  const [used, setUsed] = useState(false)
  const [open] = useState(() => (kind: ActionKind, target: Target) => {
    setUsed(true)
    setAsked({ kind, target })
  })
  const dialogs = used && (
    <Suspense>
      <DeviceDialogs asked={asked} onDone={onDone} onClose={() => setAsked(null)} />
    </Suspense>
  )
  return { open, dialogs }
}
