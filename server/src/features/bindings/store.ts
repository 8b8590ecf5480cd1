import type { MARK_WAYS } from '@heatfleet/contract/app-users/app-users.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

/** Actor, time and reason, for the history of bindings. */
export type BindingAct = {
  at: Date
  /** Null = the app user. */
  by_uid: number | null
  reason: string
}
type RequestedBinding = BindingAct & {
  device_id: number
  app_user_id: number
  role: 'owner' | 'shared'
  bind_way: string
  /** The owner generation of the claim code; null = no code was required. */
  claim_generation: number | null
}
type BindRefusal =
  | 'claim_refused'
  | 'already_bound'
  | 'device_has_owner'
  | 'device_without_owner'
  | 'bind_limit_reached'
  | 'device_replaced'

/** Locks the row of a device: its bindings change one after the other. */
export const lockDevice = (tx: Tx, device_id: number) =>
  tx
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .select(['devices.claim_generation', 'devices.replaced_at', 'products.bind_limit'])
    .where('devices.device_id', '=', device_id)
    .forUpdate('devices')
    .executeTakeFirstOrThrow()

/** Binds a device, or returns why not: one owner, no user twice, at most the product's limit. */
export const insertBinding = async (db: Db, binding: RequestedBinding): Promise<BindRefusal | null> =>
  db.transaction().execute((tx) => bind(tx, binding))

const bind = async (tx: Tx, binding: RequestedBinding): Promise<BindRefusal | null> => {
  const { device_id, app_user_id, role, bind_way, claim_generation, at, by_uid, reason } = binding
  const device = await lockDevice(tx, device_id)
  if (claim_generation !== null && claim_generation !== device.claim_generation) return 'claim_refused'
  if (device.replaced_at !== null) return claim_generation === null ? 'device_replaced' : 'claim_refused'
  const people = await tx
    .selectFrom('bindings')
    .select(['app_user_id', 'role'])
    .where('device_id', '=', device_id)
    .execute()
  const has_owner = people.some((person) => person.role === 'owner')
  if (people.some((person) => person.app_user_id === app_user_id)) return 'already_bound'
  if (role === 'owner' && has_owner) return 'device_has_owner'
  if (role === 'shared' && !has_owner) return 'device_without_owner'
  if (people.length >= device.bind_limit) return 'bind_limit_reached'
  await tx.insertInto('bindings').values({ device_id, app_user_id, role, bind_way, bound_at: at }).execute()
  const action = role === 'owner' ? 'bound' : 'shared'
  await tx
    .insertInto('binding_events')
    .values({ device_id, app_user_id, action, bind_way, at, by_uid, reason })
    .execute()
  return null
}

/** The users whose binding ended: first the requested one, with its role. */
type EndedBinding = { role: 'owner' | 'shared'; people: number[] }

/**
 * Unbinds a device from a user; null when it is not bound. Unbinding the owner ends all bindings. `notify` runs in the same
 * transaction.
 */
export const deleteBinding = (
  db: Db,
  device_id: number,
  app_user_id: number,
  act: BindingAct,
  notify?: (tx: Tx, ended: EndedBinding) => Promise<void>,
): Promise<EndedBinding | null> =>
  db.transaction().execute(async (tx) => {
    await lockDevice(tx, device_id)
    const ended = await leave(tx, device_id, app_user_id, act)
    if (ended !== null) await notify?.(tx, ended)
    return ended
  })

/**
 * Unbinds a device from everybody; those who had it, null when nobody did, or `stale` when they are not so many as was expected. `notify`
 * runs in the same transaction.
 */
export const deleteBindingsOfDevice = (
  db: Db,
  device_id: number,
  expected: number | undefined,
  act: BindingAct,
  notify: (tx: Tx, people: readonly number[]) => Promise<void>,
): Promise<number[] | null | 'stale'> =>
  db.transaction().execute(async (tx) => {
    await lockDevice(tx, device_id)
    const bound = await tx
      .selectFrom('bindings')
      .select('app_user_id')
      .where('device_id', '=', device_id)
      // The owner first, with whom all others go.
      .orderBy(sql`(role = 'owner') desc, app_user_id`)
      .execute()
    if (expected !== undefined && bound.length !== expected) return 'stale'
    const people: number[] = []
    for (const { app_user_id } of bound) people.push(...((await leave(tx, device_id, app_user_id, act))?.people ?? []))
    if (people.length === 0) return null
    await notify(tx, people)
    return people
  })

/** Empties what of a unit tells of the household that leaves it: its name and its position. */
export const clearUserData = async (tx: Tx, device_id: number): Promise<void> => {
  await tx
    .updateTable('devices')
    .set({ device_name: '', lat: null, lon: null, address: '', position_accuracy_m: null })
    .where('device_id', '=', device_id)
    .execute()
}

/** App language of each of these users; empty = not chosen. */
export const listLanguages = (tx: Tx, app_user_ids: readonly number[]) =>
  tx
    .selectFrom('app_users')
    .select(['app_user_id', 'language'])
    .where('app_user_id', 'in', [...app_user_ids])
    .orderBy('app_user_id')
    .execute()

/** Unbinds all devices of a user, in the transaction that erases the user. */
export const deleteBindingsOf = async (tx: Tx, app_user_id: number, act: BindingAct): Promise<void> => {
  const bound = await tx
    .selectFrom('bindings')
    .select('device_id')
    .where('app_user_id', '=', app_user_id)
    // In a fixed order, to avoid deadlocks.
    .orderBy('device_id')
    .execute()
  for (const { device_id } of bound) {
    await lockDevice(tx, device_id)
    await leave(tx, device_id, app_user_id, act)
  }
}

const leave = async (
  tx: Tx,
  device_id: number,
  app_user_id: number,
  { at, by_uid, reason }: BindingAct,
): Promise<EndedBinding | null> => {
  const deleted = await tx
    .deleteFrom('bindings')
    .where('device_id', '=', device_id)
    .where('app_user_id', '=', app_user_id)
    .returning(['app_user_id', 'role', 'bind_way'])
    .executeTakeFirst()
  if (deleted === undefined) return null
  const others =
    deleted.role === 'owner'
      ? await tx
          .deleteFrom('bindings')
          .where('device_id', '=', device_id)
          .returning(['app_user_id', 'bind_way'])
          .execute()
      : []
  await tx
    .insertInto('binding_events')
    .values(
      [deleted, ...others].map((person) => ({
        device_id,
        app_user_id: person.app_user_id,
        bind_way: person.bind_way,
        action: 'unbound' as const,
        at,
        by_uid,
        reason,
      })),
    )
    .execute()
  if (deleted.role === 'owner') await raiseGeneration(tx, device_id)
  return { role: deleted.role, people: [deleted, ...others].map((person) => person.app_user_id) }
}

/** Increments the owner generation, which invalidates all codes and invitations. Returns the new one. */
export const raiseGeneration = async (tx: Db, device_id: number): Promise<number> => {
  await tx.deleteFrom('binding_share_codes').where('device_id', '=', device_id).execute()
  const { claim_generation } = await tx
    .updateTable('devices')
    .set({ claim_generation: sql`claim_generation + 1` })
    .where('device_id', '=', device_id)
    .returning('claim_generation')
    .executeTakeFirstOrThrow()
  return claim_generation
}

/** Sets a new device secret. */
export const updateSecret = async (db: Db, device_id: number, secret_sealed: Buffer): Promise<void> => {
  await db.updateTable('devices').set({ secret_sealed }).where('device_id', '=', device_id).execute()
}

type MarksChange = { marks: string[]; how: (typeof MARK_WAYS)[number] }

/** Changes the marks of a user's device and returns the result; null when it is not bound. */
export const updateMarks = (
  db: Db,
  change: MarksChange & { device_id: number; app_user_id: number; at: Date; by_uid: number },
): Promise<string[] | null> =>
  db.transaction().execute(async (tx) => {
    const { device_id, app_user_id, at, by_uid } = change
    const row = await tx
      .updateTable('bindings')
      .set({ marks: marksAfter(change) })
      .where('device_id', '=', device_id)
      .where('app_user_id', '=', app_user_id)
      .returning(['bind_way', 'marks'])
      .executeTakeFirst()
    if (row === undefined) return null
    await tx
      .insertInto('binding_events')
      .values({
        device_id,
        app_user_id,
        action: 'marked',
        bind_way: row.bind_way,
        at,
        by_uid,
        reason: row.marks.join(', '),
      })
      .execute()
    return row.marks
  })

/** Computed in the statement, so that concurrent changes are not lost. */
const marksAfter = ({ marks, how }: MarksChange) => {
  const named = sql<string[]>`${[...new Set(marks)]}::text[]`
  const others = sql<string[]>`array(select mark from unnest(marks) mark where mark <> all(${named}))`
  return { set: named, remove: others, add: sql<string[]>`${others} || ${named}` }[how]
}

/** Stores the code of an invitation; false when too many are open or the device is at its limit. */
export const insertShareCode = (
  db: Db,
  code: { code_hash: Buffer; device_id: number; app_user_id: number; at: Date; expires_at: Date; codes_max: number },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { code_hash, device_id, app_user_id, at, expires_at, codes_max } = code
    const { bind_limit } = await lockDevice(tx, device_id)
    await tx
      .deleteFrom('binding_share_codes')
      .where('device_id', '=', device_id)
      .where('expires_at', '<=', at)
      .execute()
    const { people, waiting } = await tx
      .selectNoFrom([
        sql<number>`(select count(*)::int from bindings where device_id = ${device_id})`.as('people'),
        sql<number>`(select count(*)::int from binding_share_codes where device_id = ${device_id})`.as('waiting'),
      ])
      .executeTakeFirstOrThrow()
    if (people >= bind_limit || waiting >= codes_max) return false
    await tx
      .insertInto('binding_share_codes')
      .values({ code_hash, device_id, app_user_id, created_at: at, expires_at })
      .execute()
    return true
  })

/** Joins a device by an invitation code, which is consumed; or returns why not. */
export const redeemShareCode = (
  db: Db,
  code_hash: Buffer,
  app_user_id: number,
  at: Date,
): Promise<{ device_id: number } | BindRefusal> =>
  db.transaction().execute(async (tx) => {
    const waiting = tx
      .selectFrom('binding_share_codes')
      .select('device_id')
      .where('code_hash', '=', code_hash)
      .where('expires_at', '>', at)
    const named = await waiting.executeTakeFirst()
    if (named === undefined) return 'claim_refused'
    const { device_id } = named
    await lockDevice(tx, device_id)
    // Checked again under the lock: of two concurrent uses of one code, the second fails.
    if ((await waiting.executeTakeFirst()) === undefined) return 'claim_refused'
    const binding = { device_id, app_user_id, role: 'shared', bind_way: 'share', claim_generation: null } as const
    const refusal = await bind(tx, { ...binding, at, by_uid: null, reason: '' })
    if (refusal !== null) return refusal === 'device_without_owner' ? 'claim_refused' : refusal
    await tx.deleteFrom('binding_share_codes').where('code_hash', '=', code_hash).execute()
    return { device_id }
  })
