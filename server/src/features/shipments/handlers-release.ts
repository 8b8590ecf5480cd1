import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { RELEASE_MOVES, type ReleaseRequest, type releases } from '@heatfleet/contract/shipments/releases.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { deleteBinding, notifyUnbound, type WriteMessage } from '../bindings/public.ts'
import {
  countOpenReleases,
  endRelease,
  insertReleases,
  listReleases,
  listRequestedUnits,
  lockRelease,
  lockReleasedUnit,
  moveUp,
  type ReleaseRow,
  type ReleaseViewer,
} from './store-release.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'> & { write: WriteMessage }

/** Requests for units that belong to somebody else, and what becomes of them. */
export const releaseHandlers = ({ database: { db }, clock, bus, write }: Deps) => {
  const now = () => new Date(clock.now())
  return {
    releaseList: async ({ query: { pageNo, size }, body }, { caller }) => {
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listReleases(db, releaseViewerOf(caller), body, part)
      return { list: rows.map((row) => toReleaseRequest(caller, row)), total, pageNo, size }
    },

    releaseAsk: async ({ body: { kind, macs, reason } }, { caller, note }) => {
      note({ object: macs.length === 1 ? `device ${macs[0]}` : 'device', detail: { kind, macs, reason } })
      const { uid, user_name, agent_id } = caller
      const visible = new Map((await listRequestedUnits(db, caller.scope, macs)).map((unit) => [unit.mac, unit]))
      const refused = (mac: string) => {
        const unit = visible.get(mac)
        if (kind === 'stock') return unit !== undefined && unit.agent_id === agent_id ? ('own' as const) : null
        return unit === undefined ? ('unknown' as const) : unit.bound ? null : ('unbound' as const)
      }
      const requested = macs.filter((mac) => refused(mac) === null)
      const max = LIMITS.releases_open_max
      const stored = await db.transaction().execute(async (tx) => {
        if ((await countOpenReleases(tx, agent_id)) + requested.length > max)
          throw new Refusal('releases_full', { details: { max } })
        return insertReleases(tx, { kind, macs: requested, agent_id, by: { uid, user_name }, reason, at: now() })
      })
      const is_new = new Set(stored)
      return {
        rows: macs.map((mac) => ({ mac, result: refused(mac) ?? (is_new.has(mac) ? 'requested' : 'open') })),
      }
    },

    releaseDecide: async ({ body: { release_id, decision, answer } }, { caller, note }) => {
      note({ object: `release ${release_id}`, detail: { decision, answer } })
      const end = { release_id, state: decision, by: caller.user_name, answer, at: now() }
      const decided = await db.transaction().execute(async (tx) => {
        const request = await lockRelease(tx, releaseViewerOf(caller), release_id)
        if (request === null) throw new Refusal('not_found')
        const { kind, mac } = request
        note({ detail: { device: mac, kind, decision, answer } })
        if (!isOpen(request)) throw new Refusal('release_not_open')
        if (!mayJudge(caller, request)) throw new Refusal('release_own')
        const unit = await lockReleasedUnit(tx, caller.scope, mac)
        if (decision === 'refused') {
          await endRelease(tx, { ...end, moved_to: null })
          return { mac, moved_to: null, moved: null, unbinds: null }
        }
        if (unit === null) throw new Refusal('release_gone')
        if (kind === 'binding') {
          if (!caller.permissions.has('binding:unbind')) throw new Refusal('no_permission')
          // Its owner may have left meanwhile.
          if (unit.owner_id === null) await endRelease(tx, { ...end, moved_to: null })
          return { mac, moved_to: null, moved: null, unbinds: unit }
        }
        if (unit.bound) throw new Refusal('device_has_owner')
        const path = commonPath(unit.agent_path, request.asker_path)
        const moved = { path, reason: answer, by: end.by, at: end.at }
        const { agent_name } = await moveUp(tx, unit, moved)
        await endRelease(tx, { ...end, moved_to: agent_name })
        return { mac, moved_to: agent_name, moved: unit.device_id, unbinds: null }
      })
      const { mac, moved_to, moved, unbinds } = decided
      if (unbinds !== null && unbinds.owner_id !== null) {
        const act = { at: end.at, by_uid: caller.uid, reason: answer }
        // In the transaction that ends the binding, so that one does not happen without the other.
        const ended = await deleteBinding(db, unbinds.device_id, unbinds.owner_id, act, async (tx, { people }) => {
          if (!(await endRelease(tx, { ...end, moved_to: null }))) throw new Refusal('release_not_open')
          const unit = { mac, device_name: unbinds.device_name }
          await notifyUnbound(tx, write, caller, { people, unit, at: end.at })
        })
        if (ended === null) throw new Refusal('release_gone')
      }
      if (moved !== null) bus.publish({ kind: 'devices_changed', device_ids: [moved] })
      return { mac, state: decision, moved_to }
    },

    releaseWithdraw: async ({ body: { release_id } }, { caller, note }) => {
      note({ object: `release ${release_id}` })
      return db.transaction().execute(async (tx) => {
        const request = await lockRelease(tx, releaseViewerOf(caller), release_id)
        if (request === null) throw new Refusal('not_found')
        const { mac } = request
        note({ detail: { device: mac } })
        if (!isOpen(request)) throw new Refusal('release_not_open')
        if (!request.sent) throw new Refusal('release_foreign')
        const state = 'withdrawn'
        await endRelease(tx, { release_id, state, by: caller.user_name, answer: '', moved_to: null, at: now() })
        return { mac, state }
      })
    },
  } satisfies Pick<Handlers, keyof typeof releases>
}

/** The lowest distributor above two, by their paths; `/` = the manufacturer. */
export const commonPath = (one: string, other: string): string => {
  const [ids, others] = [one, other].map((path) => path.split('/').filter(Boolean))
  const differs = ids?.findIndex((id, at) => id !== others?.[at]) ?? 0
  const shared = differs === -1 ? ids : ids?.slice(0, differs)
  return shared === undefined || shared.length === 0 ? '/' : `/${shared.join('/')}/`
}

/** The requests that a caller sees. */
export const releaseViewerOf = (caller: Caller): ReleaseViewer => ({
  scope: caller.scope,
  agent_id: caller.agent_id,
  uid: caller.uid,
})

const isOpen = ({ state }: Pick<ReleaseRow, 'state'>): boolean => RELEASE_MOVES.decide.some((open) => open === state)

/** A request for stock is received by other organisations alone; one to end a binding is decided by another account. */
const mayJudge = (
  { uid }: Pick<Caller, 'uid'>,
  { kind, received, asked_uid }: Pick<ReleaseRow, 'kind' | 'received' | 'asked_uid'>,
): boolean => received && (kind === 'stock' || asked_uid !== uid)

export const toReleaseRequest = (caller: Caller, row: ReleaseRow): ReleaseRequest => ({
  release_id: row.release_id,
  kind: row.kind,
  mac: row.mac,
  device_name: row.device_name ?? '',
  product_name: row.product_name ?? '',
  product_english_name: row.product_english_name ?? '',
  holder_name: row.holder_name,
  visible: row.device_id !== null,
  bound: row.bound,
  asker_name: row.asker_name,
  asked_by: row.asked_by,
  asked_time: row.asked_at.toISOString(),
  reason: row.reason,
  state: row.state,
  decided_time: row.decided_at?.toISOString() ?? null,
  decided_by: row.received || row.state === 'withdrawn' ? row.decided_by : '',
  answer: row.answer,
  moved_to: row.moved_to,
  may_decide: isOpen(row) && mayJudge(caller, row),
  may_withdraw: isOpen(row) && row.sent,
})
