import { expect, it } from 'vitest'
import { socketAddress } from './socket-address.ts'

it.each([
  [null, 'http:', 'ws://heat.example.com:8080/ws'],
  [{ push_url: null }, 'https:', 'wss://heat.example.com:8080/ws'],
  [{ push_url: 'wss://push.example.com:447/ws' }, 'https:', 'wss://push.example.com:447/ws'],
] as const)('the socket of %o over %s is at %s', (user, protocol, address) => {
  expect(socketAddress(user, { protocol, host: 'heat.example.com:8080' })).toBe(address)
})
