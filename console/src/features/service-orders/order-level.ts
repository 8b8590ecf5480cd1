import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { useMessages } from '../../messages/messages.ts'

const ABOVE = ['own', 'up', 'up2', 'up3'] as const

/** What a level of the tree is called, counted from the distributor of the order's device. */
export const useLevelName = () => {
  const t = useMessages('service-orders')
  return ({ levels, agent_name }: Pick<OrderDetail, 'levels' | 'agent_name'>, level: number): string => {
    if (level >= levels) return t(($) => $.transfer.levels.manufacturer)
    const name = t(($) => $.transfer.levels[ABOVE[level] ?? 'up3'])
    return level === 0 && agent_name !== '' ? `${agent_name} (${name})` : name
  }
}
