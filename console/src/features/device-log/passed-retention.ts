import type { DeviceLogType } from '@heatfleet/contract/device-log/device-log.ts'

const DAY_MS = 86_400_000

type Asked = { type: DeviceLogType | undefined; from: string | undefined }
type Passed = { of: 'reports' | 'frames'; days: number; since: number }

/** What a period asks for from before it is kept, with the days and the moment since which it is (unix ms). Pure. */
export const passedRetention = (
  { type, from }: Asked,
  kept_days: { reports: number | null; frames: number },
  now_ms: number,
): Passed[] => {
  if (from === undefined) return []
  const of = (what: Passed['of'], days: number | null): Passed[] => {
    if (days === null) return []
    const since = now_ms - days * DAY_MS
    return Date.parse(from) < since ? [{ of: what, days, since }] : []
  }
  if (type === 'report') return of('reports', kept_days.reports)
  // Reports are no part of the other entries, frames of captures are.
  return type === undefined || type === 'raw' ? of('frames', kept_days.frames) : []
}
