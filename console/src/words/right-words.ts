import type { Permission, Resource, RightGroup } from '@heatfleet/contract/permissions.ts'
import { useWords } from './words.ts'

/** Words of the permission tree in the person's language: rights with their meaning, resources, groups. */
export type RightWords = {
  rights: Readonly<Record<Permission, { name: string; meaning: string }>>
  resources: Readonly<Record<Resource, string>>
  groups: Readonly<Record<RightGroup, string>>
}

/** {@link RightWords}, as whole tables. */
export const useRightWords = (): RightWords => {
  const t = useWords('rights')
  return {
    rights: t(($) => $.rights, { returnObjects: true }),
    resources: t(($) => $.resources, { returnObjects: true }),
    groups: t(($) => $.groups, { returnObjects: true }),
  }
}
