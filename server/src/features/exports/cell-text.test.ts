import { describe, expect, it } from 'vitest'
import { csvCell, printable } from './cell-text.ts'

describe('a cell of a CSV file', () => {
  it.each([
    [null, ''],
    [0, '0'],
    [-5, '-5'],
    [38.6, '38.6'],
    [Number.NaN, ''],
    ['', '""'],
    ['Villa Linden 4', '"Villa Linden 4"'],
    ['say "no"', '"say ""no"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', '"\'=1+1"'],
    ['-5', '"\'-5"'],
    ['\u00A0@SUM(A1)', '"\'\u00A0@SUM(A1)"'],
    ['\tx', '"\'\tx"'],
    ['\u0000=1+1', '"\'=1+1"'],
    ['863412060123455', '"\t863412060123455"'],
    ['89860324421045678909', '"\t89860324421045678909"'],
    ['a4c138000004', '"a4c138000004"'],
    ['2.08', '"2.08"'],
  ])('%j is written %s', (cell, written) => {
    expect(csvCell(cell)).toBe(written)
  })
})

it('keeps line breaks and tabs, and drops what no sheet can hold', () => {
  expect(printable('a\u0000b\u0007\tc\r\nd\uFFFE\u0085')).toBe('ab\tc\r\nd')
})
