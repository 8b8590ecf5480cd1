import type { MapCluster, MapUnit } from '@heatfleet/contract/map/map.ts'

/** What colour and shape say of units: the worst that any of them is. */
export type Worst = 'critical' | 'major' | 'minor' | 'info' | 'offline' | 'online' | 'never'

export const worstOfCluster = ({ severity, online, offline }: MapCluster): Worst =>
  severity ?? (offline > 0 ? 'offline' : online > 0 ? 'online' : 'never')

export const worstOfUnit = ({
  alarm_severity,
  online_status,
}: Pick<MapUnit, 'alarm_severity' | 'online_status'>): Worst => alarm_severity ?? online_status

/** Width of a cluster, px: a hundred times as many units are 16 px more. */
export const sizeOf = (count: number): number => Math.min(60, Math.round(26 + 8 * Math.log10(count)))

/** Shares of the ring, 0..1, clockwise from the top. */
export const ringOf = ({ count, online, offline, alarm }: MapCluster) => {
  // Units with an alarm are online or not: of the others, as many are online as of all.
  const rest = count - alarm
  const share = (n: number) => (count === 0 ? 0 : (n / count) * (rest / count))
  return [
    { state: 'alarm', share: alarm / count },
    { state: 'online', share: share(online) },
    { state: 'offline', share: share(offline) },
    { state: 'never', share: share(count - online - offline) },
  ] as const
}

/** Places around a spot, px: a circle up to twelve units, then a spiral. */
export const fanOf = (count: number): { x: number; y: number }[] =>
  Array.from({ length: count }, (_, at) => {
    const is_circle = count <= CIRCLE_MAX
    const angle = is_circle ? (2 * Math.PI * at) / count - Math.PI / 2 : SPIRAL_TURN * at - Math.PI / 2
    const radius = is_circle ? Math.max(34, count * 5.5) : 34 + at * SPIRAL_STEP_PX
    return { x: Math.round(Math.cos(angle) * radius), y: Math.round(Math.sin(angle) * radius) }
  })

const CIRCLE_MAX = 12
/** Radians between two of a spiral. */
const SPIRAL_TURN = 0.62
const SPIRAL_STEP_PX = 2.6
