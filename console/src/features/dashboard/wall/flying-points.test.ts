import type { FleetEvent } from '@heatfleet/contract/dashboard/dashboard.ts'
import { expect, it } from 'vitest'
import { newEvents } from './flying-points.tsx'

const event = (event_id: string, province: string | null = '330000'): FleetEvent => ({
  event_id,
  at: '2026-11-21T09:15:00.000Z',
  kind: 'online',
  type: null,
  codes: [],
  outcome: null,
  severity: null,
  mac_end: '3455',
  product_name: '',
  product_english_name: '',
  agent_name: null,
  province,
})

it('nothing flies at the first look', () => {
  expect(newEvents([event('a')], null)).toEqual([])
})

it('what came since flies once, the oldest first, from provinces alone', () => {
  const events = [event('c'), event('b'), event('abroad', null), event('a')]
  expect(newEvents(events, new Set(['a'])).map(({ event_id }) => event_id)).toEqual(['b', 'c'])
  expect(newEvents(events, new Set(events.map(({ event_id }) => event_id)))).toEqual([])
})

it('of many the newest alone', () => {
  const many = Array.from({ length: 40 }, (_, at) => event(String(at)))
  expect(newEvents(many, new Set()).map(({ event_id }) => event_id)).toEqual(['5', '4', '3', '2', '1', '0'])
})
