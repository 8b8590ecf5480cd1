import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

type Trust = (address: string, hop: number) => boolean

const compile = (proxies: string): Trust => proxyAddr.compile(proxies.split(',').map((proxy) => proxy.trim()))

/** Whether the text names addresses or CIDR ranges, with commas between. */
export const isProxyList = (proxies: string): boolean => {
  try {
    compile(proxies)
    return true
  } catch {
    return false
  }
}

/** Proxies trusted with the client address; none unless configured. */
export const trustOf = (proxies: string | undefined): Trust => (proxies === undefined ? () => false : compile(proxies))

/** The address a request comes from: the nearest one that is not a trusted proxy. */
export const createAddressOf = (proxies: string | undefined): ((request: IncomingMessage) => string) => {
  const trust = trustOf(proxies)
  return (request) => proxyAddr(request, trust)
}
