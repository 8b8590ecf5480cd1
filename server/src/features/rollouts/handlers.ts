import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import {
  ROLLOUT_ACTIONS,
  type Rollout,
  type RolloutDraft,
  type RunAction,
} from '@heatfleet/contract/rollouts/rollout.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import type { Tables } from '../../platform/tables.ts'
import type { RolloutPace } from '../../platform/tables-rollouts.ts'
import type { Layouts } from '../products/public.ts'
import { deadlineOf, insertOwn, inWaves, paceOf, sizesOf, startAtOnce } from './create.ts'
import { assertPoints, readLayout } from './handlers-preview.ts'
import { readProposer } from './proposer.ts'
import { findRollout, listRollouts, moveRollout, queueTurn, type RolloutRow, saveCounts } from './store.ts'
import { findTemplate, listIdsOf } from './store-devices.ts'
import { insertEvent, listEvents } from './store-events.ts'
import { countWaves, insertUnits, listRollbackable, listUnits, retryUnits, skipUnits } from './store-units.ts'
import { checkTested, listTargets, listTestUnits } from './targets.ts'
import { toEvent, toRollout, toUnit } from './to-wire.ts'

type Db = Kysely<Tables>
type Deps = Pick<AppContext, 'database' | 'clock'> & {
  layouts: Layouts
  /** Units that an upgrade will leave alone, as far as it is known when it starts. */
  listMisfits: (rollout: RolloutRow, device_ids: readonly number[]) => Promise<ReadonlySet<number>>
}
type Names =
  | 'rolloutList'
  | 'rolloutInfo'
  | 'rolloutDevices'
  | 'rolloutCreate'
  | 'rolloutApprove'
  | 'rolloutReject'
  | 'rolloutRun'
  | 'rolloutRollback'

const EVENT_OF = { pause: 'paused', resume: 'resumed', stop: 'stopped', retry: 'retried' } as const
/** A rollback goes to all units at once and does not stop: it is the way out. */
const ROLLBACK_PACE = {
  waves: [{ size: 100, unit: 'percent' }],
  stop_failed_percent: 100,
  stop_failed_min: LIMITS.rollout_devices_max,
  wave_finished_percent: 100,
  confirm_waves: false,
} as const satisfies Partial<RolloutPace>

/** Rollouts: proposed, approved, run, and taken back (product 3.40). */
export const rolloutHandlers = ({ database, database: { db }, clock, layouts, listMisfits }: Deps) => {
  const now = () => new Date(clock.now())
  const read = async (caller: Caller, rollout_id: number): Promise<RolloutRow> => {
    const row = await findRollout(db, caller.scope, rollout_id)
    if (row === undefined) throw new Refusal('not_found')
    return row
  }
  const answer = async (caller: Caller, rollout_id: number): Promise<Rollout> =>
    toRollout(await read(caller, rollout_id), caller.uid)
  /** Approves or rejects. */
  const decide = ({ user_name }: Caller, rollout_id: number, to: 'approved' | 'rejected'): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const at = now()
      const from = ROLLOUT_ACTIONS[to === 'approved' ? 'approve' : 'reject']
      const facts = { approver: user_name, ...(to === 'approved' ? { approved_at: at } : { finished_at: at }) }
      if (!(await moveRollout(trx, rollout_id, to, from, facts))) throw new Refusal('rollout_state')
      await insertEvent(trx, rollout_id, to, { at, user_name })
    })

  /** Fixes the units and starts. */
  const start = async (caller: Caller, row: RolloutRow): Promise<void> => {
    // Commands run with the rights of who proposed it, so the units are theirs; an account that is gone fails each unit.
    const proposer = (await readProposer({ database, clock }, row)) ?? caller
    const found = await listTargets({ database, clock }, proposer, row.product_key, row.target)
    const test_group = row.settings.upgrade?.test_group ?? null
    const tested =
      test_group === null ? [] : await listTestUnits({ database, clock }, proposer, row, test_group.group_id)
    const ids = [...new Set([...tested, ...found])]
    if (ids.length === 0) throw new Refusal('rollout_empty')
    const misfits: ReadonlySet<number> = row.kind === 'firmware' ? await listMisfits(row, ids) : new Set<number>()
    // Approved as smaller: what a filter matches may have grown since.
    if (row.kind === 'firmware') checkTested(ids.filter((id) => !misfits.has(id)).length, test_group)
    if (test_group !== null && tested.every((id) => misfits.has(id))) throw new Refusal('campaign_test_empty')
    const units = inWaves(ids, row.rules, misfits, new Set(tested))
    const at = now()
    await db.transaction().execute(async (trx) => {
      const facts = { wave: 0, wave_sizes: sizesOf(units), started_at: at, deadline_at: deadlineOf(row.rules, at) }
      if (!(await moveRollout(trx, row.rollout_id, 'running', ROLLOUT_ACTIONS.start, facts)))
        throw new Refusal('rollout_state')
      await insertUnits(trx, row.rollout_id, units)
      await insertEvent(trx, row.rollout_id, 'started', { at, user_name: caller.user_name, units: units.length })
      await saveCounts(trx, row.rollout_id)
      await queueTurn(trx, row.rollout_id)
    })
  }
  const change = async ({ user_name }: Caller, row: RolloutRow, action: Exclude<RunAction, 'start'>): Promise<void> => {
    const { rollout_id } = row
    const from = ROLLOUT_ACTIONS[action]
    const at = now()
    await db.transaction().execute(async (trx) => {
      const waves = await countWaves(trx, rollout_id, row.wave_sizes.length)
      const failed = waves.reduce((sum, counts) => sum + counts.failed, 0)
      // A halt before a wave is over once somebody has let it go on: that wave is opened here.
      const next_wave = row.halted === 'wave' ? { wave: row.wave + 1 } : {}
      const moved = {
        pause: () => moveRollout(trx, rollout_id, 'paused', from, { halted: 'manual' }),
        resume: () => moveRollout(trx, rollout_id, 'running', from, { tolerated: failed, ...next_wave }),
        stop: () => moveRollout(trx, rollout_id, 'stopped', from, { finished_at: at }),
        retry: () =>
          moveRollout(trx, rollout_id, 'running', from, {
            tolerated: 0,
            deadline_at: deadlineOf(row.rules, at),
            finished_at: null,
          }),
      }[action]
      if (!(await moved())) throw new Refusal('rollout_state')
      if (action === 'stop') await skipUnits(trx, rollout_id, at)
      const retried = action === 'retry' ? { units: await retryUnits(trx, rollout_id) } : {}
      if (retried.units === 0) throw new Refusal('rollout_nothing_to_retry')
      await insertEvent(trx, rollout_id, EVENT_OF[action], { at, user_name, ...next_wave, ...retried })
      await saveCounts(trx, rollout_id)
      await queueTurn(trx, rollout_id)
    })
  }

  return {
    rolloutList: async ({ query: { pageNo, size }, body }, { caller }) => {
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listRollouts(db, caller.scope, body, part)
      return { list: rows.map((row) => toRollout(row, caller.uid)), total, pageNo, size }
    },

    rolloutInfo: async ({ params }, { caller }) => {
      const row = await read(caller, params.id)
      const [wave_counts, log] = await Promise.all([
        countWaves(db, params.id, row.wave_sizes.length),
        listEvents(db, params.id, LIMITS.rollout_log_max),
      ])
      return { ...toRollout(row, caller.uid), wave_counts, log: log.map(toEvent) }
    },

    rolloutDevices: async ({ params, query: { pageNo, size }, body }, { caller }) => {
      const row = await read(caller, params.id)
      const filter = { ...body, rollout_id: params.id }
      const { rows, total } = await listUnits(db, caller.scope, filter, { offset: (pageNo - 1) * size, limit: size })
      return { list: rows.map((unit) => toUnit(unit, row.settings)), total, pageNo, size }
    },

    rolloutCreate: async ({ body }, call) => {
      const { name, remark, product_key, target, points } = body
      call.note({ object: 'rollout', detail: { after: { name, product_key, points } } })
      assertPoints(await readLayout(layouts, product_key), call.caller, points, { may_write: true })
      await assertVisible(db, call.caller, body)
      const template = body.template === null ? null : await findTemplate(db, product_key, body.template)
      if (body.template !== null && template === null) throw new Refusal('template_unknown', { field: 'template' })
      const rollout_id = await db.transaction().execute((trx) =>
        insertOwn(trx, call, {
          name,
          remark,
          product_key,
          settings: { points, template },
          target: target.by === 'filter' ? { ...target, filter: { ...target.filter, product_key } } : target,
          rules: paceOf(body),
          state: 'proposed',
          of_rollout_id: null,
          created_at: now(),
        }),
      )
      call.note({ object: `rollout ${rollout_id}` })
      return answer(call.caller, rollout_id)
    },

    rolloutApprove: async ({ params }, { caller, note }) => {
      const row = await read(caller, params.id)
      note({ object: `rollout ${params.id}`, detail: { name: row.name } })
      if (row.uid === caller.uid && !caller.permissions.has('rollout:approve-own'))
        throw new Refusal('rollout_own_approval')
      await decide(caller, params.id, 'approved')
      return answer(caller, params.id)
    },

    rolloutReject: async ({ params }, { caller, note }) => {
      const row = await read(caller, params.id)
      note({ object: `rollout ${params.id}`, detail: { name: row.name } })
      await decide(caller, params.id, 'rejected')
      return answer(caller, params.id)
    },

    rolloutRun: async ({ params, body: { action } }, { caller, note }) => {
      const row = await read(caller, params.id)
      note({ object: `rollout ${params.id}`, detail: { name: row.name, action } })
      if (!ROLLOUT_ACTIONS[action].some((state) => state === row.state)) throw new Refusal('rollout_state')
      await (action === 'start' ? start(caller, row) : change(caller, row, action))
      const after = await answer(caller, params.id)
      note({ detail: { name: row.name, action, before: { state: row.state }, after: { state: after.state } } })
      return after
    },

    rolloutRollback: async ({ params, body: { macs } }, call) => {
      const row = await read(call.caller, params.id)
      call.note({ object: `rollout ${params.id}`, detail: { name: row.name, ...(macs && { macs }) } })
      if (!ROLLOUT_ACTIONS.rollback.some((state) => state === row.state)) throw new Refusal('rollout_state')
      const at = now()
      const rules = { ...row.rules, ...ROLLBACK_PACE, waves: [...ROLLBACK_PACE.waves] }
      const rollout_id = await db.transaction().execute(async (trx) => {
        const units = await listRollbackable(trx, call.caller.scope, params.id, macs)
        if (units.length === 0) throw new Refusal('rollout_nothing_to_roll_back')
        const inserted = await insertOwn(trx, call, {
          name: row.name,
          remark: '',
          product_key: row.product_key,
          settings: { points: [], template: null },
          target: row.target,
          rules,
          state: 'approved',
          of_rollout_id: params.id,
          created_at: at,
        })
        const own = units.map(({ device_id, old_values }) => ({ device_id, wave: 1, own_values: old_values }))
        await startAtOnce(trx, inserted, own, rules, at)
        const event = { at, user_name: call.caller.user_name, units: units.length, rollout_id: inserted }
        await insertEvent(trx, params.id, 'rolled_back', event)
        return inserted
      })
      call.note({ detail: { name: row.name, rollback: rollout_id, ...(macs && { macs }) } })
      return answer(call.caller, rollout_id)
    },
  } satisfies Pick<Handlers, Names>
}

/** Units that are named must be in scope, each of them. */
const assertVisible = async (db: Db, caller: Caller, { target }: RolloutDraft): Promise<void> => {
  if (target.by === 'filter') return
  const found = await listIdsOf(db, caller.scope, target.macs)
  if (found.length < target.macs.length) throw new Refusal('device_not_found', { field: 'macs' })
}
