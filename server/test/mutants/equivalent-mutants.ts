import { type Mutant, type Place, placeOf } from './find-mutants.ts'

/** A place where a mutant changes nothing anybody can see, and why. */
type EquivalentMutant = Place & { reason: string }

const ASKED = 'store is asked without the scope of the caller'

/** Looked at one by one; an entry without a true reason is a leak. */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    kind: ASKED,
    file: 'server/src/features/app-users/handlers.ts',
    within: 'eraseAppUser',
    was: 'caller.scope',
    nth: 1,
    reason: 'an erased person has no unit any more that could be told',
  },
  ...['appUserLogIns', 'appUserConsents', 'appUserMessages'].map((within) => ({
    kind: ASKED,
    file: `server/src/features/app-users/${within === 'appUserMessages' ? 'handlers-messages' : 'handlers'}.ts`,
    within,
    was: 'caller.scopes.appuser',
    nth: 1,
    reason: 'the person was read within the same scope just before',
  })),
  ...['appUserPushTokens', 'withdrawPushToken'].map((within) => ({
    kind: ASKED,
    file: 'server/src/features/app-users/handlers-push-tokens.ts',
    within,
    was: 'caller.scopes.appuser',
    nth: 1,
    reason: 'the person was read within the same scope just before',
  })),
  {
    kind: ASKED,
    file: 'server/src/features/service-orders/handlers.ts',
    within: 'orderHandlers',
    was: 'caller.scope',
    nth: 1,
    reason: 'the order was read just before, which is seen only where its unit is',
  },
  ...[1, 2].map((nth) => ({
    kind: ASKED,
    file: 'server/src/features/devices/handlers.ts',
    within: 'deviceInfo',
    was: 'caller.scope',
    nth,
    reason: 'the unit and what its owner allows are each asked for within the scope: either refuses a foreign unit',
  })),
  {
    kind: ASKED,
    file: 'server/src/features/devices/handlers-faults.ts',
    within: 'deviceFaults',
    was: 'caller.scope',
    nth: 2,
    reason: 'the unit was read within the same scope just before',
  },
  {
    kind: ASKED,
    file: 'server/src/features/distributors/batch-objects.ts',
    within: 'listMatching',
    was: 'caller.scope',
    nth: 1,
    reason: 'only the figures of each distributor are counted within it, and a batch takes number and name alone',
  },
  {
    kind: ASKED,
    file: 'server/src/features/distributors/move.ts',
    within: 'previewMove',
    was: 'caller.scopes.agent',
    nth: 1,
    reason: 'whoever does not see all that lies below is refused just before',
  },
  {
    kind: ASKED,
    file: 'server/src/features/home/handlers.ts',
    within: 'homeTable',
    was: 'caller.scopes.agent',
    nth: 1,
    reason:
      'units are counted within the scope, a distributor out of verdict has none, and a row without any is not shown',
  },
  {
    kind: 'right is not asked',
    file: 'server/src/transports/push.ts',
    within: 'maySee',
    was: "caller.permissions.has('device:view')",
    nth: 1,
    reason: 'whoever is found without the right is made to forget what he watches in the same turn',
  },
  {
    kind: 'row of any owner',
    file: 'server/src/features/app-api/store-sessions.ts',
    within: 'insertSession',
    was: ".where('app_user_id', '=', app_user_id)",
    nth: 1,
    reason: 'the sessions that give way are picked out of those of this person',
  },
  {
    kind: 'row of any owner',
    file: 'server/src/features/bindings/store.ts',
    within: 'deleteBindingsOf',
    was: ".where('app_user_id', '=', app_user_id)",
    nth: 1,
    reason: 'nothing is taken from a person where a unit is not bound to them; more units are locked, that is all',
  },
  {
    kind: 'row of any owner',
    file: 'server/src/features/service-orders/store.ts',
    within: 'insertOwnOrder',
    was: ".where('app_user_id', '=', order.app_user_id)",
    nth: 1,
    reason: 'everybody would wait for everybody, that is all: what counts is counted just below',
  },
  {
    kind: 'refusal at the rim is not thrown',
    file: 'server/src/transports/push-commands.ts',
    within: 'runCommand',
    was: "throw new Refusal('invalid_token')",
    nth: 1,
    reason: 'a console that is not known is closed before a command of it is looked at; this tells the compiler so',
  },
]

/** Whether an entry is about this mutant. */
export const isAbout = (mutant: Mutant, entry: EquivalentMutant): boolean => {
  const place = placeOf(mutant)
  return PLACE.every((part) => place[part] === entry[part])
}

const PLACE = ['kind', 'file', 'within', 'was', 'nth'] as const satisfies readonly (keyof Place)[]

/** Entries that are about no mutant of the tree, told. */
export const staleEquivalents = (mutants: readonly Mutant[]): string[] =>
  EQUIVALENT_MUTANTS.filter((entry) => !mutants.some((mutant) => isAbout(mutant, entry))).map(
    ({ kind, file, within, was, nth }) =>
      `equivalent-mutants.ts: there is no ${kind}: ${file} ${within} ${was} (${nth})`,
  )
