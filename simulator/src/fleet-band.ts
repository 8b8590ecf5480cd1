/**
 * How monitored air-source heat pumps do in a year: 10th, 50th and 90th percentile over 304 systems.
 * Source: HeatpumpMonitor.org (OpenEnergyMonitor), data of 2026-07-15, CC BY 4.0; systems of type "Air Source".
 * `defrosts` is not monitored there: 800..1700 a year from field experience, with 1716 computed for Ulm (domain 6).
 */
export const FLEET_BAND = {
  spf: { p10: 3.32, p50: 4.0, p90: 4.59, unit: '' },
  dhw_cop: { p10: 2.26, p50: 3.09, p90: 3.74, unit: '' },
  starts_per_running_hour: { p10: 0.27, p50: 0.67, p90: 1.45, unit: '1/h' },
  running_pct: { p10: 27, p50: 41, p90: 56, unit: '%' },
  defrosts: { p10: 800, p50: null, p90: 1900, unit: '1/a' },
} as const
export type BandKey = keyof typeof FLEET_BAND
