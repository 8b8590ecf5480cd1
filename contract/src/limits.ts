/** Every limit both sides must know, each with its unit in the name and its reason or source beside it. */
export const LIMITS = {
  /** Spec 9: inactivity logout. The server enforces the same idle limit on the token. */
  session_idle_ms: 7_200_000,
  /** A session ends after this long however busy it is: a stolen token does not live for ever. */
  session_absolute_ms: 86_400_000,
  /** The server notes the last activity of a session at most this often: one write a minute, not one a call. */
  session_seen_ms: 60_000,
  /** Wrong passwords for one account from one address within the window; then that pair is locked as long again. */
  login_failures_max: 10,
  /** Wrong passwords for one account from everywhere; then addresses that never signed in to it are locked out. */
  login_failures_everywhere_max: 50,
  login_window_ms: 900_000,
  /** Wrong passwords for one account from one address after which each further one needs a proof of work (product 3.1). */
  login_proof_after: 3,
  /** The same from everywhere: somebody guesses with many addresses. */
  login_proof_everywhere_after: 10,
  /** Each further failure doubles the work of HEATFLEET_LOGIN_PROOF_BITS, so often at most. */
  login_proof_extra_bits: 4,
  /** The window of HEATFLEET_LOGIN_PER_ADDRESS. */
  login_address_window_ms: 600_000,
  /** An address that signed in to the account within this time is known, and is not locked out by strangers' guesses. */
  login_known_address_ms: 2_592_000_000,
  /** A warning before the idle logout, so that drafts can be saved. */
  session_idle_warning_ms: 300_000,
  /** A read of the console is given up when its whole answer is not there after so long. */
  read_answer_ms: 60_000,
  /** Spec 9: push heartbeat; a ping after this long without traffic, closed when nothing returns in as long again. */
  push_heartbeat_ms: 30_000,
  /** Spec 9: push reconnect delay after an unwanted close. */
  push_reconnect_ms: 2_000,
  /** Spec 9: socket reconnect defaults (time-out, minimum up-time, longest delay, growth). */
  push_connect_timeout_ms: 4_000,
  push_min_uptime_ms: 5_000,
  push_reconnect_max_ms: 10_000,
  push_reconnect_growth: 1.3,
  /** The first message of a socket must be Authenticate, within this time. */
  push_authenticate_ms: 10_000,
  /** A socket that was not heard for so long is dead: three heartbeats. */
  push_silence_ms: 90_000,
  /** The longest message a console may send; larger ones close the socket. */
  push_message_bytes: 32_768,
  /**
   * A socket whose unsent data pass this is cut off: it reads too slowly, and others must not pay for it. The longest answer fits, and some
   * twenty seconds of pushes of a page of 999 units.
   */
  push_buffer_bytes: 786_432,
  /** Messages one socket may send in a window of ten seconds; a console at work sends a few. */
  push_messages_per_10s: 200,
  /** Sockets one session may hold: tabs of one browser. */
  push_sockets_per_session: 20,
  /** Pause between two permission checks of the sockets: with the check itself within a second. */
  push_recheck_ms: 800,
  /** One console watches at most so many devices: a page of the list, or a wall of tiles. */
  push_watched_devices: 1_000,
  /** Newest value per device to one console: at most one message a second. */
  push_min_interval_ms: 1_000,
  /** Spec 9: default paging of a data query. */
  query_page_size: 20,
  query_page_size_max: 200,
  /** Rows further down are found by conditions, not by turning pages. */
  query_pages_max: 1_000,
  /** Tables that one data query may join. */
  query_tables_max: 3,
  query_columns_max: 40,
  query_conditions_max: 20,
  /** Values of one condition. */
  query_values_max: 200,
  query_text_max: 200,
  query_name_max: 40,
  /** A data query that takes the database longer is given up. */
  query_statement_ms: 2_000,
  /** Data queries that run at once, of all sockets: the rest of the product needs connections too. */
  query_running_max: 3,
  /** An answer that is longer is refused. */
  query_answer_bytes: 524_288,
  /** Spec 9: default list paging. */
  page_size_default: 999,
  /** Upper limit of a page size. */
  page_size_max: 999,
  page_no_max: 1_000_000,
  /** Spec 5 and 9: password length. */
  password_min: 6,
  password_max: 16,
  /** Spec 5: at most 12 points in a history question, none twice. */
  history_points_max: 12,
  /** A history answer holds at most so many rows; the resolution is coarsened to fit. */
  history_rows_max: 20_000,
  history_devices_max: 5,
  /** Values of one state point distinguished in statistics, the longest first: more than any enum has names. */
  statistics_states_max: 100,
  history_period_days_max: 400,
  /** The longest IANA name has 32 characters. */
  time_zone_max: 64,
  /** Saved selections of one account for one product. */
  attr_savings_max: 20,
  /** Spec 9: distributor name, characters. */
  agent_name_max: 30,
  /** Spec 5 names limits of 100; the database has the same. */
  remark_max: 100,
  business_scope_max: 100,
  region_text_max: 100,
  address_max: 200,
  /** Codes of an agency area: every county of a large province. */
  agency_area_max: 200,
  /** Related products of one distributor. */
  related_products_max: 200,
  /** Larger than any fleet; a quota above it is a slip of the finger. */
  quota_max: 1_000_000,
  /** Names listed in a preview or a refusal; the rest is a number. */
  names_shown_max: 20,
  /** Of each kind that keeps a distributor from being deleted, so many are named. */
  use_named_max: 5,
  /** Fewer distributors of a level than this are no anonymous crowd: no percentiles. */
  performance_peers_min: 5,
  /** Longer than any number with its brackets and spaces; checked before the rule looks at it. */
  phone_max: 32,
  /** RFC 5321: the longest path of a mailbox. */
  email_max: 254,
  /** A token has 43 characters and a prefix; nothing longer is worth a hash. */
  token_max: 256,
  /** A password link lives long enough to be read the next day. */
  password_link_ms: 86_400_000,
  /** One that a person asked for at the sign-in is read at once, and waits in a mailbox that others may open. */
  own_password_link_ms: 1_800_000,
  /** Links by e-mail that one account gets within `login_window_ms`, whoever asks for them. */
  own_password_links_max: 3,
  /** Mails of such links on their way at the same time: a mail server that hangs keeps each for its time limit. */
  own_password_mails_max: 20,
  /** Such a mail begins after a pause of chance: the work for it is not measured by the next request. */
  own_password_mail_pause_ms: { min: 100, max: 600 },
  /** Trusting a browser spares it the second factor for so long (product 3.1). */
  trusted_browser_ms: 2_592_000_000,
  trusted_browsers_max: 10,
  recovery_codes: 10,
  /** A recovery code with its dash and some spaces. */
  second_factor_code_max: 20,
  /** A sealed attempt of single sign-on, and the query with which the provider sends the browser back. */
  sign_on_text_max: 4_000,
  /** How long a person may take at the provider. */
  sign_on_attempt_ms: 600_000,
  /** How long the provider may take to answer one call. */
  sign_on_wait_s: 8,
  identities_listed_max: 20,
  api_tokens_max: 20,
  api_token_name_max: 60,
  api_token_days_max: 365,
  /** Calls of one program's token in ten seconds; beyond it HTTP 429: a program spreads its calls more evenly than a person. */
  api_token_calls_per_10s: 200,
  /** The widest limit a token can have of its own: what the one above comes to. */
  api_token_calls_per_minute_max: 1_200,
  /** Model Context Protocol: one request, one answer (what a model can read at once), nouns that are chosen. */
  mcp_body_bytes: 65_536,
  mcp_answer_chars: 200_000,
  mcp_nouns_max: 40,
  /** Open sessions shown of one account: more than a person has browsers. */
  sessions_listed_max: 100,
  user_name_max: 64,
  nick_name_max: 60,
  company_max: 100,
  /** A logo of a page's corner: it is sent inside the answer that names it. */
  logo_bytes: 65_536,
  logo_px: 1_024,
  /** A photograph of a product: as large as a page draws it on a sharp screen. */
  product_picture_bytes: 262_144,
  product_picture_px: 640,
  /** A face, drawn at most 48 px wide: sharp on every screen. */
  account_picture_bytes: 65_536,
  account_picture_px: 128,
  /** A file that a console makes a picture of: what telephones take. */
  picture_source_bytes: 20_000_000,
  /** Objects of one batch: beyond it a filter is narrower than it looks. */
  batch_objects_max: 5_000,
  /** Batches of one account that wait or run; they run one after the other. */
  batch_open_max: 5,
  /** Units of one rollout: beyond it several rollouts are easier to watch than one. */
  rollout_devices_max: 10_000,
  rollout_name_max: 60,
  rollout_waves_max: 10,
  /** Rollouts of one account that are proposed, approved, running or paused. */
  rollout_open_max: 20,
  /** Units of one rollout that are being set at the same time: control of single units goes on beside it. */
  rollout_in_flight_max: 50,
  /** Units whose newest values are read and decoded in one piece. */
  rollout_slice: 250,
  /** Entries of its log that are shown: each is something a person or a threshold did. */
  rollout_log_max: 200,
  /** A unit that stays off line for longer is a matter for a rollout of its own. */
  rollout_deadline_hours_max: 720,
  /** A unit that counts as on line but is never reached is given up after so many tries. */
  rollout_tries_max: 5,
  /** Pause between two turns of a rollout: while commands are under way, and while it waits for units. */
  rollout_turn_ms: 1_000,
  rollout_idle_turn_ms: 5_000,
  /** Rollouts that are over are kept so long: a heating season and the one before. */
  rollout_record_ms: 34_560_000_000,
  /** The largest image of firmware: a module or a board has less flash than this. */
  firmware_bytes_max: 16_777_216,
  /** One part of an upload; `firmware_part_body_bytes` is its call with the base64 around it. */
  firmware_part_bytes: 524_288,
  firmware_part_body_bytes: 720_000,
  firmware_name_max: 60,
  firmware_hardware_max: 32,
  firmware_file_name_max: 120,
  /** Uploads of one account that are not finished; one that nobody went on with is thrown away after a day. */
  firmware_uploads_open_max: 3,
  firmware_upload_ms: 86_400_000,
  /** Units that download at the same time, of the whole installation, and the rate of each (device-protocol 5). */
  upgrade_downloads_max: 50,
  upgrade_bytes_per_s: 65_536,
  /** A link to an image is good for so long; one upgrade gets so many at most, then its module takes chunks. */
  upgrade_link_ms: 3_600_000,
  upgrade_links_max: 20,
  /** A link gives the image twice, and this for what broken connections lose; a receiver that stands still so long is closed. */
  upgrade_link_spare_bytes: 1_048_576,
  upgrade_link_stall_ms: 60_000,
  /** An announcement is repeated so often, each after this pause, before the module counts as one that does not answer. */
  upgrade_announcements_max: 5,
  upgrade_announcement_ms: 60_000,
  /** Without progress for so long a download, and without an end for so long a check or a restart, is given up. */
  upgrade_progress_ms: 600_000,
  /** A module about to restart that connects with its old version has so long to show the new one. */
  upgrade_restart_ms: 60_000,
  /** A unit that went away in the middle of it is waited for so long. */
  upgrade_offline_ms: 1_800_000,
  /** An upgrade by hand whose unit never comes on line. */
  upgrade_wait_hours: 72,
  /** Upgrades under way in one campaign, those under observation included. */
  upgrade_in_flight_max: 1_000,
  /** After an upgrade a unit is watched so long at most; new alarms then count as a failure. */
  upgrade_health_minutes_max: 120,
  /** A campaign tries a unit again by itself at most so often, and so long after the failure. */
  upgrade_retries_max: 5,
  upgrade_retry_minutes_max: 1_440,
  /** Shorter than this, a slow line could never complete an image. */
  upgrade_timeout_minutes_min: 5,
  upgrade_timeout_minutes_max: 1_440,
  /** Units that a rollout begins with in a minute at most; more than any gateway serves. */
  rollout_per_minute_max: 10_000,
  /** A unit that may not be upgraded now, as it is cold or heats, is looked at again after this. */
  upgrade_postpone_ms: 600_000,
  /** One whose other upgrade has not ended yet: that takes minutes. */
  upgrade_busy_ms: 60_000,
  /** Versions in the field that are told one by one. */
  firmware_versions_max: 100,
  role_name_max: 60,
  role_description_max: 200,
  /** Why something was removed, for the audit trail. */
  reason_max: 200,
  group_name_max: 60,
  /** What one resource group may list: these stand in the predicate of every query of its accounts. */
  group_agents_max: 200,
  group_regions_max: 200,
  group_products_max: 100,
  group_device_ids: 500,
  /** Accounts shown by name where a role or group is used. */
  affected_accounts_max: 100,
  /** Names that one refusal lists; the rest is a number. */
  refusal_names_max: 5,
  /** Uses that a refused deletion names. */
  references_named_max: 20,
  /** Devices shown of what a group would hold. */
  group_sample_max: 8,
  /** Notices one inbox shows: two screens; older things stand in logs and lists of their own. */
  notices_listed_max: 50,
  /** A notice is news for a week. */
  notices_age_ms: 604_800_000,
  /** How often the console process polls for notifications to publish: soon enough for a person, cheap for the database. */
  notices_poll_ms: 5_000,
  /** Notifications published per poll; further ones are shown in the inbox. */
  notices_polled_max: 200,
  device_name_max: 60,
  /** Units of one shipment: a lorry holds fewer (product 3.10). */
  shipment_devices_max: 1_000,
  /** Verdicts of a transfer that are shown: more than a person reads. */
  transfer_rows_shown: 200,
  /** Units of one request for release; what a person asks for at once. */
  release_units_max: 200,
  /** Open requests for release of one organisation: more than these nobody answers. */
  releases_open_max: 2_000,
  /** Unknown modules that are kept: the oldest give way, those without a product's valid secret first. */
  unknown_modules_max: 2_000,
  /** Of one source address: a flood from there does not push out the modules of others. */
  unknown_modules_per_address_max: 500,
  /** Entries that one source address gets noted in a minute; of a larger hall, others get their turn in the next. */
  unknown_modules_per_minute: 60,
  /** Unknown modules are collected in memory, at most so many, and stored together: soon enough for a person. */
  unknown_modules_flush_ms: 2_000,
  unknown_modules_waiting_max: 500,
  /** Modules that are refused without another look; more than that is a matter for the firewall. */
  banned_modules_max: 10_000,
  /** Unknown modules that one call approves, rejects or bans: a page of the list. */
  unknown_modules_selected_max: 100,
  import_tag_max: 40,
  /** Tags of one unit: a cell of the list shows them. */
  device_tag_max: 40,
  device_tags_max: 20,
  /** Tags a picker offers, the most used. */
  device_tags_listed_max: 500,
  /** Parts with serial numbers of one unit, and the length of each word. */
  device_parts_max: 30,
  device_part_max: 60,
  warranty_months_max: 240,
  /** Photos and documents of one unit. */
  device_files_max: 20,
  device_file_bytes: 2_097_152,
  device_photo_px: 1_600,
  file_name_max: 120,
  /** Photos of one commissioning report, and the size of a drawn signature. */
  commissioning_photos_max: 6,
  signature_bytes: 65_536,
  /** Bindings shown in the ownership of a unit, the newest. */
  ownership_bindings_max: 500,
  /** Groups of devices of one organisation: a picker shows them all. */
  device_groups_max: 200,
  /** Members of one list: as many as one wave of a rollout could ever want. */
  device_group_members_max: 50_000,
  /** Order, logistics and batch numbers. */
  shipment_no_max: 40,
  /** Spec 5 names limits of 100. */
  product_name_max: 100,
  product_key_max: 63,
  /** Letters of a code of a region: GB/T 2260 has 6, ISO 3166-2 up to 6. */
  region_code_max: 10,
  product_text_max: 500,
  register_name_max: 60,
  /** Hardware of a module as it registers it, and how many a product may name. */
  module_type_max: 40,
  module_types_max: 10,
  registers_added_max: 100,
  /** Kinds of software shown for one product: more than one screen of them is looked for in the device list. */
  software_listed_max: 100,
  /** Three times the largest list of a real board (855 points): what a table, a decoder and a poll plan still carry. */
  points_max: 3_000,
  point_key_max: 40,
  point_name_max: 120,
  point_text_max: 60,
  point_note_max: 300,
  point_invalid_max: 8,
  point_choices_max: 100,
  unit_max: 16,
  /** What the parser takes (modbus, MAX_FORMULA_CHARS). */
  formula_max: 200,
  /** Name of a write group or sequence; sequences of one product, and writes before or after a value. */
  write_name_max: 30,
  write_sequences_max: 20,
  write_steps_max: 8,
  /** Record tables of one product, records and columns of one table, registers of one record. */
  record_tables_max: 10,
  records_max: 100,
  record_columns_max: 20,
  record_registers_max: 64,
  /** Weekly schedules of one product, periods of a day and registers from one day to the next. */
  schedules_max: 8,
  schedule_periods_max: 12,
  schedule_day_registers_max: 256,
  /** Read ranges, templates, test vectors and alarm defaults of one product. */
  alone_ranges_max: 50,
  control_templates_max: 50,
  test_vectors_max: 200,
  /** A frame as text: the longest report of the device protocol (8 KiB) in hex, with blanks. */
  frame_text_max: 24_576,
  version_note_max: 500,
  versions_listed_max: 500,
  /** Changes of a draft that can be taken back; each holds the points it touched. */
  undo_max: 50,
  /** A draft of points_max points travels whole once, when it is pasted or replaced. */
  draft_body_bytes: 8_388_608,
  /** A whole product as one file: the draft that may travel, its picture, and the blanks that make it readable. */
  product_file_bytes: 12_582_912,
  /** A sheet as it is sent (base64); 10,000 rows of 30 columns are about 2 MB. */
  import_body_bytes: 16_777_216,
  import_rows_max: 20_000,
  /** Lines of a register list: its rows, and titles and prose above them. */
  import_lines_max: 20_100,
  import_columns_max: 100,
  /** Tables of one register list: a book of many sheets, or a document of many small tables. */
  import_tables_max: 200,
  /** First lines of a table that are shown to choose the header row from: tables, lines, cells of a line, letters of a cell. */
  import_preview_tables: 10,
  import_preview_lines: 100,
  import_preview_cells: 16,
  import_preview_cell: 40,
  /** Length of the id of a question about a register list: a type's name or a column's title. */
  import_question_max: 60,
  import_fixes_max: 2_000,
  /** Saved mappings of register lists: one a maker, some for several kinds of list. */
  import_mappings_max: 200,
  import_mapping_name_max: 60,
  import_title_max: 300,
  /** Reading and validating one sheet, in a process of its own that may hold so much. */
  import_read_ms: 30_000,
  import_heap_mb: 96,
  import_memory_mb: 400,
  /** All files of a workbook unpacked; a full sheet (rows x columns above) of numbers is about 50 MB of XML. */
  sheet_unpacked_bytes: 67_108_864,
  sheet_files_max: 1_000,
  /** Lists of equal lines pack 50 : 1; more than this is made to fill memory. Small files may, they cannot. */
  sheet_ratio_max: 200,
  sheet_ratio_from_bytes: 4_194_304,
  /** Cells filled from merged ranges. */
  sheet_merged_cells_max: 500_000,
  /** Unpacked: read in well under a second, so it does not queue behind large ones. */
  sheet_small_bytes: 1_048_576,
  /** Processor time of a small sheet, with the start of its process (a second on a busy machine); what takes longer is read as a large one. */
  sheet_small_ms: 2_500,
  /** Sheets that wait, together. */
  sheets_waiting_bytes: 67_108_864,
  import_samples: 5,
  /** Lines of one import of units: a month of a factory. */
  device_import_rows_max: 50_000,
  /** A cell of it; the longest is a secret of 64 digits with blanks between. */
  device_import_cell_max: 200,
  /** Heap of the process that reads a file of so many lines: 160 MB are enough for XLSX. */
  device_import_heap_mb: 224,
  /** Pasted text: a table of so many lines. */
  device_import_text_max: 10_000_000,
  /** Imports of one account that wait or run; all of them run one after the other. */
  device_import_open_max: 5,
  /** Drafts of one account; another one takes the place of the oldest. */
  device_import_drafts_max: 5,
  /** A draft is thrown away when nobody went on with it for so long. */
  device_import_draft_ms: 604_800_000,
  hardware_version_max: 40,
  serial_max: 60,
  virtual_units_max: 20,
  /** Reports of a day that a replay shows: one a minute, and as many again. */
  replay_rows_max: 2_880,
  /** A forgotten virtual unit ends by itself. */
  virtual_unit_ms: 14_400_000,
  /** Cards are the same when these characters are (domain 7): of the 20th some makers leave out, some make a letter. */
  iccid_key_chars: 19,
  msisdn_max: 20,
  iccid_text_max: 60,
  /** A terabyte: no plan of a module has more. */
  iccid_traffic_mb_max: 1_048_576,
  /** Ten years: the longest filter and threshold of days left. */
  iccid_days_max: 3_650,
  iccid_thresholds_max: 8,
  iccid_history_max: 200,
  iccid_traffic_days: 30,
  /** One call to a carrier, and the most it may answer. */
  carrier_timeout_ms: 10_000,
  carrier_answer_bytes: 1_048_576,
  /** Carriers take so many cards in one call. */
  carrier_batch_min: 10,
  carrier_batch_max: 100,
  /** Own codes: twenty times what ships of four boards; the list of a set is searched whole. */
  fault_codes_max: 5_000,
  fault_code_max: 40,
  fault_text_max: 1_000,
  fault_parts_max: 20,
  fault_part_max: 80,
  manual_url_max: 500,
  /** Of all houses at one code: what solved it, not a diary. */
  fault_notes_max: 200,
  /** How far back alarms of a code are counted (product 3.40): 30 days, and how many of their units are listed. */
  fault_use_ms: 2_592_000_000,
  fault_devices_max: 20,
  keyword_max: 2_000,
  /** Ids one filter may hold, several separated by commas (spec 5). */
  /** Upgrades that the page of a unit shows, the newest. */
  unit_upgrades_shown: 50,
  filter_ids_max: 500,
  /** Least number of app users that a filter may ask for: more have hardly a unit in common. */
  bound_users_filter_max: 20,
  /** Points one control command may set: as many as a week of a schedule has registers in one frame. */
  control_points_max: 123,
  /** Device protocol 3: server time-out of a command, then one resend, then "no answer". */
  change_reason_max: 200,
  /** Files of an archive: five devices over two years, day by day. */
  export_parts_max: 4_000,
  /** A campaign that would upgrade more units begins with a test group. */
  campaign_untested_max: 200,
  campaign_from_versions_max: 10,
  /** Settings that a person pins on top of the control tab of a product. */
  pinned_points_max: 20,
  /** Commands of one unit that wait for their time. */
  scheduled_per_device_max: 20,
  scheduled_ended_shown: 10,
  /** How far ahead a command may be scheduled, ms. */
  scheduled_ahead_max_ms: 365 * 86_400_000,
  scheduled_wait_max_minutes: 7 * 24 * 60,
  /** How long scheduled commands that ended are kept, ms; the control log keeps what was sent. */
  scheduled_record_ms: 90 * 86_400_000,
  command_timeout_ms: 15_000,
  /** After a read-back mismatch or an unanswered resend a command is dead; nothing revives it. */
  command_expiry_ms: 45_000,
  /** Spec 9: model setting takes effect within 5 s. */
  model_set_ms: 5_000,
  /** Spec 9: model detection takes within 60 s. */
  model_detect_ms: 60_000,
  /** Spec 9: a console queries again only after so long; results are pushed meanwhile. */
  model_requery_ms: 60_000,
  /** Devices of one batch of settings or detections. */
  model_batch_max: 500,
  /** Detections and settings that run at the same time; further ones wait. */
  model_running_max: 100,
  /** A queued setting or detection that was not its turn for so long has failed. */
  model_queue_ms: 900_000,
  /** Reads of one detection: kept as its evidence. */
  model_probes_max: 100,
  /** Candidates kept as evidence, the best first. */
  model_candidates_max: 5,
  /** While a console watches, the module reports this often (device protocol 3, `poll`). */
  live_view_period_s: 5,
  live_view_ttl_s: 180,
  /** A module that answers a ping later than this has not answered. */
  ping_ms: 10_000,
  /** A capture of raw frames lasts so long, unless it is full before: frames, and bytes of their payloads. */
  capture_ms: 300_000,
  capture_frames_max: 1_000,
  capture_bytes_max: 1_048_576,
  /** Captures of all devices that run at the same time: each writes to the database every second. */
  captures_running_max: 20,
  /** The frames of a capture are deleted after it, unless another of the same device is begun before. */
  capture_kept_days: 7,
  /** A WiFi or 4G module is offline after this silence (product 3.42). */
  offline_grace_wifi_ms: 180_000,
  offline_grace_4g_ms: 600_000,
  /** A value older than this is shown as stale. */
  stale_after_ms: 180_000,
  /** Columns of one export: more than any list has; the matrix of roles has one for each right. */
  export_columns_max: 200,
  export_name_max: 60,
  /** Key of a column; the longest is a point's. */
  list_column_max: 60,
  /** Width of a column that people set, px: a few characters, and the width of a laptop's screen. */
  column_width_px: { min: 40, max: 1_200 },
  /** Views one account keeps for one list; a menu cannot show more. */
  list_views_max: 20,
  view_name_max: 40,
  /** The filters of a list with hundreds of device ids. */
  view_query_max: 4_000,
  /** Exports of one account that wait or run; they run one after the other. */
  export_open_max: 10,
  /** Rows of a table of the home page, each counted by itself. */
  home_rows_max: 50,
  home_chart_days: 30,
  /** An analysis covers a heating season and the one before it at most. */
  analysis_period_days_max: 366,
  analysis_products_max: 20,
  /** Combinations of product, hardware and version in one answer: a fleet has some dozens. */
  analysis_versions_max: 200,
  /** Codes, distributors and versions of a figure: what one looks at, the most first. */
  analysis_groups_max: 30,
  /** Units with most lost connections. */
  analysis_worst_max: 10,
  /** Units that stand lowest among their like. */
  analysis_benchmark_max: 10,
  /** Units whose newest set-points are decoded for a distribution: its shape no longer changes with more. */
  analysis_setpoint_units_max: 2_000,
  /** Units that detectors look at in one call: each has three months of days. */
  analysis_detector_units_max: 3_000,
  /** Units with a finding in one answer, the worst first. */
  analysis_detected_max: 100,
  /** Units in one file of figures: what a spreadsheet is still handled with. */
  analysis_export_units_max: 50_000,
  /** Saved reports of one account. */
  reports_max: 50,
  report_name_max: 80,
  /** Mail addresses of one report: more is a mailing list's work. */
  report_recipients_max: 10,
  /** Runs of a report that are kept with their file. */
  report_runs_max: 12,
  /** A report that runs longer was lost with its process, ms. */
  report_run_ms: 900_000,
  /** Scheduled reports that one turn makes; the others follow a minute later. */
  reports_per_turn: 20,
  /** Distributors of one figure: the provinces of a country several times; the others are found in their list. */
  statistics_agents_max: 200,
  /** Most frequent alarm codes of a figure. */
  alarm_codes_max: 10,
  /** Units that need somebody: what one person starts a morning with. */
  attention_max: 10,
  /** Units whose daily figures are read for the COP of a part of the fleet. */
  cop_trend_units_max: 5_000,
  /** Units asked for the trend of those online: the share of a larger part is known to half a percent. */
  online_trend_units_max: 2_000,
  /** Events of a big screen: two of its columns. */
  fleet_events_max: 40,
  /** Lines of the audit log that are counted and paged to: beyond it the period is narrowed. */
  audit_count_max: 100_000,
  /** Entries of the device log that are counted and paged to: each of its tables is read so far. */
  device_log_count_max: 10_000,
  /** Units whose reports the device log lists together: their days are read whole. */
  device_log_report_units_max: 5,
  /** Text that entries of the device log are searched for. */
  device_log_text_max: 60,
  /** Days of reports that it lists unless a period is given. */
  device_log_report_days: 1,
  /** Units whose connections are drawn above the device log. */
  device_log_strips_max: 8,
  /** Days of a unit's connections in one answer. */
  connection_days_max: 92,
  /** Lines of the control log that are counted and paged to: beyond it the period is narrowed. */
  control_count_max: 100_000,
  /** Refusals of one account that are written in a minute; the rest of the minute is one line with their number. */
  audit_refusals_per_minute: 300,
  /** Records of exports that are over are kept for 90 days. */
  export_record_ms: 7_776_000_000,
  /** Files one account may download at the same time. */
  export_downloads_max: 4,
  app_name_max: 60,
  /** An app is opened now and then, on a phone that has a lock of its own. */
  app_session_idle_ms: 2_592_000_000,
  app_session_absolute_ms: 15_552_000_000,
  /** Phones and tablets of one person; the oldest session gives way. */
  app_sessions_max: 10,
  /** A code the owner hands over at home; a day is enough to type it in. */
  share_code_ttl_ms: 86_400_000,
  /** Codes of one unit that wait to be used. */
  share_codes_max: 5,
  /** Grants of one unit that are active: its owner keeps an overview. */
  data_grants_max: 10,
  /** Longest grant to a third party; the owner renews it by another one. */
  data_grant_days_max: 365,
  data_recipient_max: 100,
  data_purpose_max: 300,
  /** Reports in one answer of the owner's data. */
  data_rows_max: 1_000,
  data_rows_default: 500,
  /** Days of reports that one answer looks through: the next page goes on. */
  data_page_days_max: 31,
  /** Points that one query may name; without a choice it is all of them. */
  data_points_max: 300,
  /** Reads of one kind by an owner or third party in a minute. */
  data_calls_per_minute: 60,
  /** An answer waits so long for a new report, below the time-outs of usual proxies. */
  data_wait_max_s: 25,
  /** Reads that wait at the same time; more are answered at once. */
  data_waits_max: 500,
  /** The wait looks for a new report this often. */
  data_wait_poll_ms: 1_000,
  /** The whole data of a unit as a file: kept a week, and this large at most (ten years of reports each half minute, compressed). */
  data_export_kept_ms: 604_800_000,
  data_export_bytes: 4_294_967_296,
  /** The newest of each that the file of an owner has. */
  data_export_alarms_max: 10_000,
  data_export_events_max: 50_000,
  /** Reason why a point is withheld as a trade secret. */
  trade_secret_reason_max: 200,
  /** Body of an external broker's request: it holds a handful of names, topics and passwords. */
  broker_word_chars: 512,
  broker_question_bytes: 8_192,
  /** Requests per address without the shared secret that get a 401; the rest of the window gets 429. */
  broker_wrong_secrets: 10,
  broker_wrong_secrets_window_ms: 600_000,
  /** What staff write to people of the app, and how much of it each keeps: the oldest give way. */
  message_title_max: 80,
  message_text_max: 1_000,
  messages_kept_max: 100,
  /** Phones of one person that push messages reach; the one registered first gives way. */
  push_tokens_max: 5,
  /** Tokens of the push services have from 64 characters to some hundreds, and may grow; a hint of eight reveals little. */
  push_token_min: 32,
  push_token_max: 1_024,
  /** Release notes of a version, and the address of its store page. */
  version_notes_max: 1_000,
  store_url_max: 500,
  /** A package of an app; maps and pictures of a language each fit. */
  package_bytes_max: 268_435_456,
  /** One part of its upload; `package_part_body_bytes` is its call with the base64 around it. */
  package_part_bytes: 1_048_576,
  package_part_body_bytes: 1_420_000,
  /** An upload that nobody goes on with is dropped after a day. */
  package_upload_ms: 86_400_000,
  /** A link to a package, from the update check to the end of the download over a slow line. */
  package_link_ms: 7_200_000,
  /** Packages on their way to phones at the same time; the others are asked to come back. */
  package_downloads_max: 100,
  /** Countries one version is for; more of them are all. */
  version_countries_max: 60,
  /** A release is planned at most so far ahead. */
  version_schedule_ms: 31_536_000_000,
  /** Rows in the figure of versions in use; the others are one row. */
  version_shares_max: 20,
  /** Released versions above an installed one that are looked at: years of them. */
  versions_compared_max: 200,
  /** Labels of one file: 42 sheets of 24, or a large roll; a larger batch is printed in several files. */
  labels_max: 999,
  /** Labels on a sheet of A4. */
  labels_per_sheet_max: 24,
  /** Older values of a module that is online are a fault: several reports in a row are missing. */
  diagnosis_fresh_ms: 600_000,
  /** Zoom of the map: a house. */
  map_zoom_max: 20,
  /** Clusters of one view: more than fit on a screen. */
  map_clusters_max: 600,
  /** Units in the list beside the map; the whole list is the device list. */
  map_units_max: 50,
  /** Provinces and countries. */
  map_regions_max: 300,
  /** Ranges of the index that one view is read by. */
  map_ranges_max: 24,
  /** Radius of a circle on the map, km: a building site to a large country. */
  map_circle_min_km: 0.05,
  map_circle_max_km: 2_000,
  /** A position known less exactly than this is an estimate, m: about a street. */
  position_exact_m: 1_000,
  /** No place on earth is farther from another, m. */
  position_accuracy_max_m: 20_040_000,
  /** An address that is searched for, characters. */
  geocode_text_min: 2,
  geocode_text_max: 200,
  /** Places found for an address. */
  geocode_candidates_max: 5,
  geocode_label_max: 300,
  /** One call to the geocoder, and the most it may answer. */
  geocoder_timeout_ms: 8_000,
  geocoder_answer_bytes: 262_144,
  /** Least time between two calls of the whole installation: public geocoders demand it. */
  geocoder_interval_ms: 1_000,
  /** A search that would have to wait longer than this for its turn is refused. */
  geocoder_wait_max_ms: 5_000,
  /** Answers are kept so long, and so many of them. */
  geocoder_kept_ms: 86_400_000,
  geocoder_kept_max: 500,
  /** Frames that are stored once more or discarded at a time. */
  dead_letters_selected_max: 200,
  dead_letter_reason_max: 60,
  /** Jobs on the screen of operations. */
  jobs_listed_max: 100,
  /** Of the sockets of a console, at once on the screen. */
  sockets_listed_max: 200,
  /** Events planted at simulated units: named units of one, units of one, open at a time, on the screen, kept. */
  planted_macs_max: 500,
  planted_units_max: 5_000,
  planted_open_max: 50,
  planted_listed_max: 100,
  planted_kept_ms: 7_776_000_000,
  /** An event lasts at most a week, and begins within one. */
  planted_max_min: 10_080,
  planted_ahead_max_min: 10_080,
  /** A cold (warm) wave in K. */
  planted_delta_min_k: -40,
  planted_delta_max_k: 25,
  /** A JSON body may be this large. */
  http_body_bytes: 262_144,
} as const
