import { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMemo, useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { MultiSelectField } from '../../ui/field.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import styles from './device-history.module.css'

type PickerProps = {
  macs: readonly string[]
  /** Those that are loaded. */
  devices: readonly Device[]
  onChoose: (macs: readonly string[]) => void
}

const DEBOUNCE_MS = 200
const LISTED_MAX = 20

/** Selects up to five devices by name, IMEI / MAC or ICCID; the points come from the first one. */
export const DevicePicker = ({ macs, devices, onChoose }: PickerProps) => {
  const t = useMessages('history')
  const [text, setText] = useState('')
  const search_text = useDebounced(text, DEBOUNCE_MS)
  const found = useRead(
    api.deviceList,
    { query: { pageNo: 1, size: LISTED_MAX }, body: search_text === '' ? {} : { search: search_text } },
    { placeholder: 'keep' },
  )
  const options = useMemo(() => {
    const listed = found.data?.list ?? []
    // What was searched for comes first: Enter selects it, and does not remove what is selected already.
    const ordered = search_text === '' ? [...devices, ...listed] : [...listed, ...devices]
    const all = new Map(ordered.map((device) => [device.mac, device]))
    const loaded = [...all.values()].map(({ mac, device_name }) => ({ value: mac, label: `${device_name} · ${mac}` }))
    // Selected devices that cannot be found are listed by id, so that they can be removed.
    return [...loaded, ...macs.filter((mac) => !all.has(mac)).map((mac) => ({ value: mac, label: mac }))]
  }, [devices, found.data, macs, search_text])
  return (
    <div className={styles.picker}>
      <MultiSelectField
        label={t(($) => $.devices, { max: LIMITS.history_devices_max })}
        placeholder={t(($) => $.devices_hint)}
        value={macs}
        options={options}
        max={LIMITS.history_devices_max}
        loading={found.isFetching}
        onSearch={setText}
        onChange={(next) => {
          setText('')
          onChoose(next)
        }}
      />
    </div>
  )
}
