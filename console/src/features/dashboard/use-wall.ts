import { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { requestedAt, useRead } from '../../cloud/call.ts'
import { liveOf, useWatch } from '../../cloud/live.ts'
import { isSince, type LiveStatus } from '../../cloud/live-status.ts'
import { onMessage } from '../../cloud/socket.ts'
import { EVENTS_MAX, eventsOf, type MonitorEvent, type SeenStatus } from './monitor-events.ts'
import { rankOf } from './monitor-rank.ts'

/** Tiles of the wall: more are no longer a picture, and each is a subscription. */
const TILES_MAX = 200
/** How often the units are chosen anew, and how often the tiles are put in order, ms. */
const CHOOSE_MS = 60_000
const ORDER_MS = 3_000

type WallFilter = {
  agent_id?: number
  product_key?: string
  quick?: 'alarm' | 'online'
  group_id?: number
  tag?: string
}
/** Orders of the tiles: how bad they stand, what reported last, the lowest COP of this moment, their names. */
export const WALL_ORDERS = ['worst', 'newest', 'cop', 'name'] as const
type WallOrder = (typeof WALL_ORDERS)[number]
/** COP of each unit that has one now; its tile finds it. */
export type Cops = Map<string, number>
export type Tile = { device: Device; status: SeenStatus & Pick<Device, 'alarm_severity'> }

const statusOf = (device: Device, live: LiveStatus | undefined, asked_at: number): Tile['status'] =>
  isSince(live, asked_at) ? live : device

/**
 * The units of the wall: those with an alarm first, then the others in the order of their ids, watched over the socket. Paused,
 * order and events stand still and what came since is counted.
 */
export const useWall = (
  filter: WallFilter,
  { paused, order, cops }: { paused: boolean; order: WallOrder; cops: Cops },
) => {
  const poll = { refetchInterval: CHOOSE_MS, placeholder: 'keep' } as const
  const page = { query: { pageNo: 1, size: TILES_MAX } }
  const { quick = 'all', ...part } = filter
  const bad_request = {
    ...page,
    body: { ...part, quick: 'alarm', sort_by: 'last_alarm_time', sort_order: 'desc' },
  } as const
  const request = { ...page, body: { ...part, quick } } as const
  const bad = useRead(api.deviceList, bad_request, poll)
  const others = useRead(api.deviceList, request, { ...poll, enabled: quick !== 'alarm' })
  const asked_at = Math.max(requestedAt(bad, api.deviceList, bad_request), requestedAt(others, api.deviceList, request))
  const devices = useMemo(() => {
    const all = new Map<string, Device>()
    const with_alarm = quick === 'online' ? [] : (bad.data?.list ?? [])
    for (const device of [...with_alarm, ...(quick === 'alarm' ? [] : (others.data?.list ?? []))])
      if (all.size < TILES_MAX && device.online_status !== 'never') all.set(device.mac, device)
    return all
  }, [bad.data, others.data, quick])
  useWatch(useMemo(() => [...devices.keys()], [devices]))
  const tiles = useOrder(devices, asked_at, { paused, order, cops })
  const events = useEvents(devices, paused)
  const main = quick === 'alarm' ? bad : others
  return { tiles, events, total: main.data?.total, error: main.error, retry: () => void main.refetch() }
}

const RANKS: Readonly<Record<WallOrder, (tile: Tile, cops: Cops) => number>> = {
  worst: ({ status }) => rankOf(status),
  newest: ({ device }) => liveOf(device.mac)?.received_at ?? Date.parse(device.last_report_time ?? '') ?? 0,
  // Units that rest or defrost have none: they stand behind.
  cop: ({ device }, cops) => -(cops.get(device.mac) ?? Number.MAX_VALUE),
  name: () => 0,
}

const useOrder = (
  devices: ReadonlyMap<string, Device>,
  asked_at: number,
  { paused, order, cops }: { paused: boolean; order: WallOrder; cops: Cops },
): Tile[] => {
  const [, setTurn] = useState(0)
  useEffect(() => {
    if (paused) return
    const timer = setInterval(() => setTurn((turn) => turn + 1), ORDER_MS)
    return () => clearInterval(timer)
  }, [paused])
  return [...devices.values()]
    .map((device) => ({ device, status: statusOf(device, liveOf(device.mac), asked_at) }))
    .toSorted(
      (a, b) => RANKS[order](b, cops) - RANKS[order](a, cops) || nameOf(a.device).localeCompare(nameOf(b.device)),
    )
}

const nameOf = ({ device_name, mac }: Device): string => device_name || mac

/** The stream of what changes of the watched units, the newest first. */
const useEvents = (devices: ReadonlyMap<string, Device>, paused: boolean) => {
  const [shown, setShown] = useState<readonly MonitorEvent[]>([])
  const [waiting, setWaiting] = useState<readonly MonitorEvent[]>([])
  const seen = useRef(new Map<string, SeenStatus>())
  const known = useRef(devices)
  known.current = devices
  const next_id = useRef(1)
  useEffect(
    () =>
      onMessage('PushDeviceAttrStatus', (push) => {
        const device = known.current.get(push.mac)
        if (device === undefined) return
        const found = eventsOf(seen.current.get(push.mac), push)
        seen.current.set(push.mac, push)
        if (found.length === 0) return
        const at = Date.now()
        const added = found.map((event) => ({ ...event, id: next_id.current++, mac: push.mac, at }))
        setWaiting((before) => [...added, ...before].slice(0, EVENTS_MAX))
      }),
    [],
  )
  useEffect(() => {
    if (paused || waiting.length === 0) return
    setShown((before) => [...waiting, ...before].slice(0, EVENTS_MAX))
    setWaiting([])
  }, [paused, waiting])
  return { shown, waiting: waiting.length }
}
