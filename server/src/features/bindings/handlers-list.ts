import type { Binding, BindingEvent } from '@heatfleet/contract/bindings/device-binder.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { findClaimable } from './store-bound.ts'
import type { BindingScopes } from './store-filter.ts'
import {
  type BindingEventRow,
  type BindingRow,
  type EventScopes,
  listBindingEvents,
  listBindings,
  listInvitations,
} from './store-list.ts'

type Names = 'bindUserList' | 'bindingHistory' | 'shareInvitations'

/** The scopes of a caller for lists of bindings. */
export const bindingScopesOf = (caller: Caller): BindingScopes & EventScopes => ({
  device: caller.scope,
  agent: caller.scopes.agent,
  account: caller.scopes.account,
})

/** Queries about bindings: current ones, their history, unused invitations. */
export const bindingListHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    bindUserList: async ({ query: { pageNo, size, ...filter } }, { caller }) => {
      await refuseUnseen(db, caller, filter.mac)
      const request = { filter, sees_personal: caller.permissions.has('pii:view') }
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listBindings(db, bindingScopesOf(caller), request, part)
      return { list: rows.map((row) => toBinding(caller, row)), total, pageNo, size }
    },

    bindingHistory: async ({ query: { pageNo, size }, body }, { caller }) => {
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listBindingEvents(db, bindingScopesOf(caller), body, part)
      return { list: rows.map((row) => toBindingEvent(caller, row)), total, pageNo, size }
    },

    shareInvitations: async ({ query: { pageNo, size }, body }, { caller }) => {
      await refuseUnseen(db, caller, body.mac)
      const part = { offset: (pageNo - 1) * size, limit: size }
      const request = { filter: body, now: new Date(clock.now()) }
      const { rows, total } = await listInvitations(db, bindingScopesOf(caller), request, part)
      const list = rows.map(({ created_at, expires_at, ...row }) => ({
        ...row,
        ...contactOf(caller, row),
        created_time: created_at.toISOString(),
        expires_time: expires_at.toISOString(),
      }))
      return { list, total, pageNo, size }
    },
  }) satisfies Pick<Handlers, Names>

const refuseUnseen = async (
  db: AppContext['database']['db'],
  caller: Caller,
  mac: string | undefined,
): Promise<void> => {
  if (mac !== undefined && (await findClaimable(db, caller.scope, mac)) === null) throw new Refusal('device_not_found')
}

type Viewer = Pick<Caller, 'permissions'>

const contactOf = (viewer: Viewer, { phone, email }: { phone: string | null; email: string | null }) => ({
  phone: maskPersonal(viewer, phone),
  email: maskPersonal(viewer, email),
})

/** A binding as it is shown to a caller. */
export const toBinding = (viewer: Viewer, row: BindingRow): Binding => {
  const { bound_at, last_activity_at, app_name, marks, ...rest } = row
  return {
    ...rest,
    ...contactOf(viewer, row),
    bind_time: bound_at.toISOString(),
    app_name: app_name ?? '',
    last_activity_time: last_activity_at?.toISOString() ?? null,
    // Written by markDevice only, validated by the contract.
    marks: marks as Binding['marks'],
  }
}

/** What happened to a binding, as it is shown to a caller. */
export const toBindingEvent = (viewer: Viewer, row: BindingEventRow): BindingEvent => {
  const { binding_event_id, at, by_uid, by_name, ...rest } = row
  return {
    ...rest,
    ...contactOf(viewer, row),
    binding_event_id: Number(binding_event_id),
    time: at.toISOString(),
    by: by_uid === null ? 'app' : 'console',
    by_name: by_name ?? '',
  }
}
