import { ClientMessage } from '@heatfleet/contract/push.ts'
import { APP_CALLS, type Credential, credentialsOf, tryApp, tryAppDevices, tryCredentials } from './credentials.ts'
import { ELSEWHERE } from './elsewhere.ts'
import { tryFields } from './extra-fields.ts'
import { type Tried, tryPeople } from './matrix.ts'
import { isTriedNarrowed, tryNarrowed } from './narrowed.ts'
import type { TestedNoun } from './nouns.ts'
import { tryLosses } from './rights-lost.ts'
import { CONSOLE_CALLS, type ConsoleCall, nounOf, rowsOf } from './rows.ts'
import { COMMANDS, tryCommand, tryDoor } from './sockets.ts'
import type { AccessStage } from './stage.ts'

/** A part of the matrix: one call or command with all its cells. */
export type Part = {
  name: string
  cells: (stage: AccessStage) => Promise<Tried>
  /** Leaves things behind that no other part knows of. */
  adds?: true
}

/** The commands that the socket understands beside the signing in. */
export const DECLARED_COMMANDS = ClientMessage.options
  .map(({ shape }) => shape.cmd.value)
  .filter((cmd) => cmd !== 'Authenticate')

/** Shares of the matrix that take about the same time: each is a test file here, `<share>.test.ts`. */
type Share = 'accounts' | 'fleet' | 'credentials' | 'elsewhere'

const FLEET: ReadonlySet<TestedNoun | null> = new Set(['distributor', 'device', 'service_order'])
const isAboutFleet = (name: ConsoleCall): boolean => rowsOf(name).some((row) => FLEET.has(nounOf(row)))
const byPeople = (name: ConsoleCall): Part => ({ name, cells: (stage) => tryPeople(stage, name) })

/** What people do in two shares; what else somebody comes with, also to the socket and the app API; what is elsewhere. */
export const matrixShares = (): Record<Share, Part[]> => {
  // Made once for all calls: none of them uses one up.
  let made: Promise<Credential[]> | null = null
  const credentials = (stage: AccessStage): Promise<Credential[]> => {
    made ??= credentialsOf(stage)
    return made
  }
  return {
    accounts: CONSOLE_CALLS.filter((name) => !isAboutFleet(name)).map(byPeople),
    fleet: [
      ...CONSOLE_CALLS.filter(isAboutFleet).map(byPeople),
      ...COMMANDS.map((name) => ({ name, cells: (stage: AccessStage) => tryCommand(stage, name) })),
    ],
    credentials: [
      { name: 'Authenticate', cells: tryDoor },
      ...CONSOLE_CALLS.map((name) => ({
        name: `${name} by credential`,
        cells: async (stage: AccessStage) => tryCredentials(stage, name, await credentials(stage)),
      })),
      ...CONSOLE_CALLS.filter(isTriedNarrowed).map((name) => ({
        name: `${name} by a narrowed program`,
        cells: (stage: AccessStage) => tryNarrowed(stage, name),
      })),
      ...APP_CALLS.map((name) => ({ name, cells: (stage: AccessStage) => tryApp(stage, name) })),
      { name: 'units of others in the app', cells: tryAppDevices },
    ],
    elsewhere: ELSEWHERE.map((part) => ({ ...part, adds: true as const })),
  }
}

/** The whole matrix in parts, in a fixed order. */
export const matrixParts = (): Part[] => Object.values(matrixShares()).flat()

/** Every call with every privileged field sent along. */
export const fieldParts = (): Part[] =>
  CONSOLE_CALLS.map((name) => ({ name, cells: (stage: AccessStage) => tryFields(stage, name) }))

/** What is lost while somebody is signed in and looks on. */
export const lossParts = (): Part[] => [{ name: 'losses', cells: tryLosses, adds: true }]
