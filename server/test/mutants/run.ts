import { parseArgs } from 'node:util'
import { lossParts, matrixParts } from '../access/parts.ts'
import { startTestCluster } from '../test-cluster.ts'
import { changedSince } from './changed-since.ts'
import { EQUIVALENT_MUTANTS, isAbout, staleEquivalents } from './equivalent-mutants.ts'
import { type Mutant, nameOf } from './find-mutants.ts'
import { openMatrix } from './matrix-process.ts'
import { openSearch } from './matrix-search.ts'
import { writeMutatedTree } from './mutated-tree.ts'
import { openTests, type TestVerdict } from './related-tests.ts'
import { openVerdicts, type Verdict } from './verdicts.ts'

/**
 * `npm run mutants [-- --only text] [--since commit] [--every 20] [--from 3] [--matrix] [--list]`: the access mutation test.
 * Activates each mutant in turn and runs the parts of the access matrix that reach it, then the tests that reach it. Every
 * mutant must be killed; one that changes nothing stands, with its reason, in equivalent-mutants.ts. `--since` takes those in
 * lines that differ from a commit. With `--matrix` no tests are run: what the matrix does not see has survived.
 */
const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    since: { type: 'string' },
    only: { type: 'string', multiple: true, default: [''] },
    matrix: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})
const every = Number(values.every)
const from = Number(values.from)
const isWhole = (number: number, min: number): boolean => Number.isInteger(number) && number >= min
if (!isWhole(every, 1) || !isWhole(from, 0)) {
  console.error('usage: npm run mutants [-- --only text] [--since commit] [--every n] [--from n]')
  console.error('                        [--matrix] [--list] [--report file]')
  process.exit(2)
}

/** How many mutants are tried at a time: one for each core of a small machine. */
const AT_ONCE = 2

/** With so few mutants most tests need not be run at all. */
const FEW = 60

const tree = writeMutatedTree()
const named = tree.mutants.filter((mutant) => values.only.some((text) => nameOf(mutant).includes(text)))
const changed = values.since === undefined ? named : changedSince(named, values.since)
const mutants = changed.filter((_, at) => at >= from && (at - from) % every === 0)
if (values.list) {
  for (const mutant of mutants) console.log(nameOf(mutant))
  console.log(`${mutants.length} mutants`)
  tree.remove()
  process.exit(0)
}
const verdicts = openVerdicts(mutants)
staleEquivalents(tree.mutants).forEach(verdicts.fail)
const cluster = await startTestCluster()
const matrices = Array.from({ length: AT_ONCE }, (_, worker) => openMatrix(cluster, tree, `mutant_${worker}`))
const tests = openTests(cluster, tree, { nearest_first: mutants.length <= FEW })
try {
  await testAll()
} finally {
  for (const { close } of matrices) close()
  await cluster.stop()
  tree.remove()
}
process.exitCode = verdicts.close(values.report) ? 0 : 1

async function testAll(): Promise<void> {
  // With all switches off everything is right, else nothing that follows means anything.
  const names = [...matrixParts(), ...lossParts()].map(({ name }) => name)
  const shares = await Promise.all(
    matrices.map(({ ask }, worker) =>
      ask(
        null,
        names.filter((_, at) => at % AT_ONCE === worker),
      ),
    ),
  )
  const parts = shares.flatMap((share) => share ?? [])
  const wrong = parts.find((part) => part.wrong !== null)
  if (wrong) return verdicts.fail(`the access matrix is wrong on the tree as it is: ${wrong.wrong}`)
  if (parts.length < names.length) return verdicts.fail('the access matrix comes to no end on the tree as it is')
  for (const { renew } of matrices) renew()
  const search = openSearch(parts)
  const queue = [...mutants]
  const unseen: { mutant: Mutant; is_dead: boolean }[] = []
  const runTests = async ({ mutant, is_dead }: (typeof unseen)[number]) => {
    // What killed the matrix may break tests too: those count that say what is wrong.
    const verdict = values.matrix ? 'unseen' : await tests.run(mutant, is_dead)
    verdicts.record(mutant, verdictOf(mutant, is_dead, verdict))
  }
  const asked = matrices.map(async (matrix) => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const { is, cell } = await search(matrix, mutant)
      if (is === 'wrong') {
        verdicts.record(mutant, 'killed by the matrix', cell)
        continue
      }
      unseen.push({ mutant, is_dead: is === 'dead' })
      if (!values.matrix && mutants.length > FEW) tests.begin()
    }
  })
  await Promise.all(asked)
  const told = matrices.map(async () => {
    for (let next = unseen.shift(); next !== undefined; next = unseen.shift()) await runTests(next)
  })
  await Promise.all(told)
  const red = tests.red()
  if (red !== null) verdicts.fail(`tests are red on the tree as it is: ${red}`)
}

function verdictOf(mutant: Mutant, is_dead: boolean, verdict: TestVerdict): Verdict {
  if (verdict !== 'unseen') return is_dead && verdict === 'broken' ? 'does not run' : 'killed by tests'
  return EQUIVALENT_MUTANTS.some((entry) => isAbout(mutant, entry)) ? 'equivalent' : 'survived'
}
