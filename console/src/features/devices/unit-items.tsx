import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { lazy } from 'react'
import { loadLazyMessages, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { BellIcon, PlusIcon, RowsIcon, UserIcon } from '../../ui/icons.tsx'
import type { MenuItem } from '../../ui/menu.tsx'

/** What a unit's menu opens in the list and on its page: a service order, a mute of its alarms, its label, its release from all users. */
const UNIT_ACTIONS = ['order', 'mute', 'labels', 'unbind'] as const
export type UnitAction = (typeof UNIT_ACTIONS)[number]
export type Unit = Pick<Device, 'mac' | 'device_name'>

const ICONS = { order: PlusIcon, mute: BellIcon, labels: RowsIcon, unbind: UserIcon } as const

/** Loaded with its words when the first of them is opened. */
export const UnitDialog = lazy(async () => {
  const [{ UnitDialog: part }] = await Promise.all([import('./unit-dialog.tsx'), loadLazyMessages()])
  return { default: part }
})

/** Why each of them cannot be started; of labels without claim codes. */
export const useUnitReasons = (): Record<UnitAction, string | undefined> => ({
  order: useMissingPermission('order:create'),
  mute: useMissingPermission('alarm:mute'),
  labels: useMissingPermission('device-import:view'),
  unbind: useMissingPermission('binding:unbind'),
})

/** The entries of a menu that open them. */
export const useUnitItems = (open: (action: UnitAction) => void): MenuItem[] => {
  const t = useMessages('devices')
  const reasons = useUnitReasons()
  return UNIT_ACTIONS.map((action) => ({
    key: action,
    label: t(($) => $.actions.one[action]),
    icon: ICONS[action],
    disabledReason: reasons[action],
    onSelect: () => open(action),
  }))
}
