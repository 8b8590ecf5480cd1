import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type ControlState, isFinal } from '@heatfleet/contract/transitions.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { AuditWriter } from '../audit/public.ts'
import { acceptControl, type Origin } from '../controls/public.ts'
import type { Layouts } from '../products/public.ts'
import { evaluateUnit } from './evaluate-unit.ts'
import { readProposer } from './proposer.ts'
import type { Begun, Ended, RolloutStep } from './step.ts'
import type { RolloutRow } from './store.ts'
import { listUnitsNow, type UnitNow } from './store-devices.ts'
import { listSent, markSent, type ReadyUnit } from './store-units.ts'
import { requestedOf } from './to-wire.ts'

type SettingsDeps = Pick<AppContext, 'database' | 'clock' | 'bus'> & {
  layouts: Layouts
  writeAudit: AuditWriter['write']
}

/** The unit was begun, or the rollout paused, by somebody else meanwhile: the command must not exist. */
class TurnLost extends Error {}

/** Sets points by the control pipeline: control log, consent, read-back and audit are those of a single command. */
export const createSettingsStep = (deps: SettingsDeps): RolloutStep => {
  const { db } = deps.database

  const set = async (rollout: RolloutRow, caller: Caller, unit: ReadyUnit, now: UnitNow): Promise<Begun> => {
    const points = requestedOf(unit.own_values, rollout.settings.points)
    const layout = await deps.layouts.findInUse(rollout.product_key)
    const evaluated = evaluateUnit(layout, caller, now, rollout.product_key, points)
    if (evaluated.outcome === 'not_writable')
      return { kind: 'failed', reason: evaluated.reason ?? 'point_not_writable' }
    if (evaluated.outcome !== 'change') return { kind: evaluated.outcome }
    const { address, user_agent, request_id } = rollout.origin
    const origin: Origin = {
      source: 'rollout',
      address,
      user_agent,
      request_id,
      rollout_id: rollout.rollout_id,
    }
    try {
      await acceptControl(
        deps,
        caller,
        origin,
        { mac: now.mac, points: evaluated.changes },
        () => {},
        async (trx, accepted) => {
          const is_marked = await markSent(trx, rollout.rollout_id, unit.device_id, {
            control_ids: accepted.map(({ control_id }) => control_id),
            old_values: Object.fromEntries(accepted.map(({ key, old_value }) => [key, old_value])),
            at: new Date(deps.clock.now()),
          })
          if (!is_marked) throw new TurnLost()
        },
      )
      return { kind: 'started' }
    } catch (error) {
      if (error instanceof TurnLost) return { kind: 'lost' }
      if (!(error instanceof Refusal)) throw error
      return error.code === 'device_offline' ? { kind: 'offline' } : { kind: 'failed', reason: error.code }
    }
  }

  return {
    in_flight_max: LIMITS.rollout_in_flight_max,
    begun_unseen_max: 1,
    prepare: async (rollout, units) => {
      const caller = await readProposer(deps, rollout)
      if (caller === null) return async () => ({ kind: 'failed', reason: 'account_gone' })
      const ids = units.map(({ device_id }) => device_id)
      const rows = await listUnitsNow(db, caller.scope, ids)
      const now = new Map(rows.map((row) => [row.device_id, row]))
      return async (unit) => {
        const found = now.get(unit.device_id)
        return found === undefined ? { kind: 'failed', reason: 'device_not_found' } : set(rollout, caller, unit, found)
      }
    },

    collect: async ({ rollout_id }) => {
      const units = await listSent(db, rollout_id)
      return units.flatMap(({ device_id, commands }) => {
        const ended = endOf(commands)
        return ended === null ? [] : [{ device_id, ended }]
      })
    },
  }
}

/** A command of the control log as far as its end is concerned. */
export type SentCommand = { key: string; state: ControlState; reason: string | null; read_back: number | null }

/** The end of a unit by its commands; null while one of them is open. */
const endOf = (commands: readonly SentCommand[]): Ended | null => {
  if (commands.some(({ state }) => !isFinal(state))) return null
  const read_back = Object.fromEntries(
    commands.flatMap(({ key, read_back: value }) => (value === null ? [] : [[key, value]])),
  )
  const wrong = commands.filter(({ state }) => state !== 'verified')
  if (commands.length > 0 && wrong.length === 0) return { kind: 'done', read_back }
  // Expired in the queue: the gateway never sent it. What was verified beside it is equal at the next try.
  if (wrong.length > 0 && wrong.every(({ state, reason }) => state === 'expired' && reason === 'offline'))
    return { kind: 'unsent' }
  const first = wrong.find(({ state }) => state !== 'expired') ?? wrong[0]
  return { kind: 'failed', reason: first?.reason ?? first?.state ?? 'no_answer', read_back }
}
