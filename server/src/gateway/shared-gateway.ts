import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { GatewayBus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import { waitForLead } from '../platform/lead-lock.ts'
import { openRelayTransport, type RelayTransport } from '../transports/mqtt-relay.ts'
import { createRelay } from './relay.ts'
import { type Gateway, runGateway } from './run.ts'
import type { GatewayStart } from './start.ts'

/** Advisory lock of the gateway that takes the reports. */
const LEAD_LOCK = 5_424_001_110

/**
 * The gateway behind an external broker, where several machines may run one: the one that leads takes all reports, the others wait and pass on
 * what their consoles ask (decision 0080). `onLost`: this process must end, as another may lead.
 */
export const runSharedGateway = async (
  start: GatewayStart & { mqtt_url: string },
  deps: { bus: GatewayBus; clock: Clock; log: Logger; onLost: (error: unknown) => void },
): Promise<Pick<Gateway, 'mqtt_port' | 'mqtts_port' | 'stop'>> => {
  const { bus, clock, log, onLost } = deps
  const installation = installationOf(start.secret_key_hex)
  let transport: RelayTransport | null = null
  const relay = createRelay({ bus, clock, transport: () => transport })
  let gateway: Gateway | null = null
  let leads = false
  transport = await openRelayTransport({
    url: start.mqtt_url,
    installation,
    instance: start.instance,
    log,
    onToLeader: relay.onToLeader,
    onToFollowers: relay.onToFollowers,
    // What consoles asked meanwhile is unknown: everything is read anew.
    onForgotten: () => leads && onLost(new Error('the broker forgot the session')),
  })
  const lead = waitForLead(start.database, LEAD_LOCK, { clock, onLost })
  let is_stopping = false
  const begin = async (): Promise<void> => {
    leads = true
    log.info('this gateway takes the reports')
    relay.lead()
    const begun = await runGateway({ ...start, instance: installation }, { bus: relay.leaderBus, clock, log })
    relay.started()
    if (is_stopping) await begun.stop()
    else gateway = begun
  }
  const beginning = (await lead.take()) ? begin() : null
  // Of several machines the first is ready when it takes reports; one that waits is ready as well.
  if (beginning === null) {
    log.info('another gateway takes the reports; this one waits')
    // The figures of the process before are not those of this one.
    bus.publish({ kind: 'metrics', metrics: [] })
    lead.taken.then(begin).catch(onLost)
  } else await beginning
  return {
    mqtt_port: null,
    mqtts_port: null,
    stop: async () => {
      is_stopping = true
      relay.stop()
      await gateway?.stop()
      // Only now may another begin: what this one took is stored.
      await lead.giveUp()
      await transport?.close()
    },
  }
}

/** The same on all machines of an installation, and no secret. */
const installationOf = (secret_key_hex: string): string =>
  createHash('sha256').update(`installation ${secret_key_hex}`).digest('hex').slice(0, 16)
