import { parseArgs } from 'node:util'
import { lossParts, matrixParts } from '../../server/test/access-cells.ts'
import { startTestCluster } from '../../server/test/test-cluster.ts'
import { openMatrix } from './ask-matrix.ts'
import { openTests, type Sight } from './ask-tests.ts'
import { type Hole, nameOf } from './find-holes.ts'
import { HARMLESS, isAbout, staleHarmless } from './harmless.ts'
import { changedSince, newestOf } from './newest.ts'
import { openSearch } from './search.ts'
import { plantHoles } from './seeded-tree.ts'
import { openVerdicts, type Verdict } from './verdicts.ts'

/**
 * `npm run holes [-- --only text] [--since commit] [--every 20] [--from 3] [--newest 10] [--matrix] [--list]`: makes each
 * hole in turn and asks the parts of the access matrix that go past it, then the tests that go past it. Every hole must be
 * caught; one that is harmless stands, with its reason, in harmless.ts. `--since` takes those in lines that differ from a
 * commit, `--newest n` those written last: the sample of `npm test`, which wants a `--report`. With `--matrix` no tests are
 * asked: what the matrix does not see has survived.
 */
const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    newest: { type: 'string' },
    since: { type: 'string' },
    only: { type: 'string', multiple: true, default: [''] },
    matrix: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})
const every = Number(values.every)
const from = Number(values.from)
const newest = values.newest === undefined ? null : Number(values.newest)
const isWhole = (number: number, min: number): boolean => Number.isInteger(number) && number >= min
if (!isWhole(every, 1) || !isWhole(from, 0) || (newest !== null && !isWhole(newest, 1))) {
  console.error('usage: npm run holes [-- --only text] [--since commit] [--every n] [--from n] [--newest n]')
  console.error('                        [--matrix] [--list] [--report file]')
  process.exit(2)
}

/** How many holes are tried at a time: one for each core of a small machine. */
const AT_ONCE = 2

/** With so few holes most tests need not be run at all. */
const FEW = 60

const tree = plantHoles()
const named = tree.holes.filter((hole) => values.only.some((text) => nameOf(hole).includes(text)))
const changed = values.since === undefined ? named : changedSince(named, values.since)
const taken = changed.filter((_, at) => at >= from && (at - from) % every === 0)
const holes = newest === null ? taken : newestOf(taken, newest)
if (values.list) {
  for (const hole of holes) console.log(nameOf(hole))
  console.log(`${holes.length} holes`)
  tree.remove()
  process.exit(0)
}
const verdicts = openVerdicts(holes)
staleHarmless(tree.holes).forEach(verdicts.fail)
const cluster = await startTestCluster()
const matrices = Array.from({ length: AT_ONCE }, (_, worker) => openMatrix(cluster, tree, `hole_${worker}`))
const tests = openTests(cluster, tree, { nearest_first: holes.length <= FEW })
try {
  await judgeAll()
} finally {
  for (const { close } of matrices) close()
  await cluster.stop()
  tree.remove()
}
process.exitCode = verdicts.close(values.report) ? 0 : 1

async function judgeAll(): Promise<void> {
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
  const queue = [...holes]
  const unseen: { hole: Hole; is_dead: boolean }[] = []
  const judgeByTests = async ({ hole, is_dead }: (typeof unseen)[number]) => {
    // What killed the matrix may break tests too: those count that say what is wrong.
    const sight = values.matrix ? 'unseen' : await tests.see(hole, is_dead)
    verdicts.tell(hole, verdictOf(hole, is_dead, sight))
  }
  const asked = matrices.map(async (matrix) => {
    for (let hole = queue.shift(); hole !== undefined; hole = queue.shift()) {
      const { is, cell } = await search(matrix, hole)
      if (is === 'wrong') {
        verdicts.tell(hole, 'caught by the matrix', cell)
        continue
      }
      unseen.push({ hole, is_dead: is === 'dead' })
      if (!values.matrix && holes.length > FEW) tests.begin()
    }
  })
  await Promise.all(asked)
  const told = matrices.map(async () => {
    for (let next = unseen.shift(); next !== undefined; next = unseen.shift()) await judgeByTests(next)
  })
  await Promise.all(told)
  const red = tests.red()
  if (red !== null) verdicts.fail(`tests are red on the tree as it is: ${red}`)
}

function verdictOf(hole: Hole, is_dead: boolean, sight: Sight): Verdict {
  if (sight !== 'unseen') return is_dead && sight === 'broken' ? 'does not run' : 'caught by tests'
  return HARMLESS.some((entry) => isAbout(hole, entry)) ? 'harmless' : 'survived'
}
