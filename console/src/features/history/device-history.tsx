import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
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

/** The history of one device, or of up to five side by side (product 3.18): `/issue/device-history?macs=…`. */
export function Component() {
  const t = useMessages('history')
  const [query, setQuery] = useSearchParams()
  const chosen = query.get('macs') ?? ''
  const macs = useMemo(() => [...new Set(chosen.split(',').filter((mac) => mac !== ''))].slice(0, MAX), [chosen])
  const choose = (next: readonly string[]) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (next.length === 0) after.delete('macs')
      else after.set('macs', next.join(','))
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
  const { definition, default_curves, error: unread } = useDefinition(first?.product_key)
  const view = useMemo((): CurveDevice | null => {
    if (first === undefined) return null
    const reported_at = first.last_report_time === null ? null : Date.parse(first.last_report_time)
    return { device: first, definition, default_curves, readings: NO_READINGS, reported_at }
  }, [first, definition, default_curves])
  const others = useMemo(() => devices.slice(1), [devices])
  const error = found.error ?? unread
  const is_missing = found.data !== undefined && !found.isPlaceholderData && devices.length < macs.length

  return (
    <Page title={t(($) => $.page)} note={t(($) => $.note, { max: MAX })}>
      <DevicePicker macs={macs} devices={devices} onChoose={choose} />
      {is_missing && <p role="status">{t(($) => $.missing)}</p>}
      {macs.length === 0 ? (
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
