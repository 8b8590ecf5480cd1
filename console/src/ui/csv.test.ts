import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('quotes what separates, and no name becomes a formula', () => {
  expect(
    csvOf([
      ['Name', 'Units'],
      ['A, "B"', 3],
      ['=1+1', -2],
    ]),
  ).toBe('﻿Name,Units\r\n"A, ""B""",3\r\n\'=1+1,-2\r\n')
})
