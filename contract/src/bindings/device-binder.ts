import { z } from 'zod'
import { APP_USER_STATES, MARKS, Marks, Reason } from '../app-users/app-users.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { ROW_ID_MAX, RowId } from '../row-id.ts'
import { ONLINE_STATES } from '../transitions.ts'
import { BIND_WAYS, BINDING_ROLES } from './bindings.ts'

const Time = z.iso.datetime()

/** A unit as the lists of bindings name it. */
const unitFields = {
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Null = the manufacturer's stock. */
  agent_id: RowId.nullable(),
  agent_name: z.string().nullable(),
}
/** An app user as these lists name it; personal data masked without `pii:view`. */
const personFields = {
  app_user_id: RowId,
  nick_name: z.string(),
  phone: z.string(),
  email: z.string(),
}

/** A binding of a unit to an app user (product 3.11). */
export const Binding = z.object({
  binding_id: RowId,
  ...unitFields,
  ...personFields,
  role: z.enum(BINDING_ROLES),
  bind_time: Time,
  bind_way: z.string(),
  /** The app through which the person signed up; empty = none. */
  app_name: z.string(),
  /** When the person last signed in or used the app; null = never. */
  last_activity_time: Time.nullable(),
  /** Of the app user. */
  status: z.enum(APP_USER_STATES),
  online_status: z.enum(ONLINE_STATES),
  /** Of the unit, for this person. */
  marks: Marks,
})
export type Binding = z.infer<typeof Binding>

export const BINDING_SORTS = ['mac', 'bind_time', 'last_activity_time'] as const

/** Filters of the list; whatever is left out does not filter. */
export const BindingFilter = z.object({
  /** Of one unit, by its whole id. */
  mac: DeviceId.optional(),
  /** Start of an id, part of a unit's name, part of a nick name, or the number of an app user. */
  search: z.string().trim().max(100).optional(),
  /** A whole phone number or e-mail; a part of it only with `pii:view`, or it could be guessed digit by digit. */
  contact: z.string().trim().max(LIMITS.email_max).optional(),
  product_key: z.string().max(LIMITS.product_key_max).optional(),
  /** With all distributors below it. */
  agent_id: z.coerce.number<number>().int().min(1).max(ROW_ID_MAX).optional(),
  role: z.enum(BINDING_ROLES).optional(),
  bind_way: z.enum(BIND_WAYS).optional(),
  status: z.enum(APP_USER_STATES).optional(),
  mark: z.enum(MARKS).optional(),
  bind_from: Time.optional(),
  bind_to: Time.optional(),
  sort_by: z.enum(BINDING_SORTS).default('mac'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type BindingFilter = z.infer<typeof BindingFilter>

/** The same with a selection: only these, or all but these. */
export const BindingSelection = BindingFilter.extend({
  binding_ids: z.array(RowId).max(LIMITS.filter_ids_max).optional(),
  except_binding_ids: z.array(RowId).max(LIMITS.filter_ids_max).optional(),
})
export type BindingSelection = z.infer<typeof BindingSelection>

/** What an export of the list can hold. */
export const BINDING_EXPORT_COLUMNS = [
  'mac',
  'device_name',
  'product_name',
  'agent_name',
  'nick_name',
  'app_user_id',
  'phone',
  'email',
  'role',
  'bind_time',
  'bind_way',
  'app_name',
  'last_activity_time',
  'status',
  'marks',
] as const

export const BINDING_ACTIONS = ['bound', 'shared', 'unbound', 'marked', 'transferred'] as const

/** What happened to a binding: who, when, by whom, why. */
export const BindingEvent = z.object({
  binding_event_id: z.number().int(),
  time: Time,
  action: z.enum(BINDING_ACTIONS),
  ...unitFields,
  ...personFields,
  bind_way: z.string(),
  /** `app` = the app user; `console` = an account, by name where the caller sees accounts of its organisation. */
  by: z.enum(['app', 'console']),
  by_name: z.string(),
  /** Of an event `marked`: the marks as they are since. */
  reason: z.string(),
})
export type BindingEvent = z.infer<typeof BindingEvent>

export const BindingEventFilter = z.object({
  mac: DeviceId.optional(),
  search: BindingFilter.shape.search,
  product_key: BindingFilter.shape.product_key,
  agent_id: BindingFilter.shape.agent_id,
  action: z.enum(BINDING_ACTIONS).optional(),
  from: Time.optional(),
  to: Time.optional(),
})
export type BindingEventFilter = z.infer<typeof BindingEventFilter>

export const BINDING_EVENT_EXPORT_COLUMNS = [
  'time',
  'action',
  'mac',
  'device_name',
  'product_name',
  'agent_name',
  'nick_name',
  'app_user_id',
  'phone',
  'email',
  'bind_way',
  'by',
  'by_name',
  'reason',
] as const

/** An invitation that an owner made and nobody has used yet; the code itself is known to the owner alone. */
export const ShareInvitation = z.object({
  invitation_id: RowId,
  ...unitFields,
  /** The owner who invites. */
  ...personFields,
  created_time: Time,
  expires_time: Time,
})
export type ShareInvitation = z.infer<typeof ShareInvitation>

const unit = {
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  product_key: 'r290-monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  agent_id: 12,
  agent_name: 'Yuhang',
}
const person = { app_user_id: 9, nick_name: 'Anna Nowak', phone: '+4***89', email: 'a***@example.com' }
const exampleBinding: Binding = {
  binding_id: 31,
  ...unit,
  ...person,
  role: 'owner',
  bind_time: '2026-09-02T10:00:00.000Z',
  bind_way: 'scan',
  app_name: 'Heatfleet Home',
  last_activity_time: '2026-11-18T06:12:00.000Z',
  status: 'active',
  online_status: 'online',
  marks: ['vip'],
}
const exampleEvent: BindingEvent = {
  binding_event_id: 77,
  time: '2026-09-02T10:00:00.000Z',
  action: 'bound',
  ...unit,
  ...person,
  bind_way: 'scan',
  by: 'app',
  by_name: '',
  reason: '',
}
const exampleInvitation: ShareInvitation = {
  invitation_id: 5,
  ...unit,
  ...person,
  created_time: '2026-11-18T06:12:00.000Z',
  expires_time: '2026-11-19T06:12:00.000Z',
}

/** What would become of a binding in a transfer: `not_owner` = a shared one, `already_bound` = of the new owner himself. */
const TRANSFER_VERDICTS = ['ok', 'not_owner', 'already_bound'] as const
export type TransferVerdict = (typeof TRANSFER_VERDICTS)[number]

/** One binding of a dry run; `shared` = how many more people lose the unit. */
export const TransferRow = z.object({
  binding_id: RowId,
  mac: z.string(),
  device_name: z.string(),
  ...personFields,
  shared: z.number().int(),
  verdict: z.enum(TRANSFER_VERDICTS),
})
export type TransferRow = z.infer<typeof TransferRow>

const ToPerson = z.object({ to_app_user_id: RowId })
const Transferred = z.object({ mac: z.string(), app_user_id: RowId })

/** Which app users units are bound to, were bound to, and may be soon (product 3.11). */
export const deviceBinder = endpoints({
  bindUserList: {
    method: 'GET',
    path: '/device-inventory/bind-user-list',
    kind: 'read',
    of: 'binding',
    needs: 'binding:view',
    about: 'device',
    query: BindingFilter.extend(Paging.shape),
    result: pageOf(Binding),
    fails: ['device_not_found'],
    says: 'App users bound to a device, or without `mac` to any device in scope; personal data masked without `pii:view`.',
    example: { list: [exampleBinding], total: 1, pageNo: 1, size: 999 },
  },
  bindingHistory: {
    method: 'POST',
    path: '/device-inventory/binding-history',
    kind: 'read',
    of: 'binding',
    needs: 'binding:view',
    about: { list: 'device' },
    query: Paging,
    body: BindingEventFilter.default({}),
    result: pageOf(BindingEvent),
    fails: [],
    says: 'Who was bound to which device, when, by whom and why, the newest first; personal data masked without `pii:view`.',
    example: { list: [exampleEvent], total: 1, pageNo: 1, size: 999 },
  },
  shareInvitations: {
    method: 'POST',
    path: '/device-inventory/share-invitations',
    kind: 'read',
    of: 'binding',
    needs: 'binding:view',
    about: 'device',
    query: Paging,
    body: BindingEventFilter.pick({ mac: true, search: true, product_key: true, agent_id: true }).default({}),
    result: pageOf(ShareInvitation),
    fails: ['device_not_found'],
    says: 'Invitations of owners to a device, or without `mac` to any in scope, that nobody has used yet; the first to expire first.',
    example: { list: [exampleInvitation], total: 1, pageNo: 1, size: 999 },
  },
  endInvitation: {
    method: 'POST',
    path: '/device-inventory/end-invitation',
    kind: 'change',
    of: 'binding',
    needs: 'binding:unbind',
    about: 'invitation',
    body: z.object({ invitation_id: RowId, reason: Reason }),
    result: z.object({ mac: z.string(), app_user_id: RowId }),
    fails: ['not_found'],
    says: 'Ends an invitation that nobody has used yet: its code is refused from then on.',
    example: { mac: unit.mac, app_user_id: person.app_user_id },
  },
  endBinding: {
    method: 'POST',
    path: '/device-inventory/unbind',
    kind: 'change',
    of: 'binding',
    needs: 'binding:unbind',
    about: 'binding',
    body: z.object({
      binding_id: RowId,
      /** As what the caller saw it bound: refused when that has changed. */
      role: z.enum(BINDING_ROLES).optional(),
      reason: Reason,
      /** A message in the app to each person who loses the unit. */
      notify: z.enum(['yes', 'no']).default('no'),
    }),
    result: z.object({ mac: z.string(), app_user_id: RowId, role: z.enum(BINDING_ROLES) }),
    fails: ['not_bound', 'stale_edit'],
    says: 'Ends a binding by its number; when the owner leaves, shares end and the claim code changes.',
    example: { mac: unit.mac, app_user_id: person.app_user_id, role: 'owner' },
  },
  unbindAll: {
    method: 'POST',
    path: '/device-inventory/unbind-all',
    kind: 'change',
    of: 'binding',
    needs: 'binding:unbind',
    about: 'device',
    body: z.object({
      mac: DeviceId,
      reason: Reason,
      /** As many people as the caller saw it bound to: refused when that has changed. */
      users: z.number().int().min(0).optional(),
      /** A message in the app to each person who loses the unit. */
      notify: z.enum(['yes', 'no']).default('no'),
    }),
    /** How many people had it. */
    result: z.object({ mac: z.string(), unbound: z.number().int() }),
    fails: ['device_not_found', 'not_bound', 'stale_edit'],
    says: 'Takes a unit from everybody who has it, owner and shares; its claim code changes when the owner leaves.',
    example: { mac: unit.mac, unbound: 3 },
  },
  transferCheck: {
    method: 'POST',
    path: '/device-inventory/transfer-check',
    kind: 'read',
    of: 'binding',
    needs: 'binding:transfer',
    about: 'unscoped',
    body: BindingSelection.extend(ToPerson.shape),
    result: z.object({
      /** How many of the selected bindings would be transferred, and how many not. */
      ok: z.number().int(),
      refused: z.number().int(),
      /** Those that would not first; at most {@link LIMITS.transfer_rows_shown}. */
      rows: z.array(TransferRow),
    }),
    fails: ['app_user_not_found', 'app_user_erased', 'batch_too_large'],
    says: 'A dry run of a transfer of several bindings to one person: a verdict for each; personal data masked.',
    example: {
      ok: 1,
      refused: 0,
      rows: [{ binding_id: 31, mac: unit.mac, device_name: unit.device_name, ...person, shared: 1, verdict: 'ok' }],
    },
  },
  transferBinding: {
    method: 'POST',
    path: '/device-inventory/transfer',
    kind: 'change',
    of: 'binding',
    needs: 'binding:transfer',
    about: 'binding',
    body: z.object({ binding_id: RowId, to_app_user_id: RowId, reason: Reason }),
    result: Transferred,
    fails: ['not_bound', 'app_user_not_found', 'app_user_erased', 'device_without_owner', 'not_owner', 'already_bound'],
    says: 'Hands a unit to another person by the number of its owner’s binding: everybody else leaves, claim codes change.',
    example: { mac: unit.mac, app_user_id: 12 },
  },
})
