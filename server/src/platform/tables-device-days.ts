import type { ElectricityMethod, HeatMethod } from '@heatfleet/contract/device-days/device-days.ts'
import type { HealthReason } from '@heatfleet/contract/device-days/health.ts'
import type { Generated } from 'kysely'
import type { Time } from './column-types.ts'

/** Daily figures of units: decision 0058. Null = not known. */
export type DeviceDayTables = {
  /** Units whose health is below 100. */
  device_health: { device_id: number; score: number; score_without_card: number; reasons: HealthReason[] }
  /** What daily figures take from the health of a unit. */
  device_day_reasons: { device_id: number; reason: Extract<HealthReason, 'low_cop' | 'short_cycling'> }
  /** By day, over complete days with a COP of all units that are counted; several rows until they are folded. */
  device_day_sums: {
    day: string
    units: number
    heat_wh: string
    electricity_wh: string
    ambient_mc: string
    ambient_units: number
  }
  device_days: {
    device_id: number
    /** `YYYY-MM-DD` in `time_zone`; read it as `day::text`. */
    day: string
    time_zone: string
    product_key: string
    layout_id: number | null
    reports: number
    is_complete: boolean
    computed_at: Time
    quality: number
    online_share: number | null
    heat_method: HeatMethod | null
    electricity_method: ElectricityMethod | null
    heat_kwh: number | null
    heat_heating_kwh: number | null
    heat_hot_water_kwh: number | null
    heat_cooling_kwh: number | null
    electricity_kwh: number | null
    electricity_heating_kwh: number | null
    electricity_hot_water_kwh: number | null
    electricity_cooling_kwh: number | null
    cop: number | null
    starts: number | null
    run_minutes: number | null
    heating_minutes: number | null
    hot_water_minutes: number | null
    cooling_minutes: number | null
    median_cycle_minutes: number | null
    defrosts: number | null
    defrost_minutes: number | null
    heater_minutes: number | null
    mean_ambient_c: number | null
    min_ambient_c: number | null
    mean_flow_c: number | null
    mean_difference_k: Generated<number | null>
    mean_flow_l_min: Generated<number | null>
    alarms_raised: number
    heater_fault_minutes: Generated<number | null>
  }
  device_days_due: { device_id: number; day: string; mark: Generated<number> }
}
