import { type ClassOf, GROUP_UNITS_MIN, type HiddenGroups } from '@heatfleet/contract/analysis/part.ts'
import { compareVersions, isReportedVersion } from '@heatfleet/contract/version-number.ts'

const DAY_MS = 86_400_000

/** The value below which a share of the sorted values lies, between neighbours in proportion; null = no values. */
export const percentileOf = (sorted: readonly number[], share: number): number | null => {
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low === undefined || high === undefined ? null : low + (high - low) * (at - Math.floor(at))
}

/** Classes that begin at `starts`, with counts by the place of a class, from 1 as the database counts them. */
export const classesOf = (starts: readonly number[], counts: readonly { at: number; n: number }[]): ClassOf[] =>
  starts.map((from, at) => ({
    from,
    to: starts[at + 1] ?? null,
    units: counts.find((row) => row.at === at + 1)?.n ?? 0,
  }))

/** How often units fail. */
export const ratesOf = ({ units, device_days, faults }: { units: number; device_days: number; faults: number }) => ({
  units,
  device_days: rounded(device_days, 1),
  faults,
  rate: device_days > 0 ? rounded((faults / device_days) * 1_000, 2) : null,
  mtbf_days: faults > 0 ? rounded(device_days / faults, 1) : null,
})

/** Groups that are large enough, and how many are not. */
export const withoutSmall = <Group extends { units: number }>(
  groups: readonly Group[],
): { list: Group[]; hidden: HiddenGroups } => {
  const small = groups.filter(({ units }) => units < GROUP_UNITS_MIN)
  return {
    list: groups.filter(({ units }) => units >= GROUP_UNITS_MIN),
    hidden: { groups: small.length, units: small.reduce((sum, { units }) => sum + units, 0) },
  }
}

/** Of each entry the share that it makes with all before it, %. */
export const withShares = <Row extends { faults: number }>(rows: readonly Row[], total: number) => {
  let sum = 0
  return rows.map((row) => {
    sum += row.faults
    return { ...row, together_percent: total === 0 ? 0 : rounded((sum / total) * 100, 1) }
  })
}

/** Whether a version is older than a firmware; null = it cannot be compared. */
export const isBehind = (reported: string, newest: string | undefined): boolean | null =>
  newest === undefined || !isReportedVersion(reported) ? null : compareVersions(reported, newest) < 0

/** What changed on one day: how many units more are so at its end, and the sum of the seconds from each change to midnight. */
export type DayChange = { at: number; delta: number; seconds: number }

/**
 * Sums of the time that units were in a state, by day, in seconds: those that were so when the day began for all of it, and
 * each change from its moment on. Days from `starts` on; the last ends at `until_ms`.
 */
export const secondsByDay = (
  starts_ms: readonly number[],
  until_ms: number,
  initial: number,
  changes: readonly DayChange[],
): { units: number; seconds: number }[] => {
  let units = initial
  return starts_ms.map((start_ms, at) => {
    const length_s = Math.max(0, Math.min(starts_ms[at + 1] ?? until_ms, until_ms) - start_ms) / 1_000
    const change = changes.find((row) => row.at === at + 1)
    const seconds = units * length_s + (change?.seconds ?? 0)
    units += change?.delta ?? 0
    return { units, seconds }
  })
}

/** A share in percent, never above all; null where there is nothing to share. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? rounded(Math.min(1, Math.max(0, part / whole)) * 100, 2) : null

/** Events of each unit within 30 days. */
export const perMonth = (events: number, unit_seconds: number): number | null =>
  unit_seconds > 0 ? rounded((events / unit_seconds) * (30 * DAY_MS) * 0.001, 2) : null

export const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
