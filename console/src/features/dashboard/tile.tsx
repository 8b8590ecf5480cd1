import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { useEffect, useRef } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { MODE_ICONS } from '../../schematic/mode-icons.tsx'
import type { OperatingMode } from '../../schematic/schematic-state.ts'
import { setPointOf, useUnitValues } from '../../schematic/use-unit-values.ts'
import { Age } from '../../ui/age.tsx'
import { formatNumber } from '../../ui/format.ts'
import { AlarmMark, BusMark, OnlineMark } from '../../ui/status.tsx'
import css from './monitor.module.css'
import { rankOf } from './monitor-rank.ts'
import type { Cops, Tile as TileData } from './use-wall.ts'

type TileProps = {
  tile: TileData
  /** Only units that work so are shown; undefined = all. */
  mode: OperatingMode | undefined
  /** Where the wall reads the COP of each unit, by which it may be in order. */
  cops: Cops
  onOpen: (device: Device) => void
}

/** One unit of the wall; pulses when values come. */
export function Tile({ tile: { device, status }, mode: wanted, cops, onOpen }: TileProps) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const values = useUnitValues(device)
  const { live, mode, cop } = values
  useEffect(() => {
    if (cop === null) return
    cops.set(device.mac, cop)
    return () => {
      cops.delete(device.mac)
    }
  }, [cops, device.mac, cop])
  const element = useRef<HTMLButtonElement>(null)
  const received_at = live?.received_at
  useEffect(() => {
    if (received_at === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([{ boxShadow: '0 0 0 2px var(--hf-acc)' }, { boxShadow: '0 0 0 2px transparent' }], 900)
  }, [received_at])
  if (wanted !== undefined && wanted !== mode) return null
  const is_bad = status.alarm_keys.length > 0 || (status.bus_status === 'lost' && status.online_status === 'online')
  return (
    <li>
      <button
        ref={element}
        type="button"
        className={css.tile}
        data-rank={rankOf(status) >= 30 ? 'bad' : is_bad ? 'warn' : undefined}
        data-off={status.online_status !== 'online' || undefined}
        onClick={() => onOpen(device)}
      >
        <span className={css.tile_head}>
          <b>{device.device_name || device.mac}</b>
          <span>{`…${device.mac.slice(-4)}`}</span>
        </span>
        <span className={css.tile_state}>
          {status.online_status !== 'online' ? (
            <OnlineMark state={status.online_status} since={device.last_offline_time} />
          ) : status.alarm_keys.length > 0 ? (
            <AlarmMark count={status.alarm_keys.length} keys={status.alarm_keys} severity={status.alarm_severity} />
          ) : status.bus_status === 'lost' ? (
            <BusMark state="lost" />
          ) : (
            <OnlineMark state="online" />
          )}
          {status.online_status === 'online' && status.bus_status !== 'lost' && mode !== null && <Mode mode={mode} />}
          <Age at={live?.at ?? device.last_report_time} />
        </span>
        <Values values={values} flow_c={device.flow_c} />
        <span className={css.tile_foot} title={productOf(device, lang)}>
          <span>{[productOf(device, lang), device.agent_name ?? t(($) => $.agents.stock)].join(' · ')}</span>
          {cop !== null && (
            <b data-quantity="cop">
              {t(($) => $.cop.cop)} {formatNumber(cop, 1, lang)}
            </b>
          )}
        </span>
      </button>
    </li>
  )
}

/** What the unit works for, by sign and word. */
function Mode({ mode }: { mode: OperatingMode }) {
  const t = useMessages('device-detail')
  const ModeIcon = MODE_ICONS[mode]
  return (
    <span className={css.tile_mode} data-mode={mode}>
      <ModeIcon size={14} />
      {t(($) => $.mode[mode])}
    </span>
  )
}

type ValuesProps = { values: ReturnType<typeof useUnitValues>; flow_c: number | null }

/** The values of a tile in the order in which they are read; of set-points the one that holds now. */
function Values({ values: { mode, read, textOf }, flow_c }: ValuesProps) {
  const t = useMessages('dashboard')
  const shown = [
    ['t_out', 't_out'],
    ['t_in', 't_in'],
    ['set_point', setPointOf(mode)],
    ['t_amb', 't_amb'],
    ['comp_hz', 'comp_hz'],
    ['p_el', 'p_el'],
  ] as const
  return (
    <span className={css.values}>
      {shown.map(([name, quantity]) => {
        const { text, unit } = textOf(
          quantity,
          read(quantity) ?? (name === 't_out' ? (flow_c ?? undefined) : undefined),
        )
        return (
          <span key={name} data-quantity={name}>
            <i>{t(($) => $.monitor.quantities[name])}</i>
            <span>
              <b>{text}</b>
              {unit !== '' && <small>{unit}</small>}
            </span>
          </span>
        )
      })}
    </span>
  )
}
