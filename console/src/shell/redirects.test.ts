import { MENU } from '@heatfleet/contract/menu.ts'
import { describe, expect, it } from 'vitest'
import { homeOf } from './home.ts'
import { redirectOf } from './redirects.ts'

const out = { signed_in: false, menu: [], home: '', ended: null, query: '' }
const inside = { signed_in: true, menu: MENU, home: '', ended: null, query: '' }

describe('redirects of spec 2', () => {
  it.each([
    ['without a token the device list leads to log-in', { ...out, path: '/device/device-list' }, '/login'],
    [
      'without a token a deep path leads to log-in and back after it',
      { ...out, path: '/device/device-detail/1', query: '?tab=curves' },
      '/login?from=%2Fdevice%2Fdevice-detail%2F1%3Ftab%3Dcurves',
    ],
    ['without a token log-in stays', { ...out, path: '/login' }, null],
    ['a kiosk link brings its own key', { ...out, path: '/kiosk', query: '?key=hft_a' }, null],
    [
      'an expired token is reported on the log-in screen',
      { ...out, path: '/device/device-detail/1', ended: 'expired' },
      '/login?from=%2Fdevice%2Fdevice-detail%2F1&reason=expired',
    ],
    [
      'after signing out on purpose the session starts at home',
      { ...out, path: '/device/x', ended: 'signed-off' },
      '/login',
    ],
    ['with a token log-in leads to the device list', { ...inside, path: '/login' }, '/device/device-list'],
    [
      'after log-in the last route comes back',
      { ...inside, path: '/login', query: '?from=%2Fdevice%2Fdevice-detail%2F1' },
      '/device/device-detail/1',
    ],
    [
      'a way back never leaves the console',
      { ...inside, path: '/login', query: '?from=//evil.example' },
      '/device/device-list',
    ],
    ['nor leads to log-in again', { ...inside, path: '/login', query: '?from=/login' }, '/device/device-list'],
    ['with a token any screen stays', { ...inside, path: '/device/device-list' }, null],
  ])('%s', (_, visit, to) => {
    expect(redirectOf(visit)).toBe(to)
  })

  it('an account without the device list starts at its first screen', () => {
    const screen = {
      path: '/maps/map',
      name: 'map',
      label: 'Map',
      icon: 'map',
      permissions: [],
      hidden: false,
      children: [],
    }
    const other = {
      ...screen,
      path: '/maps',
      name: 'maps',
      children: [{ ...screen, hidden: true, path: '/maps/:id' }, screen],
    }
    expect(homeOf([other])).toBe('/maps/map')
    expect(homeOf([])).toBeNull()
  })
})
