import { describe, expect, it } from 'vitest'
import { isManualUrl } from './codes.ts'

describe('the address of a manual', () => {
  it.each([
    ['https://example.com/manual.pdf', true],
    ['https://example.com:8443/a?b=c#d', true],
    ['https://example.com', true],
    ['http://example.com/manual.pdf', false],
    ['javascript:alert(1)', false],
    ['https:javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//example.com', false],
    ['https://user:pass@example.com/', false],
    ['https://example.com/"onclick=', false],
    ['https://exa mple.com', false],
  ])('%s: %s', (text, is_one) => {
    expect(isManualUrl(text)).toBe(is_one)
  })
})
