import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { PlantDraft, SimulatedEvent, simulator } from '@heatfleet/contract/simulator/simulator.ts'
import type { Handlers } from '../../handler.ts'
import type { Scope } from '../../platform/scope.ts'
import { type PlayDeps, playPlantedEvents } from './play.ts'
import {
  countOpenEvents,
  countTargets,
  endEvent,
  findPoints,
  insertEvent,
  listAgentNames,
  listEvents,
  listSimulatedProducts,
  listTargetIds,
} from './store.ts'

const MINUTE_MS = 60_000
type FaultPoint = { key: string; code: string | null; names: Record<'zh' | 'en' | 'pl', string> }

/** Simulated units: overview, plant, take back. */
export const simulatorHandlers = (deps: PlayDeps) => {
  const { database, clock } = deps
  const { db } = database

  /** By version of a product, which never changes; as many as products were simulated since the start. */
  const fault_points = new Map<number, FaultPoint[]>()
  const readFaults = async (layout_id: number | null): Promise<FaultPoint[]> => {
    if (layout_id === null) return []
    const known = fault_points.get(layout_id)
    if (known !== undefined) return known
    const faults = (await findPoints(db, layout_id))
      .filter(({ alarm }) => alarm)
      .map(({ key, fault, names: { zh, en, pl } }) => ({ key, code: fault ?? null, names: { zh, en, pl } }))
    fault_points.set(layout_id, faults)
    return faults
  }
  const readProducts = async (scope: Scope) => {
    const rows = await listSimulatedProducts(db, scope)
    return Promise.all(
      rows.map(async ({ layout_id, ...product }) => ({ ...product, faults: await readFaults(layout_id) })),
    )
  }

  return {
    simulator: async (_, { caller: { scope } }) => {
      const [products, events] = await Promise.all([
        readProducts(scope),
        listEvents(db, scope, LIMITS.planted_listed_max),
      ])
      const names = await listAgentNames(
        db,
        scope,
        events.flatMap(({ target }) => (target.by === 'agent' ? target.agent_id : [])),
      )
      const sum = (of: 'units' | 'online' | 'virtual_units') => products.reduce((all, row) => all + row[of], 0)
      const now = new Date(clock.now())
      return {
        units: sum('units'),
        online: sum('online'),
        virtual_units: sum('virtual_units'),
        products: products.map(({ product_key, product_name, product_english_name, units, faults }) => ({
          product_key,
          product_name,
          product_english_name,
          units,
          faults,
        })),
        events: events.map(({ first_unit, starts_at, ends_at, created_at, ended_at, ...event }) => ({
          ...event,
          state: stateOf({ starts_at, ends_at, ended_at }, now),
          target_name:
            event.target.by === 'agent'
              ? (names.get(event.target.agent_id) ?? '')
              : event.target.by === 'macs'
                ? first_unit
                : '',
          starts_time: starts_at.toISOString(),
          ends_time: ends_at.toISOString(),
          created_time: created_at.toISOString(),
          ended_time: ended_at?.toISOString() ?? null,
        })),
      }
    },

    simulatorUnits: async ({ body: { target, product_key } }, { caller: { scope } }) =>
      countTargets(db, scope, target, product_key),

    plantEvent: async ({ body }, { caller, note }) => {
      const { kind, target, minutes, starts_in_min } = body
      const { product_key, fault_key = null, delta_k = null } = meant(body)
      note({ object: 'simulator', detail: { kind, target, product_key, fault_key, delta_k, starts_in_min, minutes } })
      if (fault_key !== null) {
        const product = (await readProducts(caller.scope)).find((one) => one.product_key === product_key)
        if (!product?.faults.some(({ key }) => key === fault_key))
          throw new Refusal('fault_point_unknown', { field: 'fault_key' })
      }
      const now_ms = clock.now()
      const starts_ms = now_ms + starts_in_min * MINUTE_MS
      const planted = await db.transaction().execute(async (tx) => {
        if ((await countOpenEvents(tx, new Date(now_ms))) >= LIMITS.planted_open_max)
          throw new Refusal('planted_events_full', { details: { max: LIMITS.planted_open_max } })
        const ids = await listTargetIds(tx, caller.scope, { target, product_key }, LIMITS.planted_units_max)
        if (ids.length === 0) throw new Refusal('no_simulated_unit', { field: 'target' })
        const event = {
          kind,
          product_key: product_key ?? null,
          fault_key,
          delta_k,
          target,
          starts_at: new Date(starts_ms),
          ends_at: new Date(starts_ms + minutes * MINUTE_MS),
          created_by: caller.user_name,
          created_at: new Date(now_ms),
        }
        return { event_id: await insertEvent(tx, event, ids), units: ids.length }
      })
      note({ object: `planted-event ${planted.event_id}`, detail: { units: planted.units } })
      await playPlantedEvents(deps)
      return planted
    },

    takeBackEvent: async ({ body: { event_id } }, { caller, note }) => {
      note({ object: `planted-event ${event_id}` })
      const at = new Date(clock.now())
      const is_ended = await db
        .transaction()
        .execute((tx) => endEvent(tx, caller.scope, event_id, { by: caller.user_name, at }))
      if (!is_ended) throw new Refusal('planted_event_over')
      await playPlantedEvents(deps)
      return { event_id }
    },
  } satisfies Pick<Handlers, keyof typeof simulator>
}

/** What counts for the kind: a form may still hold what another kind needed. */
const meant = ({ kind, product_key, fault_key, delta_k }: PlantDraft) => ({
  product_key,
  ...(kind === 'fault' ? { fault_key } : {}),
  ...(kind === 'cold_wave' ? { delta_k } : {}),
})

const stateOf = (
  { starts_at, ends_at, ended_at }: { starts_at: Date; ends_at: Date; ended_at: Date | null },
  now: Date,
): SimulatedEvent['state'] => {
  if (ended_at !== null) return 'taken_back'
  if (ends_at <= now) return 'over'
  return starts_at > now ? 'planned' : 'active'
}
