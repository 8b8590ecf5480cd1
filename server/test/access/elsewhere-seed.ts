import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { addAlarmMute, addAlarmRule } from './alarm-rules.ts'
import { addAlarm } from './alarms.ts'
import { addReport } from './analysis-reports.ts'
import { addBindingTraces } from './binding-subjects.ts'
import { addCannedAnswer } from './canned-answers.ts'
import { MATRIX_OPERATOR } from './cards.ts'
import { addControl } from './controls.ts'
import { addDataGrant } from './data-grants.ts'
import { addImport } from './imports.ts'
import { addChannel, addDelivery, addPolicy } from './notifications.ts'
import { addRelease } from './releases.ts'
import { addReplacement } from './replacement-seed.ts'
import { newRollout } from './rollouts.ts'
import { addServiceOrder } from './service-orders.ts'
import type { AccessStage } from './stage.ts'
import { addWebhook, addWebhookCall } from './webhooks.ts'

/** Where things come to be, one after the other: below these. */
export const PLACES = [
  { under: 'B', level: 2, region_code: '320100' },
  { under: 'A2', level: 3, region_code: '330203' },
] as const

let added = 0

/** A distributor with one of everything: a person who does things, a role, a group, a unit on line with its owner. */
export const addElsewhere = async (
  stage: AccessStage,
  { under, level, region_code }: (typeof PLACES)[number],
): Promise<void> => {
  const { fleet, database } = stage
  const { db } = database
  added += 1
  const name = `Elsewhere ${added}`
  const at = new Date()
  const { agent_id } = await db
    .insertInto('distributors')
    .values({
      agent_name: name,
      agent_level: level,
      parent_id: fleet.distributors[under].agent_id,
      agent_path: `/new-${name}/`,
      region_code,
    })
    .returning('agent_id')
    .executeTakeFirstOrThrow()
  const agent_path = `${fleet.distributors[under].agent_path}${agent_id}/`
  await db.updateTable('distributors').set({ agent_path }).where('agent_id', '=', agent_id).execute()
  const { role_id } = await db
    .insertInto('roles')
    .values({ role_name: name, level: 'distributor', permissions: ['device:view'], data_scope: 'subtree', agent_id })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('resource_groups')
    .values({ group_name: name, agent_id, agent_ids: [agent_id] })
    .execute()
  await db
    .insertInto('device_groups')
    .values({
      group_name: name,
      filter: null,
      agent_id,
      created_by: null,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  const { uid } = await db
    .insertInto('accounts')
    .values({ user_name: name, password_hash: '', phone: '13900000000', role_id, agent_id })
    .returning('uid')
    .executeTakeFirstOrThrow()
  await addHolders(stage, name, { role_id, agent_id })
  await stage.sessionOf(uid)
  await addReport(db, uid, name)
  const by = { at, uid, user_name: name, address: '', detail: '{}', result: 'ok', request_id: '', agent_path }
  await db
    .insertInto('audit_log')
    .values(['login', 'matrix'].map((action) => ({ ...by, action, object: `account ${uid}` })))
    .execute()
  await addUnit(stage, { name, at, uid, agent_id, agent_path })
}

/** Somebody elsewhere has each role that others have too, and somebody each resource group. */
const addHolders = async (
  { roles, resource_groups, database: { db } }: AccessStage,
  name: string,
  { role_id, agent_id }: { role_id: number; agent_id: number },
): Promise<void> => {
  const person = { password_hash: '', disabled: true, agent_id }
  const of_roles = roles.map(({ id }) => ({ ...person, user_name: `${name} role ${id}`, role_id: id }))
  const of_groups = resource_groups.map(({ id }) => ({
    ...person,
    user_name: `${name} group ${id}`,
    role_id,
    resource_group_id: id,
  }))
  await db
    .insertInto('accounts')
    .values([...of_roles, ...of_groups])
    .execute()
}

const addUnit = async (
  stage: AccessStage,
  { name, at, uid, ...place }: { name: string; at: Date; uid: number; agent_id: number; agent_path: string },
): Promise<void> => {
  const { fleet, database } = stage
  const { db } = database
  const { device_id } = await db
    .insertInto('devices')
    .values({
      ...place,
      mac: imeiOf(`87${String(added).padStart(12, '0')}`),
      device_name: name,
      product_key: fleet.product_key,
      net: '4g',
      iccid: `8986009${String(added).padStart(12, '0')}0`,
      secret_sealed: Buffer.alloc(32),
      import_time: at,
      import_tag: name,
      hardware_version: name,
      identify_status: 'recognized',
      imported_user: name,
    })
    .returning('device_id')
    .executeTakeFirstOrThrow()
  const mac = imeiOf(`87${String(added).padStart(12, '0')}`)
  await addImport(stage, { ...place, uid, imported_user: name, agent_name: name, device_id, mac })
  const { shipment_id } = await db
    .insertInto('shipments')
    .values({
      sender_name: name,
      receiver_id: place.agent_id,
      receiver_path: place.agent_path,
      receiver_name: name,
      order_no: name,
      logistics_no: name,
      remark: name,
      uid,
      operator: name,
      shipped_at: at,
      device_count: 1,
    })
    .returning('shipment_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('shipment_devices').values({ shipment_id, device_id, state: 'returned' }).execute()
  const notified = { agent_id: place.agent_id, at, name }
  await addCannedAnswer(db, place.agent_id)
  await addChannel(database, notified)
  await addPolicy(database, notified)
  await addDelivery(database, notified, device_id)
  await addWebhook(database, notified)
  await addWebhookCall(database, { ...notified, name: `${notified.name} called` }, device_id)
  await db
    .insertInto('rollouts')
    .values({ ...newRollout(fleet.product_key, place.agent_path, at), name, creator: name, uid })
    .execute()
  const moments = { online_since: at, first_online_at: at, last_online_at: at, last_report_at: at, last_alarm_at: at }
  await db
    .insertInto('device_status')
    .values({ device_id, online: true, ...moments, alarm_keys: ['elsewhere'], alarm_count: 1 })
    .execute()
  await db
    .insertInto('unknown_faults')
    .values({
      device_id,
      product_key: fleet.product_key,
      point_key: 'fault',
      value: added,
      times: 1,
      first_seen_at: at,
      last_seen_at: at,
    })
    .execute()
  await db
    .insertInto('iccids')
    .values({
      iccid: `8986009${String(added).padStart(12, '0')}`,
      checksum_wrong: false,
      operator: MATRIX_OPERATOR,
      status: 'active',
      expires_at: at,
      device_id,
      moved_at: at,
      imported_user: name,
      imported_at: at,
    })
    .execute()
  await db.insertInto('device_favourites').values({ uid, device_id }).execute()
  await db.insertInto('device_tags').values({ device_id, tag: name }).execute()
  const { app_user_id } = await db
    .insertInto('app_users')
    .values({ nick_name: name, phone: `139${String(added).padStart(8, '0')}`, email: null })
    .returning('app_user_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
  await addAlarm({ db }, device_id, name)
  const owner = { agent_id: place.agent_id, device_id }
  await addAlarmRule(db, owner, fleet.product_key, name)
  await addAlarmMute(db, owner, name)
  await addReplacement({ db }, device_id, name, uid)
  await addRelease({ db }, { mac, agent_id: place.agent_id, name })
  await addDataGrant({ db }, { device_id, app_user_id, name })
  await addBindingTraces({ db }, { device_id, app_user_id, at, uid, name })
  for (const state of ['unresolved', 'resolved'] as const)
    await addServiceOrder({ db }, { device_id, app_user_id, agent_id: place.agent_id }, state)
  await addControl(db, { device_id, uid, operator_name: name, control_time: at, layout_id: fleet.layout_id })
}
