import { ROLE_OF, rightsOf, type SmallAccount, type SmallDistributor } from '../small-fleet.ts'

type Person = {
  /** The distributors in reach. */
  reach: readonly SmallDistributor[]
  /** Sees only the devices it imported. */
  own_records?: boolean
  /** Works for the manufacturer within a resource group: it never learns whether what has no group is gone. */
  grouped?: boolean
}

const EVERYWHERE = ['A', 'A1', 'A11', 'A2', 'B'] as const

/** How far each person of the small fleet sees, written by hand: the rules of the server are not used for it. */
const PEOPLE = {
  admin: { reach: EVERYWHERE },
  auditor: { reach: EVERYWHERE },
  province_a: { reach: ['A', 'A1', 'A11', 'A2'] },
  city_a1: { reach: ['A1', 'A11'] },
  city_a2: { reach: ['A2'] },
  county_a11: { reach: ['A11'] },
  province_b: { reach: ['B'] },
  staff: { reach: EVERYWHERE },
  staff_hangzhou: { reach: ['A1', 'A11'], grouped: true },
  factory: { reach: [], own_records: true },
  office_a: { reach: ['A'] },
} as const satisfies Record<SmallAccount, Person>

export const PERSONS = Object.keys(PEOPLE) as SmallAccount[] // the keys of the table above

const personOf = (person: SmallAccount): Person => PEOPLE[person]

/** The distributors a person sees. */
export const visibleDistributorsOf = (person: SmallAccount): readonly SmallDistributor[] => personOf(person).reach

export const reaches = (person: SmallAccount, at: SmallDistributor): boolean =>
  visibleDistributorsOf(person).includes(at)

export const hasOwnRecords = (person: SmallAccount): boolean => personOf(person).own_records === true

export const isGrouped = (person: SmallAccount): boolean => personOf(person).grouped === true

/** True when the role of this person has the right, or anybody has it. */
export const mayOf = (person: SmallAccount, needs: string): boolean =>
  needs === 'application' ||
  needs === 'signed-in' ||
  rightsOf(ROLE_OF[person]).some((permission) => permission === needs)

/** True when the other may or sees more: then that account is looked at and not touched. */
export const isAbove = (person: SmallAccount, other: SmallAccount): boolean =>
  person !== other &&
  (isGrouped(person) ||
    rightsOf(ROLE_OF[other]).some((right) => !mayOf(person, right)) ||
    visibleDistributorsOf(other).some((at) => !reaches(person, at)))
