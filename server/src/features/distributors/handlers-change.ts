import { AgentLevel, type EditedDistributor } from '@heatfleet/contract/distributors/distributors.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import type { Tables } from '../../platform/tables.ts'
import { refuseReferenced } from '../references/public.ts'
import { createDistributor } from './create.ts'
import { dataOf, readAgent, readParent, refuse, validateDraft } from './draft.ts'
import { readDetail } from './handlers.ts'
import { type Moved, moveAgent, previewMove } from './move.ts'
import { changesOf, editedPlaceFlaw, isInUse, ownFlaw, quotaFlaw } from './rules.ts'
import {
  type AgentData,
  type AgentRow,
  deleteAgent,
  deleteSessionsBelow,
  findAgent,
  lockTree,
  reachesOut,
  readQuotaUse,
  readUse,
  updateAgent,
  updateDisabled,
} from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config' | 'bus'> & { changes: Changes }
type Names = 'createAgent' | 'updateAgent' | 'deleteAgent' | 'disableAgent' | 'agentMovePreview' | 'moveAgent'

/** Devices per message to the gateway, so that a message stays small. */
const DEVICES_A_MESSAGE = 1_000

/** Changes of distributors. Each is validated and stored in one transaction and published after it. */
export const distributorChangeHandlers = ({ database: { db }, clock, config, bus, changes }: Deps) => {
  const now = () => new Date(clock.now())
  const inTree = <Result>(work: (trx: Kysely<Tables>) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (trx) => {
      await lockTree(trx)
      return work(trx)
    })
  const publishMoved = ({ path_before, path_after, device_ids }: Moved) => {
    for (let at = 0; at < device_ids.length; at += DEVICES_A_MESSAGE)
      bus.publish({ kind: 'devices_changed', device_ids: device_ids.slice(at, at + DEVICES_A_MESSAGE) })
    changes.treeChanged.publish({ agent_paths: [path_before, path_after] })
  }

  return {
    createAgent: async ({ body }, { caller, note }) => {
      if (body.password !== null && !caller.permissions.has('account:create'))
        throw new Refusal('no_permission', { field: 'password' })
      const created = await createDistributor({ db, clock, config }, caller, body)
      const { password, ...draft } = body
      note({
        object: `distributor ${created.agent_id}`,
        detail: { after: { ...auditFieldsOf(draft), ...(password === null ? {} : { uid: created.uid }) } },
      })
      changes.treeChanged.publish({ agent_paths: [created.agent_path] })
      return { agent_id: created.agent_id }
    },

    updateAgent: async ({ params, body }, { caller, note }) => {
      const { changed, moved } = await inTree(async (trx) => {
        const agent = await readAgent(trx, caller.scopes.agent, params.id)
        if (body.updated_at !== undefined) assertFresh(agent, body.updated_at)
        const data = await validateDraft(trx, body, agent)
        const difference = changesOf(dataOf(agent), data)
        const place = await placeOf(trx, caller, agent, body)
        if (caller.agent_id === agent.agent_id) refuse(ownFlaw([...difference.fields, ...placeChanges(agent, place)]))
        if (difference.fields.includes('account_quota') || difference.fields.includes('device_quota'))
          refuse(quotaFlaw(data, await readQuotaUse(trx, agent)))
        const move = await movedBy(trx, caller, agent, place, now())
        await updateAgent(trx, agent.agent_id, data, now())
        if ((await findAgent(trx, caller.scopes.agent, agent.agent_id)) === null)
          throw new Refusal('outside_own_scope', { field: 'region_code' })
        return { changed: difference, moved: move }
      })
      note({ object: `distributor ${params.id}`, detail: differenceOf(changed, moved) })
      if (moved !== null) publishMoved(moved)
      return readDetail({ db, clock }, caller, params.id)
    },

    deleteAgent: async ({ params }, { caller, note }) => {
      const agent = await inTree(async (trx) => {
        const found = await readAgent(trx, caller.scopes.agent, params.id)
        const use = await readUse(trx, found)
        // The own distributor is used by the caller.
        if (isInUse(use)) throw new Refusal('distributor_in_use', { details: use })
        await refuseReferenced(trx, caller, { of: 'distributor', id: found.agent_id }, now())
        await deleteAgent(trx, found.agent_id)
        return found
      })
      note({ object: `distributor ${params.id}`, detail: { before: auditFieldsOf(dataOf(agent)) } })
      changes.treeChanged.publish({ agent_paths: [agent.agent_path] })
      return null
    },

    disableAgent: async ({ params, body: { disabled } }, { caller, note }) => {
      const { agent, ended } = await inTree(async (trx) => {
        const found = await readAgent(trx, caller.scopes.agent, params.id)
        if (caller.agent_id === found.agent_id) throw new Refusal('own_distributor_fixed')
        if (await reachesOut(trx, caller.scopes.agent, found.agent_path)) throw new Refusal('outside_own_scope')
        await updateDisabled(trx, found.agent_id, disabled, now())
        return { agent: found, ended: disabled ? await deleteSessionsBelow(trx, found.agent_path) : [] }
      })
      note({
        object: `distributor ${params.id}`,
        detail: { before: { disabled: agent.disabled }, after: { disabled, sessions_ended: ended.length } },
      })
      for (const uid of new Set(ended.map((session) => session.uid))) changes.sessionsChanged.publish({ uid })
      changes.treeChanged.publish({ agent_paths: [agent.agent_path] })
      return { agent_id: params.id, disabled, sessions_ended: ended.length }
    },

    agentMovePreview: async ({ params, body }, { caller }) => {
      const agent = await readAgent(db, caller.scopes.agent, params.id)
      const parent = await readParent(db, caller.scopes.agent, body.parent_id)
      const { level_before, level_after, ...preview } = await previewMove(db, caller, agent, parent)
      return {
        ...preview,
        level_before: AgentLevel.parse(level_before),
        level_after: AgentLevel.parse(level_after),
      }
    },

    moveAgent: async ({ params, body }, { caller, note }) => {
      const { agent, moved } = await inTree(async (trx) => {
        const found = await readAgent(trx, caller.scopes.agent, params.id)
        assertFresh(found, body.updated_at)
        const parent = await readParent(trx, caller.scopes.agent, body.parent_id)
        return { agent: found, moved: await moveAgent(trx, caller, found, { parent, now: now() }) }
      })
      note({
        object: `distributor ${params.id}`,
        detail: {
          before: { parent_id: agent.parent_id, agent_path: moved.path_before },
          after: { parent_id: body.parent_id, agent_path: moved.path_after, devices: moved.device_ids.length },
        },
      })
      publishMoved(moved)
      return { agent_id: params.id, moved_devices: moved.device_ids.length }
    },
  } satisfies Pick<Handlers, Names>
}

/** Of two concurrent edits the second is refused, so that nothing is lost. */
const assertFresh = (agent: AgentRow, updated_at: string): void => {
  if (agent.updated_at.getTime() !== Date.parse(updated_at)) throw new Refusal('stale_edit')
}

type Place = Pick<EditedDistributor, 'agent_level' | 'parent_id'>

/** The place an edit asks for. A higher distributor outside the caller's scope was read as null: sent back, it stays. */
const placeOf = async (
  trx: Kysely<Tables>,
  caller: Caller,
  agent: AgentRow,
  { agent_level, parent_id }: Place,
): Promise<Place> => {
  const is_hidden =
    parent_id === null &&
    agent.parent_id !== null &&
    (await findAgent(trx, caller.scopes.agent, agent.parent_id)) === null
  return { agent_level, parent_id: is_hidden ? undefined : parent_id }
}

const isElsewhere = (agent: AgentRow, parent_id: number | null | undefined): parent_id is number | null =>
  parent_id !== undefined && parent_id !== agent.parent_id

const placeChanges = (agent: AgentRow, { agent_level, parent_id }: Place): string[] => [
  ...(agent_level === undefined || agent_level === agent.agent_level ? [] : ['agent_level']),
  ...(isElsewhere(agent, parent_id) ? ['parent_id'] : []),
]

/** An edit with another parent is a move and needs its right. */
const movedBy = async (
  trx: Kysely<Tables>,
  caller: Caller,
  agent: AgentRow,
  { agent_level, parent_id }: Place,
  now: Date,
): Promise<Moved | null> => {
  if (!isElsewhere(agent, parent_id)) {
    refuse(editedPlaceFlaw(agent, { agent_level, parent: undefined }))
    return null
  }
  const parent = await readParent(trx, caller.scopes.agent, parent_id)
  refuse(editedPlaceFlaw(agent, { agent_level, parent }))
  if (!caller.permissions.has('agent:move')) throw new Refusal('no_permission', { field: 'parent_id' })
  return moveAgent(trx, caller, agent, { parent, now })
}

/** For the audit log, whose readers may not have `pii:view`. */
const auditFieldsOf = <Data extends Partial<Pick<AgentData, 'phone' | 'email'>>>(
  data: Data,
): Record<string, unknown> => {
  const mask = (text: string | null) => maskPersonal({ permissions: new Set() }, text)
  return {
    ...data,
    ...(data.phone === undefined ? {} : { phone: mask(data.phone) }),
    ...(data.email === undefined ? {} : { email: mask(data.email) }),
  }
}

const differenceOf = ({ before, after }: ReturnType<typeof changesOf<AgentData>>, moved: Moved | null) => ({
  before: { ...auditFieldsOf(before), ...(moved === null ? {} : { agent_path: moved.path_before }) },
  after: { ...auditFieldsOf(after), ...(moved === null ? {} : { agent_path: moved.path_after }) },
})
