import { api } from '@heatfleet/contract/api.ts'
import type { DeviceDay } from '@heatfleet/contract/device-days/device-days.ts'
import { useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { schematicPoints } from '../../../schematic/schematic-points.ts'
import { Age } from '../../../ui/age.tsx'
import { formatNumber, inChosenUnit, UNKNOWN } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { PendingFigure } from '../../../ui/states.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import type { DeviceView } from '../device-view.ts'
import css from './overview.module.css'

const DAY_MS = 86_400_000
const REFRESHED = { refetchInterval: 300_000, placeholder: 'keep' } as const

/** The figures of the running day, and key values with their age. */
export const Today = ({ view }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const { language } = usePointText()
  const { figures, has_failed } = useToday(view)
  const is_pending = figures === undefined && !has_failed
  const note = figures === null ? t(($) => $.today.none) : has_failed ? t(($) => $.today.failed) : undefined
  const noteOf = ({ quality, electricity_method }: DeviceDay) => {
    const percent = `${formatNumber(quality * 100, 0, language)} %`
    return electricity_method === 'estimated'
      ? t(($) => $.today.estimated, { percent })
      : t(($) => $.today.quality, { percent })
  }
  return (
    <Panel title={t(($) => $.today.title)} note={figures === undefined || figures === null ? note : noteOf(figures)}>
      <dl className={css.three}>
        <Figure name={t(($) => $.today.cop)} text={is_pending ? null : formatNumber(figures?.cop, 2, language)} />
        <Energy name={t(($) => $.today.heat)} kwh={is_pending ? undefined : (figures?.heat_kwh ?? null)} />
        <Energy name={t(($) => $.today.electric)} kwh={is_pending ? undefined : (figures?.electricity_kwh ?? null)} />
      </dl>
      <KeyValues
        view={view}
        starts={is_pending ? undefined : (figures?.starts ?? null)}
        defrosts={is_pending ? undefined : (figures?.defrosts ?? null)}
      />
    </Panel>
  )
}

/** The running day of the unit, as daily figures are computed everywhere (tab Energy & efficiency); null = no report yet, undefined = loading. */
const useToday = ({ device: { mac } }: DeviceView) => {
  const now = useMinute(5)
  // The day of the unit's own zone is among these, whatever the zone.
  const [from, to] = [now - DAY_MS, now + DAY_MS].map((at) => new Date(at).toISOString().slice(0, 10))
  const read = useRead(api.deviceDays, { body: { mac, from: from ?? '', to: to ?? '' } }, REFRESHED)
  const { data, error } = read
  const figures = data === undefined ? undefined : (data.days.find(({ day }) => day === data.today) ?? null)
  return { figures, has_failed: error !== null }
}

/** `text` null = still being fetched. */
const Figure = ({ name, text, unit }: { name: string; text: string | null; unit?: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {text ?? <PendingFigure />}
      {unit !== undefined && text !== null && text !== UNKNOWN && <small>{unit}</small>}
    </dd>
  </div>
)

const Energy = ({ name, kwh }: { name: string; kwh: number | null | undefined }) => {
  const language = useLanguage()
  const { value, unit } = inChosenUnit(kwh ?? 0, 'kWh')
  const digits = value < 1000 ? 1 : 0
  if (kwh === undefined) return <Figure name={name} text={null} />
  return <Figure name={name} text={formatNumber(kwh === null ? null : value, digits, language)} unit={unit} />
}

/** Counts that are undefined are still being fetched. */
type KeyValuesProps = { view: DeviceView; starts: number | null | undefined; defrosts: number | null | undefined }

const KeyValues = ({ view: { definition, readings }, starts, defrosts }: KeyValuesProps) => {
  const t = useMessages('device-detail')
  const { textOf, language } = usePointText()
  const pointOf = definition === null ? null : schematicPoints(definition)
  const rows = [
    { key: 'p_el', name: t(($) => $.today.power) },
    { key: 'cop_now', name: t(($) => $.today.cop_now) },
    { key: 'dt_water', name: t(($) => $.today.delta) },
    { key: 'superheat', name: t(($) => $.today.superheat) },
  ]
    .map((row) => ({ ...row, point: pointOf?.(row.key) }))
    .filter(({ point }) => definition === null || point !== undefined)
  return (
    <table className={css.values}>
      <tbody>
        {rows.map(({ key, name, point }) => {
          const reading = readings.get(point?.key ?? key)
          const { text, unit } = textOf(point, reading?.value)
          return (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className={css.number}>
                <b>{definition === null ? <PendingFigure /> : text}</b>
              </td>
              <td className={css.unit}>{definition === null ? '' : unit}</td>
              <td className={css.age}>
                <Age at={reading?.at ?? null} />
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
              <b>{count === undefined ? <PendingFigure /> : formatNumber(count, 0, language)}</b>
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
