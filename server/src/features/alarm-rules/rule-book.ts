import { hasOfflineTerm } from '@heatfleet/contract/alarm-rules/offline-terms.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import { EMPTY_RULE_BOOK, type RuleBook } from '../../ingest/device-rules.ts'
import { zoneOfCountry } from '../devices/public.ts'
import { type EnabledRule, listCountries, listEnabledRules } from './store-book.ts'
import { listGroupDevices } from './store-devices.ts'

/** Members of groups by filter, distributors' moves, and rules that another process changed are noticed within this time. */
const REREAD_MS = 60_000

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>

/** The rules in force in a gateway process. */
type RuleBookKeeper = {
  find: () => RuleBook
  /** Reads the rules anew. A failed read keeps the former rules; the next one retries. */
  reread: () => Promise<void>
  stop: () => void
}

/** Reads the rules, and again each minute. */
export const createRuleBook = async (deps: Deps): Promise<RuleBookKeeper> => {
  let book = EMPTY_RULE_BOOK
  let content = ''
  let stopWaiting = (): void => {}
  const reread = async (): Promise<void> => {
    try {
      const read = await readRules(deps)
      const text = JSON.stringify(read)
      if (text === content) return
      content = text
      book = bookOf(read, book.generation + 1)
    } catch (error) {
      deps.log.warn({ error }, 'alarm rules could not be read')
    }
  }
  const rereadEachMinute = (): void => {
    stopWaiting = deps.clock.after(REREAD_MS, () => {
      void reread().then(rereadEachMinute)
    })
  }
  await reread()
  rereadEachMinute()
  return { find: () => book, reread, stop: () => stopWaiting() }
}

type ReadRules = {
  rules: (EnabledRule & { members: number[] | null })[]
  countries: { agent_path: string; country: string }[]
}

/** What reports evaluate: rules about being offline are the check's. */
const readRules = async (deps: Deps): Promise<ReadRules> => {
  const rules = (await listEnabledRules(deps.database.db)).filter(({ condition }) => !hasOfflineTerm(condition))
  const of_groups = new Map<string, number[]>()
  for (const { target_by, group_id, product_key } of rules) {
    const key = `${product_key} ${group_id}`
    if (target_by !== 'group' || group_id === null || of_groups.has(key)) continue
    of_groups.set(key, await listGroupDevices(deps, product_key, group_id, LIMITS.device_group_members_max))
  }
  const has_schedule = rules.some(({ schedule }) => schedule !== null)
  return {
    rules: rules.map((rule) => ({ ...rule, members: membersOf(rule, of_groups) })),
    countries: has_schedule ? await listCountries(deps.database.db) : [],
  }
}

const membersOf = (
  { target_by, group_id, product_key, device_ids }: EnabledRule,
  of_groups: ReadonlyMap<string, number[]>,
): number[] | null => {
  if (target_by === 'group') return of_groups.get(`${product_key} ${group_id}`) ?? []
  return target_by === 'devices' ? device_ids : null
}

const bookOf = ({ rules, countries }: ReadRules, generation: number): RuleBook => {
  const by_id = new Map(rules.map((rule) => [rule.rule_id, rule]))
  const placed = rules.map((rule) => ({
    rule,
    path: longer(rule.owner_path ?? '/', rule.target_by === 'agent' ? rule.under_path : '/'),
    members: rule.members === null ? null : new Set(rule.members),
  }))
  const by_product = Map.groupBy(placed, ({ rule }) => rule.product_key)
  const country_of = new Map(countries.map(({ agent_path, country }) => [agent_path, country]))
  const zones = new Map<string, string | null>()
  return {
    generation,
    hasRules: (product_key) => by_product.has(product_key),
    listRules: ({ device_id, agent_path, product_key }) =>
      (by_product.get(product_key) ?? [])
        .filter(
          ({ path, members }) =>
            path !== null && agent_path.startsWith(path) && (members === null || members.has(device_id)),
        )
        .map(({ rule }) => rule),
    findRule: (rule_id) => by_id.get(rule_id),
    zoneOf: ({ agent_path }) => {
      const country = country_of.get(agent_path)
      if (country === undefined) return null
      const zone = zones.has(country) ? (zones.get(country) ?? null) : zoneOfCountry(country)
      zones.set(country, zone)
      return zone
    },
  }
}

/** The narrower of owner and target; null = the target is gone, or lies outside the owner. */
const longer = (owner: string, under: string | null): string | null => {
  if (under === null) return null
  if (under.startsWith(owner)) return under
  return owner.startsWith(under) ? owner : null
}
