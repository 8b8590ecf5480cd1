import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createAddressOf, isProxyList } from './proxies.ts'

const requestFrom = (peer: string, forwarded: string | undefined): IncomingMessage => {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return request
}

describe('whose call it is', () => {
  it.each([
    {
      says: 'no forwarded address is trusted without a configured proxy',
      proxies: undefined,
      peer: '10.0.0.1',
      said: '203.0.113.7',
      is: '10.0.0.1',
    },
    {
      says: 'a proxy that is named is believed',
      proxies: '10.0.0.1',
      peer: '10.0.0.1',
      said: '203.0.113.7',
      is: '203.0.113.7',
    },
    { says: 'a stranger is not', proxies: '10.0.0.1', peer: '198.51.100.9', said: '203.0.113.7', is: '198.51.100.9' },
    {
      says: 'an address a client sent to the proxy is not',
      proxies: '10.0.0.1',
      peer: '10.0.0.1',
      said: '192.0.2.1, 203.0.113.7',
      is: '203.0.113.7',
    },
    {
      says: 'a range of proxies, one behind the other',
      proxies: '10.0.0.0/8, ::1',
      peer: '::1',
      said: '203.0.113.7, 10.3.2.1',
      is: '203.0.113.7',
    },
    {
      says: 'a proxy that forwards no address',
      proxies: '10.0.0.1',
      peer: '10.0.0.1',
      said: undefined,
      is: '10.0.0.1',
    },
  ])('$says', ({ proxies, peer, said, is }) => {
    expect(createAddressOf(proxies)(requestFrom(peer, said))).toBe(is)
  })

  it.each([
    ['10.0.0.1', true],
    ['10.0.0.0/8, fd00::/8', true],
    ['10.0.0.0/40', false],
    ['proxy.example', false],
    ['10.0.0.1,', false],
  ])('%s as a list of proxies: %s', (list, is_one) => {
    expect(isProxyList(list)).toBe(is_one)
  })
})
