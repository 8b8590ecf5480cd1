import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDeviceGroupChoices } from '../../cloud/device-group-choices.ts'
import { useDeviceTagNames } from '../../cloud/picker-reads.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { formatNumber, formatTime } from '../../ui/format.ts'
import { RowsIcon } from '../../ui/icons.tsx'
import { choiceFilter } from '../../ui/list-filters.tsx'
import { withoutEmpty } from '../../ui/list-request.ts'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading, NoMatch } from '../../ui/states.tsx'
import { AlarmStream } from '../alarms/public.ts'
import css from './monitor.module.css'
import type { MonitorEvent } from './monitor-events.ts'
import { Tile } from './tile.tsx'
import { TileDrawer } from './tile-drawer.tsx'
import { useFleetPart } from './use-fleet-part.ts'
import { type Cops, useWall, WALL_ORDERS } from './use-wall.ts'

const SHOWN = ['alarm', 'online'] as const
/** What units work for, as values say it: of the units on the wall. */
const SHOWN_MODES = ['heating', 'hot_water', 'cooling', 'defrost', 'standby', 'off'] as const

/** The fleet live (product 3.4): tiles, the worst first, and the stream of what happens. */
export function Component() {
  const t = useMessages('dashboard')
  const of_device = useMessages('device-detail')
  const of_devices = useMessages('devices')
  const lang = useLanguage()
  const [paused, setPaused] = useState(false)
  const [opened, setOpened] = useState<Device | null>(null)
  const [query, setQuery] = useSearchParams()
  const { part, fields, reset } = useFleetPart()
  const [cops] = useState<Cops>(() => new Map())
  const groups = useDeviceGroupChoices()
  const tag_names = useDeviceTagNames()
  const group_id = Number(query.get('group_id')) || undefined
  const tag = query.get('tag')?.slice(0, LIMITS.device_tag_max) || undefined
  const is_dense = query.get('view') === 'rows'
  const order = WALL_ORDERS.find((one) => one === query.get('order')) ?? 'worst'
  const quick = SHOWN.find((one) => one === query.get('show'))
  const { tiles, events, total, error, retry } = useWall(
    { ...part, ...withoutEmpty({ quick, group_id, tag }) },
    { paused, order, cops },
  )
  const setParam = (name: string, value: string | undefined) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (value === undefined) after.delete(name)
      else after.set(name, value)
      return after
    })
  const show = choiceFilter(
    'show',
    t(($) => $.monitor.show),
    SHOWN.map((value) => ({ value, label: t(($) => $.monitor.shows[value]) })),
    quick,
    (next) => setParam('show', next),
  )
  const group = choiceFilter(
    'group_id',
    t(($) => $.monitor.group),
    groups.map(({ group_id: id, group_name }) => ({ value: String(id), label: group_name })),
    group_id === undefined ? undefined : String(group_id),
    (next) => setParam('group_id', next),
  )
  const tags = choiceFilter(
    'tag',
    of_devices(($) => $.filters.tag),
    (tag_names.data ?? []).map((one) => ({ value: one.tag, label: one.tag })),
    tag,
    (next) => setParam('tag', next),
  )
  const mode = SHOWN_MODES.find((one) => one === query.get('mode'))
  const modes = choiceFilter(
    'mode',
    t(($) => $.monitor.mode),
    SHOWN_MODES.map((value) => ({ value, label: of_device(($) => $.mode[value]) })),
    mode,
    (next) => setParam('mode', next),
  )
  const sort = choiceFilter(
    'order',
    t(($) => $.monitor.order),
    WALL_ORDERS.map((value) => ({ value, label: t(($) => $.monitor.orders[value]) })),
    order === 'worst' ? undefined : order,
    (next) => setParam('order', next),
  )
  const sees_alarms = usePermission('alarm:view')
  const names = new Map(tiles.map(({ device }) => [device.mac, device.device_name || device.mac]))
  return (
    <Page
      title={t(($) => $.monitor.title)}
      note={
        total !== undefined &&
        t(($) => (order === 'worst' ? $.monitor.note : $.monitor.note_ordered), {
          shown: tiles.length,
          total: formatNumber(total, 0, lang),
        })
      }
      actions={
        <>
          <Button
            icon={RowsIcon}
            aria-pressed={is_dense}
            onClick={() => setParam('view', is_dense ? undefined : 'rows')}
          >
            {t(($) => $.monitor.rows)}
          </Button>
          <Button aria-pressed={paused} onClick={() => setPaused(!paused)}>
            {paused ? t(($) => $.monitor.resume, { count: events.waiting }) : t(($) => $.monitor.pause)}
          </Button>
        </>
      }
    >
      <FilterBar
        fields={[...fields.filter(({ key }) => key !== 'days'), show, modes, group, tags, sort]}
        onReset={reset}
      />
      {total === undefined ? (
        error === null ? (
          <Loading rows={10} />
        ) : (
          <ErrorState error={error} needs="device:view" onRetry={retry} />
        )
      ) : (
        <div className={css.wall}>
          {tiles.length === 0 ? (
            <NoMatch onClear={reset} />
          ) : (
            <ul className={css.tiles} data-dense={is_dense || undefined} aria-label={t(($) => $.monitor.title)}>
              {tiles.map((tile) => (
                <Tile key={tile.device.mac} tile={tile} mode={mode} cops={cops} onOpen={setOpened} />
              ))}
              {mode !== undefined && <li className={css.no_tile}>{t(($) => $.monitor.none_in_mode)}</li>}
            </ul>
          )}
          <div className={css.side}>
            {sees_alarms && <AlarmStream part={part} paused={paused} />}
            <Events events={events.shown} names={names} />
          </div>
        </div>
      )}
      {opened !== null && <TileDrawer device={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function Events({ events, names }: { events: readonly MonitorEvent[]; names: ReadonlyMap<string, string> }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  return (
    <Panel title={t(($) => $.monitor.events)} className={css.stream}>
      {events.length === 0 ? (
        <p className={css.weak}>{t(($) => $.monitor.no_events)}</p>
      ) : (
        <ol className={css.events} aria-label={t(($) => $.monitor.events)}>
          {events.map(({ id, at, kind, codes, mac }) => (
            <li key={id} data-kind={kind}>
              <time dateTime={new Date(at).toISOString()}>{formatTime(at, lang, 'minute')}</time>
              <span>
                <b>{[t(($) => $.monitor.kinds[kind]), codes.join(', ')].filter(Boolean).join(' ')}</b>
                {names.get(mac) ?? mac}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
