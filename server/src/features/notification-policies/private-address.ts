import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { SendReason } from '@heatfleet/contract/notification-policies/channel.ts'

/** An attempt that failed, with what the other side or the network said. */
export class SendFailed extends Error {
  override readonly name = 'SendFailed'
  readonly reason: SendReason
  /** False = it would be refused again. */
  readonly retry: boolean

  constructor(reason: SendReason, answer: string, retry: boolean) {
    super(answer)
    this.reason = reason
    this.retry = retry
  }
}

/** Addresses that are not of the public internet: own machine, private and shared networks, metadata services, multicast. */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

/** Whether an address is not of the public internet. Node compares IPv4 addresses within IPv6 (`::ffff:10.0.0.1`) as IPv4. */
export const isPrivateAddress = (address: string): boolean => {
  const family = isIP(address)
  return family === 0 || PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** What is known of the network: how names are resolved, and which private addresses are allowed. */
export type Network = {
  resolve: (host: string) => Promise<string[]>
  isAllowed: (address: string) => boolean
}

/** Resolves by the system, as a connection would. */
export const resolveBySystem = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * The address to connect to. The connection is made to exactly this one: a name that resolves to another address the next
 * time (DNS rebinding) gains nothing. One private address among several refuses all.
 */
export const findTarget = async (
  { resolve, isAllowed }: Network,
  host: string,
): Promise<{ address: string; family: 4 | 6 }> => {
  const bare = host.replace(/^\[|\]$/g, '')
  const addresses =
    isIP(bare) === 0
      ? await resolve(bare).catch((error: unknown) => {
          throw new SendFailed('unreachable', error instanceof Error ? error.message : 'no such name', true)
        })
      : [bare]
  const [address] = addresses
  if (address === undefined) throw new SendFailed('unreachable', `${bare} has no address`, true)
  const refused = addresses.find((one) => isPrivateAddress(one) && !isAllowed(one))
  if (refused !== undefined)
    throw new SendFailed('private_address', `${bare === refused ? bare : `${bare} = ${refused}`}`, false)
  return { address, family: isIPv6(address) ? 6 : 4 }
}
