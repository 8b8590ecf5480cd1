import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { keepDevice, keptDevice } from '../../cloud/session.ts'
import type { CurveDevice } from '../../curves/curve-device.ts'
import { Curves } from '../../curves/curves.tsx'
import { useMessages } from '../../messages/messages.ts'
import type { Readings } from '../../points/readings.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { CurveIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { DevicePicker } from './device-picker.tsx'

const MAX = LIMITS.history_devices_max
const NO_READINGS: Readings = new Map()
const NONE: readonly string[] = []

/**
 * The history of one device, or of up to five side by side (product 3.18): `/issue/device-history?macs=…`. An address that names
 * none opens the unit that was looked at last; `macs=` = all were removed.
 */
export function Component() {
  const t = useMessages('history')
  const [query, setQuery] = useSearchParams()
  const named = query.get('macs')
  const [last] = useState(keptDevice)
  const chosen = named ?? last?.mac ?? ''
  const macs = useMemo(() => [...new Set(chosen.split(',').filter((mac) => mac !== ''))].slice(0, MAX), [chosen])
  const choose = (next: readonly string[]) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.set('macs', next.join(','))
      return after
    })
  const found = useRead(
    api.deviceList,
    { query: { pageNo: 1, size: MAX }, body: { macs } },
    { enabled: macs.length > 0, placeholder: 'keep' },
  )
  const devices = useMemo(
    () => macs.flatMap((mac) => found.data?.list.find((device) => device.mac === mac) ?? []),
    [macs, found.data],
  )
  const [first] = devices
  useEffect(() => {
    if (first === undefined) return
    const { mac, device_name, product_key } = first
    keepDevice({ mac, device_name, product_key })
    // From now on the address names it: it can be sent, and is the same when the screen is come back to.
    if (named === null)
      setQuery(
        (before) => {
          const after = new URLSearchParams(before)
          after.set('macs', mac)
          return after
        },
        { replace: true },
      )
  }, [first, named, setQuery])
  const { definition, default_curves, error: unread } = useDefinition(first?.product_key)
  const view = useMemo((): CurveDevice | null => {
    if (first === undefined) return null
    const reported_at = first.last_report_time === null ? null : Date.parse(first.last_report_time)
    return { device: first, definition, default_curves, readings: NO_READINGS, reported_at }
  }, [first, definition, default_curves])
  const others = useMemo(() => devices.slice(1), [devices])
  const error = found.error ?? unread
  const is_missing = found.data !== undefined && !found.isPlaceholderData && devices.length < macs.length
  // The unit looked at last may be gone, or out of scope: nobody asked for it here.
  const is_empty = macs.length === 0 || (named === null && is_missing)

  return (
    <Page title={t(($) => $.page)} note={t(($) => $.note, { max: MAX })}>
      <DevicePicker macs={is_empty ? NONE : macs} devices={devices} onChoose={choose} />
      {is_missing && !is_empty && <p role="status">{t(($) => $.missing)}</p>}
      {is_empty ? (
        <NeverAny icon={CurveIcon} title={t(($) => $.none)} text={t(($) => $.none_hint)} />
      ) : view !== null ? (
        <Curves view={view} others={others} />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void found.refetch()} />
      ) : is_missing ? (
        <Link to="/device/device-list">{t(($) => $.to_list)}</Link>
      ) : (
        <Loading rows={10} />
      )}
    </Page>
  )
}
