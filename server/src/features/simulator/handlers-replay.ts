import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ReplayTrack, replays } from '@heatfleet/contract/simulator/replay.ts'
import { isText } from '@heatfleet/modbus/data-type.ts'
import type { Handlers } from '../../handler.ts'
import { type ReportsDeps, readReports } from '../history/public.ts'
import { startVirtualUnit, type VirtualDeps } from '../products/public.ts'
import { findReplayed } from './store.ts'

const DAY_MS = 86_400_000
const compress = promisify(gzip)

/** Replays of units: the last day of one becomes what a virtual unit shows. */
export const replayHandlers = (deps: VirtualDeps & ReportsDeps) =>
  ({
    replayUnit: async ({ body: { mac, speed } }, { caller, note }) => {
      note({ object: `device ${mac}` })
      const device = await findReplayed(deps.database.db, caller.scope, mac)
      if (device === undefined) throw new Refusal('device_not_found', { field: 'mac' })
      const layout = device.layout_id === null ? null : await deps.layouts.find(device.layout_id)
      if (layout === null) throw new Refusal('unpublished_data_points')
      const keys = layout.points
        .filter(({ data_type }) => data_type !== 'calc' && !isText(data_type))
        .map(({ key }) => key)
      const to_ms = deps.clock.now()
      const period = { from_ms: to_ms - DAY_MS, to_ms }
      const track = await readTrack(deps, device.device_id, keys, period)
      const rows = track.at_s.length
      if (rows < 2) throw new Refusal('replay_empty', { field: 'mac' })
      const replay = {
        of_mac: mac,
        from_at: new Date(period.from_ms),
        until_at: new Date(to_ms),
        speed,
        track: await compress(JSON.stringify(track)),
      }
      const { product_key } = device
      const request = {
        product_key,
        of: 'published',
        agent_id: caller.agent_id,
        board_pk: undefined,
        board: 'answers',
      } as const
      const by = { by: caller.user_name, scope: caller.scopes.agent }
      const started = await startVirtualUnit(deps, { ...request, replay }, by)
      note({ detail: { virtual_unit: started, speed, rows } })
      return { mac: started, rows }
    },
  }) satisfies Pick<Handlers, keyof typeof replays>

/** The values of a period as reported; of more reports than a replay may have every nth. */
const readTrack = async (
  deps: ReportsDeps,
  device_id: number,
  keys: readonly string[],
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
): Promise<ReplayTrack> => {
  const at_s: number[] = []
  const columns: (number | null)[][] = keys.map(() => [])
  for await (const { at_ms, values } of readReports(deps, { device_id, from_ms, to_ms, keys }))
    for (const [row, moment] of at_ms.entries()) {
      at_s.push((moment - from_ms) / 1_000)
      for (const [point, column] of columns.entries()) {
        const value = values[point]?.[row] ?? Number.NaN
        column.push(Number.isNaN(value) ? null : value)
      }
    }
  const step = Math.ceil(at_s.length / LIMITS.replay_rows_max)
  const thin = <Value>(all: readonly Value[]): Value[] =>
    step <= 1 ? [...all] : all.filter((_, row) => row % step === 0)
  const seen = keys.flatMap((key, point) => {
    const column = columns[point] ?? []
    return column.some((value) => value !== null) ? [[key, thin(column)] as const] : []
  })
  return { at_s: thin(at_s), values: Object.fromEntries(seen) }
}
