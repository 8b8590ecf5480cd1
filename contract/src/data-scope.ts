import { z } from 'zod'

/**
 * Which rows the accounts of a role see (product 3.32), before resource group and distributor narrow it further.
 * `all`: everything the account's place allows; `resource_group`: only what a group other than the whole fleet names;
 * `subtree`: the own distributor and those below; `own_agent`: the own distributor alone; `own_records`: what the
 * account itself entered.
 */
export const DATA_SCOPES = ['all', 'resource_group', 'subtree', 'own_agent', 'own_records'] as const
export const DataScope = z.enum(DATA_SCOPES)
export type DataScope = z.infer<typeof DataScope>

/** Resources for which a role may name another data scope than its own. */
export const SCOPED_RESOURCES = ['device', 'agent', 'account', 'appuser', 'controllog', 'audit'] as const
export type ScopedResource = (typeof SCOPED_RESOURCES)[number]

/** Data scopes of single resources; a resource that is absent has the role's own. */
export const ScopeOverrides = z.partialRecord(z.enum(SCOPED_RESOURCES), DataScope)
export type ScopeOverrides = z.infer<typeof ScopeOverrides>
