import type { FleetEvent } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useEffect, useRef } from 'react'
import css from './flying-points.module.css'

/** Points at a time: more are unrest, and each is an element. */
const POINTS_MAX = 6
/** From one point to the next, and the flight of one, ms. */
const APART_MS = 900
const FLIGHT_MS = 2_200
/** Where nothing should move, the tile carries a mark for this time instead, ms. */
const MARK_MS = 5_000

/** Events that came since the last look, the oldest first; at the first look none. Pure. */
export const newEvents = (events: readonly FleetEvent[], seen: ReadonlySet<string> | null): readonly FleetEvent[] =>
  seen === null
    ? []
    : events
        .filter(({ event_id, province }) => province !== null && !seen.has(event_id))
        .slice(0, POINTS_MAX)
        .toReversed()

/**
 * A point flies from the province of each new event to the ticker below. Points are elements of their own that leave when they have
 * arrived, moved by the compositor: no render and no layout while they fly.
 */
export function FlyingPoints({ events }: { events: readonly FleetEvent[] }) {
  const layer = useRef<HTMLDivElement>(null)
  const seen = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    const fresh = newEvents(events, seen.current)
    // Of the answer alone: it does not grow with time.
    if (events.length > 0 || seen.current !== null) seen.current = new Set(events.map(({ event_id }) => event_id))
    const element = layer.current
    if (element === null || document.hidden) return
    const is_still = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const [at, event] of fresh.entries()) launch(element, event, { at_ms: at * APART_MS, is_still })
  }, [events])
  return <div ref={layer} className={css.layer} aria-hidden="true" data-points />
}

const launch = (layer: HTMLElement, { province, kind }: FleetEvent, how: { at_ms: number; is_still: boolean }) => {
  const tile = layer.parentElement?.querySelector(`[data-province="${province}"]`)
  if (tile === null || tile === undefined || layer.childElementCount >= POINTS_MAX) return
  const [from, whole] = [tile.getBoundingClientRect(), layer.getBoundingClientRect()]
  // The stage is scaled; elements are placed in its own pixels.
  const scale = whole.width / Math.max(1, layer.offsetWidth)
  // A mark that stands leaves the name of the tile to be read.
  const [across, high] = how.is_still ? [0.92, 0.12] : [0.5, 0.5]
  const x = (from.left + from.width * across - whole.left) / scale
  const y = (from.top + from.height * high - whole.top) / scale
  const point = document.createElement('i')
  point.dataset.kind = kind
  point.style.left = `${x}px`
  point.style.top = `${y}px`
  layer.append(point)
  const away = () => point.remove()
  if (how.is_still) {
    setTimeout(away, MARK_MS)
    return
  }
  const [right, down] = [layer.offsetWidth * TICKER_AT - x, layer.offsetHeight - y]
  const flight = point.animate(
    [
      { opacity: 0, transform: 'scale(0.4)' },
      { opacity: 1, transform: 'scale(1.6)', offset: 0.2 },
      { opacity: 1, transform: `translate(${right * 0.35}px, ${down * 0.2}px) scale(1)`, offset: 0.5 },
      { opacity: 0, transform: `translate(${right}px, ${down}px) scale(0.6)` },
    ],
    { duration: FLIGHT_MS, delay: how.at_ms, easing: 'ease-in-out', fill: 'backwards' },
  )
  flight.onfinish = away
  flight.oncancel = away
}

/** The newest event of the ticker, share of the width. */
const TICKER_AT = 0.08
