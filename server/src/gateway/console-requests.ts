import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import type { Dispatch } from '../features/controls/dispatch.ts'
import type { FrameCapture } from '../features/device-capture/frame-capture.ts'
import type { ModulePing } from '../features/device-capture/module-ping.ts'
import type { LiveView } from '../features/devices/live-view.ts'
import type { RecordReads } from '../features/devices/record-reads.ts'
import { sendPlans } from '../features/devices/registration.ts'
import type { UpgradeRunner } from '../features/firmware/runner.ts'
import type { FirstContactInGateway } from '../features/first-contact/gateway.ts'
import type { ModelRunner } from '../features/models/runner.ts'
import type { DeadLetterReplay } from '../ingest/dead-letter-replay.ts'
import type { DeviceCache } from '../ingest/device-cache.ts'
import type { StatusPublisher } from '../ingest/publish-status.ts'
import type { ToGateway } from '../platform/bus.ts'
import type { DeviceTransport } from '../transports/device-transport.ts'

type Deps = {
  first_contact: Pick<FirstContactInGateway, 'decided'>
  device_cache: Pick<DeviceCache, 'getCached' | 'reload' | 'dropProducts' | 'dropLayouts' | 'listOnline' | 'findLayout'>
  publisher: Pick<StatusPublisher, 'watch' | 'publishCurrentState'>
  dispatch: Pick<Dispatch, 'queued'>
  models: Pick<ModelRunner, 'queued' | 'stopped'>
  upgrades: Pick<UpgradeRunner, 'changed'>
  live_view: Pick<LiveView, 'watch' | 'refresh'>
  record_reads: Pick<RecordReads, 'requested'>
  dead_letter_replay: DeadLetterReplay
  transport: Pick<DeviceTransport, 'disconnect' | 'publish'>
  ping: Pick<ModulePing, 'requested'>
  capture: Pick<FrameCapture, 'changed'>
}

/** Handles a request of the console process; `stop` is handled by main.ts. */
export const handleConsoleRequest = async (
  {
    first_contact,
    device_cache,
    publisher,
    dispatch,
    models,
    upgrades,
    live_view,
    record_reads,
    dead_letter_replay,
    transport,
    ping,
    capture,
  }: Deps,
  message: ToGateway,
): Promise<void> => {
  switch (message.kind) {
    case 'watch':
      publisher.watch(message.device_ids)
      await publishCurrentStates({ device_cache, publisher }, message.begun)
      break
    case 'controls_queued':
      await dispatch.queued(message.control_ids)
      break
    case 'model_actions_queued':
      await models.queued(message.action_ids)
      break
    case 'model_actions_stopped':
      models.stopped(message.action_ids)
      break
    case 'upgrades_changed':
      await upgrades.changed(message.upgrade_ids)
      break
    case 'live_view': {
      const device = device_cache.getCached(message.device_id)
      if (device !== undefined) live_view.watch(device.mac)
      break
    }
    case 'refresh': {
      const device = device_cache.getCached(message.device_id)
      if (device === undefined) break
      live_view.refresh(device.mac)
      await record_reads.requested(device)
      break
    }
    case 'products_changed':
      device_cache.dropProducts(message.product_keys)
      await sendPlans({ device_cache, transport }, message.product_keys)
      break
    case 'alarm_rules_changed':
      // Where the rules are kept (run.ts).
      break
    case 'faults_changed':
      device_cache.dropLayouts()
      break
    case 'devices_changed':
      // Deleted, or with a new secret: the old session ends at once.
      for (const mac of await device_cache.reload(message.device_ids)) transport.disconnect(mac)
      break
    case 'modules_admitted':
      await first_contact.decided(message.admitted)
      break
    case 'dead_letters_replayed':
      await dead_letter_replay(message.dead_letter_ids)
      break
    case 'ping_requested':
      await ping.requested(message.device_id)
      break
    case 'restart_requested':
      transport.publish(message.mac, 'cmd', buildPayload({ id: message.id, op: 'reboot', exp: message.exp_s }))
      break
    case 'capture_changed':
      await capture.changed(message.device_id)
      break
    case 'stop':
      break
    default:
      message satisfies never
  }
}

/** A device that is not cached has not reported since this process started: the console has fetched its current state. */
const publishCurrentStates = async (
  { device_cache, publisher }: Pick<Deps, 'device_cache' | 'publisher'>,
  device_ids: readonly number[],
): Promise<void> => {
  for (const device_id of device_ids) {
    const device = device_cache.getCached(device_id)
    if (device === undefined || device.state.last_report_ms === null) continue
    const layout = await device_cache.findLayout(device)
    if (layout !== null) publisher.publishCurrentState(device, layout)
  }
}
