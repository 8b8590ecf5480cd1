import type { VirtualBoard } from '@heatfleet/contract/products/virtual-units.ts'
import type { PlantedKind } from '@heatfleet/contract/simulator/planted-events.ts'
import type { ReplaySpeed } from '@heatfleet/contract/simulator/replay.ts'
import type { PlantTarget } from '@heatfleet/contract/simulator/simulator.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Time } from './column-types.ts'

/** What is planted at simulated units. */
export type SimulatorTables = {
  planted_events: {
    event_id: Generated<number>
    kind: PlantedKind
    product_key: string | null
    fault_key: string | null
    delta_k: number | null
    target: JSONColumnType<PlantTarget>
    starts_at: Time
    ends_at: Time
    created_by: string
    created_at: Time
    ended_at: Time | null
    ended_by: string | null
  }
  planted_event_units: { event_id: number; device_id: number }
  virtual_units: {
    device_id: number
    product_key: string
    started_by: string
    started_at: Time
    ends_at: Time
    board_pk: string | null
    board: Generated<VirtualBoard>
  }
  virtual_unit_replays: {
    device_id: number
    of_mac: string
    from_at: Time
    until_at: Time
    speed: ReplaySpeed
    /** A `ReplayTrack` as JSON, compressed by gzip. */
    track: Buffer
  }
}
