/** Every right, `resource:action` (product 4.2). A right is here only when an endpoint or a socket command needs it. */
export const PERMISSIONS = [
  'device:view',
  'device:edit',
  'device:control',
  'device:control-installer',
  'binding:view',
  'history:view',
  'history:preset-edit',
  'controllog:view',
  'product:view',
  'pii:view',
] as const
export type Permission = (typeof PERMISSIONS)[number]

const LOOKING = ['device:view', 'binding:view', 'history:view', 'controllog:view', 'product:view'] as const
const USING = [...LOOKING, 'device:edit', 'device:control'] as const
const INSTALLING = [...USING, 'device:control-installer', 'history:preset-edit'] as const

/** The built-in roles that exist in this slice (product 4.3); more come with organisation and access. */
export const BUILT_IN_ROLES = {
  'Platform admin': PERMISSIONS,
  'Province agent': INSTALLING,
  'City agent': INSTALLING,
  'County agent': USING,
  'Read-only auditor': LOOKING,
} as const satisfies Record<string, readonly Permission[]>
export type BuiltInRole = keyof typeof BUILT_IN_ROLES
