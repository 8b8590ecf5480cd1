import type { ModelActionKind, ModelReason } from '@heatfleet/contract/models/actions.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { BusState, ControlState, ModelActionState, OnlineState } from '@heatfleet/contract/transitions.ts'
import type { ProcessMetrics } from './metrics.ts'

/**
 * Messages between the console process and the gateway process. All are published after the commit, and every listener
 * tolerates repeats and losses: the database is the source of truth.
 */
export type ToGateway =
  /**
   * The devices that consoles watch: only their newest values are sent back. The current state of newly watched devices
   * (`begun`) is sent at once: it may have changed since the console fetched it.
   */
  | { kind: 'watch'; device_ids: number[]; begun: number[] }
  /** Rows of the control log, state `queued`, to be sent to their devices. */
  | { kind: 'controls_queued'; control_ids: number[] }
  /** Settings and detections of models, state `queued`. */
  | { kind: 'model_actions_queued'; action_ids: number[] }
  /** These were stopped by a person. */
  | { kind: 'model_actions_stopped'; action_ids: number[] }
  /** Upgrades that were queued or taken back. */
  | { kind: 'upgrades_changed'; upgrade_ids: number[] }
  /** Report fast for a while (a console shows the device). */
  | { kind: 'live_view'; device_id: number }
  /** Read everything now. */
  | { kind: 'refresh'; device_id: number }
  /** Definitions or devices changed: drop what is cached. */
  | { kind: 'products_changed'; product_keys: string[] }
  /** Rules by which reports are alarms. */
  | { kind: 'alarm_rules_changed' }
  /** The knowledge base of faults: severities follow it. */
  | { kind: 'faults_changed' }
  | { kind: 'devices_changed'; device_ids: number[] }
  /**
   * Unknown modules were approved, rejected, banned or forgotten, or devices imported: bans are read anew, and failed
   * log-ins of `admitted` ids are forgotten.
   */
  | { kind: 'modules_admitted'; admitted: string[] }
  /** Frames that could not be stored are processed once more. */
  | { kind: 'dead_letters_replayed'; dead_letter_ids: number[] }
  /** A ping of a device's module waits to be sent. */
  | { kind: 'ping_requested'; device_id: number }
  /** A module is to restart; not after `exp_s`, unix s. */
  | { kind: 'restart_requested'; mac: string; id: string; exp_s: number }
  /** A capture of a device's frames was begun or ended. */
  | { kind: 'capture_changed'; device_id: number }
  | { kind: 'stop' }

export type FromGateway =
  | { kind: 'ready'; mqtt_port: number | null; mqtts_port: number | null }
  | { kind: 'failed'; setting: string; sentence: string }
  /** Newest status of a watched device; `attrs` only what the report brought. */
  | {
      kind: 'status'
      device_id: number
      mac: string
      agent_path: string
      product_key: string
      at: number | null
      online_status: OnlineState
      bus_status: BusState
      rssi_dbm: number | null
      alarm_keys: string[]
      alarm_severity: Severity | null
      attrs: Record<string, number>
      /** Keys of attrs that only installers see. */
      installer_keys: readonly string[]
    }
  | {
      kind: 'control_moved'
      control_id: number
      device_id: number
      mac: string
      agent_path: string
      key: string
      state: ControlState
      old_value: number | null
      new_value: number
      read_back: number | null
      reason: string | null
    }
  /** Log-ins of unknown modules were stored. */
  | { kind: 'unknown_modules' }
  /** A setting or detection of a model reached a state. */
  | {
      kind: 'model_moved'
      action_id: number
      device_id: number
      mac: string
      product_key: string
      action: ModelActionKind
      state: ModelActionState
      reason: ModelReason | null
    }
  /** Metrics of the gateway process, sent every few seconds. */
  | { kind: 'metrics'; metrics: ProcessMetrics }

/** One end of the channel between the two processes. */
type Bus<Out, In> = {
  publish: (message: Out) => void
  subscribe: (listener: (message: In) => void) => () => void
}
export type ConsoleBus = Bus<ToGateway, FromGateway>
export type GatewayBus = Bus<FromGateway, ToGateway>
