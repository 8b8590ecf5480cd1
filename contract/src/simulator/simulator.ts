import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { brokenAs } from '../text.ts'
import { PLANTED_KINDS } from './planted-events.ts'

const Time = z.iso.datetime()
const Count = z.number().int()

/** Which simulated units: named ones, those of a region, of a distributor with all below it, or all. */
export const PlantTarget = z.discriminatedUnion('by', [
  z.object({ by: z.literal('macs'), macs: z.array(DeviceId).min(1).max(LIMITS.planted_macs_max) }),
  z.object({ by: z.literal('region'), region_code: z.string().regex(/^\d{6}$/) }),
  z.object({ by: z.literal('agent'), agent_id: RowId }),
  z.object({ by: z.literal('all') }),
])
export type PlantTarget = z.output<typeof PlantTarget>

/** What is to be planted. A fault needs its product and fault point, a cold wave its difference. */
export const PlantDraft = z
  .object({
    kind: z.enum(PLANTED_KINDS),
    target: PlantTarget,
    /** Units of this product only. */
    product_key: z.string().max(64).optional(),
    fault_key: z.string().max(40).optional(),
    delta_k: z.number().min(LIMITS.planted_delta_min_k).max(LIMITS.planted_delta_max_k).optional(),
    /** Begins after so many minutes. */
    starts_in_min: z.number().int().min(0).max(LIMITS.planted_ahead_max_min).default(0),
    /** Ends by itself after so many. */
    minutes: z.number().int().min(1).max(LIMITS.planted_max_min),
  })
  .refine(
    ({ kind, product_key, fault_key }) => kind !== 'fault' || (product_key !== undefined && fault_key !== undefined),
    brokenAs('fault_required', 'fault_key'),
  )
  .refine(
    ({ kind, delta_k }) => kind !== 'cold_wave' || (delta_k !== undefined && delta_k !== 0),
    brokenAs('delta_required', 'delta_k'),
  )
export type PlantDraft = z.output<typeof PlantDraft>

/** `planned` = not begun yet, `over` = by itself, `taken_back` = by a person. */
const EVENT_STATES = ['planned', 'active', 'over', 'taken_back'] as const

/** An event that was planted. */
export const SimulatedEvent = z.object({
  event_id: RowId,
  kind: z.enum(PLANTED_KINDS),
  state: z.enum(EVENT_STATES),
  product_key: z.string().nullable(),
  fault_key: z.string().nullable(),
  delta_k: z.number().nullable(),
  target: PlantTarget,
  /** Of the distributor or the first named unit; empty where the target has no name. */
  target_name: z.string(),
  units: Count,
  /** Those of them that are off line now. */
  offline: Count,
  starts_time: Time,
  ends_time: Time,
  created_by: z.string(),
  created_time: Time,
  ended_time: Time.nullable(),
  ended_by: z.string().nullable(),
})
export type SimulatedEvent = z.output<typeof SimulatedEvent>

const Names = z.object({ zh: z.string(), en: z.string(), pl: z.string() })
const ByEvent = z.object({ event_id: RowId })

const example: SimulatedEvent = {
  event_id: 3,
  kind: 'fault',
  state: 'active',
  product_key: 'r290-monobloc',
  fault_key: 'f14',
  delta_k: null,
  target: { by: 'macs', macs: ['7cdfa1b2c3d4'] },
  target_name: 'Ulm 12',
  units: 1,
  offline: 0,
  starts_time: '2026-11-26T18:00:00.000Z',
  ends_time: '2026-11-26T18:30:00.000Z',
  created_by: 'admin',
  created_time: '2026-11-26T18:00:00.000Z',
  ended_time: null,
  ended_by: null,
}

/** Simulated units: what is planted at them, for training and for showing the product (product 3.40 "Simulator"). */
export const simulator = endpoints({
  simulator: {
    method: 'GET',
    path: '/system/simulator',
    kind: 'read',
    of: 'simulator',
    needs: 'sim:view',
    about: 'unscoped',
    result: z.object({
      units: Count,
      online: Count,
      virtual_units: Count,
      /** Products of simulated units with the fault points that can be planted. */
      products: z.array(
        z.object({
          product_key: z.string(),
          product_name: z.string(),
          product_english_name: z.string(),
          units: Count,
          faults: z.array(z.object({ key: z.string(), code: z.string().nullable(), names: Names })),
        }),
      ),
      /** The newest events. */
      events: z.array(SimulatedEvent),
    }),
    fails: [],
    says: `Simulated units in scope, the faults that can be planted at them, and the newest ${LIMITS.planted_listed_max} events.`,
    example: {
      units: 200,
      online: 190,
      virtual_units: 1,
      products: [
        {
          product_key: 'r290-monobloc',
          product_name: 'R290 整体式热泵',
          product_english_name: 'R290 monobloc',
          units: 200,
          faults: [{ key: 'f14', code: 'f14', names: { zh: '低压保护', en: 'Low pressure', pl: 'Niskie ciśnienie' } }],
        },
      ],
      events: [example],
    },
  },
  simulatorUnits: {
    method: 'POST',
    path: '/system/simulator-units',
    kind: 'read',
    of: 'simulator',
    needs: 'sim:view',
    about: 'unscoped',
    body: z.object({ target: PlantTarget, product_key: z.string().max(64).optional() }),
    result: z.object({ units: Count, online: Count }),
    fails: [],
    says: 'How many simulated units in scope a target has now.',
    example: { units: 42, online: 40 },
  },
  plantEvent: {
    method: 'POST',
    path: '/system/simulator-plant',
    kind: 'change',
    of: 'simulator',
    needs: 'sim:run',
    about: 'unscoped',
    sends: { body: { product_key: 'r290-monobloc', fault_key: 'e1' } },
    body: PlantDraft,
    result: ByEvent.extend({ units: Count }),
    fails: ['fault_required', 'delta_required', 'fault_point_unknown', 'no_simulated_unit', 'planted_events_full'],
    says: 'Plants an event at simulated units in scope; it ends by itself.',
    example: { event_id: 3, units: 1 },
  },
  takeBackEvent: {
    method: 'POST',
    path: '/system/simulator-take-back',
    kind: 'change',
    of: 'simulator',
    needs: 'sim:run',
    about: 'unscoped',
    body: ByEvent,
    result: ByEvent,
    fails: ['planted_event_over'],
    says: 'Takes an event back before its end.',
    example: { event_id: 3 },
  },
})
