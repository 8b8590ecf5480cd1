import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyTree } from '../../server/test/mutants/mutated-tree.ts'
import { runCommand } from '../run-command.ts'
import { WEAKNESSES, type Weakness } from './weaknesses.ts'

/**
 * `npm run weaknesses [-- s5 s8]`: plants each weakness in a copy of the tree and lets its attack run there. Every attack
 * must fail, at the check that the weakness is about. Words after the command choose attacks.
 */
const wanted = process.argv.slice(2)
const chosen = WEAKNESSES.filter(({ attack }) => wanted.length === 0 || wanted.includes(attack))

/** Plants one, runs the attack, and gives the check that found it; null = it was not found. */
const findWith = async (folder: string, { attack, file, was, becomes, found_by }: Weakness): Promise<string | null> => {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(was).length !== 2) throw new Error(`${file} does not hold this once: ${was}`)
  writeFileSync(
    path,
    text.replace(was, () => becomes),
  )
  const scratch = mkdtempSync(join(tmpdir(), 'heatfleet-weak-'))
  try {
    const run = join(folder, 'e2e', 'attacks', 'run.ts')
    const report = join(scratch, 'attack.json')
    await runCommand([process.execPath, run, attack, '--rounds', '1', '--report', report])
    // Written by e2e/attacks/run.ts.
    const { failures } = JSON.parse(readFileSync(report, 'utf8')) as { failures: string[] }
    return failures.find((failure) => found_by.test(failure)) ?? null
  } finally {
    rmSync(scratch, { recursive: true, force: true })
    writeFileSync(path, text)
  }
}

const folder = copyTree(
  ['contract', 'modbus', 'server', 'console', 'simulator', 'e2e'],
  ['package.json', 'tsconfig.base.json', 'scripts'],
)
let found = 0
for (const weakness of chosen) {
  const check = await findWith(folder, weakness)
  if (check !== null) found += 1
  console.log(`${check === null ? 'MISSED' : 'found '} ${weakness.attack}: ${weakness.says}`)
  if (check !== null) console.log(`       ${check}`)
}
rmSync(folder, { recursive: true, force: true })
console.log(`${chosen.length} weaknesses planted, ${found} found`)
process.exitCode = found === chosen.length ? 0 : 1
