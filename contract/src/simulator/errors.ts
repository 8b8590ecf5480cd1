/** Refusals of the simulator; a part of ERRORS. */
export const SIMULATOR_ERRORS = {
  replay_empty: 'replay empty',
  fault_required: 'fault required',
  delta_required: 'delta required',
  fault_point_unknown: 'fault point unknown',
  no_simulated_unit: 'no simulated unit',
  planted_events_full: 'planted events full',
  planted_event_over: 'planted event over',
} as const
