import { ALARM_ERRORS } from './alarms/errors.ts'
import { COMMISSIONING_ERRORS } from './commissioning/errors.ts'
import type { Purpose } from './endpoint.ts'
import { IMPORT_ERRORS } from './imports/errors.ts'
import { MAP_ERRORS } from './map/errors.ts'
import { NOTIFICATION_ERRORS } from './notification-policies/errors.ts'
import { OWNER_DATA_ERRORS } from './owner-data/errors.ts'
import { PRODUCT_ERRORS } from './products/errors.ts'
import type { Reference } from './references.ts'
import { ORDER_ERRORS } from './service-orders/errors.ts'
import { SHIPMENT_ERRORS } from './shipments/errors.ts'
import { SIMULATOR_ERRORS } from './simulator/errors.ts'
import { SINGLE_SIGN_ON_ERRORS } from './single-sign-on/errors.ts'

/**
 * Every refusal a caller can meet: `code -> wire key`. The wire key is the envelope's `msg` (spec 8); the console maps
 * it to words in the person's language. A refusal answers HTTP 200 with `code: 400`.
 */
export const ERRORS = {
  // Spec 8, server error keys.
  no_permission: 'no permission',
  user_not_exist: 'user not exist',
  system_exception: 'system exception',
  user_already_exists: 'user already exists',
  system_failed: 'system failed',
  password_error: 'password error',
  // Spec 8: the invalid-token message; the only one that ends the session.
  invalid_token: 'invalid token',
  // Spec 8, other messages of the server's rules.
  distributor_name_exists: 'distributor name exists',
  distributor_downgrade: 'distributors cannot be downgraded',
  sub_distributor_forbidden: 'sub-distributor creation forbidden',
  // Ours, in the same manner.
  invalid_application_key: 'invalid application key',
  invalid_input: 'invalid input',
  cursor_invalid: 'cursor invalid',
  not_found: 'not found',
  device_not_found: 'device not found',
  account_or_password_error: 'account or password error',
  account_locked: 'account locked',
  account_disabled: 'account disabled',
  too_many_attempts: 'too many attempts',
  sign_in_proof_required: 'sign-in proof required',
  old_password_wrong: 'old password wrong',
  password_unchanged: 'password unchanged',
  password_link_invalid: 'password link invalid',
  password_link_mail: 'password link mail',
  password_link_mailed: 'password link mailed',
  password_recovery_off: 'password recovery off',
  second_factor_required: 'second factor required',
  second_factor_wrong: 'second factor wrong',
  second_factor_enrolled: 'second factor enrolled',
  second_factor_not_started: 'second factor not started',
  second_factor_by_role: 'second factor by role',
  second_factor_enrolment_required: 'second factor enrolment required',
  password_change_required: 'password change required',
  closed_to_api_tokens: 'closed to api tokens',
  api_token_quota: 'api token quota',
  views_full: 'views full',
  view_name_taken: 'view name taken',
  password_length: 'password length',
  password_common: 'password common',
  password_like_name: 'password like name',
  stale_edit: 'stale edit',
  is_referenced: 'is referenced',
  replacement_refused: 'replacement refused',
  nothing_to_undo: 'nothing to undo',
  captures_full: 'captures full',
  device_replaced: 'device replaced',
  role_not_found: 'role not found',
  resource_group_not_found: 'resource group not found',
  distributor_not_found: 'distributor not found',
  grants_more_than_own: 'grants more than own',
  account_above_own: 'account above own',
  own_access_fixed: 'own access fixed',
  role_level_wrong: 'role level wrong',
  resource_group_needed: 'resource group needed',
  last_platform_admin: 'last platform admin',
  account_quota_reached: 'account quota reached',
  valid_until_over: 'valid until is over',
  disable_first: 'disable first',
  read_only_view: 'read-only view',
  // Spec 8: a role that accounts have cannot be deleted.
  role_is_used: 'role is used',
  role_name_taken: 'role name taken',
  role_read_only: 'role is read-only',
  role_level_used: 'role level is used',
  resource_group_name_taken: 'resource group name taken',
  resource_group_read_only: 'resource group is read-only',
  resource_group_is_used: 'resource group is used',
  product_unknown: 'product unknown',
  // Spec 8, messages about products.
  product_name_exists: 'product name exists',
  unpublished_data_points: 'unpublished data points',
  no_data_point: 'no data point defined',
  data_parsing_failed: 'data parsing failed',
  product_file_form: 'product file form',
  product_disabled: 'product disabled',
  product_key_exists: 'product key exists',
  product_is_used: 'product is used',
  product_secret_wrong: 'product secret wrong',
  platform_required: 'platform required',
  product_version_unknown: 'product version unknown',
  register_name_exists: 'register name exists',
  register_unknown: 'register unknown',
  draft_conflict: 'draft conflict',
  draft_faulty: 'draft faulty',
  draft_warnings: 'draft has warnings',
  nothing_to_publish: 'nothing to publish',
  too_many_points: 'too many points',
  sheet_unreadable: 'sheet unreadable',
  sheet_too_large: 'sheet too large',
  sheet_has_errors: 'sheet has errors',
  sheets_waiting: 'sheets waiting',
  point_unknown: 'point unknown',
  ...PRODUCT_ERRORS,
  unknown_module_gone: 'unknown module gone',
  provisioning_off: 'provisioning off',
  bans_full: 'bans full',
  fault_code_unknown: 'fault code unknown',
  fault_code_exists: 'fault code exists',
  fault_code_read_only: 'fault code is read-only',
  manual_url_wrong: 'manual url wrong',
  fault_notes_full: 'fault notes full',
  fault_note_unknown: 'fault note unknown',
  fault_note_of_another: 'fault note of another',
  device_offline: 'device offline',
  no_device_selected: 'no device selected',
  no_model_selected: 'no product or model selected',
  model_not_generic: 'server forbids recognition for non-generic modules',
  model_other_solution: 'model of another solution',
  model_busy: 'model action in progress',
  point_not_writable: 'point not writable',
  write_unverified: 'write never tried on hardware',
  above_max: 'above max',
  below_min: 'below min',
  off_step: 'off step',
  not_a_value: 'not a value',
  schedule_period_wrong: 'schedule period wrong',
  busy: 'busy',
  query_column_unknown: 'query column unknown',
  query_option_wrong: 'query option wrong',
  query_value_wrong: 'query value wrong',
  query_tables_not_joined: 'query tables not joined',
  query_order_wrong: 'query order wrong',
  query_too_slow: 'query too slow',
  query_answer_too_large: 'query answer too large',
  batch_empty: 'batch empty',
  batch_too_large: 'batch too large',
  batch_queue_full: 'batch queue full',
  batch_not_open: 'batch not open',
  batch_not_over: 'batch not over',
  rollout_empty: 'rollout empty',
  rollout_too_large: 'rollout too large',
  rollout_state: 'rollout state',
  rollout_own_approval: "rollout of one's own",
  rollout_nothing_to_retry: 'nothing to retry',
  rollout_nothing_to_roll_back: 'nothing to roll back',
  rollouts_open: 'too many open rollouts',
  template_unknown: 'template unknown',
  file_upload_failed: 'file upload failed',
  file_checksum_error: 'file checksum error',
  upgrade_failed: 'upgrade failed',
  firmware_unknown: 'firmware unknown',
  dead_letter_gone: 'dead letter gone',
  job_gone: 'job gone',
  socket_gone: 'socket gone',
  job_running: 'job running',
  job_not_failed: 'job not failed',
  firmware_exists: 'firmware exists',
  firmware_in_use: 'firmware in use',
  firmware_disabled: 'firmware disabled',
  firmware_uploads_open: 'too many open uploads',
  firmware_minimum_above: 'minimum above version',
  window_empty: 'window empty',
  upgrade_under_way: 'upgrade under way',
  export_failed: 'export failed',
  export_not_found: 'export not found',
  export_not_open: 'export not open',
  export_not_over: 'export not over',
  export_not_done: 'export not done',
  export_too_large: 'export too large',
  analysis_too_large: 'analysis too large',
  analysis_report_name_taken: 'analysis report name taken',
  analysis_reports_full: 'too many analysis reports',
  analysis_report_recipient: 'scheduled report without recipient',
  export_queue_full: 'export queue full',
  app_not_found: 'app not found',
  app_name_taken: 'app name taken',
  app_version_not_found: 'app version not found',
  app_version_state: 'app version state',
  version_not_higher: 'version not higher',
  minimum_above_version: 'minimum above version',
  staged_not_higher: 'staged not higher',
  version_without_file: 'version without file',
  package_platform: 'package platform',
  package_unreadable: 'package unreadable',
  schedule_time_wrong: 'schedule time wrong',
  store_url_wrong: 'store url wrong',
  app_user_not_found: 'app user not found',
  app_user_erased: 'app user erased',
  reason_required: 'reason required',
  confirmation_mismatch: 'confirmation mismatch',
  claim_refused: 'claim refused',
  device_has_owner: 'device has owner',
  device_was_online: 'device was online',
  device_was_shipped: 'device was shipped',
  device_was_bound: 'device was bound',
  device_tags_full: 'device tags full',
  device_file_type: 'device file type',
  device_file_large: 'device file too large',
  device_files_full: 'device files full',
  ...COMMISSIONING_ERRORS,
  device_group_not_found: 'device group not found',
  device_group_name_taken: 'device group name taken',
  device_group_read_only: 'device group is read-only',
  device_group_kind: 'device group kind',
  device_group_full: 'device group full',
  device_groups_full: 'device groups full',
  device_without_owner: 'device without owner',
  already_bound: 'already bound',
  not_bound: 'not bound',
  not_owner: 'not owner',
  bind_limit_reached: 'bind limit reached',
  consent_needed: 'consent needed',
  owner_consent_missing: 'owner consent missing',
  campaign_test_needed: 'campaign test group needed',
  campaign_test_empty: 'campaign test group empty',
  control_reason_missing: 'control reason missing',
  scheduled_time_wrong: 'scheduled time wrong',
  scheduled_full: 'scheduled commands full',
  scheduled_over: 'scheduled command over',
  ...ALARM_ERRORS,
  ...NOTIFICATION_ERRORS,
  ...OWNER_DATA_ERRORS,
  ...SINGLE_SIGN_ON_ERRORS,
  ...ORDER_ERRORS,
  ...SHIPMENT_ERRORS,
  ...SIMULATOR_ERRORS,
  handler_out_of_reach: 'handler out of reach',
  phone_invalid: 'phone invalid',
  contact_required: 'phone or email required',
  region_unknown: 'region unknown',
  region_required: 'region required',
  parent_required: 'higher distributor required',
  parent_level_wrong: 'higher distributor must be one level above',
  parent_below_itself: 'higher distributor is below itself',
  image_invalid: 'image invalid',
  distributor_in_use: 'distributor is used',
  own_distributor_fixed: 'own distributor is changed by the higher one',
  device_quota_reached: 'device quota reached',
  ...IMPORT_ERRORS,
  quota_below_use: 'quota below use',
  outside_own_scope: 'outside own scope',
  // Spec 8.
  iccid_invalid: 'invalid iccid',
  iccid_exists: 'iccid exists',
  iccid_not_found: 'iccid not found',
  iccid_state: 'iccid state',
  iccid_not_later: 'iccid end is not later',
  carrier_not_set: 'carrier not set',
  carrier_failed: 'carrier failed',
  carrier_refused: 'carrier refused',
  ...MAP_ERRORS,
} as const

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

/** Details of a refusal: the field concerned, and the rule's numbers for the message. */
export type RefusalDetail = {
  field?: string
  details?: Record<string, string | number>
  /** Of `is_referenced`: what the caller sees of what names it. */
  references?: readonly Reference[]
  /** Header `x-request-id` of the answer: set by the client only, for support to find the call. */
  request_id?: string
  /** Set by the client only: what the call was for. */
  purpose?: Purpose
}

/** An expected refusal, thrown by handlers and by the typed client alike; anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly details: Record<string, string | number> | undefined
  readonly references: readonly Reference[] | undefined
  readonly request_id: string | undefined
  readonly purpose: Purpose | undefined
  constructor(code: ErrorCode, detail: RefusalDetail = {}) {
    super(ERRORS[code])
    this.code = code
    this.field = detail.field
    this.details = detail.details
    this.references = detail.references
    this.request_id = detail.request_id
    this.purpose = detail.purpose
  }
}
