/**
 * Exclusive states and their legal moves, one table each. The server moves a row with one
 * `update … where state = any(from)`, so a late answer can never revive a finished row; the console draws buttons from it.
 */
const CONTROL_MOVES = {
  queued: ['sent', 'failed', 'expired'],
  sent: ['acked', 'failed', 'expired'],
  acked: ['verified', 'mismatch', 'failed', 'expired'],
  verified: [],
  mismatch: [],
  failed: [],
  expired: [],
} as const
export type ControlState = keyof typeof CONTROL_MOVES
export const CONTROL_STATES = Object.keys(CONTROL_MOVES) as [ControlState, ...ControlState[]]

/** States from which `to` may be reached. */
export const statesBefore = (to: ControlState): ControlState[] =>
  CONTROL_STATES.filter((from) => (CONTROL_MOVES[from] as readonly ControlState[]).includes(to))

/** True when nothing can change the command any more. */
export const isFinal = (state: ControlState): boolean => CONTROL_MOVES[state].length === 0

/** A version of an app: a draft is changed or thrown away, what was withdrawn never comes back. */
export const APP_VERSION_MOVES = {
  draft: ['scheduled', 'released'],
  scheduled: ['draft', 'released'],
  released: ['paused', 'withdrawn'],
  paused: ['released', 'withdrawn'],
  withdrawn: [],
} as const
export type AppVersionState = keyof typeof APP_VERSION_MOVES
export const APP_VERSION_STATES = Object.keys(APP_VERSION_MOVES) as [AppVersionState, ...AppVersionState[]]

/** States from which a version of an app may become `to`. */
export const versionStatesBefore = (to: AppVersionState): AppVersionState[] =>
  APP_VERSION_STATES.filter((from) => (APP_VERSION_MOVES[from] as readonly AppVersionState[]).includes(to))

/**
 * A SIM card: `expired` by its end, and active again by a renewal; what was cancelled never comes back. A card is stopped and
 * resumed by its carrier, whose list may also say so.
 */
export const ICCID_MOVES = {
  test: ['in_stock', 'active', 'cancelled'],
  in_stock: ['test', 'active', 'cancelled'],
  active: ['stopped', 'expired', 'cancelled'],
  stopped: ['active', 'expired', 'cancelled'],
  expired: ['active', 'cancelled'],
  cancelled: [],
} as const
export type IccidState = keyof typeof ICCID_MOVES
export const ICCID_STATES = Object.keys(ICCID_MOVES) as [IccidState, ...IccidState[]]

/** States from which a card may become `to`. */
export const iccidStatesBefore = (to: IccidState): IccidState[] =>
  ICCID_STATES.filter((from) => (ICCID_MOVES[from] as readonly IccidState[]).includes(to))

/**
 * Spec 4: recognition of the board by the module (`vcard_pk`). A detection that fails, rather than finding no match, restores
 * the state before it.
 */
const RECOGNITION_MOVES = {
  recognized: ['identifying'],
  identifying: ['recognized', 'unrecognized', 'not_started'],
  not_started: ['identifying', 'recognized'],
  unrecognized: ['identifying', 'recognized'],
} as const
export type RecognitionState = keyof typeof RECOGNITION_MOVES
export const RECOGNITION_STATES = Object.keys(RECOGNITION_MOVES) as [RecognitionState, ...RecognitionState[]]

/** A setting ends as `effective` (spec 4: within 5 s), a detection as one of the recognition states (within 60 s). */
const MODEL_ACTION_MOVES = {
  queued: ['sent', 'failed', 'stopped'],
  sent: ['effective', 'recognized', 'unrecognized', 'failed', 'stopped'],
  effective: [],
  recognized: [],
  unrecognized: [],
  failed: [],
  stopped: [],
} as const
export type ModelActionState = keyof typeof MODEL_ACTION_MOVES
export const MODEL_ACTION_STATES = Object.keys(MODEL_ACTION_MOVES) as [ModelActionState, ...ModelActionState[]]

/** States from which a setting or detection may become `to`. */
export const modelStatesBefore = (to: ModelActionState): ModelActionState[] =>
  MODEL_ACTION_STATES.filter((from) => (MODEL_ACTION_MOVES[from] as readonly ModelActionState[]).includes(to))

/** States of an action that has not ended. */
export const OPEN_MODEL_STATES = ['queued', 'sent'] as const satisfies readonly ModelActionState[]

/** A rollout: proposed, approved by somebody, then started; what was rejected or stopped never runs again. */
export const ROLLOUT_MOVES = {
  proposed: ['approved', 'rejected'],
  approved: ['running', 'rejected'],
  running: ['paused', 'stopped', 'done'],
  paused: ['running', 'stopped'],
  done: ['running'],
  stopped: [],
  rejected: [],
} as const
export type RolloutState = keyof typeof ROLLOUT_MOVES
export const ROLLOUT_STATES = Object.keys(ROLLOUT_MOVES) as [RolloutState, ...RolloutState[]]

/** States from which a rollout may become `to`. */
export const rolloutStatesBefore = (to: RolloutState): RolloutState[] =>
  ROLLOUT_STATES.filter((from) => (ROLLOUT_MOVES[from] as readonly RolloutState[]).includes(to))

/**
 * One unit of a rollout. `equal` = there was nothing to change; `expired` = off line until the deadline; `skipped` = the
 * rollout was stopped before its turn, or does not fit the unit. What was sent but never reached the unit waits again; retrying returns what failed.
 */
const ROLLOUT_UNIT_MOVES = {
  waiting: ['sent', 'equal', 'done', 'failed', 'expired', 'skipped'],
  sent: ['done', 'failed', 'waiting'],
  done: [],
  equal: [],
  failed: ['waiting'],
  expired: ['waiting'],
  skipped: [],
} as const
export type RolloutUnitState = keyof typeof ROLLOUT_UNIT_MOVES
export const ROLLOUT_UNIT_STATES = Object.keys(ROLLOUT_UNIT_MOVES) as [RolloutUnitState, ...RolloutUnitState[]]

/** States from which a unit of a rollout may become `to`. */
export const unitStatesBefore = (to: RolloutUnitState): RolloutUnitState[] =>
  ROLLOUT_UNIT_STATES.filter((from) => (ROLLOUT_UNIT_MOVES[from] as readonly RolloutUnitState[]).includes(to))

/**
 * The upgrade of one unit (device-protocol 5). It ends as one of the results of the specification, is refused by its module
 * (`rejected`), or is taken back. A module that was announced an image while it is away waits again.
 */
const UPGRADE_MOVES = {
  waiting: ['announced', 'comm_exception', 'cancelled'],
  announced: [
    'waiting',
    'accepted',
    'downloading',
    'success',
    'rejected',
    'comm_exception',
    'check_error',
    'cancelled',
  ],
  accepted: ['downloading', 'verifying', 'success', 'rejected', 'comm_exception', 'check_error', 'cancelled'],
  downloading: ['verifying', 'restarting', 'success', 'comm_exception', 'check_error', 'cancelled'],
  verifying: ['restarting', 'success', 'comm_exception', 'check_error'],
  restarting: ['success', 'comm_exception', 'check_error'],
  success: [],
  comm_exception: [],
  check_error: [],
  rejected: [],
  cancelled: [],
} as const
export type UpgradeState = keyof typeof UPGRADE_MOVES
export const UPGRADE_STATES = Object.keys(UPGRADE_MOVES) as [UpgradeState, ...UpgradeState[]]

/** States from which the upgrade of a unit may become `to`. */
export const upgradeStatesBefore = (to: UpgradeState): UpgradeState[] =>
  UPGRADE_STATES.filter((from) => (UPGRADE_MOVES[from] as readonly UpgradeState[]).includes(to))

/** True when nothing can change the upgrade any more. */
export const isUpgradeOver = (state: UpgradeState): boolean => UPGRADE_MOVES[state].length === 0

/**
 * Spec 4: handling of an alarm by people; whether its condition is active or recovered is apart from it. Undoing an acceptance
 * leads back to `unprocessed`, reopening to `in_process`.
 */
export const ALARM_HANDLING_MOVES = {
  unprocessed: ['in_process', 'processed', 'closed'],
  in_process: ['unprocessed', 'processed', 'closed'],
  processed: ['in_process', 'closed'],
  closed: ['in_process'],
} as const
export type AlarmHandling = keyof typeof ALARM_HANDLING_MOVES
export const ALARM_HANDLING_STATES = Object.keys(ALARM_HANDLING_MOVES) as [AlarmHandling, ...AlarmHandling[]]

/** States from which the handling of an alarm may become `to`. */
export const handlingBefore = (to: AlarmHandling): AlarmHandling[] =>
  ALARM_HANDLING_STATES.filter((from) => (ALARM_HANDLING_MOVES[from] as readonly AlarmHandling[]).includes(to))

/** Spec 4 and product 3.0: `never` is its own state, it is not a long `offline`. */
export const ONLINE_STATES = ['online', 'offline', 'never'] as const
export type OnlineState = (typeof ONLINE_STATES)[number]

/** Spec 3: whether the board of a device is known (`identify_status`); apart from where recognition stands. */
export const IDENTIFY_STATES = ['recognized', 'unrecognized'] as const

/** Spec 3, 485 communication status: kept apart from the online state. */
export const BUS_STATES = ['ok', 'lost', 'unknown'] as const
export type BusState = (typeof BUS_STATES)[number]
