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

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

/** The calls whose answers stay what they are, whatever comes to be out of sight. */
const READS = CONSOLE_CALLS.filter((name) => api[name].kind === 'read' && !('gives' in api[name]))
/** Each of these starts a process that reads the file: tried by one viewer after the other, they are a part for each. */
const READS_OF_FILES = /(?:File|Import)(?:Check|Read)$/

/** A call and who looks, each a part of its own. */
export const ELSEWHERE: readonly { name: string; cells: (stage: AccessStage) => Promise<Tried> }[] = READS.flatMap(
  (name) =>
    READS_OF_FILES.test(name)
      ? VIEWERS.map((viewer) => ({
          name: `${name} with more elsewhere, by ${titleOf(viewer)}`,
          cells: (stage: AccessStage) => tryElsewhere(stage, [name], [viewer]),
        }))
      : [{ name: `${name} with more elsewhere`, cells: (stage: AccessStage) => tryElsewhere(stage, [name], VIEWERS) }],
)

/** Calls in a group: what is added elsewhere, a hundred statements, is added once for all of them. */
const GROUP_SIZE = 12
/** Answers that reads move: when a program or a session was last used, noted once a minute, and their order by it. */
const MOVED_BY_READS: ReadonlySet<ConsoleCall> = new Set(['apiTokenList', 'accountSessions', 'ownSessions'])
const isAlone = (name: ConsoleCall): boolean => READS_OF_FILES.test(name) || MOVED_BY_READS.has(name)

/** The same cells in groups of calls. */
export const ELSEWHERE_GROUPS: typeof ELSEWHERE = [
  ...READS.filter(isAlone).map((name) => [name]),
  ...inGroups(
    READS.filter((name) => !isAlone(name)),
    GROUP_SIZE,
  ),
].map((names) => ({
  name: `more elsewhere: ${names.join(', ')}`,
  cells: (stage) => tryElsewhere(stage, names, VIEWERS),
}))

/**
 * Calls that read, before and after something of every noun has come to be where the person does not see: the answers are
 * the same. Counts, sums and pickers are judged by it, whatever shape they have.
 */
const tryElsewhere = async (
  stage: AccessStage,
  names: readonly ConsoleCall[],
  who: readonly Viewer[],
): Promise<Tried> => {
  // All signed in, and all that the calls are about made, before the first look: those above see either.
  const views = (await inTurn(names, (name) => viewsOf(stage, name, who))).flat()
  // Their use is noted before the first look, not between two.
  if (names.some((name) => MOVED_BY_READS.has(name))) await inTurn(views, (view) => view.query())
  const before = await inTurn(views, async (view) => ({
    ...view,
    first: await view.query(),
    second: await view.query(),
  }))
  const beforeAfter = async (place: (typeof PLACES)[number]): Promise<Tried> => {
    await addElsewhere(stage, place)
    const blind = before.filter(({ unseen }) => unseen.some((at) => at === place.under))
    return sumOf(await inTurn(blind, (viewed) => compare(viewed, place.under)))
  }
  return sumOf(await inTurn(PLACES, beforeAfter))
}

/** How each of these people makes the call. */
const viewsOf = async (stage: AccessStage, name: ConsoleCall, who: readonly Viewer[]): Promise<View[]> =>
  (
    await inTurn(rowsOf(name), async (row) => {
      const subjects = await subjectsOf(stage, row, 'read')
      return inTurn(who, async (viewer) => {
        const { person, like, unseen } = viewer
        const token = await (like === undefined ? stage.tokenOf(person) : narrowedProgramOf(stage, person))
        const call = clientWith(stage, token)
        const subject = subjects.find((one) => isSeen(stage, row, like ?? person, one)) ?? subjects[0]
        if (subject === undefined) throw new Error(`${name} has nothing to be about`)
        const query = async () => valuesOf(await outcomeOf(call, name, requestOf(stage, name, row, subject)))
        return { name, person: titleOf(viewer), unseen, query }
      })
    })
  ).flat()

type View = {
  name: ConsoleCall
  person: string
  unseen: readonly SmallDistributor[]
  query: () => Promise<Map<string, string>>
}
type Viewed = View & { first: Map<string, string>; second: Map<string, string> }

const compare = async ({ name, person, query, first, second }: Viewed, at: PlaceName): Promise<Tried> => {
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
