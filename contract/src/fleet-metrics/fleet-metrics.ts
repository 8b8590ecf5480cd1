import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { SEVERITIES } from '../preferences.ts'
import { ONLINE_STATES } from '../transitions.ts'

/** Series of one label are bounded: what is beyond is summed under `other`. */
export const FLEET_METRICS_LIMITS = { series_max: 100, max_age_s: 300, scraped_age_s: 15 } as const

const Energy = z.object({
  product_key: z.string(),
  heat_kwh: z.number(),
  electricity_kwh: z.number(),
})
const Count = z.number().int()

/** Figures of the fleet as far as the caller sees it. */
export const FleetMetrics = z.object({
  units: Count,
  by_product: z.array(z.object({ product_key: z.string(), status: z.enum(ONLINE_STATES), n: Count })),
  /** By the distributor that has the unit; empty = the manufacturer's stock, `other` = beyond the bound. */
  by_distributor: z.array(z.object({ distributor: z.string(), status: z.enum(ONLINE_STATES), n: Count })),
  /** Active alarms that are not muted; null = the caller may not look at alarms. */
  alarms: z.array(z.object({ severity: z.enum(SEVERITIES), n: Count })).nullable(),
  /** Units that reported within the last minute. */
  reporting: Count,
  /** Of the day of each unit's own zone, so far. */
  energy_today: z.array(Energy),
  at: z.iso.datetime(),
})
export type FleetMetrics = z.infer<typeof FleetMetrics>

/** Metrics of the fleet for monitoring; `/metrics/fleet` gives them as Prometheus text. */
export const fleetMetrics = endpoints({
  fleetMetrics: {
    method: 'GET',
    path: '/metrics/fleet',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: { sum: 'device', field: 'units' },
    query: z.object({
      /** An answer up to so many seconds old may be given again; 0 = a new one. */
      max_age_s: z.coerce.number().int().min(0).max(FLEET_METRICS_LIMITS.max_age_s).default(0),
    }),
    result: FleetMetrics,
    fails: [],
    says: 'Units by status, product and distributor, active alarms, and the energy of today, as far as the caller sees them.',
    example: {
      units: 3,
      by_product: [{ product_key: 'r290-monobloc', status: 'online', n: 3 }],
      by_distributor: [{ distributor: 'Hangzhou heat', status: 'online', n: 3 }],
      alarms: [{ severity: 'major', n: 1 }],
      reporting: 3,
      energy_today: [{ product_key: 'r290-monobloc', heat_kwh: 31.5, electricity_kwh: 9.2 }],
      at: '2026-11-20T10:00:00.000Z',
    },
  },
})

/** The same as Prometheus text (version 0.0.4). Pure. */
export const fleetMetricsText = ({
  by_product,
  by_distributor,
  alarms,
  reporting,
  energy_today,
}: FleetMetrics): string =>
  [
    ...family(
      'units',
      'Units by product and status',
      by_product.map(({ product_key: product, status, n }) => ({ labels: { product, status }, value: n })),
    ),
    ...family(
      'distributor_units',
      'Units by the distributor that has them and status',
      by_distributor.map(({ n, ...labels }) => ({ labels, value: n })),
    ),
    ...(alarms === null
      ? []
      : family(
          'active_alarms',
          'Active alarms that are not muted, by severity',
          alarms.map(({ severity, n }) => ({ labels: { severity }, value: n })),
        )),
    ...family('reporting_units', 'Units that reported within the last minute', [{ labels: {}, value: reporting }]),
    ...family(
      'heat_today_kwh',
      'Heat of the day so far, in the zone of each unit',
      energy_today.map(({ product_key: product, heat_kwh }) => ({ labels: { product }, value: heat_kwh })),
    ),
    ...family(
      'electricity_today_kwh',
      'Electricity of the day so far, in the zone of each unit',
      energy_today.map(({ product_key: product, electricity_kwh }) => ({
        labels: { product },
        value: electricity_kwh,
      })),
    ),
    '',
  ].join('\n')

const family = (
  name: string,
  help: string,
  series: readonly { labels: Readonly<Record<string, string>>; value: number }[],
): string[] => [
  `# HELP heatfleet_fleet_${name} ${help}`,
  `# TYPE heatfleet_fleet_${name} gauge`,
  ...series.map(({ labels, value }) => `heatfleet_fleet_${name}${labelsText(labels)} ${value}`),
]

const labelsText = (labels: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
