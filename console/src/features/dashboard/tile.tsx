import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { useEffect, useRef } from 'react'
import { useLive } from '../../cloud/live.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { usePointText } from '../../points/point-text.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { schematicPoints } from '../../schematic/schematic-points.ts'
import { Age } from '../../ui/age.tsx'
import { AlarmMark, BusMark, OnlineMark } from '../../ui/status.tsx'
import css from './monitor.module.css'
import { rankOf } from './monitor-rank.ts'
import type { Tile as TileData } from './use-wall.ts'

/** Quantities of a tile, in the order in which they are read. */
const QUANTITIES = ['t_out', 't_in', 't_amb', 'comp_hz'] as const

/** One unit of the wall; pulses when values come. */
export function Tile({ tile, onOpen }: { tile: TileData; onOpen: (device: Device) => void }) {
  const { device, status } = tile
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const live = useLive(device.mac)
  const element = useRef<HTMLButtonElement>(null)
  const received_at = live?.received_at
  useEffect(() => {
    if (received_at === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([{ boxShadow: '0 0 0 2px var(--hf-acc)' }, { boxShadow: '0 0 0 2px transparent' }], 900)
  }, [received_at])
  const is_bad = status.alarm_keys.length > 0 || (status.bus_status === 'lost' && status.online_status === 'online')
  return (
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
        <Age at={live?.at ?? device.last_report_time} />
      </span>
      <Values device={device} values={live?.values} />
      <span className={css.tile_foot} title={productOf(device, lang)}>
        {[productOf(device, lang), device.agent_name ?? t(($) => $.agents.stock)].join(' · ')}
      </span>
    </button>
  )
}

type Values = ReadonlyMap<string, { value: number; at: number }> | undefined

function Values({ device, values }: { device: Device; values: Values }) {
  const t = useMessages('dashboard')
  const { textOf } = usePointText()
  const { definition } = useDefinition(device.product_key)
  const pointOf = definition === null ? undefined : schematicPoints(definition)
  return (
    <span className={css.values}>
      {QUANTITIES.map((name) => {
        const point = pointOf?.(name)
        const found = point === undefined ? undefined : values?.get(point.key)
        const { text, unit } = textOf(point, found?.value ?? (name === 't_out' ? device.flow_c : null))
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
