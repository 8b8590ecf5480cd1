import { expect, it } from 'vitest'
import { base64Of } from './base64.ts'

it.each([0, 1, 2, 3, 32_768, 100_001])('%d bytes survive base64', async (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 256)
  expect(await base64Of(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'))
})
