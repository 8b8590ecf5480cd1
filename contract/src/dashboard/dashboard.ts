import { z } from 'zod'
import { ALARM_TYPE_NAMES } from '../alarms/types.ts'
import { endpoints } from '../endpoint.ts'
import { TimeZone } from '../history/history.ts'
import { LIMITS } from '../limits.ts'
import { SEVERITIES } from '../preferences.ts'
import { FleetPart } from './statistics.ts'

const count = z.number().int()
const Time = z.iso.datetime()

/** Periods of the trend, days. */
export const TREND_DAYS = [1, 7, 30, 90] as const
export type TrendDays = (typeof TREND_DAYS)[number]

/** Why a unit needs somebody, the most urgent first. */
const ATTENTION_REASONS = [
  'alarm',
  'bus_lost',
  'offline',
  'card_expired',
  'card_ending',
  'unrecognized',
  'not_activated',
] as const
export type AttentionReason = (typeof ATTENTION_REASONS)[number]

/** Ages of units that were never on line, days since their import; each class ends where the next begins. */
export const STOCK_AGE_DAYS = [0, 30, 90, 180] as const

const Attention = z.object({
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  agent_name: z.string().nullable(),
  /** The most urgent first. */
  reasons: z.array(
    z.object({
      reason: z.enum(ATTENTION_REASONS),
      /** Since when; of a card, when it ends. Null = not known. */
      since: Time.nullable(),
      severity: z.enum(SEVERITIES).nullable(),
      /** Codes of alarms. */
      codes: z.array(z.string()),
    }),
  ),
})
export type Attention = z.output<typeof Attention>

const TrendDay = z.object({
  day: z.iso.date(),
  imported: count,
  /** On line for the first time. */
  activated: count,
  /** Alarms that were raised. */
  alarms: count,
  /** The same by severity. */
  by_severity: z.record(z.enum(SEVERITIES), count),
})
export type TrendDay = z.output<typeof TrendDay>

const CopDay = z.object({
  day: z.iso.date(),
  /** Heat over electricity of all units asked with a COP on that day; null = none has one. */
  cop: z.number().nullable(),
  /** Of how many units. */
  units: count,
  /** Mean outdoor temperature at those units. */
  ambient_c: z.number().nullable(),
  /** What those units made and took together, kWh. */
  heat_kwh: z.number().nullable(),
  electricity_kwh: z.number().nullable(),
})
export type CopDay = z.output<typeof CopDay>

/** Hours that the trend of online units goes back. */
export const ONLINE_TREND_HOURS = 24

const OnlineHour = z.object({
  at: Time,
  online: count,
  /** Units that had been on line by then. */
  activated: count,
})
export type OnlineHour = z.output<typeof OnlineHour>

const Funnel = z.object({
  as_of: Time,
  /** Units of the part in question, wherever they are. */
  imported: count,
  /** With a distributor. */
  shipped: count,
  /** On line at least once. */
  activated: count,
  /** In an app, by an owner or somebody it is shared with. */
  bound: count,
  online: count,
  /** Units never on line by the age of their import, the youngest first. */
  ages: z.array(
    z.object({
      from_days: z.number().int(),
      /** Null = no end. */
      to_days: z.number().int().nullable(),
      manufacturer: count,
      distributors: count,
    }),
  ),
})
export type Funnel = z.output<typeof Funnel>

/** What the big screen tells of units: what is wrong with them, and beside it what people and the console do with them. */
const FLEET_EVENT_KINDS = ['alarm', 'offline', 'online', 'control', 'upgrade'] as const

/** What happened to a unit. Who did it is not told. The unit is named by the end of its id: a big screen hangs where everybody passes. */
const FleetEvent = z.object({
  event_id: z.string(),
  at: Time,
  kind: z.enum(FLEET_EVENT_KINDS),
  /** Of an alarm. */
  type: z.enum(ALARM_TYPE_NAMES).nullable(),
  /** Of an alarm; of an upgrade, the version. */
  codes: z.array(z.string()),
  /** Of a control and an upgrade. */
  outcome: z.enum(['pending', 'ok', 'failed']).nullable(),
  severity: z.enum(SEVERITIES).nullable(),
  /** Its last digits. */
  mac_end: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  agent_name: z.string().nullable(),
  /** The province of China of its distributor (GB/T 2260); null = elsewhere, or not known. */
  province: z.string().nullable(),
})
export type FleetEvent = z.output<typeof FleetEvent>

const as_of = '2026-11-21T09:15:00.000Z'

/** What the front page, the big screen and the monitor show beside the figures of the specification. */
export const dashboard = endpoints({
  attentionList: {
    method: 'GET',
    path: '/statistics/list-attention',
    kind: 'read',
    of: 'statistics',
    needs: 'device:view',
    about: 'unscoped',
    query: FleetPart,
    result: z.object({ as_of: Time, list: z.array(Attention) }),
    fails: ['distributor_not_found'],
    says: `Units in scope that need somebody, with the reasons; the most urgent first, at most ${LIMITS.attention_max}.`,
    example: {
      as_of,
      list: [
        {
          mac: '863412060123455',
          device_name: 'Villa Linden 4',
          product_key: 'r290-monobloc',
          product_name: 'R290 整体式热泵',
          product_english_name: 'R290 monobloc',
          agent_name: 'Yuhang',
          reasons: [{ reason: 'alarm', since: as_of, severity: 'critical', codes: ['E11'] }],
        },
      ],
    },
  },
  fleetTrend: {
    method: 'GET',
    path: '/statistics/list-trend',
    kind: 'read',
    of: 'statistics',
    needs: 'dashboard:view',
    about: 'unscoped',
    query: FleetPart.extend({
      days: z.coerce.number().pipe(z.literal(TREND_DAYS)).default(30),
      /** Days are those of this zone. */
      time_zone: TimeZone.default('UTC'),
    }),
    result: z.object({ as_of: Time, list: z.array(TrendDay) }),
    fails: ['distributor_not_found'],
    says: 'The last days: units imported, units on line for the first time, and alarms raised. Today counts as one.',
    example: {
      as_of,
      list: [
        {
          day: '2026-11-21',
          imported: 40,
          activated: 2,
          alarms: 3,
          by_severity: { critical: 1, major: 2, minor: 0, info: 0 },
        },
      ],
    },
  },
  copTrend: {
    method: 'GET',
    path: '/statistics/list-cop-trend',
    kind: 'read',
    of: 'statistics',
    needs: 'dashboard:view',
    about: 'unscoped',
    query: FleetPart.extend({
      days: z.coerce.number().pipe(z.literal(TREND_DAYS)).default(30),
      /** The last day is the one that is today in this zone. */
      time_zone: TimeZone.default('UTC'),
    }),
    result: z.object({
      as_of: Time,
      /** Units of the part, and those of them that were asked. */
      units: count,
      asked_units: count,
      list: z.array(CopDay),
    }),
    fails: ['distributor_not_found'],
    says: `Mean COP and outdoor temperature of the last days, from complete days of units in scope; of a larger part, other than the whole fleet, every n-th unit is asked, at most about ${LIMITS.cop_trend_units_max}.`,
    example: {
      as_of,
      units: 200,
      asked_units: 200,
      list: [{ day: '2026-11-20', cop: 3.41, units: 184, ambient_c: 2.4, heat_kwh: 4_120, electricity_kwh: 1_208 }],
    },
  },
  onlineTrend: {
    method: 'GET',
    path: '/statistics/list-online-trend',
    kind: 'read',
    of: 'statistics',
    needs: 'dashboard:view',
    about: 'unscoped',
    query: FleetPart,
    result: z.object({
      as_of: Time,
      /** Units of the part, and those of them that were asked. */
      units: count,
      asked_units: count,
      list: z.array(OnlineHour),
    }),
    fails: ['distributor_not_found'],
    says: `Units in scope that were on line at each of the last ${ONLINE_TREND_HOURS} hours and now, the oldest first; of a larger part every n-th unit is asked, at most about ${LIMITS.online_trend_units_max}.`,
    example: { as_of, units: 200, asked_units: 200, list: [{ at: as_of, online: 182, activated: 197 }] },
  },
  stockFunnel: {
    method: 'GET',
    path: '/statistics/stock-funnel',
    kind: 'read',
    of: 'statistics',
    needs: 'dashboard:view',
    about: 'unscoped',
    query: FleetPart.extend({ time_zone: TimeZone.default('UTC') }),
    result: Funnel,
    fails: ['distributor_not_found'],
    says: 'How far units have come from import to use, and how long those that were never on line have waited.',
    example: {
      as_of,
      imported: 200,
      shipped: 190,
      activated: 180,
      bound: 150,
      online: 140,
      ages: [{ from_days: 0, to_days: 30, manufacturer: 10, distributors: 10 }],
    },
  },
  fleetEvents: {
    method: 'GET',
    path: '/statistics/list-event',
    kind: 'read',
    of: 'statistics',
    needs: 'bigscreen:view',
    about: 'unscoped',
    query: FleetPart,
    result: z.object({ as_of: Time, list: z.array(FleetEvent) }),
    fails: ['distributor_not_found'],
    says: `What happened at units in scope within a day, the latest first: at most ${LIMITS.fleet_events_max} alarms and lost connections, and as many of connections that came back, settings and upgrades.`,
    example: {
      as_of,
      list: [
        {
          event_id: 'alarm-4711',
          at: as_of,
          kind: 'alarm',
          type: 'device_fault',
          codes: ['E11'],
          outcome: null,
          severity: 'critical',
          mac_end: '3455',
          product_name: 'R290 整体式热泵',
          product_english_name: 'R290 monobloc',
          agent_name: 'Yuhang',
          province: '330000',
        },
      ],
    },
  },
})
