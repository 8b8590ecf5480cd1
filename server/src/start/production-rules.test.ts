import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { checkProductionSecrets } from './production-rules.ts'

describe('the production start', () => {
  it.each([
    ['HEATFLEET_ADMIN_PASSWORD', 'short1!', 'at least 12 characters'],
    ['HEATFLEET_ADMIN_PASSWORD', 'admin123', 'at least 12 characters'],
    ['HEATFLEET_ADMIN_PASSWORD', 'Administrator123!', 'everybody tries first'],
    ['HEATFLEET_ADMIN_PASSWORD', 'heatfleet-admin-2026', 'everybody tries first'],
    ['HEATFLEET_ADMIN_PASSWORD', '123456789012', 'everybody tries first'],
    ['HEATFLEET_ADMIN_PASSWORD', 'aaaaaaaaaaaaaaaa', 'repeats'],
    ['HEATFLEET_SECRET_KEY', '0'.repeat(64), 'is a pattern'],
    ['HEATFLEET_SECRET_KEY', '0123456789abcdef'.repeat(4), 'is a pattern'],
    ['HEATFLEET_SECRET_KEY', '00112233445566778899aabbccddeeff'.repeat(2), 'is a pattern'],
    ['HEATFLEET_SECRET_KEY', `${'0'.repeat(60)}1234`, 'is a pattern'],
    ['HEATFLEET_SECRET_KEY', 'deadbeef'.repeat(8), 'is a pattern'],
    ['HEATFLEET_BROKER_SECRET', 'deadbeef'.repeat(8), 'is a pattern'],
  ])('refuses %s = %s', (name, value, reason) => {
    const check = () => checkProductionSecrets(readConfig({ [name]: value }))
    expect(check).toThrow(reason)
    expect(check).toThrow(name)
  })

  it('takes a long phrase and a random key', () => {
    checkProductionSecrets(
      readConfig({
        HEATFLEET_ADMIN_PASSWORD: 'seven rusty valves',
        HEATFLEET_SECRET_KEY: '8f1c0e5b7a92d4463c7a1f0d95be28e7061d3c4fa8b95e27d08c6f1a2b3e4d59',
      }),
    )
  })
})
