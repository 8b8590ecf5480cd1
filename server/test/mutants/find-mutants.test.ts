import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { staleEquivalents } from './equivalent-mutants.ts'
import { findMutants, placeOf, ROOT, withSwitches } from './find-mutants.ts'
import { MUTANT_KINDS } from './mutant-kinds.ts'

const mutants = findMutants()
/** `{ scope }: Caller`, `{ scope } = caller`, or the first parameter of a source: no kind of mutant finds it there. */
const TAKEN =
  /\{[^{}()]*\bscopes?\b[^{}()]*\}(?:: Caller\b| = (?:\w+\.)?caller\b)|async \(\{ [^{}]*\bscopes?\b[^{}]* \},/

describe('the mutants of the access mutation test', () => {
  it.each(MUTANT_KINDS)('are found in the tree: $name', (kind) => {
    expect(mutants.filter((mutant) => mutant.kind === kind)).not.toEqual([])
  })

  it('have a place each that no line number is part of', () => {
    expect(new Set(mutants.map((mutant) => JSON.stringify(placeOf(mutant)))).size).toBe(mutants.length)
  })

  it('drop the right of each call that needs one, and open each that is closed to API tokens', () => {
    const rows = Object.values<Endpoint>(api)
    const found = (name: string) => mutants.filter(({ kind }) => kind.name === name).length
    expect(found('call needs no right')).toBe(rows.filter(({ needs }) => needs.includes(':')).length)
    expect(found('call is open to programs')).toBe(rows.filter((row) => row.closed_to_api_tokens).length)
  })

  it('are named by every entry of the equivalent ones', () => {
    expect(staleEquivalents(mutants)).toEqual([])
  })

  it('miss no scope because it was taken out of the caller beforehand', () => {
    const files = globSync('server/src/{features,transports}/**/*.ts', { cwd: ROOT })
    const taken = files.filter(
      (file) => !file.endsWith('.test.ts') && TAKEN.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    expect(taken).toEqual([])
  })

  it('leave every file a program, with their switches in it', () => {
    for (const [file, of_file = []] of Object.entries(Object.groupBy(mutants, (mutant) => mutant.file))) {
      const switched = withSwitches(readFileSync(join(ROOT, file), 'utf8'), of_file)
      expect(() => stripTypeScriptTypes(switched), file).not.toThrow()
    }
  })
})
