import type { Dispatch } from '../features/controls/dispatch.ts'
import type { LiveView } from '../features/devices/live-view.ts'
import { sendPlans } from '../features/devices/registration.ts'
import type { KnownDevices } from '../ingest/known-devices.ts'
import type { StatusPublisher } from '../ingest/publish-status.ts'
import type { ToGateway } from '../platform/bus.ts'
import type { DeviceTransport } from '../transports/device-transport.ts'

type Deps = {
  known: Pick<KnownDevices, 'recall' | 'reload' | 'forgetProducts' | 'forgetKnowledge' | 'listOnline' | 'findLayout'>
  publisher: Pick<StatusPublisher, 'watch' | 'publishPresent'>
  dispatch: Pick<Dispatch, 'queued'>
  live_view: Pick<LiveView, 'watch' | 'refresh'>
  transport: Pick<DeviceTransport, 'disconnect' | 'publish'>
}

/** Does what the console process asks for; `stop` is the process's own business (main.ts). */
export const obeyConsole = async (
  { known, publisher, dispatch, live_view, transport }: Deps,
  message: ToGateway,
): Promise<void> => {
  switch (message.kind) {
    case 'watch':
      publisher.watch(message.device_ids)
      await tellPresent({ known, publisher }, message.begun)
      break
    case 'controls_queued':
      await dispatch.queued(message.control_ids)
      break
    case 'live_view': {
      const device = known.recall(message.device_id)
      if (device !== undefined) live_view.watch(device.mac)
      break
    }
    case 'refresh': {
      const device = known.recall(message.device_id)
      if (device !== undefined) live_view.refresh(device.mac)
      break
    }
    case 'products_changed':
      known.forgetProducts(message.product_keys)
      await sendPlans({ known, transport }, message.product_keys)
      break
    case 'faults_changed':
      known.forgetKnowledge()
      break
    case 'devices_changed':
      // Gone, or with a new secret: the old one ends now and not with the connection.
      for (const mac of await known.reload(message.device_ids)) transport.disconnect(mac)
      break
    case 'stop':
      break
    default:
      message satisfies never
  }
}

/** A device not in memory has reported nothing since this process began: what the console fetched is its present. */
const tellPresent = async (
  { known, publisher }: Pick<Deps, 'known' | 'publisher'>,
  device_ids: readonly number[],
): Promise<void> => {
  for (const device_id of device_ids) {
    const device = known.recall(device_id)
    if (device === undefined || device.state.last_report_ms === null) continue
    const layout = await known.findLayout(device)
    if (layout !== null) publisher.publishPresent(device, layout)
  }
}
