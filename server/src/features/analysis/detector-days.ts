import type { DetectorDay } from './detectors.ts'

/** A day of {@link DETECTOR_COLUMNS}; the day itself and its number of reports are always there. */
export const toDetectorDay = ([
  day,
  cop,
  starts,
  run_minutes,
  heater_minutes,
  mean_ambient_c,
  min_ambient_c,
  reports,
  mean_difference_k,
  mean_flow_l_min,
  heat_kwh,
  mean_flow_c,
  heater_fault_minutes,
]: readonly (number | null)[]): DetectorDay => ({
  day: day ?? 0,
  cop: cop ?? null,
  starts: starts ?? null,
  run_minutes: run_minutes ?? null,
  heater_minutes: heater_minutes ?? null,
  mean_ambient_c: mean_ambient_c ?? null,
  min_ambient_c: min_ambient_c ?? null,
  reports: reports ?? 0,
  mean_difference_k: mean_difference_k ?? null,
  mean_flow_l_min: mean_flow_l_min ?? null,
  heat_kwh: heat_kwh ?? null,
  mean_flow_c: mean_flow_c ?? null,
  heater_fault_minutes: heater_fault_minutes ?? null,
})
