import { globSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { describe, expect, it } from 'vitest'
import { DECLARED_COMMANDS, fieldParts, matrixParts, matrixShares } from './parts.ts'
import { CONSOLE_CALLS, RIGHTS } from './rows.ts'
import { COMMANDS } from './sockets.ts'

/** Tests beside the matrix. */
const BESIDE = ['parts.test.ts', 'inputs.test.ts']

describe('the access matrix', () => {
  it('has a row for every call and every command', () => {
    const names = new Set(matrixParts().map(({ name }) => name))
    expect([...CONSOLE_CALLS, ...DECLARED_COMMANDS].filter((name) => !names.has(name))).toEqual([])
    expect(Object.keys(RIGHTS).sort()).toEqual(Object.keys(api).sort())
    expect([...COMMANDS].sort()).toEqual([...DECLARED_COMMANDS].sort())
    expect(fieldParts().map(({ name }) => name)).toEqual(CONSOLE_CALLS)
  })

  it('is tried whole: each share has its test file', () => {
    const files = globSync('*.test.ts', { cwd: import.meta.dirname }).filter((file) => !BESIDE.includes(file))
    expect(files.toSorted()).toEqual(
      Object.keys(matrixShares())
        .map((share) => `${share}.test.ts`)
        .toSorted(),
    )
  })
})
