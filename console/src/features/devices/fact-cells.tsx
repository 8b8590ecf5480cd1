import { healthBand } from '@heatfleet/contract/device-days/health-bands.ts'
import type { DeviceRowFacts } from '@heatfleet/contract/devices/row-facts.ts'
import { createContext, type ReactNode, useContext } from 'react'
import { useLanguage } from '../../messages/messages.ts'
import { useTicking } from '../../ui/clock.ts'
import { formatNumber, formatTime, UNKNOWN } from '../../ui/format.ts'
import s from './cells.module.css'
import type { DeviceWords } from './device-words.ts'

/** Columns whose values are fetched for the rows in view alone, by their keys in the list and in its file. */
export const FACT_COLUMNS: readonly string[] = ['health', 'bound_users', 'sim_end', 'firmware_target']

/** A SIM card that ends within this time is marked, ms. */
const NEAR_MS = 30 * 86_400_000

/** What was fetched of the rows, by mac. */
export const RowFactsContext = createContext<ReadonlyMap<string, DeviceRowFacts>>(new Map())

type CellProps = { mac: string }
const useFacts = (mac: string) => useContext(RowFactsContext).get(mac)

/** Score with what lowers it, the heaviest reason first; all of it on hover. */
export const HealthCell = ({ mac, t }: CellProps & { t: DeviceWords }) => {
  const facts = useFacts(mac)
  if (facts === undefined) return null
  const { score, reasons } = facts.health
  const why = reasons.map(({ reason, weight }) => `${t(($) => $.health.reasons[reason])} −${weight}`).join(' · ')
  return (
    <span className={s.health} data-state={healthBand(score)} title={why || undefined}>
      <b>{score}</b>
      {why !== '' && <small>{why}</small>}
    </span>
  )
}

/** App users it is bound to; a dash where the person may not see them. */
export const BoundUsersCell = ({ mac }: CellProps) => {
  const lang = useLanguage()
  const facts = useFacts(mac)
  return facts === undefined ? null : textOf(facts.bound_users, (count) => formatNumber(count, 0, lang))
}

/** Day on which the SIM card ends; marked when it is near or over. */
export const SimEndCell = ({ mac }: CellProps) => {
  const lang = useLanguage()
  const facts = useFacts(mac)
  const ends_ms = facts?.sim_end == null ? null : Date.parse(facts.sim_end)
  const state = useTicking((now) =>
    ends_ms === null || ends_ms - now > NEAR_MS ? 'good' : ends_ms <= now ? 'bad' : 'fair',
  )
  return facts === undefined
    ? null
    : textOf(facts.sim_end, (at) => (
        <time className={s.health} data-state={state} dateTime={at}>
          {formatTime(at, lang, 'date')}
        </time>
      ))
}

/** Versions that the next upgrade would bring, with the name of the firmware on hover. */
export const FirmwareCell = ({ mac }: CellProps) => {
  const facts = useFacts(mac)
  if (facts === undefined) return null
  const { firmware_target: found } = facts
  return textOf(found.length === 0 ? null : found, (targets) => (
    <span
      className={s.text}
      title={targets.map(({ name, software_version }) => `${name} ${software_version}`).join(', ')}
    >
      {targets.map(({ software_version }) => software_version).join(', ')}
    </span>
  ))
}

const textOf = <T,>(value: T | null, show: (value: T) => ReactNode): ReactNode =>
  value === null ? <span className={s.weak}>{UNKNOWN}</span> : show(value)
