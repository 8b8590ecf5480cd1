import { useMemo } from 'react'
import { useMessages } from './messages.ts'

/** The name of the resource group of an account: ours for that of everybody, else as people wrote it. */
export const useGroupNameText = (): ((group_name: string, whole_fleet: boolean) => string) => {
  const t = useMessages('resource-groups')
  return useMemo(() => (group_name, whole_fleet) => (whole_fleet ? t(($) => $.whole_fleet) : group_name), [t])
}
