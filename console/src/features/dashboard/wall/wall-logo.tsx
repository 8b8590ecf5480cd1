import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import css from './wall.module.css'

/** Brandings change rarely, ms. */
const STALE_MS = 600_000

/**
 * The logo of the distributor that the wall is about, else of the reader's organisation, which behind a kiosk link is that of the link;
 * nothing where neither has one.
 */
export function WallLogo({ agent_id }: { agent_id: number | undefined }) {
  const sees_agents = usePermission('agent:view')
  const own = useRead(api.ownBranding, {}, { staleTime: STALE_MS })
  const chosen = useRead(
    api.agentBranding,
    { params: { id: agent_id ?? 0 } },
    { enabled: agent_id !== undefined && sees_agents, staleTime: STALE_MS },
  )
  const { logo = null, brand_name = '' } = (chosen.data?.logo ? chosen.data : own.data) ?? {}
  return logo === null ? null : <img className={css.logo} src={logo} alt={brand_name} />
}
