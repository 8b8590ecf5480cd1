import type { FirmwareModule } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Cohort } from './part.ts'
import { type Db, unitsOf } from './store.ts'

export type VersionRow = {
  product_key: string
  product_name: string
  product_english_name: string
  module: FirmwareModule
  hardware_version: string
  software_version: string
  units: number
}

/** Units by what module and board report, the most first. Replaced modules are out of service. */
export const listVersions = async (db: Db, scope: Scope, cohort: Cohort): Promise<VersionRow[]> => {
  const columns = sql`devices.product_key, devices.module_type, devices.module_version, devices.hardware_version,
    devices.software_version`
  const { rows } = await sql<VersionRow>`
    with units as materialized (${unitsOf(scope, cohort, columns)}
      and devices.replaced_at is null and device_status.first_online_at is not null)
    select counted.product_key, products.name as product_name, products.english_name as product_english_name,
      counted.module, counted.hardware_version, counted.software_version, counted.units
    from (
      select product_key, 'mcu' as module, hardware_version, software_version, count(*)::int as units
      from units group by 1, 3, 4
      union all
      select product_key, 'dtu', module_type, module_version, count(*)::int from units group by 1, 3, 4
    ) counted join products on products.product_key = counted.product_key
    order by counted.units desc, counted.product_key, counted.module desc, 5, 6`.execute(db)
  return rows
}

export type NewestFirmware = {
  firmware_id: number
  firmware_name: string
  product_key: string
  module: FirmwareModule
  hardware_version: string
  software_version: string
}

/** The highest enabled version for each product, module and hardware. */
export const listNewestFirmware = async (db: Db, product_keys: readonly string[]): Promise<NewestFirmware[]> => {
  const { rows } = await sql<NewestFirmware>`
    select distinct on (product_key, module, hardware_version)
      firmware_id, name as firmware_name, product_key, module, hardware_version, software_version
    from firmware where enabled and deleted_at is null and product_key = any(${[...product_keys]})
    order by product_key, module, hardware_version, version_key desc`.execute(db)
  return rows
}
