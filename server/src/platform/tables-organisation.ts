import type { DataScope, ScopeOverrides } from '@heatfleet/contract/data-scope.ts'
import type { ListLayout, ListName } from '@heatfleet/contract/list-preferences/list-preferences.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { GeneratedTime, Time, WithDefault } from './column-types.ts'

/** Tables of distributors, accounts and what they may: migrations 0001 and 0007. */
export type OrganisationTables = {
  secret_key_check: { only_row: Generated<boolean>; key_check: Buffer }
  distributors: {
    agent_id: Generated<number>
    agent_name: string
    agent_level: number
    parent_id: number | null
    agent_path: string
    country: Generated<string>
    region_code: string | null
    address: Generated<string>
    phone: string | null
    email: string | null
    remark: Generated<string>
    created_at: GeneratedTime
    region_text: Generated<string>
    agency_area: Generated<string[]>
    business_scope: Generated<string>
    product_keys: Generated<string[]>
    account_quota: number | null
    device_quota: number | null
    disabled: Generated<boolean>
    created_by: number | null
    updated_at: GeneratedTime
  }
  resource_groups: {
    group_id: Generated<number>
    group_name: string
    description: Generated<string>
    everything: Generated<boolean>
    agent_ids: Generated<number[]>
    region_codes: Generated<string[]>
    product_keys: Generated<string[]>
    device_ids: Generated<number[]>
    built_in: Generated<boolean>
    agent_id: number | null
    created_by: number | null
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  roles: {
    role_id: Generated<number>
    role_name: string
    permissions: string[]
    built_in: Generated<boolean>
    creator: Generated<string>
    created_at: GeneratedTime
    description: Generated<string>
    level: Generated<'manufacturer' | 'distributor'>
    data_scope: Generated<DataScope>
    scope_overrides: WithDefault<JSONColumnType<ScopeOverrides>>
    requires_totp: Generated<boolean>
    agent_id: number | null
    created_by: number | null
    updated_at: GeneratedTime
  }
  agent_notices: {
    notice_id: Generated<number>
    agent_id: number
    title: string
    text: string
    sent_at: Time
    by_uid: number | null
  }
  accounts: {
    uid: Generated<number>
    user_name: string
    nick_name: Generated<string>
    phone: string | null
    email: string | null
    gender: Generated<'male' | 'female' | 'unknown'>
    password_hash: string
    must_change_password: Generated<boolean>
    role_id: number
    agent_id: number | null
    disabled: Generated<boolean>
    last_login_at: Time | null
    last_login_address: string | null
    created_at: GeneratedTime
    resource_group_id: Generated<number>
    company: Generated<string>
    language: Generated<'' | 'en' | 'zh' | 'pl'>
    time_zone: Generated<string>
    valid_until: Time | null
    remark: Generated<string>
    preferences: WithDefault<JSONColumnType<Record<string, unknown>>>
    totp_secret_sealed: Buffer | null
    totp_enrolled_at: Time | null
    totp_last_step: string | null
    password_changed_at: Time | null
    notices_seen_at: Time | null
    created_by: number | null
    updated_at: GeneratedTime
  }
  recovery_codes: { uid: number; code_hash: Buffer; used_at: Time | null }
  trusted_browsers: {
    token_hash: Buffer
    uid: number
    created_at: Time
    expires_at: Time
    user_agent: string
    browser_id: Generated<number>
  }
  sessions: {
    token_hash: Buffer
    uid: number
    created_at: Time
    last_seen_at: Time
    address: string
    user_agent: string
    session_id: Generated<string>
    view_as_uid: number | null
    second_factor: Generated<boolean>
    by_provider: Generated<boolean>
  }
  account_identities: {
    identity_id: Generated<number>
    uid: number
    issuer: string
    subject: string
    email: string
    linked_at: Time
    last_used_at: Time
  }
  api_tokens: {
    api_token_id: Generated<number>
    uid: number
    token_name: string
    token_hash: Buffer
    token_hint: string
    permissions: string[]
    created_at: Time
    expires_at: Time
    last_used_at: Time | null
    last_address: string | null
    revoked_at: Time | null
    agent_id: number | null
    calls_per_minute: number | null
  }
  manufacturer_branding: {
    only_row: Generated<boolean>
    brand_name: string
    brand_colour: string | null
    logo: Buffer | null
    updated_at: Time
  }
  distributor_brandings: {
    agent_id: number
    brand_name: string
    brand_colour: string | null
    logo: Buffer | null
    updated_at: Time
  }
  password_links: {
    token_hash: Buffer
    uid: number | null
    app_user_id: number | null
    /** null = the person asked for it at the sign-in. */
    created_by: number | null
    api_token_id: number | null
    created_at: Time
    /** null = not sent by e-mail. */
    mailed_at: Time | null
    expires_at: Time
  }
  batch_jobs: {
    batch_id: Generated<number>
    uid: number
    input: JSONColumnType<Record<string, unknown>>
    state: Generated<'queued' | 'running' | 'done' | 'cancelled'>
    total: number
    done: Generated<number>
    failed: Generated<number>
    created_at: Time
    started_at: Time | null
    finished_at: Time | null
    api_token_id: number | null
  }
  batch_items: { batch_id: number; position: number; object_id: number; name: string; result: string | null }
  list_layouts: { uid: number; list: ListName; layout: JSONColumnType<ListLayout> }
  list_views: {
    view_id: Generated<number>
    uid: number
    list: ListName
    view_name: string
    query: string
    layout: JSONColumnType<ListLayout> | null
  }
  login_failures: { subject: string; failed_at: Time }
  audit_log: {
    audit_id: Generated<string>
    at: Time
    uid: number | null
    user_name: string
    address: string
    action: string
    object: string
    detail: JSONColumnType<Record<string, unknown>>
    result: string
    request_id: string
    agent_path: string | null
    method: Generated<string>
    user_agent: Generated<string>
  }
  export_jobs: {
    export_id: Generated<string>
    uid: number
    kind: string
    input: JSONColumnType<Record<string, unknown>>
    format: 'csv' | 'xlsx' | 'zip'
    file_name: string
    period_from: Time | null
    period_to: Time | null
    state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'>
    rows_done: Generated<number>
    rows_total: number | null
    file_bytes: string | null
    reason: string | null
    created_at: GeneratedTime
    started_at: Time | null
    finished_at: Time | null
    expires_at: Time | null
    api_token_id: number | null
  }
}
