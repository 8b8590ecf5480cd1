import { type Kysely, sql } from 'kysely'
import type { Tables } from '../src/platform/tables.ts'

/**
 * One row about each unit in every table whose rows follow units: alarm, event, day, service order, shipment, upgrade, app
 * user with a binding. Some orders are resolved and belong to the distributor of that time; one event is of a kind that no log shows.
 */
export const insertRowsOfUnits = async (db: Kysely<Tables>): Promise<void> => {
  const at = sql`timestamptz '2026-11-10T10:00:00Z'`
  const statements = [
    sql`insert into alarms (device_id, type, rule_key, severity, first_at, last_at, value)
      select device_id, 'device_fault', 'e' || device_id, 'major', ${at}, ${at}, 3.5 from devices`,
    sql`insert into device_events (device_id, at, kind, detail)
      select device_id, ${at}, kind, '{"st":"down","address":"192.0.2.1"}' from devices
        cross join (values ('online'), ('485'), ('alarm'), ('nobody_knows')) kinds (kind)`,
    sql`insert into device_days (device_id, day, time_zone, product_key, reports, is_complete, computed_at, quality, heat_kwh,
        electricity_kwh, cop, alarms_raised)
      select device_id, date '2026-11-10' + n, 'Europe/Warsaw', product_key, 1440, true, ${at}, 1, 30, 10, 3, 0
      from devices cross join generate_series(0, 2) n`,
    sql`insert into app_users (nick_name, phone, email)
      select 'Owner ' || device_id, '+4822000' || device_id, 'owner' || device_id || '@example.com' from devices`,
    sql`insert into bindings (device_id, app_user_id, role, bind_way)
      select device_id, app_user_id, 'owner', 'scan' from devices join app_users on nick_name = 'Owner ' || device_id`,
    sql`insert into service_orders (device_id, app_user_id, agent_id, type, source, status, problem, feedback_at, resolved_at)
      select devices.device_id, app_user_id, devices.agent_id, 'fault', 'app', 'unresolved', 'It is cold.', ${at}, null
      from devices join bindings on bindings.device_id = devices.device_id
      union all select device_id, null, (select min(agent_id) from distributors where agent_level = 1), 'usage', 'console',
        'resolved', 'Question.', ${at}, ${at} from devices`,
    sql`insert into shipments (sender_name, receiver_id, receiver_path, receiver_name, order_no, logistics_no, remark, operator,
        shipped_at, device_count)
      select '', agent_id, agent_path, agent_name, 'O-1', '', '', 'admin', ${at}, 1 from distributors`,
    sql`insert into shipment_devices (shipment_id, device_id)
      select shipment_id, device_id from shipments join devices on devices.agent_path like shipments.receiver_path || '%'`,
    sql`insert into firmware (product_key, module, name, hardware_version, software_version, version_key, notes, file_name, size,
        sha256, crc32, signature, uploader, uploaded_at, deleted_at)
      select product_key, 'mcu', images.name, 'R290-A', images.version, array[1], '{"en":"","zh":"","pl":""}', 'board.bin', 1000, repeat('a', 64),
        '00000000', '\\x00', 'admin', ${at}, case when images.name = 'Deleted' then ${at} end
      from products cross join (values ('Board', '2.1'), ('Deleted', '2.0')) images (name, version) where built_in`,
    sql`insert into upgrades (firmware_id, device_id, from_version, state, created_at, moved_at, deadline_at, expires_at, finished_at)
      select firmware_id, device_id, '1.0', 'success', ${at}, ${at}, ${at}, ${at}, ${at}
      from devices join firmware on firmware.product_key = devices.product_key and firmware.name = 'Board'`,
  ]
  for (const statement of statements) await statement.execute(db)
}
