import {
  AckMessage,
  EventMessage,
  Registration,
  StateMessage,
  TimeRequest,
} from '@heatfleet/contract/device-protocol/device-messages.ts'
import { buildPayload, type ParsedPayload, parsePayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { OtaMessage } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Dispatch } from '../features/controls/dispatch.ts'
import type { ModulePing } from '../features/device-capture/module-ping.ts'
import type { Connectivity } from '../features/devices/connectivity.ts'
import type { RecordReads } from '../features/devices/record-reads.ts'
import { factsOf, register, takeEvent } from '../features/devices/registration.ts'
import type { UpgradeRunner } from '../features/firmware/runner.ts'
import type { ModelRunner } from '../features/models/runner.ts'
import type { CachedDevice, DeviceCache } from '../ingest/device-cache.ts'
import type { GatewayMetrics } from '../ingest/gateway-metrics.ts'
import type { StatusPublisher } from '../ingest/publish-status.ts'
import type { ReportWriter } from '../ingest/report-writer.ts'
import type { WithRetry } from '../ingest/retry-policy.ts'
import type { Clock } from '../platform/clock.ts'
import type { DeviceTransport, Uplink } from '../transports/device-transport.ts'

type Deps = {
  clock: Pick<Clock, 'now'>
  pool: Parameters<typeof register>[0]['pool']
  device_cache: DeviceCache
  writer: Pick<ReportWriter, 'take'>
  connectivity: Pick<Connectivity, 'cameOnline' | 'wentOffline'>
  dispatch: Pick<Dispatch, 'acknowledged'>
  models: Pick<ModelRunner, 'acknowledged' | 'registered'>
  ping: Pick<ModulePing, 'acknowledged'>
  record_reads: Pick<RecordReads, 'acknowledged'>
  upgrades: Pick<UpgradeRunner, 'registered' | 'reported' | 'requested'>
  publisher: Pick<StatusPublisher, 'publishState'>
  transport: Pick<DeviceTransport, 'publish'>
  metrics: Pick<GatewayMetrics, 'refusedMessages'>
  log: Logger
  withRetry: WithRetry
  /** The module is connected and subscribed. */
  onListening: (did: string) => void
}

/** Routes each uplink by channel and acknowledges it once its content is stored. */
export const createUplinkRouter = (deps: Deps): ((uplink: Uplink) => void) => {
  const { clock, pool, device_cache, transport, metrics, log, withRetry } = deps
  const count = ({ channel }: Uplink, reason: string) => metrics.refusedMessages.inc({ channel, reason })

  /** Parses, finds the device and calls `handle`. An unreadable message is counted and acknowledged. */
  const take = <T>(
    uplink: Uplink,
    schema: z.ZodType<T>,
    handle: (device: CachedDevice, message: T) => Promise<void>,
  ) => {
    const parsed: ParsedPayload<T> = parsePayload(schema, uplink.payload)
    if (!parsed.ok) {
      count(uplink, parsed.reason)
      return uplink.acknowledge()
    }
    withRetry(async () => {
      const device = await device_cache.find(uplink.did)
      if (device === null) return count(uplink, 'unknown_device')
      if (device.replaced) return count(uplink, 'replaced_module')
      await handle(device, parsed.message)
    })
      .catch((error: unknown) => {
        count(uplink, 'failed')
        log.error({ error, did: uplink.did, channel: uplink.channel }, 'message failed')
      })
      .finally(uplink.acknowledge)
  }

  const routes: Record<Uplink['channel'], (uplink: Uplink) => void> = {
    blk: deps.writer.take,
    blkj: deps.writer.take,
    st: (uplink) =>
      take(uplink, StateMessage, async ({ mac }, message) => {
        if (message.on === 1) deps.connectivity.cameOnline(mac, '')
        else deps.connectivity.wentOffline(mac, message.why)
      }),
    reg: (uplink) =>
      take(uplink, Registration, async (device, message) => {
        if (message.did !== device.mac) return count(uplink, 'foreign_did')
        deps.onListening(device.mac)
        const { is_model_due } = await register({ pool, device_cache, transport }, device, message, uplink.arrived_ms)
        const { software_version, module_version } = factsOf(device.device_id, message)
        const { arrived_ms } = uplink
        const is_restart = message.why !== 'net'
        await deps.upgrades.registered(device.mac, { module_version, software_version, arrived_ms, is_restart })
        if (is_model_due) await deps.models.registered(device)
      }),
    evt: (uplink) =>
      take(uplink, EventMessage, async (device, message) => {
        if (await takeEvent({ pool }, device, message, uplink.arrived_ms)) deps.publisher.publishState(device)
      }),
    ack: (uplink) =>
      take(uplink, AckMessage, async ({ mac }, message) => {
        if (deps.models.acknowledged(mac, message) || deps.ping.acknowledged(mac, message)) return
        if (!(await deps.record_reads.acknowledged(mac, message))) await deps.dispatch.acknowledged(mac, message)
      }),
    time: (uplink) =>
      take(uplink, TimeRequest, async ({ mac }, { t0 }) =>
        transport.publish(mac, 'time', buildPayload({ t0, t1: uplink.arrived_ms, t2: clock.now() })),
      ),
    ota: (uplink) =>
      take(uplink, OtaMessage, async ({ mac }, message) => {
        if (!(await deps.upgrades.reported(mac, message))) count(uplink, 'no_upgrade')
      }),
    otaq: (uplink) => {
      const refused = deps.upgrades.requested(uplink.did, uplink.payload)
      if (refused !== null) count(uplink, refused)
      uplink.acknowledge()
    },
  }
  return (uplink) => routes[uplink.channel](uplink)
}
