import { type Api, api } from '@heatfleet/contract/api.ts'
import type { BatchAction, BatchRequestOf } from '@heatfleet/contract/batches/batches.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'

type Change = {
  [Name in keyof Api]: Api[Name]['kind'] extends 'change' ? Name : never
}[keyof Api]
type Call<Action extends BatchAction, Name extends Change> = {
  call: Name
  /** `name` is how the batch lists the object: of a device its id on the wire. */
  request: (id: number, input: BatchRequestOf<Action>['input'], name: string) => RequestOf<Api[Name]>
}
export type BatchNoun = 'account' | 'agent' | 'alarm' | 'app-user' | 'iccid' | 'device' | 'binding'
type Row<Action extends BatchAction> = { noun: BatchNoun } & { [Name in Change]: Call<Action, Name> }[Change]

/** The rest of a result that is the same for many alarms: the calls of a batch have no defaults. */
const TEXT_ALONE = { cause: null, parts: [], pictures: [] }

/** Of a mute that is for a unit alone. */
const WHATEVER_IT_IS_ABOUT = { rule_id: null, type: null, code: null, group_id: null, agent_id: null }

/** The API call a bulk action makes per object; it defines permission, rules and audit entry. */
export const BULK_ACTIONS: { readonly [Action in BatchAction]: Row<Action> } = {
  'account-disable': { noun: 'account', call: 'accountDisable', request: (id) => ({ params: { id } }) },
  'account-enable': { noun: 'account', call: 'accountEnable', request: (id) => ({ params: { id } }) },
  'account-role': {
    noun: 'account',
    call: 'accountRole',
    request: (id, { role_id }) => ({ params: { id }, body: { role_id } }),
  },
  'agent-disable': {
    noun: 'agent',
    call: 'disableAgent',
    request: (id) => ({ params: { id }, body: { disabled: true } }),
  },
  'agent-enable': {
    noun: 'agent',
    call: 'disableAgent',
    request: (id) => ({ params: { id }, body: { disabled: false } }),
  },
  'agent-notify': { noun: 'agent', call: 'notifyAgent', request: (id, body) => ({ params: { id }, body }) },
  'app-user-disable': {
    noun: 'app-user',
    call: 'disableAppUser',
    request: (id, { reason }) => ({ params: { id }, body: { disabled: true, reason } }),
  },
  'app-user-enable': {
    noun: 'app-user',
    call: 'disableAppUser',
    request: (id, { reason }) => ({ params: { id }, body: { disabled: false, reason } }),
  },
  'app-user-mark': { noun: 'app-user', call: 'markAppUser', request: (id, body) => ({ params: { id }, body }) },
  'iccid-renew': { noun: 'iccid', call: 'iccidRenew', request: (id, body) => ({ params: { id }, body }) },
  'iccid-expiry': { noun: 'iccid', call: 'iccidEdit', request: (id, body) => ({ params: { id }, body }) },
  'iccid-stop': {
    noun: 'iccid',
    call: 'iccidSuspend',
    request: (id) => ({ params: { id }, body: { stopped: true } }),
  },
  'iccid-resume': {
    noun: 'iccid',
    call: 'iccidSuspend',
    request: (id) => ({ params: { id }, body: { stopped: false } }),
  },
  'app-user-message': { noun: 'app-user', call: 'messageAppUser', request: (id, body) => ({ params: { id }, body }) },
  'device-tag': { noun: 'device', call: 'deviceTags', request: (_, body, mac) => ({ query: { mac }, body }) },
  'device-group': { noun: 'device', call: 'deviceGroupMember', request: (_, body, mac) => ({ query: { mac }, body }) },
  'device-mute': {
    noun: 'device',
    call: 'alarmMuteCreate',
    request: (_, body, mac) => ({ body: { ...WHATEVER_IT_IS_ABOUT, mac, ...body } }),
  },
  'device-unbind': { noun: 'device', call: 'unbindAll', request: (_, input, mac) => ({ body: { mac, ...input } }) },
  'device-delete': { noun: 'device', call: 'deleteDevice', request: (_, __, mac) => ({ query: { mac } }) },
  'alarm-accept': { noun: 'alarm', call: 'alarmAccept', request: (id) => ({ params: { id } }) },
  'alarm-assign': { noun: 'alarm', call: 'alarmAssign', request: (id, body) => ({ params: { id }, body }) },
  'alarm-process': {
    noun: 'alarm',
    call: 'alarmProcess',
    request: (id, { text }) => ({ params: { id }, body: { ...TEXT_ALONE, text } }),
  },
  'alarm-close': {
    noun: 'alarm',
    call: 'alarmClose',
    request: (id, { text }) => ({ params: { id }, body: { ...TEXT_ALONE, text } }),
  },
  'alarm-mute': { noun: 'alarm', call: 'alarmMute', request: (id, body) => ({ params: { id }, body }) },
  'binding-unbind': {
    noun: 'binding',
    call: 'endBinding',
    request: (id, input) => ({ body: { binding_id: id, ...input } }),
  },
  'binding-transfer': {
    noun: 'binding',
    call: 'transferBinding',
    request: (id, input) => ({ body: { binding_id: id, ...input } }),
  },
}

/** The permission of a bulk action. */
export const permissionOf = (action: BatchAction) => api[BULK_ACTIONS[action].call].needs
