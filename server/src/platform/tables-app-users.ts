import type {
  AppPackage,
  AppVersionDraft,
  ReleaseChannel,
  UpdateType,
} from '@heatfleet/contract/app-versions/app-versions.ts'
import type { AppVersionState } from '@heatfleet/contract/transitions.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { GeneratedTime, Time } from './column-types.ts'

/** Tables of the end users of the app and their units: migrations 0003, 0007, 0012 and 0047. */
export type AppUserTables = {
  applications: {
    app_id: Generated<number>
    app_name: string
    english_name: Generated<string>
    app_key: string
    secret_hash: Buffer
    platforms: Generated<string[]>
    package_name: Generated<string>
    enterprise: Generated<string>
    disabled: Generated<boolean>
    built_in: Generated<boolean>
    created_by: number | null
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  app_users: {
    app_user_id: Generated<number>
    nick_name: Generated<string>
    phone: string | null
    email: string | null
    created_at: GeneratedTime
    app_id: number | null
    password_hash: string | null
    country: Generated<string>
    region_text: Generated<string>
    language: Generated<string>
    gender: Generated<'male' | 'female' | 'unknown'>
    remark: Generated<string>
    marks: Generated<string[]>
    disabled: Generated<boolean>
    erased_at: Time | null
    last_login_at: Time | null
    app_version: Generated<string>
    platform: Generated<string>
    updated_at: GeneratedTime
  }
  app_user_sessions: {
    token_hash: Buffer
    app_user_id: number
    created_at: Time
    last_seen_at: Time
    address: string
    app_version: Generated<string>
    phone_model: Generated<string>
  }
  app_user_log_ins: {
    log_in_id: Generated<string>
    app_user_id: number
    at: Time
    address: string
    app_version: Generated<string>
    phone_model: Generated<string>
    result: string
  }
  app_user_messages: {
    message_id: Generated<number>
    app_user_id: number
    title: string
    text: string
    sent_at: Time
    by_uid: number | null
    agent_id: number | null
    read_at: Time | null
  }
  app_versions: {
    version_id: Generated<number>
    app_id: number
    platform: string
    version: string
    version_key: number[]
    build: number
    min_os: Generated<string>
    update_type: UpdateType
    minimum_version: Generated<string>
    staged_percent: number
    notes: JSONColumnType<AppVersionDraft['notes']>
    store_url: Generated<string>
    channel: Generated<ReleaseChannel>
    countries: Generated<string[]>
    scheduled_at: Time | null
    package: JSONColumnType<AppPackage> | null
    downloads: Generated<number>
    state: Generated<AppVersionState>
    created_by: number | null
    released_by: number | null
    created_at: Time
    released_at: Time | null
    updated_at: Time
  }
  app_package_uploads: {
    version_id: number
    file: JSONColumnType<AppPackage>
    received: Generated<number>
    touched_at: Time
  }
  app_push_tokens: {
    push_token_id: Generated<number>
    session_hash: Buffer
    app_user_id: number
    app_id: number
    platform: string
    token_hash: Buffer
    token_sealed: Buffer
    token_hint: string
    registered_at: Time
  }
  app_user_consents: { app_user_id: number; consent: string; given_at: Time; withdrawn_at: Time | null }
  bindings: {
    binding_id: Generated<number>
    device_id: number
    app_user_id: number
    role: 'owner' | 'shared'
    bind_way: string
    bound_at: GeneratedTime
    marks: Generated<string[]>
  }
  binding_share_codes: {
    code_hash: Buffer
    device_id: number
    app_user_id: number
    created_at: Time
    expires_at: Time
    invitation_id: Generated<number>
  }
  binding_events: {
    binding_event_id: Generated<string>
    device_id: number
    app_user_id: number
    at: Time
    action: 'bound' | 'shared' | 'unbound' | 'marked' | 'transferred'
    bind_way: string
    by_uid: number | null
    reason: Generated<string>
  }
  data_grants: {
    grant_id: Generated<number>
    device_id: number
    app_user_id: number
    recipient: string
    purpose: string
    token_hash: Buffer
    token_hint: string
    data_from: Time
    created_at: Time
    expires_at: Time
    ended_at: Time | null
    ended_by: 'owner' | 'operator' | 'binding' | null
    ended_by_uid: number | null
    end_reason: Generated<string>
    last_access_at: Time | null
    last_address: Generated<string>
    access_count: Generated<number>
  }
  data_exports: {
    device_id: number
    app_user_id: number
    state: 'queued' | 'running' | 'done' | 'failed'
    requested_at: Time
    finished_at: Time | null
    rows: Generated<number>
    bytes: Generated<string>
  }
  data_accesses: {
    device_id: number
    grant_id: number | null
    call: 'metadata' | 'latest' | 'history' | 'export'
    day: Time
    count: number
    first_at: Time
    last_at: Time
    last_address: string
  }
}
