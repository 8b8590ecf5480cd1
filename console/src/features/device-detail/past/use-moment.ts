import { api } from '@heatfleet/contract/api.ts'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '../../../cloud/call.ts'
import type { Definition, Readings } from '../../../points/readings.ts'
import type { DeviceView } from '../device-view.ts'

/** The moment that the address asks for as `?at=`, unix ms; null = now. */
export const useAskedMoment = (): readonly [at: number | null, ask: (at: number | null) => void] => {
  const [query, setQuery] = useSearchParams()
  const asked = Number(query.get('at') ?? Number.NaN)
  const ask = (at: number | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (at === null) after.delete('at')
      else after.set('at', String(at))
      return after
    })
  return [Number.isSafeInteger(asked) && asked > 0 ? asked : null, ask]
}

/** A unit as it stood at a moment: a view whose values, connection and faults are those of then. */
export const useMoment = (view: DeviceView, at: number) => {
  const { mac } = view.device
  const body = { mac, at: new Date(at).toISOString() }
  const { data, error, refetch, isPlaceholderData } = useRead(api.historyMoment, { body }, { placeholder: 'keep' })
  const past = useMemo((): DeviceView | null => {
    if (data === undefined) return null
    const readings: Readings = new Map(data.values.map(({ key, ...reading }) => [key, reading]))
    const alarm_keys = faultsOf(view.definition, readings)
    return {
      ...view,
      readings,
      reported_at: data.report_at,
      device: {
        ...view.device,
        online_status: data.online === false ? 'offline' : 'online',
        bus_status: 'ok',
        alarm_keys,
        alarm_count: alarm_keys.length,
        alarm_status: alarm_keys.length > 0,
      },
    }
  }, [data, view])
  // Until the answer is there the reports beside it are those of the moment before.
  return { past, moment: isPlaceholderData ? undefined : data, error, retry: () => void refetch() }
}

/** Fault points that did not read their normal value. */
const faultsOf = (definition: Definition | null, readings: Readings): string[] =>
  [...(definition?.values() ?? [])]
    .filter(({ key, alarm, normal }) => {
      const value = readings.get(key)?.value
      return alarm && value !== undefined && value !== normal
    })
    .map(({ key }) => key)
