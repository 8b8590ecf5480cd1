import type { DeviceLogFilter } from '@heatfleet/contract/device-log/device-log.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import { type ListPart, readPage } from '../../platform/list-page.ts'
import { listReportHeads, type ReportHead } from '../history/public.ts'
import { hasText, unitsNamedBy } from './named-units.ts'
import type { LogRow } from './store.ts'
import type { LogView } from './store-sources.ts'
import { listLogDevices } from './store-units.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>
type ReportsQuery = { filter: DeviceLogFilter; count_max: number }

/** Rank of reports among entries of one moment; see `store-sources.ts` for the others. */
export const REPORT_RANK = 14
/** Identities of reports of one device and moment are smaller. */
const IDENTITIES = 2 ** 18
const DAY_MS = 86_400_000
const TYPES = { 1: 'cyclic', 2: 'reply', 3: 'replay' } as const

/** Whether a filter asks for reports, which are listed apart from all other entries. */
export const isOfReports = ({ type }: DeviceLogFilter): boolean => type === 'report'

/** The identity of a report by the id of its entry. */
export const identityOfEntry = (id: number): number => id % IDENTITIES

type Found = ReportHead & { device_id: number; id: number }

/**
 * Reports of the named units, the newest first: read by days from the end of the period backwards, twice as many each time, until more are
 * found than are counted.
 */
export const listReportRows = async <Part extends ListPart>(
  deps: Deps,
  view: LogView,
  { filter, count_max }: ReportsQuery,
  part: Part,
) => {
  const macs = unitsNamedBy(filter)
  const is_empty = macs.length === 0 || hasText(filter) || (filter.result !== undefined && filter.result !== 'ok')
  const devices = is_empty ? [] : await listLogDevices(deps.database.db, view, filter, macs)
  const end_ms = filter.to === undefined ? deps.clock.now() : Date.parse(filter.to)
  const from_ms = filter.from === undefined ? end_ms - LIMITS.device_log_report_days * DAY_MS : Date.parse(filter.from)
  const oldest_ms = Math.max(0, from_ms, end_ms - LIMITS.connection_days_max * DAY_MS)
  const findNewest = async (most: number, before_ms: number): Promise<Found[]> => {
    const found: Found[] = []
    let to_ms = before_ms
    for (let span_ms = DAY_MS; to_ms > oldest_ms && found.length < most; span_ms *= 2) {
      const period = { from_ms: Math.max(oldest_ms, to_ms - span_ms), to_ms }
      for (const { device_id } of devices)
        for (const head of await listReportHeads(deps, { device_id, ...period }))
          found.push({ ...head, device_id, id: device_id * IDENTITIES + head.identity })
      to_ms = period.from_ms
    }
    return found.sort((one, other) => other.at_ms - one.at_ms || other.id - one.id)
  }
  const by_id = new Map(devices.map((device) => [device.device_id, device]))
  const toRow = ({ at_ms, id, device_id, seq, type, registers }: Found): LogRow[] => {
    const device = by_id.get(device_id)
    if (device === undefined) return []
    return [
      {
        ...device,
        place: placeOf({ at_ms, id }),
        at: new Date(at_ms),
        rank: REPORT_RANK,
        kind: 'report',
        operator: '',
        source: 'device',
        result: 'ok',
        trace_id: '',
        detail: { report: TYPES[type], seq, registers },
      },
    ]
  }
  // A page and its count come of one reading.
  let all: Promise<Found[]> | null = null
  const readAll = () => {
    all ??= findNewest(count_max + 1, end_ms + 1)
    return all
  }
  return readPage<LogRow, Part>(
    {
      count: async () => Math.min(count_max + 1, (await readAll()).length),
      read: async (one) => {
        if (!('after' in one)) return (await readAll()).slice(one.offset, one.offset + one.limit).flatMap(toRow)
        if (one.after === null) return (await findNewest(one.limit, end_ms + 1)).slice(0, one.limit).flatMap(toRow)
        const after = entryOf(one.after)
        if (after === null) return []
        const last_ms = after.at_ms
        // Reports of that moment which stand behind it are among those that are read.
        const behind = (await findNewest(one.limit + 1 + devices.length, last_ms + 1)).filter(
          ({ at_ms, id }) => at_ms < last_ms || id < after.id,
        )
        return behind.slice(0, one.limit).flatMap(toRow)
      },
    },
    part,
  )
}

/** As the places of all other entries are written. */
const placeOf = ({ at_ms, id }: Pick<Found, 'at_ms' | 'id'>): string =>
  `${new Date(at_ms).toISOString().replace('Z', '000Z')}|${REPORT_RANK}|${id}`

/** An entry by its place; null = there can be none. */
export const entryOf = (place: string): { at_ms: number; rank: number; id: number } | null => {
  const [at = '', rank = '', id = ''] = place.split('|')
  const entry = { at_ms: Date.parse(at), rank: Number(rank), id: Number(id) }
  return Number.isSafeInteger(entry.at_ms) && Number.isSafeInteger(entry.rank) && Number.isSafeInteger(entry.id)
    ? entry
    : null
}
