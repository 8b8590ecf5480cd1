import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { AnalysisHead, AnalysisPart, ClassOf, exampleHead } from './part.ts'

const count = z.number().int()

/** Ages of units that were never online, days since their import; each class ends where the next begins. */
export const WAITING_AGE_DAYS = [0, 30, 90, 180, 365] as const
/** Days from import to the first time online. */
export const ACTIVATION_CLASS_DAYS = [0, 7, 14, 30, 60, 90, 180, 365] as const
/** Lost connections of a unit within the period. */
export const DROP_CLASSES = [0, 1, 2, 5, 10, 30] as const
/** Signal of modules, dBm: the first class has no lower end. */
export const SIGNAL_CLASS_DBM = [-120, -90, -80, -70, -60, -50] as const
/**
 * What probably keeps a unit offline: its SIM card has ended, is stopped or has used its traffic up (for those who see cards); it went
 * with others of its area; the last signal of its module was weak.
 */
export const OFFLINE_CAUSES = ['card', 'area', 'weak_signal', 'unknown'] as const
export type OfflineCause = (typeof OFFLINE_CAUSES)[number]

/** Time that units are offline now, hours. */
export const OFFLINE_CLASS_HOURS = [0, 1, 24, 168, 720] as const

export const FUNNEL_STEPS = ['imported', 'shipped', 'online', 'bound', 'active'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

const StockAnalysis = AnalysisHead.extend({
  funnel: z.object({
    imported: count,
    /** With a distributor. */
    shipped: count,
    /** Online at least once. */
    online: count,
    /** In an app. */
    bound: count,
    /** Online for the first time before the end of the period, and not offline since before it began. */
    active: count,
  }),
  /** Units never online by the age of their import, the youngest first. */
  waiting: z.array(z.object({ from: count, to: count.nullable(), manufacturer: count, distributors: count })),
  /** Of the units that were online for the first time within the period: how long after their import. */
  activation: z.object({
    units: count,
    median_days: z.number().nullable(),
    p90_days: z.number().nullable(),
    classes: z.array(ClassOf),
  }),
})
export type StockAnalysis = z.output<typeof StockAnalysis>

const NETS = ['wifi', '4g'] as const

const ConnectivityAnalysis = AnalysisHead.extend({
  /** Units that were online before the end of the period: the others have no connection to be judged. */
  activated: count,
  /** Time online of the time since units were online for the first time, %; null = no unit was. */
  days: z.array(z.object({ day: z.iso.date(), units: count, online_percent: z.number().nullable() })),
  nets: z.array(
    z.object({
      net: z.enum(NETS),
      units: count,
      online_percent: z.number().nullable(),
      drops: count,
      /** For each unit and 30 days in operation. */
      drops_per_month: z.number().nullable(),
      signal_median_dbm: z.number().nullable(),
    }),
  ),
  /** Units by lost connections within the period. */
  drops: z.array(ClassOf),
  /** The units with most lost connections. */
  worst: z.array(z.object({ mac: z.string(), device_name: z.string(), net: z.enum(NETS), drops: count })),
  /** Units online by the newest signal of their module, and kind of network. */
  signal: z.array(z.object({ from: z.number().nullable(), to: z.number().nullable(), wifi: count, '4g': count })),
  /** Whether modules reach their board, of the units that are online. */
  bus: z.object({ ok: count, lost: count, unknown: count }),
  /** Times within the period that a module lost its board, and units to which that happened. */
  bus_losses: z.object({ times: count, units: count }),
  /** Units offline now by how long, hours. */
  offline: z.array(ClassOf),
  /** The same units by what probably keeps them offline, the first cause that holds. */
  offline_causes: z.record(z.enum(OFFLINE_CAUSES), count),
})
export type ConnectivityAnalysis = z.output<typeof ConnectivityAnalysis>

/** Figures over a part of the fleet and a period (product 3.13). */
export const analysis = endpoints({
  analysisStock: {
    kind: 'read',
    of: 'analysis',
    needs: 'analysis:view',
    fails: ['distributor_not_found', 'device_group_not_found'],
    method: 'POST',
    path: '/analysis/stock',
    about: { sum: 'device', field: 'units' },
    body: AnalysisPart.prefault({}),
    result: StockAnalysis,
    says: 'How far units have come from import to use, how long those that were never online have waited, and how long others took.',
    example: {
      ...exampleHead,
      funnel: { imported: 200, shipped: 190, online: 180, bound: 150, active: 171 },
      waiting: [{ from: 0, to: 30, manufacturer: 10, distributors: 10 }],
      activation: { units: 40, median_days: 21.5, p90_days: 80, classes: [{ from: 0, to: 7, units: 4 }] },
    },
  },
  analysisConnectivity: {
    kind: 'read',
    of: 'analysis',
    needs: 'analysis:view',
    fails: ['distributor_not_found', 'device_group_not_found'],
    method: 'POST',
    path: '/analysis/connectivity',
    about: { sum: 'device', field: 'units' },
    body: AnalysisPart.prefault({}),
    result: ConnectivityAnalysis,
    says: 'How much of the time units were online, by day and network, from the connections that the device log keeps; drops, signal, lost boards, and units offline now.',
    example: {
      ...exampleHead,
      activated: 180,
      days: [{ day: '2026-11-21', units: 180, online_percent: 97.2 }],
      nets: [{ net: '4g', units: 120, online_percent: 96.8, drops: 80, drops_per_month: 0.7, signal_median_dbm: -74 }],
      drops: [{ from: 0, to: 1, units: 130 }],
      worst: [{ mac: '863412060123455', device_name: 'Villa Linden 4', net: '4g', drops: 17 }],
      signal: [{ from: null, to: -90, wifi: 2, '4g': 7 }],
      bus: { ok: 170, lost: 2, unknown: 8 },
      bus_losses: { times: 3, units: 2 },
      offline: [{ from: 0, to: 1, units: 3 }],
      offline_causes: { card: 1, area: 0, weak_signal: 1, unknown: 1 },
    },
  },
})
