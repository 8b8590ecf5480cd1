import { randomBytes } from 'node:crypto'
import { SECRET_BYTES } from '@heatfleet/contract/device-protocol/device-auth.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import {
  type Approval,
  UNKNOWN_MODULE_MOVES,
  type unknownModules,
} from '@heatfleet/contract/first-contact/unknown-modules.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { seal } from '../../platform/seal.ts'
import type { Tables } from '../../platform/tables.ts'
import { isViolation } from '../../platform/violations.ts'
import { countBelow, findReceiver } from '../shipments/public.ts'
import {
  countBanned,
  decideUnknownModules,
  deleteUnknownModules,
  findApprovalProduct,
  insertApproved,
  listUnknownModules,
  lockUnknownModules,
} from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus' | 'secret_key'> & { changes: Changes }

/** Unknown modules: list, approve, reject, ban, and take that back. */
export const unknownModuleHandlers = ({ database: { db }, clock, bus, secret_key, changes }: Deps) => {
  const publish = (admitted: readonly string[]): void => {
    bus.publish({ kind: 'modules_admitted', admitted: [...admitted] })
    changes.unknownModulesChanged.publish()
  }
  /** Locks them all, or refuses: somebody was faster. */
  const lockAll = async (tx: Transaction<Tables>, macs: readonly string[], move: keyof typeof UNKNOWN_MODULE_MOVES) => {
    const wanted = [...new Set(macs)]
    const found = await lockUnknownModules(tx, wanted, UNKNOWN_MODULE_MOVES[move])
    if (found.length < wanted.length) throw new Refusal('unknown_module_gone')
    return found
  }

  return {
    unknownModuleList: async ({ query, body }) => {
      const page = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listUnknownModules(db, body, page)
      const list = rows.map(({ first_seen_at, last_seen_at, decided_at, ...row }) => ({
        ...row,
        first_seen_time: first_seen_at.toISOString(),
        last_seen_time: last_seen_at.toISOString(),
        decided_time: decided_at?.toISOString() ?? null,
      }))
      return { list, total, pageNo: query.pageNo, size: query.size }
    },

    approveUnknownModules: async ({ body }, { caller, note }) => {
      const { macs, product_key, agent_id, first_log_in, import_tag } = body
      note({ object: objectOf(macs), detail: { macs, product_key, agent_id, first_log_in, import_tag } })
      const modules = await db
        .transaction()
        .execute(async (tx) => {
          const found = await lockAll(tx, macs, 'approve')
          // A new secret is shown.
          if (first_log_in === 'own_secret' && !caller.permissions.has('device-import:secret'))
            throw new Refusal('no_permission', { field: 'first_log_in' })
          await checkProduct(tx, body)
          const holder = await findHolder(tx, caller, body, found.length)
          const secrets = found.map((mac) => ({ mac, secret: randomBytes(SECRET_BYTES) }))
          await insertApproved(
            tx,
            secrets.map(({ mac, secret }) => ({ mac, secret_sealed: seal(secret_key, secret) })),
            { product_key, holder, import_tag, by: caller.user_name, at: new Date(clock.now()) },
          )
          await deleteUnknownModules(tx, found)
          return secrets
        })
        .catch((error: unknown) => {
          // Imported in the meantime.
          if (isViolation(error, 'unique')) throw new Refusal('unknown_module_gone')
          throw error
        })
      publish(macs)
      return {
        modules: modules.map(({ mac, secret }) => ({
          mac,
          secret_hex: first_log_in === 'own_secret' ? secret.toString('hex') : null,
        })),
      }
    },

    rejectUnknownModules: async ({ body: { macs } }, { caller, note }) => {
      note({ object: objectOf(macs), detail: { macs } })
      const count = await db.transaction().execute(async (tx) => {
        const found = await lockAll(tx, macs, 'reject')
        await decideUnknownModules(tx, found, { state: 'rejected', by: caller.user_name, at: new Date(clock.now()) })
        return found.length
      })
      publish([])
      return { count }
    },

    banUnknownModules: async ({ body: { macs } }, { caller, note }) => {
      note({ object: objectOf(macs), detail: { macs } })
      const count = await db.transaction().execute(async (tx) => {
        const found = await lockAll(tx, macs, 'ban')
        if ((await countBanned(tx)) + found.length > LIMITS.banned_modules_max)
          throw new Refusal('bans_full', { details: { max: LIMITS.banned_modules_max } })
        await decideUnknownModules(tx, found, { state: 'banned', by: caller.user_name, at: new Date(clock.now()) })
        return found.length
      })
      publish([])
      return { count }
    },

    forgetUnknownModules: async ({ body: { macs } }, { note }) => {
      note({ object: objectOf(macs), detail: { macs } })
      const count = await db.transaction().execute(async (tx) => {
        const found = await lockAll(tx, macs, 'forget')
        await deleteUnknownModules(tx, found)
        return found.length
      })
      publish(macs)
      return { count }
    },
  } satisfies Pick<Handlers, keyof typeof unknownModules>
}

/** One module by its id; several are named in the detail. */
const objectOf = ([mac, ...more]: readonly string[]): string =>
  more.length === 0 ? `unknown-module ${mac}` : 'unknown-module'

const checkProduct = async (tx: Transaction<Tables>, { product_key, first_log_in }: Approval): Promise<void> => {
  const product = await findApprovalProduct(tx, product_key)
  if (product === null) throw new Refusal('product_unknown', { field: 'product_key' })
  if (product.disabled) throw new Refusal('product_disabled', { field: 'product_key' })
  if (first_log_in === 'product_secret' && product.provision_quota === null)
    throw new Refusal('provisioning_off', { field: 'first_log_in' })
}

/** Where approved modules go: a distributor in scope, or the manufacturer's stock. */
const findHolder = async (
  tx: Transaction<Tables>,
  { scopes: { agent: scope } }: Caller,
  { agent_id }: Approval,
  count: number,
): Promise<{ agent_id: number | null; agent_path: string }> => {
  if (agent_id === null) {
    if (scope.agent_path !== EVERYTHING.agent_path || scope.group !== null)
      throw new Refusal('distributor_not_found', { field: 'agent_id' })
    return { agent_id, agent_path: EVERYTHING.agent_path }
  }
  const receiver = await findReceiver(tx, scope, agent_id, 'hold')
  if (receiver === null) throw new Refusal('distributor_not_found', { field: 'agent_id' })
  const { agent_path, device_quota } = receiver
  const room = device_quota === null ? null : Math.max(0, device_quota - (await countBelow(tx, agent_path)))
  if (room !== null && count > room) throw new Refusal('device_quota_reached', { field: 'agent_id', details: { room } })
  return { agent_id, agent_path }
}
