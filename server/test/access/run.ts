import { parseArgs } from 'node:util'
import { openDatabase } from '../../src/platform/db.ts'
import { fieldParts, lossParts, matrixParts } from './parts.ts'
import { openAccessStage } from './stage.ts'

/**
 * The access matrix without a test runner, on an empty migrated database given as JSON; prints how many cells were tried
 * and each wrong one. `--only a,b`: the parts of these calls alone. `--fields`, `--losses`: privileged fields, or rights
 * that are lost, in place of the matrix.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fields: { type: 'boolean', default: false },
    losses: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const [connection] = positionals
if (connection === undefined) throw new Error('A database is needed.')
const database = openDatabase(JSON.parse(connection))
const only = values.only?.split(',')
const isWanted = (name: string): boolean =>
  only === undefined || only.includes(name.replace(/ (?:by credential|with more elsewhere)$/, ''))

const stage = await openAccessStage(database)
const parts = (values.losses ? lossParts() : values.fields ? fieldParts() : matrixParts()).filter(({ name }) =>
  isWanted(name),
)
if (parts.length === 0) throw new Error('There is no call or command of this name.')
let tried = 0
const wrong: string[] = []
for (const { cells } of parts) {
  const part = await cells(stage)
  tried += part.tried
  wrong.push(...part.wrong)
  for (const { what, took_ms } of part.figures ?? []) console.log(`  ${what}: pushes stop after ${took_ms} ms`)
}
await stage.close()
await database.close()
for (const cell of wrong) console.log(`  ${cell}`)
console.log(`${parts.length} calls and commands, ${tried} cells tried, ${wrong.length} wrong`)
process.exitCode = wrong.length === 0 ? 0 : 1
