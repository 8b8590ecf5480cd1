import type { AccessRows } from '../rows.ts'
import { NOWHERE } from '../stage.ts'

/** No unit of the stage is simulated: what is planted meets none. */
const target = { by: 'all' as const }

/** What is planted belongs to the installation: the right alone decides, the scope narrows which units. */
export const rows: AccessRows = {
  simulatorUnits: { sends: { body: { target } } },
  replayUnit: { sends: { body: { speed: 24 } }, answers: 'replay_empty' },
  plantEvent: { sends: { body: { kind: 'power_cut', target, minutes: 5 } }, answers: 'no_simulated_unit' },
  takeBackEvent: { sends: { body: { event_id: NOWHERE } }, answers: 'planted_event_over' },
}
