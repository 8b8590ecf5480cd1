/** What the permission tree shows of a right beside its name. */
type Right = {
  /** Permissions that this one implies: an account that has it has them too. */
  requires: readonly string[]
  /** `dangerous` rights reach into houses, other people's access or personal data. */
  risk: 'normal' | 'dangerous'
}

/**
 * Every right, `resource:action` (product 4.2). A right is here only when an endpoint, a socket command or a field needs
 * it. A new one is named in three languages in the catalogue of its feature (`rights`), a new resource has its place in
 * {@link RESOURCE_GROUP}; both, or nothing compiles.
 */
export const RIGHTS = {
  'dashboard:view': { requires: [], risk: 'normal' },
  'bigscreen:view': { requires: ['dashboard:view'], risk: 'normal' },
  'map:view': { requires: ['device:view'], risk: 'normal' },
  'analysis:view': { requires: ['device:view'], risk: 'normal' },
  'analysis:export': { requires: ['analysis:view'], risk: 'normal' },
  'analysis:report': { requires: ['analysis:export'], risk: 'normal' },
  'device:view': { requires: [], risk: 'normal' },
  'device:edit': { requires: ['device:view'], risk: 'normal' },
  'device:tag': { requires: ['device:view'], risk: 'normal' },
  'device:diagnose': { requires: ['device:view'], risk: 'normal' },
  'device:delete': { requires: ['device:view'], risk: 'dangerous' },
  'device:export': { requires: ['device:view'], risk: 'normal' },
  'device:replace': { requires: ['device:view'], risk: 'dangerous' },
  'device:commission': { requires: ['device:view', 'history:view'], risk: 'normal' },
  'device:secret': { requires: ['device:view'], risk: 'dangerous' },
  'device:control': { requires: ['device:view'], risk: 'dangerous' },
  'device:control-installer': { requires: ['device:control'], risk: 'dangerous' },
  'device-import:view': { requires: ['device:view'], risk: 'normal' },
  'device-import:create': { requires: ['device-import:view', 'product:view'], risk: 'dangerous' },
  'device-import:undo': { requires: ['device-import:view'], risk: 'dangerous' },
  'device-import:export': { requires: ['device-import:view'], risk: 'normal' },
  'device-import:secret': { requires: ['device-import:view'], risk: 'dangerous' },
  'model:view': { requires: ['device:view'], risk: 'normal' },
  'model:set': { requires: ['model:view'], risk: 'dangerous' },
  'model:detect': { requires: ['model:view'], risk: 'normal' },
  'model:batch': { requires: ['model:view'], risk: 'dangerous' },
  'shipment:view': { requires: ['device:view'], risk: 'normal' },
  'shipment:ship': { requires: ['shipment:view'], risk: 'dangerous' },
  'shipment:recall': { requires: ['shipment:view'], risk: 'dangerous' },
  'shipment:confirm': { requires: ['shipment:view'], risk: 'normal' },
  'shipment:export': { requires: ['shipment:view'], risk: 'normal' },
  'shipment:release-ask': { requires: ['shipment:view'], risk: 'normal' },
  'shipment:release': { requires: ['shipment:view'], risk: 'dangerous' },
  'iccid:view': { requires: ['device:view'], risk: 'normal' },
  'iccid:import': { requires: ['iccid:view'], risk: 'normal' },
  'iccid:edit': { requires: ['iccid:view'], risk: 'normal' },
  'iccid:renew': { requires: ['iccid:view'], risk: 'normal' },
  'iccid:suspend': { requires: ['iccid:view'], risk: 'dangerous' },
  'iccid:export': { requires: ['iccid:view'], risk: 'normal' },
  'binding:view': { requires: ['device:view'], risk: 'normal' },
  'binding:bind': { requires: ['binding:view', 'appuser:view'], risk: 'dangerous' },
  'binding:unbind': { requires: ['binding:view', 'appuser:view'], risk: 'dangerous' },
  'binding:transfer': { requires: ['binding:bind', 'binding:unbind'], risk: 'dangerous' },
  'appuser:view': { requires: [], risk: 'normal' },
  'appuser:edit': { requires: ['appuser:view'], risk: 'normal' },
  'appuser:mark': { requires: ['appuser:view'], risk: 'normal' },
  'appuser:message': { requires: ['appuser:view'], risk: 'normal' },
  'appuser:disable': { requires: ['appuser:view'], risk: 'dangerous' },
  'appuser:export': { requires: ['appuser:view'], risk: 'normal' },
  'appuser:erase': { requires: ['appuser:view'], risk: 'dangerous' },
  'datagrant:view': { requires: ['device:view', 'appuser:view'], risk: 'normal' },
  'datagrant:revoke': { requires: ['datagrant:view'], risk: 'dangerous' },
  'alarm:view': { requires: ['device:view'], risk: 'normal' },
  'alarm:ack': { requires: ['alarm:view'], risk: 'normal' },
  'alarm:assign': { requires: ['alarm:view'], risk: 'normal' },
  'alarm:process': { requires: ['alarm:view'], risk: 'normal' },
  'alarm:close': { requires: ['alarm:view'], risk: 'normal' },
  'alarm:reopen': { requires: ['alarm:view'], risk: 'normal' },
  'alarm:export': { requires: ['alarm:view'], risk: 'normal' },
  'alarm:mute': { requires: ['alarm:view'], risk: 'normal' },
  'alarm-rule:view': { requires: ['alarm:view'], risk: 'normal' },
  'alarm-rule:edit': { requires: ['alarm-rule:view', 'product:view'], risk: 'normal' },
  'alarm-rule:enable': { requires: ['alarm-rule:view'], risk: 'normal' },
  'alarm-rule:types': { requires: ['alarm-rule:view'], risk: 'normal' },
  'notification:view': { requires: ['device:view'], risk: 'normal' },
  'notification:edit': { requires: ['notification:view'], risk: 'normal' },
  'notification:enable': { requires: ['notification:view'], risk: 'normal' },
  'order:view': { requires: [], risk: 'normal' },
  'order:create': { requires: ['order:view'], risk: 'normal' },
  'order:reply': { requires: ['order:view'], risk: 'normal' },
  'order:assign': { requires: ['order:view'], risk: 'normal' },
  'order:resolve': { requires: ['order:reply'], risk: 'normal' },
  'order:reopen': { requires: ['order:view'], risk: 'normal' },
  'order:export': { requires: ['order:view'], risk: 'normal' },
  'order:canned-edit': { requires: ['order:reply'], risk: 'normal' },
  'order:settings': { requires: ['order:view'], risk: 'normal' },
  'revisit:view': { requires: ['order:view'], risk: 'normal' },
  'revisit:record': { requires: ['revisit:view'], risk: 'normal' },
  'app:view': { requires: [], risk: 'normal' },
  'app:edit': { requires: ['app:view'], risk: 'dangerous' },
  'app:secret': { requires: ['app:edit'], risk: 'dangerous' },
  'appversion:view': { requires: ['app:view'], risk: 'normal' },
  'appversion:edit': { requires: ['appversion:view'], risk: 'normal' },
  'appversion:release': { requires: ['appversion:view'], risk: 'dangerous' },
  'history:view': { requires: ['device:view'], risk: 'normal' },
  'history:export': { requires: ['history:view'], risk: 'normal' },
  'history:preset-edit': { requires: ['history:view'], risk: 'normal' },
  'log:view': { requires: ['device:view'], risk: 'normal' },
  'log:raw': { requires: ['log:view'], risk: 'normal' },
  'log:export': { requires: ['log:view'], risk: 'normal' },
  'controllog:view': { requires: ['device:view'], risk: 'normal' },
  'controllog:export': { requires: ['controllog:view'], risk: 'normal' },
  'rollout:view': { requires: ['device:view'], risk: 'normal' },
  'rollout:create': { requires: ['rollout:view', 'device:control'], risk: 'normal' },
  'rollout:approve': { requires: ['rollout:view'], risk: 'dangerous' },
  'rollout:approve-own': { requires: ['rollout:approve'], risk: 'dangerous' },
  'rollout:run': { requires: ['rollout:view'], risk: 'dangerous' },
  'rollout:rollback': { requires: ['rollout:view', 'device:control'], risk: 'dangerous' },
  'ota:view': { requires: ['device:view'], risk: 'normal' },
  'ota:upload': { requires: ['ota:view'], risk: 'dangerous' },
  'ota:edit': { requires: ['ota:view'], risk: 'dangerous' },
  'ota:delete': { requires: ['ota:view'], risk: 'dangerous' },
  'ota:upgrade': { requires: ['ota:view', 'device:control'], risk: 'dangerous' },
  'ota:campaign': { requires: ['ota:upgrade', 'rollout:view'], risk: 'dangerous' },
  'product:view': { requires: [], risk: 'normal' },
  'product:create': { requires: ['product:edit'], risk: 'normal' },
  'product:edit': { requires: ['product:view'], risk: 'normal' },
  'product:publish': { requires: ['product:edit'], risk: 'dangerous' },
  'product:delete': { requires: ['product:edit'], risk: 'dangerous' },
  'product:export': { requires: ['product:view'], risk: 'normal' },
  'product:secret': { requires: ['product:edit'], risk: 'dangerous' },
  'product:simulate': { requires: ['product:edit'], risk: 'normal' },
  'product:register-edit': { requires: ['product:view'], risk: 'dangerous' },
  'datapoint:edit': { requires: ['product:edit'], risk: 'normal' },
  'datapoint:import': { requires: ['datapoint:edit'], risk: 'normal' },
  'faultcode:view': { requires: [], risk: 'normal' },
  'faultcode:note': { requires: ['faultcode:view'], risk: 'normal' },
  'faultcode:edit': { requires: ['faultcode:view'], risk: 'normal' },
  'account:view': { requires: [], risk: 'normal' },
  'account:create': { requires: ['account:view'], risk: 'dangerous' },
  'account:edit': { requires: ['account:view'], risk: 'dangerous' },
  'account:disable': { requires: ['account:view'], risk: 'dangerous' },
  'account:delete': { requires: ['account:disable'], risk: 'dangerous' },
  'account:reset-password': { requires: ['account:view'], risk: 'dangerous' },
  'account:view-as': { requires: ['account:view'], risk: 'dangerous' },
  'agent:view': { requires: [], risk: 'normal' },
  'agent:create': { requires: ['agent:view'], risk: 'normal' },
  'agent:edit': { requires: ['agent:view'], risk: 'normal' },
  'agent:move': { requires: ['agent:edit'], risk: 'dangerous' },
  'agent:disable': { requires: ['agent:edit'], risk: 'dangerous' },
  'agent:export': { requires: ['agent:view'], risk: 'normal' },
  'agent:delete': { requires: ['agent:edit'], risk: 'dangerous' },
  'api:view': { requires: [], risk: 'normal' },
  'api:edit': { requires: ['api:view'], risk: 'dangerous' },
  'webhook:view': { requires: ['device:view'], risk: 'normal' },
  'webhook:edit': { requires: ['webhook:view'], risk: 'dangerous' },
  'role:view': { requires: [], risk: 'normal' },
  'role:edit': { requires: ['role:view'], risk: 'dangerous' },
  'role:delete': { requires: ['role:view'], risk: 'dangerous' },
  'resgroup:view': { requires: [], risk: 'normal' },
  'resgroup:edit': { requires: ['resgroup:view'], risk: 'dangerous' },
  'audit:view': { requires: [], risk: 'normal' },
  'audit:export': { requires: ['audit:view'], risk: 'dangerous' },
  'system:view': { requires: [], risk: 'normal' },
  'system:edit': { requires: ['system:view'], risk: 'dangerous' },
  'ops:view': { requires: [], risk: 'normal' },
  'ops:maintain': { requires: ['ops:view'], risk: 'dangerous' },
  'sim:view': { requires: ['device:view'], risk: 'normal' },
  'sim:run': { requires: ['sim:view'], risk: 'normal' },
  'pii:view': { requires: [], risk: 'dangerous' },
  'pii:export': { requires: ['pii:view'], risk: 'dangerous' },
} as const satisfies Record<string, Right>

export type Permission = keyof typeof RIGHTS
/** The part before the colon. */
export type Resource = Permission extends infer Right ? (Right extends `${infer R}:${string}` ? R : never) : never

/** Branches of the permission tree: the groups of the menu, and fields that only some may read. */
export const RIGHT_GROUPS = ['device', 'product', 'distributor', 'user', 'app-user', 'field'] as const
export type RightGroup = (typeof RIGHT_GROUPS)[number]

/** Where the permission tree shows the rights of a resource. */
export const RESOURCE_GROUP = {
  dashboard: 'device',
  bigscreen: 'device',
  map: 'device',
  analysis: 'device',
  device: 'device',
  'device-import': 'device',
  model: 'device',
  shipment: 'device',
  iccid: 'device',
  binding: 'device',
  appuser: 'app-user',
  datagrant: 'app-user',
  alarm: 'device',
  'alarm-rule': 'device',
  notification: 'device',
  order: 'app-user',
  revisit: 'app-user',
  app: 'user',
  appversion: 'user',
  history: 'device',
  log: 'device',
  controllog: 'device',
  rollout: 'device',
  ota: 'device',
  product: 'product',
  datapoint: 'product',
  faultcode: 'product',
  account: 'user',
  agent: 'distributor',
  api: 'user',
  webhook: 'user',
  role: 'user',
  resgroup: 'user',
  audit: 'user',
  system: 'user',
  ops: 'user',
  sim: 'user',
  pii: 'field',
} as const satisfies Record<Resource, RightGroup>

/** `device` of `device:view`. */
export const resourceOf = (right: Permission): Resource => right.split(':')[0] as Resource // what its type says
// The keys of the table above, of which there is at least one.
export const PERMISSIONS = Object.keys(RIGHTS) as [Permission, ...Permission[]]

const WITHOUT_DISTRIBUTOR: readonly Resource[] = [
  'app',
  'appversion',
  'datapoint',
  'device-import',
  'product',
  'faultcode',
  'ota',
  'ops',
  'sim',
  'system',
]
const SHARED_WITH_DISTRIBUTORS: readonly Permission[] = [
  'product:view',
  'faultcode:view',
  'faultcode:note',
  'ota:view',
  'ota:upgrade',
  'ota:campaign',
]

/** True for a right over what no distributor owns: an API token that is narrowed to a distributor never has it. */
export const isManufacturerRight = (right: Permission): boolean =>
  WITHOUT_DISTRIBUTOR.includes(resourceOf(right)) && !SHARED_WITH_DISTRIBUTORS.includes(right)

/** The rights together with all they require, in the order of the table. */
export const withRequired = (rights: Iterable<Permission>): Permission[] => {
  const all = new Set<string>()
  const add = (right: string): void => {
    if (all.has(right)) return
    all.add(right)
    const row: Right | undefined = RIGHTS[right as Permission]
    for (const required of row?.requires ?? []) add(required)
  }
  for (const right of rights) add(right)
  return PERMISSIONS.filter((right) => all.has(right))
}
