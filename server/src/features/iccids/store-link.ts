import type pg from 'pg'

type Sql = Pick<pg.Pool, 'query'>

/**
 * A module reported the card in it: the card is in that device from now on, and one in stock is active. A card that was in
 * another device is marked; `twice` when that one is online still.
 */
export const linkCard = async (
  sql: Sql,
  { device_id, iccid, at }: { device_id: number; iccid: string; at: Date },
): Promise<void> => {
  await sql.query(
    `with before as (
       select c.card_id, c.device_id, c.status, d.mac, coalesce(s.online, false) as online
       from iccids c left join devices d using (device_id) left join device_status s using (device_id)
       where c.iccid_key = left($2, 19) and c.device_id is distinct from $1
       for update of c
     ), linked as (
       update iccids c set device_id = $1,
         moved_at = case when b.device_id is null then c.moved_at else $3 end,
         status = case when c.status = 'in_stock' then 'active' else c.status end,
         activated_at = case when c.status = 'in_stock' then coalesce(c.activated_at, $3) else c.activated_at end
       from before b where c.card_id = b.card_id
       returning c.card_id, b.status as was_status, b.mac as was_mac, b.online as was_online, c.status
     )
     insert into iccid_events (card_id, device_id, at, what, was, became)
     select card_id, $1, $3, case when was_mac is null then 'linked' when was_online then 'twice' else 'moved' end,
       coalesce(was_mac, ''), (select mac from devices where device_id = $1) from linked
     union all
     select card_id, $1, $3, 'status', was_status, status from linked where status <> was_status`,
    [device_id, iccid.toUpperCase(), at],
  )
}
