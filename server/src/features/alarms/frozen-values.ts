import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ALARM_TYPES, FROZEN_VALUES } from '@heatfleet/contract/alarms/types.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { SemanticTag } from '@heatfleet/contract/products/semantic-tags.ts'
import type { AppContext } from '../../app-context.ts'
import type { AlarmChange } from '../../ingest/alarm-changes.ts'
import { unpackLatestBlocks } from '../../ingest/latest-blocks.ts'
import { storeAlarmChanges } from '../../ingest/store-alarms.ts'
import { inTransaction } from '../../platform/transaction.ts'
import type { Layouts } from '../products/public.ts'
import {
  deleteFrozen,
  type FrozenUnit,
  findFrozenProgress,
  listFrozenOver,
  listReportingUnits,
  saveFrozen,
} from './store-frozen.ts'
import { findFrozenSeverity } from './store-types.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'> & { layouts: Layouts }
type Layout = NonNullable<Awaited<ReturnType<Layouts['find']>>>

/** A turn ends after this time, and the next one goes on behind it: another task of this process waits no longer. */
const TURN_MS = 50_000
/** Units whose newest blocks are read and decoded before other work has its turn: some milliseconds. */
const UNITS_AT_ONCE = 200
const DEVICE_ID_MAX = 2_147_483_647
/** What a board measures all the time: set-points, states and counters stand still in a sound unit too. */
const MEASURED: ReadonlySet<SemanticTag> = new Set<SemanticTag>([
  't_out',
  't_in',
  't_ambient',
  't_coil',
  't_suction',
  't_discharge',
  't_dhw',
  't_buffer',
  't_room',
  'fan_rpm',
  'flow',
  'p_high',
  'p_low',
  'volt',
  'amp',
  'p_elec',
  'p_heat',
])

/**
 * Looks at units that report: one whose compressor runs and whose measured values have all stood still for the time of the type is
 * an alarm, until one of them changes. A turn begins behind the unit at which the one before ended and looks at each unit once, as far as
 * its time goes. While the type is switched off nothing is read. Gives how many alarms it raised or recovered; a turn that is lost or
 * repeated changes nothing that the next does not.
 */
export const checkFrozen = async (deps: Deps, signal: AbortSignal): Promise<number> => {
  const { database, clock, log, layouts } = deps
  const { db, pool } = database
  const severity = await findFrozenSeverity(db)
  if (severity === null) {
    // Its next first look would else be taken for a long stillness.
    await deleteFrozen(db)
    return 0
  }
  const end_ms = clock.now() + TURN_MS
  const over = (await listFrozenOver(db)).map((device_id) => changeOf(device_id, new Date(clock.now())))
  if (over.length > 0) await inTransaction(pool, (client) => storeAlarmChanges(client, over))
  let total = over.length
  const began_behind_id = await findFrozenProgress(db)
  let part = { after_id: began_behind_id, up_to_id: DEVICE_ID_MAX }
  while (!signal.aborted && clock.now() < end_ms) {
    const since = new Date(clock.now() - ALARM_TYPES.no_data.grace_s * 1_000)
    const units = await listReportingUnits(db, { since, ...part, limit: UNITS_AT_ONCE })
    const last = units.at(-1)
    if (last === undefined) {
      if (part.up_to_id === began_behind_id) break
      part = { after_id: 0, up_to_id: began_behind_id }
      continue
    }
    part.after_id = last.device_id
    const looks = await Promise.all(
      units.map(async (unit) => ({ unit, ...digestOf(unit, await layouts.find(unit.layout_id)) })),
    )
    const states = looks.flatMap(({ unit, digest }) => (digest === null ? [] : [stateOf(unit, digest)]))
    const changes = looks.flatMap((look) => changesOf(look, severity))
    await inTransaction(pool, async (client) => {
      if (changes.length > 0) await storeAlarmChanges(client, changes)
      await saveFrozen(
        client,
        states,
        units.map(({ device_id }) => device_id),
      )
    })
    total += changes.length
    await yieldToEventLoop()
  }
  if (total > 0) log.info({ changes: total }, 'alarms of frozen values')
  return total
}

/** The measured values of a unit as one text; null = its compressor stands, or it measures too little. */
const digestOf = (
  { latest_blocks }: FrozenUnit,
  layout: Layout | null,
): { digest: string | null; read: string | null } => {
  const points = layout?.points.filter(({ tag }) => tag !== null && MEASURED.has(tag)) ?? []
  const compressor =
    layout?.points.find(({ tag }) => tag === 'comp_on') ?? layout?.points.find(({ tag }) => tag === 'comp_hz')
  if (layout === null || compressor === undefined) return { digest: null, read: null }
  const keys = points.map(({ key }) => key)
  const blocks = unpackLatestBlocks(latest_blocks).map(({ block }) => block)
  const values = layout.decoderOf([...keys, compressor.key]).decode(blocks)
  const measured = keys.flatMap((key) => (values[key] === undefined ? [] : [`${key}=${values[key]}`]))
  if (measured.length < FROZEN_VALUES.points_min) return { digest: null, read: null }
  const read = measured.join(' ')
  return { digest: (values[compressor.key] ?? 0) > 0 ? read : null, read }
}

type Look = { unit: FrozenUnit; digest: string | null; read: string | null }

const stateOf = (unit: FrozenUnit, digest: string) => ({
  device_id: unit.device_id,
  digest,
  since_at: unit.digest === digest && unit.since_at !== null ? unit.since_at : unit.last_report_at,
})

const changesOf = ({ unit, digest, read }: Look, severity: Severity): AlarmChange[] => {
  const { device_id, is_active, last_report_at } = unit
  // Of an alarm the digest is kept: a compressor that stops moves no value that is frozen.
  if (is_active) return read === null || read === unit.digest ? [] : [changeOf(device_id, last_report_at)]
  if (digest === null || unit.digest !== digest || unit.since_at === null) return []
  const still_s = (last_report_at.getTime() - unit.since_at.getTime()) / 1_000
  if (still_s < ALARM_TYPES.frozen_values.grace_s) return []
  const of = { device_id, type: 'frozen_values', rule_key: '', at_ms: last_report_at.getTime() } as const
  return [{ ...of, raised: true, code: null, severity, value: Math.round(still_s / 60) }]
}

const changeOf = (device_id: number, at: Date): AlarmChange => ({
  device_id,
  type: 'frozen_values',
  rule_key: '',
  at_ms: at.getTime(),
  raised: false,
})
