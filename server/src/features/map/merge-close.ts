import type { ClusterRow } from './store.ts'

/**
 * Squares cut crowds apart: clusters nearer than `least` (units of the plane) become one, the smaller joining the larger.
 * Nothing is lost: counts are added, the place is that of all units together.
 */
export const mergeClose = (rows: readonly ClusterRow[], least: number): ClusterRow[] => {
  const merged: ClusterRow[] = []
  for (const row of rows.toSorted((a, b) => b.count - a.count)) {
    const at = merged.findIndex(({ x, y }) => Math.hypot(x - row.x, y - row.y) < least)
    const near = merged[at]
    if (near === undefined) merged.push(row)
    else merged[at] = joined(near, row)
  }
  return merged
}

const joined = (a: ClusterRow, b: ClusterRow): ClusterRow => {
  const count = a.count + b.count
  return {
    count,
    online: a.online + b.online,
    offline: a.offline + b.offline,
    alarm: a.alarm + b.alarm,
    severity: Math.max(a.severity, b.severity),
    x: (a.x * a.count + b.x * b.count) / count,
    y: (a.y * a.count + b.y * b.count) / count,
    x0: Math.min(a.x0, b.x0),
    x1: Math.max(a.x1, b.x1),
    y0: Math.min(a.y0, b.y0),
    y1: Math.max(a.y1, b.y1),
    mac: null,
    device_name: null,
    accuracy_m: null,
  }
}
