import { describe, expect, it } from 'vitest'
import { readConfig, SettingError } from '../config.ts'
import { securityText } from './security-text.ts'

const NOW = Date.UTC(2026, 10, 27)
const withContact = (contact: string, other: Record<string, string> = {}) =>
  readConfig({ HEATFLEET_SECURITY_CONTACT: contact, ...other })

describe('whom to tell of a weakness', () => {
  it('is not told while no contact is set', () => {
    expect(securityText(readConfig({}), NOW)).toBeNull()
  })

  it.each(['mailto:security@heat.example.com', 'https://heat.example.com/security', 'tel:+48-22-555-0100'])(
    'is %s, for half a year',
    (contact) => {
      expect(securityText(withContact(contact), NOW)).toBe(
        `Contact: ${contact}\nExpires: 2027-05-26T00:00:00.000Z\nPreferred-Languages: en, zh, pl\n`,
      )
    },
  )

  it('names its own address where people know it', () => {
    const text = securityText(
      withContact('mailto:security@heat.example.com', { HEATFLEET_PUBLIC_URL: 'https://heat.example.com' }),
      NOW,
    )
    expect(text).toContain('Canonical: https://heat.example.com/.well-known/security.txt')
  })

  it.each(['security@heat.example.com', 'http://heat.example.com', 'mailto:a@b\nContact: mailto:c@d'])(
    'is refused as %j',
    (contact) => {
      expect(() => withContact(contact)).toThrow(SettingError)
    },
  )
})
