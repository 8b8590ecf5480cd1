import type { DeviceLogResult, DeviceLogSource, DeviceLogType } from '@heatfleet/contract/device-log/device-log.ts'
import { isUpgradeOver, UPGRADE_STATES } from '@heatfleet/contract/transitions.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DeviceColumn } from '../../platform/few-or-many.ts'
import { agentsWithin, every, type Scope, shippedWithin } from '../../platform/scope.ts'
import { EVENT_KIND, EVENT_KINDS } from './event-kinds.ts'

export type Condition = Expression<SqlBool>

/** What a caller sees of the log: units in `device`, distributors named in filters of `agent`, and what the rights open. */
export type LogView = {
  device: Scope
  agent: Scope
  types: readonly DeviceLogType[]
  sees_shipments: boolean
  sees_bindings: boolean
  /** Whole frames and network addresses. */
  sees_raw: boolean
  /** Of the manufacturer: sees who imported a unit and what it shipped itself. */
  is_manufacturer: boolean
}

/** One table of the union: what an entry is made of. `rank` orders entries of one moment, and never changes. */
export type Source = {
  rank: number
  type: DeviceLogType
  id: RawBuilder<string>
  at: RawBuilder<Date>
  kind: RawBuilder<string>
  operator: RawBuilder<string>
  detail: RawBuilder<object>
  source: RawBuilder<DeviceLogSource>
  /** When an entry has which result; none where nothing could succeed or fail. */
  results?: Partial<Record<DeviceLogResult, Condition>>
  /** The request that led to it. */
  trace_id?: RawBuilder<string>
  from: RawBuilder<unknown>
  /** The unit's number. `devices` are not read for it: of a million entries, a page needs those of twenty. */
  device: DeviceColumn
  where?: Condition
}

const NOBODY = sql<string>`''`
const by = (source: DeviceLogSource) => sql<DeviceLogSource>`${sql.lit(source)}`
const inStates = (column: RawBuilder<unknown>, states: readonly string[]): Condition =>
  sql<SqlBool>`${column} = any(${states}::text[])`
const STATE = {
  command: sql`control_log.state`,
  model: sql`model_actions.state`,
  upgrade: sql`upgrades.state`,
}
/** So much of a frame that could not be read is shown, bytes. */
const PAYLOAD_BYTES_MAX = 512

/** Ranks of entries that have a frame; of reports, which are no table of the union, see `report-rows.ts`. */
export const LETTER_RANK = 11
export const FRAME_RANK = 13
/** Bits of a frame's number within its capture, in the id of an entry. */
export const FRAME_BITS = 20

const OPEN_UPGRADES = UPGRADE_STATES.filter((state) => !isUpgradeOver(state))
const FAILED_UPGRADES = UPGRADE_STATES.filter((state) => isUpgradeOver(state) && state !== 'success')

/** The tables that a view may read. */
export const sourcesOf = (view: LogView): Source[] => {
  const { types, device, agent, sees_raw, is_manufacturer } = view
  const kinds = types.flatMap((type) => EVENT_KINDS[type] ?? [])
  const shipped_pair = sql<string>`((shipments.shipment_id::bigint << 31) + shipment_devices.device_id)`
  const shipments = sql`shipment_devices join shipments on shipments.shipment_id = shipment_devices.shipment_id
    join devices on devices.device_id = shipment_devices.device_id`
  const is_sender_visible = sql<SqlBool>`(shipments.sender_id is null and ${is_manufacturer}::boolean or exists (
    select from distributors where distributors.agent_id = shipments.sender_id and ${agentsWithin(agent, 'distributors')}))`
  const papers = sql<object>`jsonb_build_object('batch_no', shipments.batch_no, 'receiver', shipments.receiver_name,
    'sender', case when ${is_sender_visible} then shipments.sender_name else '' end, 'reason', shipment_devices.reason)`
  const shipment = (rank: number, kind: string, at: RawBuilder<Date>, operator: RawBuilder<string>): Source => ({
    rank,
    type: 'ownership',
    id: shipped_pair,
    at,
    kind: sql`${kind}::text`,
    operator,
    source: by('console'),
    detail: papers,
    from: shipments,
    device: 'shipment_devices.device_id',
    where: every(shippedWithin(device, 'shipment_devices'), sql<SqlBool>`${at} is not null`),
  })
  const visible = (name: RawBuilder<string>) => sql<string>`case when ${is_sender_visible} then ${name} else '' end`
  const replacement = (rank: number, kind: string, at: RawBuilder<Date>, reason: RawBuilder<string>): Source => ({
    rank,
    type: 'ownership',
    id: sql`device_replacements.replacement_id::bigint`,
    at,
    kind: sql`${kind}::text`,
    operator: NOBODY,
    source: by('console'),
    detail: sql`jsonb_build_object('old_mac', device_replacements.old_mac, 'new_mac', device_replacements.new_mac,
      'reason', ${reason})`,
    from: sql`device_replacements`,
    device: 'device_replacements.device_id',
    where: sql<SqlBool>`${at} is not null`,
  })
  const all: (Source | null)[] = [
    kinds.length === 0
      ? null
      : {
          rank: 0,
          type: 'connection',
          id: sql`device_events.event_id`,
          at: sql`device_events.at`,
          kind: EVENT_KIND,
          operator: NOBODY,
          // That a module is gone without a word is found by the cloud.
          source: sql`case when device_events.kind = 'offline' and device_events.detail->>'why' in ('keep_alive', 'not_back')
            then 'system' else 'device' end`,
          detail: sees_raw
            ? sql`device_events.detail`
            : sql`device_events.detail - 'address'::text - 'previous_address'::text`,
          from: sql`device_events`,
          device: 'device_events.device_id',
          where:
            // Of one kind the index gives the order of the log too.
            kinds.length === 1
              ? sql<SqlBool>`device_events.kind = ${kinds[0]}::text`
              : sql<SqlBool>`device_events.kind = any(${kinds}::text[])`,
        },
    {
      rank: 1,
      type: 'command',
      id: sql`control_log.control_id`,
      at: sql`control_log.control_time`,
      kind: sql`'command'`,
      operator: sql`control_log.operator_name`,
      detail: sql`jsonb_build_object('control_id', control_log.control_id, 'point_key', control_log.point_key,
        'layout_id', control_log.layout_id, 'old_value', control_log.old_value, 'new_value', control_log.new_value,
        'read_back', control_log.read_back, 'state', control_log.state, 'reason', control_log.reason,
        'source', control_log.source)`,
      source: sql`control_log.source`,
      results: {
        ok: inStates(STATE.command, ['verified']),
        failed: inStates(STATE.command, ['mismatch', 'expired', 'failed']),
        open: inStates(STATE.command, ['queued', 'sent', 'acked']),
      },
      trace_id: sql`control_log.request_id`,
      from: sql`control_log`,
      device: 'control_log.device_id',
    },
    {
      rank: 2,
      type: 'model',
      id: sql`model_actions.action_id::bigint`,
      at: sql`model_actions.created_at`,
      kind: sql`'model_' || model_actions.kind`,
      operator: sql`model_actions.operator`,
      detail: sql`jsonb_build_object('state', model_actions.state, 'reason', model_actions.reason,
        'from', model_actions.from_pk, 'to', model_actions.to_pk)`,
      source: sql`case when model_actions.operator = '' then 'system' else 'console' end`,
      results: {
        ok: inStates(STATE.model, ['effective', 'recognized']),
        failed: inStates(STATE.model, ['unrecognized', 'failed', 'stopped']),
        open: inStates(STATE.model, ['queued', 'sent']),
      },
      from: sql`model_actions`,
      device: 'model_actions.device_id',
    },
    {
      rank: 3,
      type: 'ownership',
      id: sql`devices.device_id::bigint`,
      at: sql`devices.import_time`,
      kind: sql`'imported'`,
      operator: is_manufacturer ? sql`devices.imported_user` : NOBODY,
      detail: sql`jsonb_build_object('import_tag', devices.import_tag, 'import_count', devices.import_count)`,
      source: by('console'),
      from: sql`devices`,
      device: 'devices.device_id',
    },
    ...(view.sees_shipments
      ? [
          shipment(4, 'shipped', sql`shipments.shipped_at`, visible(sql`shipments.operator`)),
          shipment(5, 'confirmed', sql`shipment_devices.confirmed_at`, sql`shipment_devices.confirmed_by`),
          shipment(6, 'returned', sql`shipment_devices.returned_at`, visible(sql`shipment_devices.returned_by`)),
        ]
      : []),
    view.sees_bindings
      ? {
          rank: 7,
          type: 'ownership',
          id: sql`binding_events.binding_event_id`,
          at: sql`binding_events.at`,
          kind: sql`binding_events.action`,
          operator: NOBODY,
          detail: sql`jsonb_build_object('bind_way', binding_events.bind_way, 'reason', binding_events.reason)`,
          source: sql`case when binding_events.by_uid is not null or binding_events.bind_way = 'admin' then 'console' else 'app' end`,
          from: sql`binding_events`,
          device: 'binding_events.device_id',
        }
      : null,
    replacement(8, 'replaced', sql`device_replacements.replaced_at`, sql`device_replacements.reason`),
    replacement(9, 'replacement_undone', sql`device_replacements.undone_at`, sql`device_replacements.undo_reason`),
    {
      rank: 10,
      type: 'sim',
      id: sql`iccid_events.event_id`,
      at: sql`iccid_events.at`,
      kind: sql`'sim'`,
      operator: NOBODY,
      source: sql`case when iccid_events.user_name <> '' then 'console' when iccid_events.what = 'reminded' then 'system' else 'device' end`,
      detail: sql`jsonb_build_object('what', iccid_events.what)`,
      from: sql`iccid_events`,
      device: 'iccid_events.device_id',
      where: sql<SqlBool>`iccid_events.device_id is not null`,
    },
    {
      rank: LETTER_RANK,
      type: 'error',
      id: sql`dead_letters.dead_letter_id`,
      at: sql`dead_letters.at`,
      kind: sql`'error'`,
      operator: NOBODY,
      detail: sql`jsonb_build_object('reason', dead_letters.reason, 'topic', dead_letters.topic,
        'bytes', length(dead_letters.payload), 'payload', case when ${sees_raw}::boolean
          then encode(substring(dead_letters.payload from 1 for ${PAYLOAD_BYTES_MAX}), 'hex') end)`,
      source: by('device'),
      results: { failed: sql<SqlBool>`true` },
      from: sql`dead_letters join devices on devices.mac = dead_letters.mac`,
      device: 'devices.device_id',
    },
    {
      rank: 12,
      type: 'upgrade',
      id: sql`upgrades.upgrade_id::bigint`,
      at: sql`upgrades.created_at`,
      kind: sql`'upgrade'`,
      operator: NOBODY,
      detail: sql`jsonb_build_object('state', upgrades.state, 'reason', upgrades.reason, 'name', firmware.name,
        'from', upgrades.from_version, 'to', firmware.software_version)`,
      source: sql`case when upgrades.rollout_id is null then 'console' else 'rollout' end`,
      results: {
        ok: inStates(STATE.upgrade, ['success']),
        failed: inStates(STATE.upgrade, FAILED_UPGRADES),
        open: inStates(STATE.upgrade, OPEN_UPGRADES),
      },
      from: sql`upgrades join firmware on firmware.firmware_id = upgrades.firmware_id`,
      device: 'upgrades.device_id',
    },
    {
      rank: FRAME_RANK,
      type: 'raw',
      id: sql`((device_capture_frames.device_id::bigint << ${sql.lit(FRAME_BITS)}) + device_capture_frames.frame_no)`,
      at: sql`device_capture_frames.at`,
      kind: sql`'frame_' || device_capture_frames.direction`,
      operator: NOBODY,
      source: sql`case when device_capture_frames.direction = 'up' then 'device' else 'system' end`,
      detail: sql`jsonb_build_object('channel', device_capture_frames.channel,
        'bytes', length(device_capture_frames.payload))`,
      from: sql`device_capture_frames`,
      device: 'device_capture_frames.device_id',
    },
  ]
  return all.filter((source) => source !== null).filter(({ rank, type }) => rank === 0 || types.includes(type))
}
