import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { SEVERITIES } from '../preferences.ts'
import { RowId, RowIdText } from '../row-id.ts'

const count = z.number().int()
const Time = z.iso.datetime()

/** What narrows every figure: a distributor with all below it, a product, and a region, in which the distributor of a unit is. */
export const FleetPart = z.object({
  agent_id: RowIdText.optional(),
  product_key: z.string().min(1).max(LIMITS.product_key_max).optional(),
  /** GB/T 2260 of a province, city or county; elsewhere ISO 3166-2. */
  region_code: z
    .string()
    .regex(/^[A-Za-z\d-]+$/)
    .max(LIMITS.region_code_max)
    .optional(),
})
export type FleetPart = z.output<typeof FleetPart>

/** Units of one part of the fleet, by state. */
export const UnitFigures = z.object({
  total: count,
  online: count,
  alarm: count,
  never_online: count,
})
export type UnitFigures = z.output<typeof UnitFigures>
const figures: UnitFigures = { total: 200, online: 182, alarm: 6, never_online: 3 }

const as_of = '2026-11-21T09:15:00.000Z'

const StatusCount = UnitFigures.extend({
  /** When it was counted. */
  as_of: Time,
  /** Were on line, and are not. */
  offline: count,
  offline_24h: count,
  unrecognized: count,
  /** The module does not reach the board. */
  bus_lost: count,
  /** Units without a distributor, and those of them that were never on line. */
  manufacturer_stock: count,
  /** With a distributor, and never on line. */
  not_activated: count,
  /** Held by the distributor in question itself, never on line; of the manufacturer, its stock. */
  held_stock: count,
})
export type StatusCount = z.output<typeof StatusCount>

const ProductCount = UnitFigures.extend({
  product_key: z.string(),
  name: z.string(),
  english_name: z.string(),
  manufacturer_stock: count,
})
export type ProductCount = z.output<typeof ProductCount>

/** A distributor with all below it; or, `held`, what the upper one in question holds itself. */
const AgentCount = UnitFigures.extend({
  /** Null = the manufacturer, whose units are its stock. */
  agent_id: RowId.nullable(),
  agent_name: z.string().nullable(),
  agent_level: z.number().int(),
  held: z.boolean(),
  has_lower: z.boolean(),
})

/** Units by the region of their distributor. */
const RegionCount = UnitFigures.extend({
  /** Null = stock of the manufacturer, which is in no region. */
  country: z.string().nullable(),
  /** GB/T 2260 of the province, or of the city within one; elsewhere ISO 3166-2; null = not known. */
  region_code: z.string().nullable(),
})

const SeverityCount = z.object({
  severity: z.enum(SEVERITIES),
  alarms: count,
  /** Units with at least one of it. */
  devices: count,
})

const listed = <Row extends z.ZodType>(row: Row) => z.object({ as_of: Time, list: z.array(row) })

/** Figures of the fleet, counted at the moment, under the scope of the caller (spec 7, statistics). */
export const statistics = endpoints({
  productCount: {
    method: 'GET',
    path: '/statistics/list-product-count',
    kind: 'read',
    of: 'statistics',
    needs: 'dashboard:view',
    about: { sum: 'device', field: 'total' },
    query: FleetPart,
    result: listed(ProductCount),
    fails: ['distributor_not_found'],
    says: 'Units in scope by product, the most first.',
    example: {
      as_of,
      list: [
        {
          product_key: 'r290-monobloc',
          name: 'R290 整体式热泵',
          english_name: 'R290 monobloc',
          ...figures,
          manufacturer_stock: 2,
        },
      ],
    },
  },
  countryCount: {
    method: 'GET',
    path: '/statistics/list-country-count',
    kind: 'read',
    of: 'statistics',
    needs: 'dashboard:view',
    about: { sum: 'device', field: 'total' },
    query: FleetPart,
    result: listed(RegionCount),
    fails: ['distributor_not_found'],
    says: 'Units in scope by country and province of their distributor; within a region of China by city. The most first.',
    example: { as_of, list: [{ country: 'CN', region_code: '330000', ...figures }] },
  },
  agentCount: {
    method: 'GET',
    path: '/statistics/list-agent-count',
    kind: 'read',
    of: 'statistics',
    needs: 'dashboard:view',
    about: { sum: 'device', field: 'total' },
    query: FleetPart,
    result: listed(AgentCount),
    fails: ['distributor_not_found'],
    says: `Units of the next lower distributors, and what the upper one holds itself; the most first, at most ${LIMITS.statistics_agents_max}.`,
    example: {
      as_of,
      list: [{ agent_id: 1, agent_name: 'Zhejiang', agent_level: 1, held: false, has_lower: true, ...figures }],
    },
  },
  alarmCount: {
    method: 'GET',
    path: '/statistics/list-alarm-count',
    kind: 'read',
    of: 'statistics',
    needs: 'dashboard:view',
    about: 'unscoped',
    query: FleetPart,
    result: z.object({
      as_of: Time,
      /** Units with an alarm, the alarms of all of them, and those that nobody has taken up. */
      devices: count,
      alarms: count,
      unprocessed: count,
      /** Worst first. */
      list: z.array(SeverityCount),
      /** The codes that stand most often, with the worst severity of each. */
      codes: z.array(z.object({ code: z.string(), severity: z.enum(SEVERITIES), alarms: count })),
    }),
    fails: ['distributor_not_found'],
    says: 'Alarms of units in scope that have not recovered: by severity, and the most frequent codes.',
    example: {
      as_of,
      devices: 6,
      alarms: 8,
      unprocessed: 5,
      list: [{ severity: 'critical', alarms: 3, devices: 2 }],
      codes: [{ code: 'E11', severity: 'critical', alarms: 2 }],
    },
  },
  deviceStatusCount: {
    method: 'GET',
    path: '/statistics/list-device-status-count',
    kind: 'read',
    of: 'statistics',
    needs: 'dashboard:view',
    about: { sum: 'device', field: 'total' },
    query: FleetPart,
    result: StatusCount,
    fails: ['distributor_not_found'],
    says: 'Units in scope by state, with the stock of the manufacturer and of the own distributor told apart.',
    example: {
      as_of,
      ...figures,
      offline: 15,
      offline_24h: 4,
      unrecognized: 1,
      bus_lost: 2,
      manufacturer_stock: 2,
      not_activated: 1,
      held_stock: 2,
    },
  },
})
