import { api } from '../api.ts'
import type { Endpoint } from '../endpoint.ts'
import { PERMISSIONS, type Permission } from '../permissions.ts'

/** Rights that let read: they guard a call that changes nothing, or end in `view`. What a read-only view keeps. */
export const READ_RIGHTS: ReadonlySet<Permission> = new Set(
  PERMISSIONS.filter(
    (right) =>
      right.endsWith(':view') ||
      Object.values<Endpoint>(api).some(({ kind, needs }) => kind === 'read' && needs === right),
  ),
)
