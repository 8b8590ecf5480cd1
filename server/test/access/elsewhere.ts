import { api } from '@heatfleet/contract/api.ts'
import type { SmallAccount, SmallDistributor } from '../small-fleet.ts'
import { addElsewhere, PLACES } from './elsewhere-seed.ts'
import { clientWith, inTurn, outcomeOf, subjectsOf, sumOf, type Tried } from './matrix.ts'
import { narrowedProgramOf } from './narrowed.ts'
import { NOUNS } from './nouns.ts'
import { CONSOLE_CALLS, type ConsoleCall, isAboutOne, requestOf, rowsOf, type TestedRow } from './rows.ts'
import type { AccessStage, Subject } from './stage.ts'

/** One of each reach. None of them sees anything new of B, and the province alone what is new below its own city A2. */
const VIEWERS = [
  { person: 'province_a', unseen: ['B'] },
  { person: 'city_a1', unseen: ['B', 'A2'] },
  { person: 'office_a', unseen: ['B', 'A2'] },
  { person: 'staff_hangzhou', unseen: ['B', 'A2'] },
  { person: 'factory', unseen: ['B', 'A2'] },
  // Programs narrowed to the city A1, of each kind of scope.
  { person: 'admin', like: 'city_a1', unseen: ['B', 'A2'] },
  { person: 'province_a', like: 'city_a1', unseen: ['B', 'A2'] },
  { person: 'office_a', like: 'city_a1', unseen: ['B', 'A2'] },
  { person: 'staff_hangzhou', like: 'city_a1', unseen: ['B', 'A2'] },
  { person: 'factory', like: 'city_a1', unseen: ['B', 'A2'] },
] as const satisfies readonly Viewer[]
type Viewer = {
  person: SmallAccount
  /** Of a program: who sees of the fleet what it sees at most. */
  like?: SmallAccount
  unseen: readonly SmallDistributor[]
}
const titleOf = ({ person, like }: Viewer): string => (like === undefined ? person : `a narrowed program of ${person}`)
type PlaceName = (typeof PLACES)[number]['under']

/** What an answer tells of elsewhere on purpose. */
const EXPECTED: Partial<Record<ConsoleCall, { places: RegExp; reason: string }>> = {
  accountGrantable: { places: /\.roles\./, reason: 'the manufacturer knows the roles that distributors made' },
  getRoles: { places: /./, reason: 'the manufacturer knows the roles that distributors made' },
  agentPerformance: {
    places: /\.(?:peers|not_worse_than)$/,
    reason: 'a rank among all of the level, nobody of them named',
  },
  roleAccounts: { places: /\.others$/, reason: 'how many have the role besides those in sight' },
  resourceGroupAccounts: { places: /\.others$/, reason: 'how many hold the group besides those in sight' },
}

/** The calls whose answers stay what they are, whatever comes to be out of sight. */
const READS = CONSOLE_CALLS.filter((name) => api[name].kind === 'read' && !('gives' in api[name]))
/** Each of these starts a process that reads the file: tried by one viewer after the other, they are a part for each. */
const READS_OF_FILES = /(?:File|Import)(?:Check|Read)$/

/** A call and who looks, in parts of about the same length. */
export const ELSEWHERE: readonly { name: string; cells: (stage: AccessStage) => Promise<Tried> }[] = READS.flatMap(
  (name) =>
    READS_OF_FILES.test(name)
      ? VIEWERS.map((viewer) => ({
          name: `${name} with more elsewhere, by ${titleOf(viewer)}`,
          cells: (stage: AccessStage) => tryElsewhere(stage, name, [viewer]),
        }))
      : [{ name: `${name} with more elsewhere`, cells: (stage: AccessStage) => tryElsewhere(stage, name, VIEWERS) }],
)

/**
 * One call that reads, before and after something of every noun has come to be where the person does not see: the answer
 * is the same. Counts, sums and pickers are judged by it, whatever shape they have.
 */
const tryElsewhere = async (stage: AccessStage, name: ConsoleCall, who: readonly Viewer[]): Promise<Tried> =>
  sumOf(
    await inTurn(rowsOf(name), async (row) => {
      const subjects = await subjectsOf(stage, row, 'read')
      // Signed in before the first look: a log-in is seen by those above.
      const viewers = await inTurn(who, async (viewer) => {
        const { person, like, unseen } = viewer
        const token = await (like === undefined ? stage.tokenOf(person) : narrowedProgramOf(stage, person))
        return { person: titleOf(viewer), eyes: like ?? person, unseen, token }
      })
      const before = await inTurn(viewers, async ({ person, eyes, unseen, token }) => {
        const call = clientWith(stage, token)
        const subject = subjects.find((one) => isSeen(stage, row, eyes, one)) ?? subjects[0]
        if (subject === undefined) throw new Error(`${name} has nothing to be about`)
        const query = async () => valuesOf(await outcomeOf(call, name, requestOf(stage, name, row, subject)))
        const [first, second] = [await query(), await query()]
        return { person, unseen, query, first, second }
      })
      const beforeAfter = async (place: (typeof PLACES)[number]): Promise<Tried> => {
        await addElsewhere(stage, place)
        const blind = before.filter(({ unseen }) => unseen.some((at) => at === place.under))
        return sumOf(await inTurn(blind, (viewed) => compare(name, viewed, place.under)))
      }
      return sumOf(await inTurn(PLACES, beforeAfter))
    }),
  )

type Viewed = {
  person: string
  query: () => Promise<Map<string, string>>
  first: Map<string, string>
  second: Map<string, string>
}

const compare = async (name: ConsoleCall, { person, query, first, second }: Viewed, at: PlaceName): Promise<Tried> => {
  const third = await query()
  // What changes by itself, a time say, tells nothing.
  const places = [...new Set([...first.keys(), ...third.keys()])].filter(
    (place) => first.get(place) === second.get(place) && EXPECTED[name]?.places.test(place) !== true,
  )
  const changed = places.find((place) => first.get(place) !== third.get(place))
  const wrong = `${name}: ${person}: ${changed} becomes ${third.get(changed ?? '')} by what is below ${at}`
  return { tried: 1, wrong: changed === undefined ? [] : [wrong] }
}

const isSeen = (stage: AccessStage, row: TestedRow, person: SmallAccount, subject: Subject): boolean =>
  !isAboutOne(row) || NOUNS[row.about].sees(person, subject, stage)

/** Every single value of an answer by its place in it. */
const valuesOf = (answer: unknown, place = ''): Map<string, string> => {
  if (typeof answer !== 'object' || answer === null) return new Map([[place, String(answer)]])
  return new Map(Object.entries(answer).flatMap(([key, value]) => [...valuesOf(value, `${place}.${key}`)]))
}
