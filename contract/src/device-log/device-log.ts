import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { CursorPaging, cursorPageOf } from '../paging.ts'
import { Choice, Words } from '../products/points.ts'
import { ROW_ID_MAX, RowId } from '../row-id.ts'

const Time = z.iso.datetime()

/** What an entry of the device log is about, and what may have happened. */
export const DEVICE_LOG = {
  connection: ['online', 'offline', 'cloned'],
  bus: ['bus_lost', 'bus_back'],
  alarm: ['alarm'],
  command: ['command'],
  model: ['model_set', 'model_detect'],
  ownership: [
    'imported',
    'shipped',
    'confirmed',
    'returned',
    'bound',
    'shared',
    'unbound',
    'marked',
    'transferred',
    'replaced',
    'replacement_undone',
  ],
  sim: ['sim'],
  upgrade: ['upgrade'],
  module: ['boot', 'clock', 'local', 'recog', 'fault'],
  error: ['error'],
  /** What a unit reported; listed of named units alone, see {@link DeviceLogFilter}. */
  report: ['report'],
  /** Messages of captures. */
  raw: ['frame_up', 'frame_down'],
} as const
export type DeviceLogType = keyof typeof DEVICE_LOG
export type DeviceLogKind = (typeof DEVICE_LOG)[DeviceLogType][number]
export const DEVICE_LOG_TYPES = Object.keys(DEVICE_LOG) as [DeviceLogType, ...DeviceLogType[]] // its keys, never none
export const DEVICE_LOG_KINDS = Object.values(DEVICE_LOG).flat() as [DeviceLogKind, ...DeviceLogKind[]] // never none

/** Where an entry came from; `system` = the cloud by itself. */
const DEVICE_LOG_SOURCES = ['device', 'app', 'console', 'api', 'rollout', 'system'] as const
export type DeviceLogSource = (typeof DEVICE_LOG_SOURCES)[number]
/** How it ended; `open` = not yet. */
export const DEVICE_LOG_RESULTS = ['ok', 'failed', 'open'] as const
export type DeviceLogResult = (typeof DEVICE_LOG_RESULTS)[number]

/** One entry: what happened to a unit, when, and by whom. */
export const DeviceLogEntry = z.object({
  /** Unique within the log. */
  entry_id: z.string(),
  at: Time,
  type: z.enum(DEVICE_LOG_TYPES),
  kind: z.enum(DEVICE_LOG_KINDS),
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Null = the manufacturer's stock. */
  agent_name: z.string().nullable(),
  /** Empty = the unit itself, the system, or somebody who is not visible. */
  operator: z.string(),
  source: z.enum(DEVICE_LOG_SOURCES),
  /** Null = nothing that could succeed or fail. */
  result: z.enum(DEVICE_LOG_RESULTS).nullable(),
  /** The request that led to it, as the audit log names it; empty = none. */
  trace_id: z.string(),
  /** The alarm that it raised, and the service order that was created from that, where the caller may see them. */
  alarm_id: RowId.nullable(),
  order_id: RowId.nullable(),
  /** The point of a command. */
  point: z.object({ names: Words, unit: z.string(), decimals: z.number().int(), choices: z.array(Choice) }).nullable(),
  /** What is known beside, by kind: codes, values, numbers of other records. */
  detail: z.record(z.string(), z.unknown()),
})
export type DeviceLogEntry = z.infer<typeof DeviceLogEntry>

/** Whatever is left out does not filter. */
export const DeviceLogFilter = z.object({
  macs: z.array(DeviceId).max(LIMITS.filter_ids_max).optional(),
  /** Start of an id, or part of a unit's name. */
  search: z.string().trim().max(100).optional(),
  product_key: z.string().max(LIMITS.product_key_max).optional(),
  /** 0 = the manufacturer's stock. */
  agent_id: z.number().int().min(0).max(ROW_ID_MAX).optional(),
  include_lower: z.boolean().default(true),
  /** Reports are left out without this: a unit has one a minute. */
  type: z.enum(DEVICE_LOG_TYPES).optional(),
  result: z.enum(DEVICE_LOG_RESULTS).optional(),
  /** Part of what an entry says: its codes and values, the name of its point, who did it, its trace id. Of few named units, as reports are. */
  text: z.string().trim().max(LIMITS.device_log_text_max).optional(),
  from: Time.optional(),
  to: Time.optional(),
})
export type DeviceLogFilter = z.output<typeof DeviceLogFilter>

/** What a file of the log can hold. */
export const DEVICE_LOG_EXPORT_COLUMNS = [
  'at',
  'mac',
  'device_name',
  'product_name',
  'agent_name',
  'type',
  'kind',
  'operator',
  'source',
  'result',
  'trace_id',
  'detail',
] as const

/** A stretch of time in which a unit was on line, off line, or before anything is known. */
export const ConnectionSpan = z.object({ from: Time, to: Time, state: z.enum(['online', 'offline', 'unknown']) })
export type ConnectionSpan = z.infer<typeof ConnectionSpan>

export const deviceLog = endpoints({
  deviceLogList: {
    method: 'POST',
    path: '/device-inventory/device-log',
    kind: 'read',
    of: 'device-log',
    needs: 'log:view',
    about: { list: 'device' },
    query: CursorPaging,
    body: DeviceLogFilter.default({ include_lower: true }),
    result: cursorPageOf(DeviceLogEntry).extend({
      /** True when more match than are counted: narrow the period. */
      more: z.boolean(),
      /** Left out, because the caller may not see them. */
      hidden: z.array(z.enum(DEVICE_LOG_TYPES)),
      /** Reports or a text were asked for of no unit, or of too many: name one to five. */
      needs_units: z.boolean(),
      /**
       * Days for which reports of these units (null = without end) and frames of captures are kept; all other entries are kept as long as
       * their unit.
       */
      kept_days: z.object({ reports: z.number().int().nullable(), frames: z.number().int() }),
    }),
    fails: [],
    says: `What happened to units in scope, the newest first; at most ${LIMITS.device_log_count_max} are counted and can be paged to. Commands, models, SIM cards, shipments and bindings need their own rights too. Reports are listed of one to ${LIMITS.device_log_report_units_max} named units, of the last ${LIMITS.device_log_report_days} days unless a period is given; entries are searched for a text of as many.`,
    example: {
      list: [
        {
          entry_id: '0-81',
          at: '2026-11-21T09:15:00.000Z',
          type: 'connection',
          kind: 'offline',
          mac: '863412060123455',
          device_name: 'Villa Linden 4',
          product_key: 'r290-monobloc',
          product_name: 'R290 整体式热泵',
          product_english_name: 'R290 monobloc',
          agent_name: 'Yuhang',
          operator: '',
          source: 'device',
          result: null,
          trace_id: '',
          alarm_id: null,
          order_id: null,
          point: null,
          detail: { why: 'keep_alive' },
        },
      ],
      total: 1,
      pageNo: 1,
      size: 999,
      more: false,
      hidden: [],
      needs_units: false,
      kept_days: { reports: 1_095, frames: 7 },
    },
  },
  deviceConnections: {
    method: 'POST',
    path: '/device-inventory/device-connections',
    kind: 'read',
    of: 'device-log',
    needs: 'log:view',
    about: 'device',
    body: z.object({ mac: DeviceId, from: Time, to: Time }),
    result: z.object({
      spans: z.array(ConnectionSpan),
      /** Of the part of the period in which the state is known; null = none of it. */
      online_share: z.number().nullable(),
      /** How often it went off line. */
      drops: z.number().int(),
    }),
    fails: ['device_not_found'],
    says: `When a unit was on line and off line in a period of at most ${LIMITS.connection_days_max} days.`,
    example: {
      spans: [{ from: '2026-11-21T00:00:00.000Z', to: '2026-11-21T09:15:00.000Z', state: 'online' }],
      online_share: 1,
      drops: 1,
    },
  },
})
