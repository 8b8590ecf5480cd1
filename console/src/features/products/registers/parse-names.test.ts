import { describe, expect, it } from 'vitest'
import { parseNameFile, parseNames } from './parse-names.ts'

describe('register names', () => {
  it('are separated by lines or commas', () => {
    expect(parseNames(' CG248075, CG248076\n\nMB-12;X ')).toEqual(['CG248075', 'CG248076', 'MB-12', 'X'])
  })

  it.each([
    { text: 'register_name,note\nA1,first\nB2,\n', names: ['A1', 'B2'] },
    { text: '\uFEFF"A ""x"", 1";note\r\nB2;\r\nB2', names: ['A "x", 1', 'B2'] },
    { text: 'A1\tone\n\n  \nB2', names: ['A1', 'B2'] },
  ])('in a file are $names', ({ text, names }) => {
    expect(parseNameFile(text)).toEqual(names)
  })
})
