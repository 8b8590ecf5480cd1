import { describe, expect, it } from 'vitest'
import { evaluateFormula } from './evaluate-formula.ts'

describe('evaluating a formula', () => {
  it.each([
    { read: 'raw*0.1', inputs: { raw: 385 }, value: 38.5, raw: 385 },
    { read: '(raw+250)*0.1', inputs: { raw: 50 }, value: 30, raw: 50 },
    { read: '-raw/2', inputs: { raw: 7 }, value: -3.5, raw: 7 },
  ])('$read turns $inputs.raw into $value, and its inverse back', ({ read, inputs, value, raw }) => {
    const has_tried = evaluateFormula(read, '', inputs)
    expect(has_tried).toMatchObject({ ok: true, back: { ok: true, raw } })
    expect(has_tried.ok && has_tried.value).toBeCloseTo(value, 9)
  })

  it.each([
    { read: 'max(raw, 3)', reason: 'function' },
    { read: 'raw > 5 ? 1 : 2', reason: 'choice' },
    { read: 't_out - t_in', reason: 'several_names' },
    { read: '3*4', reason: 'constant' },
    { read: 'raw*raw', reason: 'not_straight' },
  ])('$read has no inverse: $reason', ({ read, reason }) => {
    expect(evaluateFormula(read, '', { raw: 2, t_out: 40, t_in: 35 })).toMatchObject({
      ok: true,
      back: { ok: false, reason },
    })
  })

  it('uses the write formula as inverse if there is one', () => {
    expect(evaluateFormula('raw*raw', 'value/4', { raw: 4 })).toMatchObject({ value: 16, back: { ok: true, raw: 4 } })
  })

  it('has no value with a missing input or a division by zero', () => {
    expect(evaluateFormula('t_out - t_in', '', { t_out: 40 })).toMatchObject({ names: ['t_out', 't_in'], value: null })
    expect(evaluateFormula('1/raw', '', { raw: 0 })).toMatchObject({ value: null })
  })

  it('reports the position of a syntax error', () => {
    expect(evaluateFormula('raw*', '', {})).toMatchObject({ ok: false, at: 4 })
  })
})
