import { api } from '@heatfleet/contract/api.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import { useMemo } from 'react'
import { useRead } from '../../../cloud/call.ts'
import { withLive } from '../../../curves/statistics.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { Age } from '../../../ui/age.tsx'
import { zoneInUse } from '../../../ui/display.ts'
import { formatNumber, inChosenUnit, UNKNOWN } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import type { DeviceView } from '../device-view.ts'
import { ENERGY_KEYS, energyToday } from './energy-today.ts'
import css from './overview.module.css'

const BUCKET_S = 300

/** The figures of the day from the counters, and key values with their age. */
export const Today = ({ view }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const { language } = usePointText()
  const figures = useEnergyToday(view)
  const is_complete = figures !== null && figures.quality > 0
  return (
    <Panel
      title={t(($) => $.today.title)}
      note={
        is_complete
          ? t(($) => $.today.quality, { percent: `${formatNumber(figures.quality * 100, 0, language)} %` })
          : figures === null
            ? undefined
            : t(($) => $.today.none)
      }
    >
      <dl className={css.three}>
        <Figure name={t(($) => $.today.cop)} text={formatNumber(figures?.cop, 2, language)} />
        <Energy name={t(($) => $.today.heat)} kwh={figures?.heat_kwh ?? null} />
        <Energy name={t(($) => $.today.electric)} kwh={figures?.electric_kwh ?? null} />
      </dl>
      <KeyValues view={view} starts={figures?.starts ?? null} defrosts={figures?.defrosts ?? null} />
    </Panel>
  )
}

const useEnergyToday = ({ device, definition, readings }: DeviceView) => {
  const now = useMinute(5)
  const zone = zoneInUse()
  const from = useMemo(() => zoneClock(zone).dayStart(now), [zone, now])
  const points = ENERGY_KEYS.filter((key) => definition?.has(key))
  const history = useRead(
    api.historyData,
    {
      body: {
        macs: [device.mac],
        points,
        from: new Date(from).toISOString(),
        to: new Date(now).toISOString(),
        resolution: '5m',
      },
    },
    { enabled: points.length > 0 && now - from > BUCKET_S * 1000, placeholder: 'keep' },
  )
  return useMemo(() => {
    if (history.data === undefined) return null
    const series = history.data.series.map((one) => withLive(one, readings.get(one.key)))
    return energyToday(series, { from, to: now, bucket_s: history.data.bucket_s || BUCKET_S })
  }, [history.data, readings, from, now])
}

const Figure = ({ name, text, unit }: { name: string; text: string; unit?: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {text}
      {unit !== undefined && text !== UNKNOWN && <small>{unit}</small>}
    </dd>
  </div>
)

const Energy = ({ name, kwh }: { name: string; kwh: number | null }) => {
  const language = useLanguage()
  const { value, unit } = inChosenUnit(kwh ?? 0, 'kWh')
  const digits = value < 1000 ? 1 : 0
  return <Figure name={name} text={formatNumber(kwh === null ? null : value, digits, language)} unit={unit} />
}

type KeyValuesProps = { view: DeviceView; starts: number | null; defrosts: number | null }

const KeyValues = ({ view: { definition, readings }, starts, defrosts }: KeyValuesProps) => {
  const t = useMessages('device-detail')
  const { textOf, language } = usePointText()
  const rows = [
    { key: 'p_el', name: t(($) => $.today.power) },
    { key: 'cop_now', name: t(($) => $.today.cop_now) },
    { key: 'dt_water', name: t(($) => $.today.delta) },
    { key: 'superheat', name: t(($) => $.today.superheat) },
  ].filter(({ key }) => definition === null || definition.has(key))
  return (
    <table className={css.values}>
      <tbody>
        {rows.map(({ key, name }) => {
          const { text, unit } = textOf(definition?.get(key), readings.get(key)?.value)
          return (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className={css.number}>
                <b>{text}</b>
              </td>
              <td className={css.unit}>{unit}</td>
              <td className={css.age}>
                <Age at={readings.get(key)?.at ?? null} />
              </td>
            </tr>
          )
        })}
        {[
          { name: t(($) => $.today.starts), count: starts, key: 'starts' },
          { name: t(($) => $.today.defrosts), count: defrosts, key: 'n_defrost' },
        ].map(({ name, count, key }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td className={css.number}>
              <b>{formatNumber(count, 0, language)}</b>
            </td>
            <td />
            <td className={css.age}>
              <Age at={readings.get(key)?.at ?? null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
