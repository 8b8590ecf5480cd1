/**
 * What may name a role, group, distributor, product, channel or account, and so keeps it from being deleted. A policy is
 * deleted although rules name it: they are back at the default.
 */
export type ReferenceKind =
  | 'notification_policy'
  | 'alarm_rule'
  | 'alarm_mute'
  | 'analysis_report'
  | 'rollout'
  | 'device_group'
  | 'resource_group'
  | 'distributor'
  | 'device_import'
  | 'virtual_unit'
  | 'webhook'

/**
 * One use of what is to be deleted. `id` = its number, null where the caller cannot open it. The name of a mute is its
 * reason, that of a virtual unit its MAC, and a saved report of another account has that account's name behind its own.
 */
export type Reference = { kind: ReferenceKind; id: number | null; name: string }
