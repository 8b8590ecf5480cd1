import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { formatNumber, formatTime } from '../../ui/format.ts'
import { choiceFilter } from '../../ui/list-filters.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading, NoMatch } from '../../ui/states.tsx'
import css from './monitor.module.css'
import type { MonitorEvent } from './monitor-events.ts'
import { Tile } from './tile.tsx'
import { TileDrawer } from './tile-drawer.tsx'
import { useFleetPart } from './use-fleet-part.ts'
import { useWall } from './use-wall.ts'

const SHOWN = ['alarm', 'online'] as const

/** The fleet live (product 3.4): tiles, the worst first, and the stream of what happens. */
export function Component() {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const [paused, setPaused] = useState(false)
  const [opened, setOpened] = useState<Device | null>(null)
  const [query, setQuery] = useSearchParams()
  const { part, fields, reset } = useFleetPart()
  const quick = SHOWN.find((one) => one === query.get('show'))
  const { tiles, events, total, error, retry } = useWall({ ...part, ...(quick === undefined ? {} : { quick }) }, paused)
  const show = choiceFilter(
    'show',
    t(($) => $.monitor.show),
    SHOWN.map((value) => ({ value, label: t(($) => $.monitor.shows[value]) })),
    quick,
    (next) =>
      setQuery((before) => {
        const after = new URLSearchParams(before)
        if (next === undefined) after.delete('show')
        else after.set('show', next)
        return after
      }),
  )
  const names = new Map(tiles.map(({ device }) => [device.mac, device.device_name || device.mac]))
  return (
    <Page
      title={t(($) => $.monitor.title)}
      note={
        total !== undefined && t(($) => $.monitor.note, { shown: tiles.length, total: formatNumber(total, 0, lang) })
      }
      actions={
        <Button aria-pressed={paused} onClick={() => setPaused(!paused)}>
          {paused ? t(($) => $.monitor.resume, { count: events.waiting }) : t(($) => $.monitor.pause)}
        </Button>
      }
    >
      <FilterBar fields={[...fields.filter(({ key }) => key !== 'days'), show]} onReset={reset} />
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
            <ul className={css.tiles} aria-label={t(($) => $.monitor.title)}>
              {tiles.map((tile) => (
                <li key={tile.device.mac}>
                  <Tile tile={tile} onOpen={setOpened} />
                </li>
              ))}
            </ul>
          )}
          <Events events={events.shown} names={names} />
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
