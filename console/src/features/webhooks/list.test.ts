import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { webhooks } = await import('./webhook-list.tsx')
const { webhookCalls } = await import('./call-list.tsx')

it('webhooks and their calls are requested by their filters, and the address is written as it was read', () => {
  const query = 'webhook_name=desk&event=alarm_raised&state=paused&pageNo=2'
  const read = readParams(webhooks.params, new URLSearchParams(query)) as never
  expect(webhooks.bodyOf(read)).toMatchObject({ webhook_name: 'desk', event: 'alarm_raised', state: 'paused' })
  const written = writeParams(webhooks.params as never, read)
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(new URLSearchParams(query)))
  const of_log = readParams(webhookCalls.params, new URLSearchParams('state=dead&webhook_id=3')) as never
  expect(webhookCalls.bodyOf(of_log)).toMatchObject({ state: 'dead', webhook_id: 3, sort_order: 'desc' })
})
