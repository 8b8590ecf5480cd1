import { parseArgs } from 'node:util'
import { openDatabase } from '../src/platform/db.ts'
import { fieldParts, matrixParts } from './access-cells.ts'
import { openAccessStage } from './access-stage.ts'

/**
 * The access matrix without a test runner, on an empty migrated database given as JSON; prints how many cells were tried
 * and each wrong one. `--first a,b`: these calls before all others; `--only` these alone; `--bail`: the first wrong one
 * is enough. `--fields`: privileged fields in place of the matrix.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fields: { type: 'boolean', default: false },
    first: { type: 'string' },
    only: { type: 'string' },
    bail: { type: 'boolean', default: false },
  },
})
const [connection] = positionals
if (connection === undefined) throw new Error('A database is needed.')
const database = openDatabase(JSON.parse(connection))
const namesOf = (list: string | undefined): string[] => list?.split(',').filter(Boolean) ?? []
const isOne = (names: readonly string[], name: string): boolean => names.includes(name.replace(/ by credential$/, ''))

const stage = await openAccessStage(database)
const first = namesOf(values.first)
const only = namesOf(values.only)
const parts = (values.fields ? fieldParts() : matrixParts()).filter(
  ({ name }) => only.length === 0 || isOne(only, name),
)
const ordered = [...parts.filter(({ name }) => isOne(first, name)), ...parts.filter(({ name }) => !isOne(first, name))]
let tried = 0
const wrong: string[] = []
for (const { cells } of ordered) {
  const part = await cells(stage)
  tried += part.tried
  wrong.push(...part.wrong)
  if (values.bail && wrong.length > 0) break
}
await stage.close()
await database.close()
for (const cell of wrong) console.log(`  ${cell}`)
console.log(`${ordered.length} calls and commands, ${tried} cells tried, ${wrong.length} wrong`)
process.exitCode = wrong.length === 0 ? 0 : 1
