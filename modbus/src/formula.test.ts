import { describe, expect, test } from 'vitest'
import { compileExpression } from './formula-compile.ts'
import { evaluate } from './formula-evaluate.ts'
import { invertLinear } from './formula-invert.ts'
import { type Ast, namesIn, parseFormula } from './formula-parse.ts'
import { precisionOf } from './precision.ts'

const parsed = (text: string): Ast => {
  const formula = parseFormula(text)
  if (!formula.ok) throw new Error(`${formula.reason} at ${formula.at}`)
  return formula.ast
}
const compiled = (text: string): unknown =>
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('r', `return ${compileExpression(parsed(text), () => 'r')}`)(7)

describe('formulas', () => {
  test.each([
    ['raw*0.5', 3.5],
    ['1+2*raw', 15],
    ['(1+2)*raw', 21],
    ['10-3-2', 5],
    ['-raw+1', -6],
    ['2--3', 5],
    ['raw%4', 3],
    ['.5*raw', 3.5],
    ['min(raw,3,9)+max(1,2)', 5],
    ['clamp(raw,0,5)', 5],
    ['abs(-raw)', 7],
    ['round(2.5)+floor(2.9)+ceil(2.1)', 8],
    ['raw>=7?1:2', 1],
    ['raw<7?1:raw==7?20:30', 20],
    ['(raw!=7)+(raw<=7)', 1],
  ])('%s of raw 7 is %d, walked and compiled', (text, value) => {
    expect(evaluate(parsed(text), () => 7)).toBe(value)
    expect(compiled(text)).toBe(value)
  })

  test.each([
    ['', 0, 'empty'],
    ['raw*', 4, 'unexpected'],
    ['raw 2', 4, 'unexpected'],
    ['(raw', 4, 'unclosed'],
    ['raw;x', 3, 'unexpected'],
    ['raw.constructor', 3, 'unexpected'],
    ['eval(1)', 0, 'unknown_function'],
    ['constructor(1)', 0, 'unknown_function'],
    ['min(1)', 0, 'argument_count'],
    ['abs()', 4, 'unexpected'],
    ['"x"', 0, 'unexpected'],
    ['`x`', 0, 'unexpected'],
    ['raw*1e3', 5, 'unexpected'],
    ['1'.repeat(201), 200, 'too_long'],
  ])('%j is refused at %d: %s', (text, at, reason) => {
    expect(parseFormula(text)).toEqual({ ok: false, at, reason })
  })

  test.each(['(', '-', 'abs('])('nesting of %j beyond the limit is refused, not a stack overflow', (opening) => {
    expect(parseFormula(opening.repeat(50))).toMatchObject({ ok: false, reason: 'too_deep' })
  })

  test('each name is reported once', () => {
    expect(namesIn(parsed('u_ac*i_ac*0.97+u_ac'))).toEqual(['u_ac', 'i_ac'])
  })

  test.each([
    ['raw', { scale: 1, offset: 0 }],
    ['raw*0.5-20', { scale: 0.5, offset: -20 }],
    ['(raw+250)/10', { scale: 0.1, offset: 25 }],
    ['2*(3-raw)', { scale: -2, offset: 6 }],
    ['raw*raw', null],
    ['abs(raw)', null],
    ['7', null],
    ['raw-raw', null],
    ['raw+other', null],
  ])('%s as a straight line is %j', (text, line) => {
    expect(invertLinear(parsed(text))).toEqual(line)
  })

  test.each([
    ['raw', 0],
    ['raw*0.1', 1],
    ['raw*0.5+0.25', 2],
    ['raw*0.1*0.1', 2],
    ['raw/10', 1],
    ['raw/4', 2],
    ['raw/3', 'exact'],
    ['round(raw*0.01)', 0],
    ['raw/raw', 'exact'],
  ])('%s is known to %s decimals', (text, precision) => {
    expect(precisionOf(parsed(text), () => 0)).toBe(precision)
  })
})
