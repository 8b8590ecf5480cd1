import { UserName } from '@heatfleet/contract/accounts/draft.ts'
import { contactFields, contactRequired, isReachable, Phone } from '@heatfleet/contract/contact.ts'
import { DeviceId } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { Branding } from '@heatfleet/contract/distributors/branding.ts'
import { IccidFacts } from '@heatfleet/contract/iccids/card.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { ProductKey } from '@heatfleet/contract/products/products.ts'
import { VersionNumber } from '@heatfleet/contract/version-number.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { brokenRule, valueAt } from './form-rule.ts'

const Contact = z.object(contactFields).refine(isReachable, contactRequired)

const validate = (schema: z.ZodType, value: unknown) => {
  const issue = schema.safeParse(value).error?.issues[0]
  return issue === undefined ? null : brokenRule(issue, valueAt(value, issue.path))
}

describe('a broken rule', () => {
  it.each([
    ['an empty text', z.string().min(1), '', { rule: 'required' }],
    ['only blanks', z.string().trim().min(1), '  ', { rule: 'required' }],
    ['nothing chosen', z.number().int(), undefined, { rule: 'required' }],
    ['an empty text where six letters are wanted', z.string().min(6), '', { rule: 'required' }],
    ['an empty e-mail', z.email(), '', { rule: 'required' }],
    ['a short text', z.string().min(6), 'abc', { rule: 'text_min', count: 6 }],
    ['a long text', z.string().max(3), 'abcd', { rule: 'text_max', count: 3 }],
    ['a text of the wrong length', z.string().length(6), '12345', { rule: 'text_exact', count: 6 }],
    ['a small number', z.number().min(20), 5, { rule: 'number_min', limit: 20 }],
    ['a large number', z.number().max(60), 61, { rule: 'number_max', limit: 60 }],
    ['a number at an open lower limit', z.number().gt(0), 0, { rule: 'number_above', limit: 0 }],
    ['a number at an open upper limit', z.number().lt(9), 9, { rule: 'number_below', limit: 9 }],
    ['a number off its step', z.number().multipleOf(0.5), 0.3, { rule: 'number_step', limit: 0.5 }],
    ['a fraction', z.number().int(), 1.5, { rule: 'whole' }],
    ['letters for a number', z.number(), 'x', { rule: 'number' }],
    ['too few items', z.array(z.number()).min(1), [], { rule: 'items_min', count: 1 }],
    ['too many items', z.array(z.number()).max(1), [1, 2], { rule: 'items_max', count: 1 }],
    ['no e-mail', z.email(), 'x', { rule: 'email' }],
    ['no address', z.url(), 'x', { rule: 'url' }],
    ['no date', z.iso.date(), 'x', { rule: 'date' }],
    ['another format', z.string().regex(/^\d+$/), 'x', { rule: 'format' }],
    ['a product key', ProductKey, 'Abc', { rule: 'format_product_key' }],
    ['a user name', UserName, 'a b', { rule: 'format_user_name' }],
    ['a version', VersionNumber, '2', { rule: 'format_version' }],
    ['a device id', DeviceId, '12', { rule: 'format_device_id' }],
    ['none of the choices', z.enum(['a', 'b']), 'c', { rule: 'choice' }],
    [
      'an own rule with a code',
      z.string().regex(/^\d+$/, 'not_a_value'),
      'x',
      { rule: 'refused', code: 'not_a_value' },
    ],
    ['no phone number', Phone, '12', { rule: 'refused', code: 'phone_invalid' }],
    ['neither phone nor e-mail', Contact, { phone: null, email: null }, { rule: 'refused', code: 'contact_required' }],
    ['an own rule without one', z.string().refine(() => false), 'x', { rule: 'other' }],
  ])('%s', (_, schema, value, rule) => {
    expect(validate(schema, value)).toEqual(rule)
  })

  // A pattern that is changed in the contract must not lose its sentence.
  it.each([
    ['the key of a point', DataPoint.pick({ key: true }), { key: '1a' }, 'format_point_key'],
    ['a phone number of a card', IccidFacts.pick({ msisdn: true }), { msisdn: 'x1' }, 'format_msisdn'],
    ['a colour', Branding.pick({ brand_colour: true }), { brand_colour: 'red' }, 'format_colour'],
  ])('names the rule of %s', (_, schema, value, rule) => {
    expect(validate(schema, value)).toEqual({ rule })
  })

  it("uses the value at the issue's path", () => {
    const schema = z.object({ people: z.array(z.object({ name: z.string().min(2) })) })
    expect(validate(schema, { people: [{ name: 'Li' }, { name: '' }] })).toEqual({ rule: 'required' })
    expect(validate(schema, { people: [{ name: 'L' }] })).toEqual({ rule: 'text_min', count: 2 })
  })
})
