import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findHoles, placeOf, ROOT, withSwitches } from './find-holes.ts'
import { staleHarmless } from './harmless.ts'
import { HOLE_KINDS } from './hole-kinds.ts'

const holes = findHoles()
/** `{ scope }: Caller`, `{ scope } = caller`, or the first parameter of a source: no kind of hole finds it there. */
const TAKEN =
  /\{[^{}()]*\bscopes?\b[^{}()]*\}(?:: Caller\b| = (?:\w+\.)?caller\b)|async \(\{ [^{}]*\bscopes?\b[^{}]* \},/

describe('holes to be seeded', () => {
  it.each(HOLE_KINDS)('are found in the tree: $name', (kind) => {
    expect(holes.filter((hole) => hole.kind === kind)).not.toEqual([])
  })

  it('have a place each that no line number is part of', () => {
    expect(new Set(holes.map((hole) => JSON.stringify(placeOf(hole)))).size).toBe(holes.length)
  })

  it('are named by every entry of those that are harmless', () => {
    expect(staleHarmless(holes)).toEqual([])
  })

  it('miss no scope because it was taken out of the caller beforehand', () => {
    const files = globSync('server/src/{features,transports}/**/*.ts', { cwd: ROOT })
    const taken = files.filter(
      (file) => !file.endsWith('.test.ts') && TAKEN.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    expect(taken).toEqual([])
  })

  it('leave every file a program, with their switches in it', () => {
    for (const [file, of_file = []] of Object.entries(Object.groupBy(holes, (hole) => hole.file))) {
      const switched = withSwitches(readFileSync(join(ROOT, file), 'utf8'), of_file)
      expect(() => stripTypeScriptTypes(switched), file).not.toThrow()
    }
  })
})
