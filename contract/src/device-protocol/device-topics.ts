import { DOWN_CHANNELS, type DownChannel, isDeviceId, UP_CHANNELS, type UpChannel } from './device-protocol.ts'

const PREFIX = 'hp/v1/d/'

/** Every uplink topic of every device: the cloud's own subscription. */
export const UPLINK_FILTER = `${PREFIX}+/up/#`

/** Topic a module publishes on, e.g. `hp/v1/d/863412060123455/up/blk`. */
export const upTopic = (did: string, channel: UpChannel): string => `${PREFIX}${did}/up/${channel}`

/** Topic the cloud publishes on, e.g. `hp/v1/d/863412060123455/dn/cmd`. */
export const downTopic = (did: string, channel: DownChannel): string => `${PREFIX}${did}/dn/${channel}`

/** Filter a module subscribes to: everything for it. */
export const downlinkFilter = (did: string): string => `${PREFIX}${did}/dn/#`

/** A topic of the protocol taken apart. */
type DeviceTopic =
  | { direction: 'up'; did: string; channel: UpChannel }
  | { direction: 'dn'; did: string; channel: DownChannel }

/** Takes a concrete topic apart; null for a foreign prefix, a malformed device id, an unknown channel, further levels. */
export const parseTopic = (topic: string): DeviceTopic | null => {
  if (!topic.startsWith(PREFIX)) return null
  const [did, direction, channel, ...rest] = topic.slice(PREFIX.length).split('/')
  if (did === undefined || channel === undefined || rest.length > 0 || !isDeviceId(did)) return null
  if (direction === 'up' && isUpChannel(channel)) return { direction, did, channel }
  if (direction === 'dn' && isDownChannel(channel)) return { direction, did, channel }
  return null
}

/** Whether the device may publish on this topic: a known channel under its own `up/`. */
export const mayPublish = (did: string, topic: string): boolean => {
  const parsed = parseTopic(topic)
  return parsed !== null && parsed.direction === 'up' && parsed.did === did
}

/** Whether the device may subscribe to this filter: `#`, `+` or a known channel under its own `dn/`. */
export const maySubscribe = (did: string, filter: string): boolean => {
  const own = `${PREFIX}${did}/dn/`
  if (!isDeviceId(did) || !filter.startsWith(own)) return false
  const last = filter.slice(own.length)
  return last === '#' || last === '+' || isDownChannel(last)
}

const isUpChannel = (name: string): name is UpChannel => Object.hasOwn(UP_CHANNELS, name)
const isDownChannel = (name: string): name is DownChannel => Object.hasOwn(DOWN_CHANNELS, name)
