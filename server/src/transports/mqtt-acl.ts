import type { UpChannel } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { maySubscribe, parseTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'

/** Why a publish was refused. */
type PublishRefusal = 'foreign_topic' | 'retained' | 'qos_2'
type PublishDecision = { ok: true; channel: UpChannel } | { ok: false; reason: PublishRefusal }

/** A module publishes on the known channels under its own `up/`, QoS 0 or 1; only its state may be retained. */
export const authorizePublish = (
  did: string,
  packet: { topic: string; qos: number; retain: boolean },
): PublishDecision => {
  const topic = parseTopic(packet.topic)
  if (topic === null || topic.direction !== 'up' || topic.did !== did) return { ok: false, reason: 'foreign_topic' }
  if (packet.qos > 1) return { ok: false, reason: 'qos_2' }
  if (packet.retain && topic.channel !== 'st') return { ok: false, reason: 'retained' }
  return { ok: true, channel: topic.channel }
}

/** A module subscribes to its own `dn/` topics only: no wildcard above them, no $share, no $SYS. */
export const isOwnSubscription = (did: string, filter: string): boolean => maySubscribe(did, filter)
