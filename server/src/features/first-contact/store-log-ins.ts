import type pg from 'pg'
import type { UnknownLogin } from '../../transports/mqtt-auth.ts'

type Sql = Pick<pg.Pool, 'query'>

/** Attempts of one unknown module since the last flush. Times are unix ms. */
export type UnknownAttempts = UnknownLogin & { first_ms: number; last_ms: number; tries: number }

/** Adds attempts to the list, those of banned modules and of devices not; gives how many rows that changed. */
export const storeUnknownLogins = async (sql: Sql, attempts: readonly UnknownAttempts[]): Promise<number> => {
  const { rowCount } = await sql.query(
    `insert into unknown_modules as m (mac, address, first_seen_at, last_seen_at, tries, auth_mode, product_key)
     select mac, address, first_at, last_at, tries, mode,
       (select p.product_key from products p where p.product_key = u.product_key)
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::text[], $7::text[])
       u (mac, address, first_at, last_at, tries, mode, product_key)
     where not exists (select from devices d where d.mac = u.mac)
     on conflict (mac) do update set address = excluded.address, last_seen_at = excluded.last_seen_at,
       tries = least(m.tries + excluded.tries, 1000000000), auth_mode = excluded.auth_mode,
       product_key = coalesce(excluded.product_key, m.product_key)
     where m.state <> 'banned'`,
    [
      attempts.map(({ mac }) => mac),
      attempts.map(({ address }) => address),
      attempts.map(({ first_ms }) => new Date(first_ms).toISOString()),
      attempts.map(({ last_ms }) => new Date(last_ms).toISOString()),
      attempts.map(({ tries }) => tries),
      attempts.map(({ auth_mode }) => auth_mode),
      attempts.map(({ product_key }) => product_key),
    ],
  )
  return rowCount ?? 0
}

/** Keeps the list bounded, of each of these addresses and altogether: the oldest give way, unproven ones first. */
export const trimUnknownModules = async (
  sql: Sql,
  addresses: readonly string[],
  { per_address_max, all_max }: { per_address_max: number; all_max: number },
): Promise<void> => {
  await sql.query(
    `delete from unknown_modules where mac in (
       select mac from (
         select mac, row_number() over (partition by address
           order by product_key is not null desc, last_seen_at desc, mac) as place
         from unknown_modules where address = any($1) and state <> 'banned'
       ) of_address where place > $2
       union all
       (select mac from unknown_modules where state <> 'banned'
        order by product_key is not null desc, last_seen_at desc, mac offset $3))`,
    [addresses, per_address_max, all_max],
  )
}

/** Ids that an administrator banned. */
export const listBannedModules = async (sql: Sql): Promise<string[]> => {
  const { rows } = await sql.query<{ mac: string }>("select mac from unknown_modules where state = 'banned'")
  return rows.map(({ mac }) => mac)
}

/** Products that let their units log in with the secret of the product. */
export const listProvisioningProducts = async (
  sql: Sql,
): Promise<{ product_key: string; secret_generation: number }[]> => {
  const { rows } = await sql.query<{ product_key: string; secret_generation: number }>(
    'select product_key, secret_generation from products where provision_quota is not null and not disabled',
  )
  return rows
}

/** Takes a place of the product's quota for a device; false = none is left. */
export const takeProvisionPlace = async (
  sql: Sql,
  { device_id, product_key, at_ms }: { device_id: number; product_key: string; at_ms: number },
): Promise<boolean> => {
  const { rowCount } = await sql.query(
    `with place as (
       update products set provisioned = provisioned + 1
       where product_key = $2 and provisioned < provision_quota
       returning product_key)
     insert into device_status as s (device_id, provisioned_at) select $1, $3 from place
     on conflict (device_id) do update set provisioned_at = excluded.provisioned_at`,
    [device_id, product_key, new Date(at_ms)],
  )
  return rowCount === 1
}

/** From now on the secret of the product is refused for this device. */
export const storeOwnSecretUse = async (sql: Sql, device_id: number, at_ms: number): Promise<void> => {
  await sql.query('update device_status set own_secret_at = $2 where device_id = $1 and own_secret_at is null', [
    device_id,
    new Date(at_ms),
  ])
}
