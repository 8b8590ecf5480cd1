import type { UnknownModuleFilter, UnknownModuleState } from '@heatfleet/contract/first-contact/unknown-modules.ts'
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables> | Transaction<Tables>

/** Escapes a text for LIKE. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

const SORTS = {
  last_seen_time: 'unknown_modules.last_seen_at',
  first_seen_time: 'unknown_modules.first_seen_at',
  tries: 'unknown_modules.tries',
  mac: 'unknown_modules.mac',
} as const satisfies Record<UnknownModuleFilter['sort_by'], string>

/** Unknown modules that match; they belong to no distributor, so no scope narrows them. */
export const listUnknownModules = <Part extends ListPart>(
  db: Kysely<Tables>,
  { state, mac, address, product_key, proven, sort_by, sort_order }: UnknownModuleFilter,
  part: Part,
) => {
  const matching = db
    .selectFrom('unknown_modules')
    .leftJoin('products', 'products.product_key', 'unknown_modules.product_key')
    .$if(state !== undefined, (query) => query.where('unknown_modules.state', '=', state ?? 'waiting'))
    .$if(mac !== undefined && mac !== '', (query) =>
      query.where('unknown_modules.mac', 'like', `${literal(mac ?? '')}%`),
    )
    .$if(address !== undefined && address !== '', (query) => query.where('unknown_modules.address', '=', address ?? ''))
    .$if(product_key !== undefined, (query) => query.where('unknown_modules.product_key', '=', product_key ?? ''))
    .$if(proven !== undefined, (query) =>
      query.where(sql<SqlBool>`(unknown_modules.product_key is not null) = ${proven}`),
    )
  return listPage(
    {
      matching,
      rows: matching
        .selectAll('unknown_modules')
        .select(({ fn }) => [
          fn.coalesce('products.name', sql<string>`''`).as('product_name'),
          fn.coalesce('products.english_name', sql<string>`''`).as('product_english_name'),
        ]),
      order: (query) => query.orderBy(SORTS[sort_by], sort_order).orderBy('unknown_modules.mac'),
      key: 'unknown_modules.mac',
    },
    part,
  )
}

/** Locks those of these modules that are in one of the states, and gives their ids. */
export const lockUnknownModules = async (
  tx: Transaction<Tables>,
  macs: readonly string[],
  states: readonly UnknownModuleState[],
): Promise<string[]> => {
  const rows = await tx
    .selectFrom('unknown_modules')
    .select('mac')
    .where('mac', 'in', macs)
    .where('state', 'in', states)
    .orderBy('mac')
    .forUpdate()
    .execute()
  return rows.map(({ mac }) => mac)
}

export const decideUnknownModules = async (
  tx: Transaction<Tables>,
  macs: readonly string[],
  decision: { state: 'rejected' | 'banned'; by: string; at: Date },
): Promise<void> => {
  const { state, by, at } = decision
  await tx
    .updateTable('unknown_modules')
    .set({ state, decided_by: by, decided_at: at })
    .where('mac', 'in', macs)
    .execute()
}

export const countBanned = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('unknown_modules')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('state', '=', 'banned')
      .executeTakeFirstOrThrow()
  ).n

export const deleteUnknownModules = async (tx: Transaction<Tables>, macs: readonly string[]): Promise<void> => {
  await tx.deleteFrom('unknown_modules').where('mac', 'in', macs).execute()
}

/** Takes those that are devices by now off the list; gives their ids. */
export const forgetKnownModules = async (tx: Db): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('unknown_modules')
    .using('devices')
    .whereRef('devices.mac', '=', 'unknown_modules.mac')
    .returning('unknown_modules.mac')
    .execute()
  return rows.map(({ mac }) => mac)
}

/** A product as an approval needs it; null = there is none. */
export const findApprovalProduct = async (db: Db, product_key: string) =>
  (await db
    .selectFrom('products')
    .select(['disabled', 'provision_quota'])
    .where('product_key', '=', product_key)
    .where('trial_of', 'is', null)
    .executeTakeFirst()) ?? null

/** Enters approved modules as devices, each with its status row. */
export const insertApproved = async (
  tx: Transaction<Tables>,
  devices: readonly { mac: string; secret_sealed: Buffer }[],
  shared: {
    product_key: string
    holder: { agent_id: number | null; agent_path: string }
    import_tag: string
    by: string
    at: Date
  },
): Promise<void> => {
  const { product_key, holder, import_tag, by, at } = shared
  const rows = await tx
    .insertInto('devices')
    .values(
      devices.map(({ mac, secret_sealed }) => ({
        mac,
        device_name: mac,
        product_key,
        agent_id: holder.agent_id,
        agent_path: holder.agent_path,
        net: mac.length === 15 ? ('4g' as const) : ('wifi' as const),
        iccid: null,
        secret_sealed,
        info_pk: null,
        dtu_default_pk: null,
        lat: null,
        lon: null,
        import_tag,
        import_time: at,
        imported_user: by,
      })),
    )
    .returning('device_id')
    .execute()
  await tx.insertInto('device_status').values(rows).execute()
}

/** How many units of a product may log in with its secret, and did; null = no such product. */
export const findProvisioning = async (db: Db, product_key: string) =>
  (await db
    .selectFrom('products')
    .select(['provision_quota', 'provisioned'])
    .where('product_key', '=', product_key)
    .executeTakeFirst()) ?? null

export const updateProvisioning = async (db: Db, product_key: string, quota: number | null): Promise<void> => {
  await db.updateTable('products').set({ provision_quota: quota }).where('product_key', '=', product_key).execute()
}
