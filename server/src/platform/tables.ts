import type { AttrSaving } from '@heatfleet/contract/history/history.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { DataPoint, Words } from '@heatfleet/contract/products/points.ts'
import type { PollBlock, ProductDataType } from '@heatfleet/contract/products/products.ts'
import type { FaultSeverity, ProductSettings } from '@heatfleet/contract/products/settings.ts'
import type { BusState, OnlineState, RecognitionState } from '@heatfleet/contract/transitions.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { GeneratedTime, Time, WithDefault } from './column-types.ts'
import type { StoredSegmentRow } from './stored-segments.ts'
import type { AlarmRuleTables } from './tables-alarm-rules.ts'
import type { AlarmTables } from './tables-alarms.ts'
import type { AnalysisReportTables } from './tables-analysis-reports.ts'
import type { AppUserTables } from './tables-app-users.ts'
import type { CaptureTables } from './tables-captures.ts'
import type { ConsoleTables } from './tables-consoles.ts'
import type { ControlTables } from './tables-controls.ts'
import type { DeviceDayTables } from './tables-device-days.ts'
import type { DeviceRecordTables } from './tables-device-records.ts'
import type { FirmwareTables } from './tables-firmware.ts'
import type { FirstContactTables } from './tables-first-contact.ts'
import type { IccidTables } from './tables-iccids.ts'
import type { ImportTables } from './tables-imports.ts'
import type { ModelTables } from './tables-models.ts'
import type { NotificationTables } from './tables-notifications.ts'
import type { OrderTables } from './tables-orders.ts'
import type { OrganisationTables } from './tables-organisation.ts'
import type { ReplacementTables } from './tables-replacements.ts'
import type { RolloutTables } from './tables-rollouts.ts'
import type { ShipmentTables } from './tables-shipments.ts'
import type { SimulatorTables } from './tables-simulator.ts'
import type { WebhookTables } from './tables-webhooks.ts'

/** The database as the query builder knows it; `migrations/` is the truth, a test compares the two. */
export type Tables = OrganisationTables &
  AlarmTables &
  AlarmRuleTables &
  AnalysisReportTables &
  AppUserTables &
  ConsoleTables &
  ControlTables &
  DeviceDayTables &
  DeviceRecordTables &
  FirmwareTables &
  FirstContactTables &
  ModelTables &
  NotificationTables &
  WebhookTables &
  OrderTables &
  ReplacementTables &
  CaptureTables &
  ShipmentTables &
  ImportTables &
  IccidTables &
  RolloutTables &
  SimulatorTables &
  DeviceTables

/** Products, devices, and what they reported. */
type DeviceTables = {
  products: {
    product_key: string
    name: string
    english_name: string
    category: string
    network_type: ('wifi' | '4g')[]
    state: 'debugging' | 'published'
    built_in: Generated<boolean>
    disabled: Generated<boolean>
    bind_limit: Generated<number>
    upgrade_consent: Generated<boolean>
    history_days: Generated<number | null>
    layout_id: number | null
    created_at: GeneratedTime
    description: Generated<string>
    data_type: Generated<ProductDataType>
    topology: Generated<'direct' | 'gateway' | 'sub-device'>
    solution: Generated<string>
    platforms: Generated<('android' | 'ios' | 'wechat' | 'web')[]>
    updated_by: Generated<string>
    updated_at: GeneratedTime
    trial_of: string | null
    secret_generation: Generated<number>
    provision_quota: Generated<number | null>
    provisioned: Generated<number>
  }
  product_versions: {
    layout_id: Generated<number>
    product_key: string
    version: number | null
    points: JSONColumnType<DataPoint[]>
    poll_blocks: JSONColumnType<PollBlock[]>
    published_at: Time | null
    settings: JSONColumnType<ProductSettings>
    note: Generated<string>
    published_by: Generated<string>
    added: Generated<number>
    changed: Generated<number>
    removed: Generated<number>
  }
  product_pictures: { product_key: string; picture: Buffer; updated_at: Time }
  account_pictures: { uid: number; picture: Buffer; updated_at: Time }
  product_drafts: {
    product_key: string
    revision: number
    layout_id: number | null
    points: JSONColumnType<DataPoint[]>
    settings: JSONColumnType<ProductSettings>
    touched: WithDefault<JSONColumnType<Touched>>
    changed: number
    updated_by: string
    updated_at: Time
  }
  product_registers: {
    product_key: string
    register_name: string
    note: Generated<string>
    created_by: Generated<string>
    created_at: GeneratedTime
  }
  fault_codes: {
    fault_id: Generated<number>
    set_name: string
    code: string
    code_num: number | null
    register: number | null
    bit: number | null
    names: JSONColumnType<Words>
    category: string
    severity: FaultSeverity
    causes: JSONColumnType<Words>
    checks: JSONColumnType<Words>
    remedies: JSONColumnType<Words>
    parts: Generated<string[]>
    manual_url: Generated<string>
    source: Generated<string>
    built_in: Generated<boolean>
    updated_by: Generated<string>
    updated_at: Time
  }
  fault_notes: {
    note_id: Generated<number>
    fault_id: number
    agent_id: number | null
    uid: number | null
    text: string
    at: Time
  }
  unknown_faults: {
    product_key: string
    point_key: string
    value: number
    device_id: number
    times: number
    first_seen_at: Time
    last_seen_at: Time
  }
  devices: {
    device_id: Generated<number>
    mac: string
    device_name: string
    product_key: string
    /** Null = stock of the manufacturer; then the path is '/'. */
    agent_id: number | null
    agent_path: string
    province_id: GeneratedAlways<number | null>
    city_id: GeneratedAlways<number | null>
    county_id: GeneratedAlways<number | null>
    net: 'wifi' | '4g'
    iccid: string | null
    secret_sealed: Buffer
    static_login: Generated<boolean>
    software_version: Generated<string>
    hardware_version: Generated<string>
    module_type: Generated<string>
    module_version: Generated<string>
    generic: Generated<boolean>
    identify_status: Generated<RecognitionState>
    info_pk: string | null
    dtu_default_pk: string | null
    active: Generated<boolean>
    lat: number | null
    lon: number | null
    address: Generated<string>
    /** m; null = placed by a person. */
    position_accuracy_m: number | null
    import_tag: Generated<string>
    import_time: Time
    import_count: Generated<number>
    imported_user: Generated<string>
    simulated: Generated<boolean>
    /** A virtual unit: no part of the fleet. */
    virtual: Generated<boolean>
    test_bench: Generated<boolean>
    imported_pk: Generated<string | null>
    claim_generation: Generated<number>
    /** Another module took its place; null = in service. */
    replaced_at: Time | null
    serial: Generated<string>
  }
  device_status: {
    device_id: number
    online: Generated<boolean>
    online_since: Time | null
    first_online_at: Time | null
    last_online_at: Time | null
    last_offline_at: Time | null
    online_times: Generated<number>
    session_boot: number | null
    provisioned_at: Time | null
    own_secret_at: Time | null
    bus_status: Generated<BusState>
    rssi_dbm: number | null
    last_report_at: Time | null
    last_arrival_at: Time | null
    layout_id: number | null
    latest_blocks: Buffer | null
    flow_c: number | null
    alarm_keys: Generated<string[]>
    alarm_count: Generated<number>
    alarm_severity: Generated<Severity | null>
    last_alarm_at: Time | null
  }
  fills_due: { name: string; after_id: Generated<number> }
  device_tally: TallyCell & TallySpan
  device_tally_changes: TallyCell & {
    province_id: number | null
    city_id: number | null
    county_id: number | null
    gone_minute: Time
  }
  changed_places: { agent_path: string; is_many: boolean; changed_at: Time }
  device_totals: TallySpan & { n: number; online: number; never_online: number; alarm: number; unrecognized: number }
  report_hot: { device_id: number; at: Time; layout_id: number; raw: Buffer }
  report_packing: { device_id: number; at: Time; layout_id: number; raw: Buffer }
  report_chunks: StoredSegmentRow
  report_month_parts: StoredSegmentRow
  report_months: StoredSegmentRow
  month_merges: { device_id: number; month: Time; days: Generated<number>; is_final: Generated<boolean> }
  packing_progress: {
    packing_id: Generated<number>
    source: string
    from_at: Time
    started_at: Time
    finished_at: Time | null
    next_device_id: Generated<number>
    rows_read: Generated<string>
    reports: Generated<string>
    repeats: Generated<string>
    unpackable: Generated<string>
    chunks: Generated<string>
    bytes: Generated<string>
  }
  chunk_merges: { device_id: number; day: Time }
  damaged_chunks: { device_id: number; day: Time; part: number; found_at: Time; reason: string }
  dead_letters: {
    dead_letter_id: Generated<string>
    at: Time
    mac: string
    topic: string
    reason: string
    payload: Buffer
    tries: Generated<number>
    tried_at: Time | null
  }
  device_events: {
    event_id: Generated<string>
    device_id: number
    at: Time
    kind: string
    detail: JSONColumnType<Record<string, unknown>>
  }
  attr_savings: { uid: number; product_key: string; savings: JSONColumnType<AttrSaving[]> }
}

/** Who changed a point or a part of the settings last, and under which revision. */
export type Touched = Record<string, readonly [revision: number, by: string]>

/** Of which distributor's subtree, and of which hour or minute of going off line; 0 = of any (migration 41). */
type TallySpan = { agent_id: number; span_minutes: 0 | 1 | 60; gone_from: Time }

/** Dimensions of the tally (migration 10). */
type TallyCell = {
  product_key: string
  net: 'wifi' | '4g'
  identify_status: RecognitionState
  online_state: OnlineState
  alarm: boolean
  bus_status: BusState
  n: number
}
