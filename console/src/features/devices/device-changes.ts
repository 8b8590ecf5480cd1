import { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { createContext, useMemo, useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useNotify } from '../../ui/notify.tsx'

/** What a row shows while the server is asked: the new value at once, the old one again when it is refused. */
type Proposed = Partial<Pick<Device, 'device_name' | 'favourite'>>

type DeviceChanges = {
  /** Whether names may be changed. */
  may_rename: boolean
  /** The device whose name is being edited, and what was typed before the server refused it; null = none. */
  renaming: { mac: string; typed?: string } | null
  startRename: (mac: string) => void
  stopRename: () => void
  /** The row as it is shown: the fetched one with what was proposed over it. */
  shown: (device: Device) => Device
  rename: (device: Device, device_name: string) => void
  toggleFavourite: (device: Device) => void
}

/** The changes a row can make, held once for the table so that rows stay cheap to draw. */
export const DeviceChangesContext = createContext<DeviceChanges>({
  may_rename: false,
  renaming: null,
  startRename: () => {},
  stopRename: () => {},
  shown: (device) => device,
  rename: () => {},
  toggleFavourite: () => {},
})

/** Renames and marks favourites, optimistically. */
export const useDeviceChanges = (): DeviceChanges => {
  const t = useMessages('devices')
  const notify = useNotify()
  const errorText = useErrorText()
  const may_rename = usePermission('device:edit')
  const { mutateAsync: update } = useChange(api.deviceUpdate)
  const { mutateAsync: mark } = useChange(api.deviceFavourite)
  const [renaming, setRenaming] = useState<DeviceChanges['renaming']>(null)
  const [proposed, setProposed] = useState<ReadonlyMap<string, Proposed>>(new Map())

  const propose = async (mac: string, value: Proposed, send: () => Promise<unknown>) => {
    setProposed((all) => new Map(all).set(mac, { ...all.get(mac), ...value }))
    try {
      // Resolves once the list was fetched anew, so that the old value never flickers through.
      await send()
    } finally {
      setProposed((all) => new Map([...all].filter(([key]) => key !== mac)))
    }
  }
  const rename = (device: Device, device_name: string) => {
    const { mac } = device
    setRenaming(null)
    if (device_name === device.device_name) return
    propose(mac, { device_name }, () => update({ query: { mac, device_name } })).then(
      () => notify.success(t(($) => $.renamed, { name: device_name })),
      (error: unknown) => {
        // Open again with what was typed, unless another name is being edited by now.
        setRenaming((now) => now ?? { mac, typed: device_name })
        notify.failed(errorText(error), (reason) => t(($) => $.rename_refused, { name: device.device_name, reason }))
      },
    )
  }
  const toggleFavourite = ({ mac, favourite }: Device) => {
    propose(mac, { favourite: !favourite }, () =>
      mark({ query: { mac, favourite: favourite ? 'false' : 'true' } }),
    ).catch((error: unknown) => notify.failed(errorText(error), (reason) => t(($) => $.favourite_refused, { reason })))
  }
  // Rows follow what is proposed and edited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions close only over what the listed values bring
  return useMemo(
    () => ({
      may_rename,
      renaming,
      startRename: (mac) => setRenaming({ mac }),
      stopRename: () => setRenaming(null),
      shown: (device) => ({ ...device, ...proposed.get(device.mac) }),
      rename,
      toggleFavourite,
    }),
    [may_rename, renaming, proposed, t],
  )
}
