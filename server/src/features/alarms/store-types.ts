import type { AlarmTimes, AlarmTypeSettings, OptInType } from '@heatfleet/contract/alarms/type-settings.ts'
import { ALARM_TYPE_NAMES, ALARM_TYPES, type AlarmType, OFFLINE_FROST } from '@heatfleet/contract/alarms/types.ts'
import { DETECTORS } from '@heatfleet/contract/analysis/detectors.ts'
import { SEVERITIES, type Severity } from '@heatfleet/contract/preferences.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Who sets a type, and when. */
export type TypeChange = { uid: number; at: Date }

/** What is set of built-in types; what is not, by its default. */
export const readTypeSettings = async (db: Db): Promise<AlarmTypeSettings> => {
  const [rows, limits] = await Promise.all([
    db
      .selectFrom('alarm_type_settings')
      .leftJoin('accounts', 'accounts.uid', 'alarm_type_settings.updated_by')
      .select([
        'type',
        'enabled',
        'severity',
        'frost_below_c',
        'process_minutes',
        'remind_hours',
        'alarm_type_settings.updated_at',
        'user_name',
      ])
      .execute(),
    db.selectFrom('alarm_time_limits').selectAll().execute(),
  ])
  const set = new Map(rows.map((row) => [row.type, row]))
  const offline = set.get('offline')
  const minutes = new Map(limits.map((limit) => [limit.severity, limit.minutes]))
  const timeOf = (severity: Severity) => minutes.get(severity) ?? null
  return {
    types: ALARM_TYPE_NAMES.map((type) => {
      const row = set.get(type)
      return {
        type,
        enabled: row?.enabled ?? !('opt_in' in ALARM_TYPES[type]),
        severity: row?.severity ?? ALARM_TYPES[type].severity,
        process_minutes: row?.process_minutes ?? null,
        updated_by: row?.user_name ?? '',
        updated_time: row?.updated_at.toISOString() ?? null,
      }
    }),
    offline: {
      frost_below_c: offline === undefined ? OFFLINE_FROST.below_c : offline.frost_below_c,
      remind_hours: offline?.remind_hours ?? null,
    },
    times: {
      critical: timeOf('critical'),
      major: timeOf('major'),
      minor: timeOf('minor'),
      info: timeOf('info'),
    },
  }
}

/** Sets a detector; switched off, its active alarms recover. */
export const saveDetector = (
  db: Db,
  type: OptInType,
  { enabled, severity }: { enabled: boolean; severity: Severity },
  { uid, at }: TypeChange,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const values = { enabled, severity, updated_at: at, updated_by: uid }
    await tx
      .insertInto('alarm_type_settings')
      .values({ type, frost_below_c: null, ...values })
      .onConflict((conflict) => conflict.column('type').doUpdateSet(values))
      .execute()
    if (enabled) return
    await tx
      .updateTable('alarms')
      .set({ recovered_at: sql`greatest(${at}::timestamptz, last_at)`, changed_at: sql`clock_timestamp()` })
      .where('type', '=', type)
      .where('recovered_at', 'is', null)
      .execute()
  })

/** Sets something of a type; the rest of one that nobody has set before is as by default. */
export const saveTypeValues = async (
  db: Db,
  type: AlarmType,
  changed: { frost_below_c?: number | null; remind_hours?: number | null; process_minutes?: number | null },
  { uid, at }: TypeChange,
): Promise<void> => {
  const values = { ...changed, updated_at: at, updated_by: uid }
  const frost_below_c = type === 'offline' ? OFFLINE_FROST.below_c : null
  const enabled = !('opt_in' in ALARM_TYPES[type])
  await db
    .insertInto('alarm_type_settings')
    .values({ type, enabled, severity: null, frost_below_c, ...values })
    .onConflict((conflict) => conflict.column('type').doUpdateSet(values))
    .execute()
}

/** Sets the times within which alarms are to be processed. */
export const saveTimes = async (db: Db, times: AlarmTimes): Promise<void> => {
  await sql`update alarm_time_limits l set minutes = u.minutes
    from unnest(${[...SEVERITIES]}::text[], ${SEVERITIES.map((severity) => times[severity])}::int[]) u (severity, minutes)
    where u.severity = l.severity`.execute(db)
}

/** The outdoor temperature below which offline alarms are critical; null = never. */
export const findFrostLimit = async (db: Db): Promise<number | null> => {
  const row = await db
    .selectFrom('alarm_type_settings')
    .select('frost_below_c')
    .where('type', '=', 'offline')
    .executeTakeFirst()
  return row === undefined ? OFFLINE_FROST.below_c : row.frost_below_c
}

/** Detectors that are types of alarms, with their severities, and when one was changed last. */
export const listEnabledDetectors = async (db: Db) => {
  const names: readonly AlarmType[] = DETECTORS
  const rows = await db
    .selectFrom('alarm_type_settings')
    .select(['type', 'severity', 'updated_at'])
    .where('type', 'in', names)
    .where('enabled', '=', true)
    .execute()
  return {
    detectors: DETECTORS.flatMap((detector) => {
      const row = rows.find(({ type }) => type === detector)
      return row === undefined ? [] : [{ detector, severity: row.severity ?? ALARM_TYPES[detector].severity }]
    }),
    changed_at: new Date(Math.max(0, ...rows.map(({ updated_at }) => updated_at.getTime()))),
  }
}

/** The severity of frozen values as a type of alarm; null = it is switched off. */
export const findFrozenSeverity = async (db: Db): Promise<Severity | null> => {
  const row = await db
    .selectFrom('alarm_type_settings')
    .select('severity')
    .where('type', '=', 'frozen_values')
    .where('enabled', '=', true)
    .executeTakeFirst()
  return row === undefined ? null : (row.severity ?? ALARM_TYPES.frozen_values.severity)
}

/** What units reported last. The system's own work. */
export const listLatestBlocks = async (db: Db, device_ids: readonly number[]) => {
  const { rows } = await sql<{ device_id: number; layout_id: number; latest_blocks: Buffer }>`
    select device_id, layout_id, latest_blocks from device_status
    where device_id = any(${[...device_ids]}::int[]) and layout_id is not null and latest_blocks is not null`.execute(
    db,
  )
  return rows
}
